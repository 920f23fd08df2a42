/** Whom a route serves when it needs no authority of a profile. */
export const SERVES = {
  /** any user with a session */
  users: 'sessao',
  /** somebody with a session of the external area */
  externals: 'externo',
  /** anybody, without a session */
  anybody: 'publico',
} as const;

/** The configurations of such routes. */
export const forUsers = { authority: SERVES.users };
export const forExternals = { authority: SERVES.externals };
export const forAnybody = { authority: SERVES.anybody };
