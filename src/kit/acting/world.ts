/** The authority of screens and routes that serve every user with a session; no profile holds it. */
export const EVERY_USER = 'sessao';

/** What rules and conditions may read of the world; the same in browser and server. */
export interface World {
  /** the civil date of the company, `YYYY-MM-DD` */
  today: string;
  /** flags and limits of the company's configuration */
  settings: Readonly<Record<string, unknown>>;
  /** whether the actor holds an authority; fields whose authority they lack are not judged */
  can(authority: string): boolean;
  /** it enters a row by itself, which follows from a deed: no list is too long for that */
  enters?: true;
  /** who asks, if a user does */
  usuarioId?: number | null;
}

/** The rights of the program itself: it may do everything. */
export const program: World['can'] = () => true;
