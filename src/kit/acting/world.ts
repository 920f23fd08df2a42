/** What rules and conditions may know of the world; the same in browser and server. */
export interface World {
  /** the civil date of the company, `YYYY-MM-DD` */
  today: string;
  /** flags and limits of the company's configuration */
  settings: Readonly<Record<string, unknown>>;
  /** what who acts may do; fields whose authority they lack are not judged */
  can(authority: string): boolean;
}

/** The rights of the program itself, where nobody acts: it may everything. */
export const program: World['can'] = () => true;
