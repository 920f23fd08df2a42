/** What rules and conditions may know of the world; the same in browser and server. */
export interface World {
  /** the civil date of the company, `YYYY-MM-DD` */
  today: string;
  /** flags and limits of the company's configuration */
  settings: Readonly<Record<string, unknown>>;
  /** who acts; fields whose authority they lack are not judged. Absent: the program itself, which may everything */
  can?(authority: string): boolean;
}
