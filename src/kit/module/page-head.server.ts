/** What a page says before its program arrives: to search engines, to previews of links, and to a slow line. */
export interface PageHead {
  title: string;
  description: string;
  /** the whole address of a picture */
  image?: string;
  /** the whole address of the page itself */
  address: string;
  /** structured data (JSON-LD) */
  data?: object;
  /** harmless HTML that stands where the program will; `start`: the program itself draws the page on the server, with what a visitor sees */
  body: string | { start: object };
}
