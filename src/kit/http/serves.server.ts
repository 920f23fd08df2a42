import { EVERY_USER } from '#kit/acting/world.ts';

/** Whom a route serves when it needs no authority of a profile. */
export const SERVES = {
  /** any user with a session */
  users: EVERY_USER,
  /** somebody with a session of the external area */
  externals: 'externo',
  /** anybody, without a session */
  anybody: 'publico',
} as const;

/** The configurations of such routes. */
export const forUsers = { authority: SERVES.users };
export const forExternals = { authority: SERVES.externals };
export const forAnybody = { authority: SERVES.anybody };

declare module 'fastify' {
  interface FastifyRequest {
    /** its sender was recognised a while ago: its body was on its way, or it has waited */
    isLate?: boolean;
    /** Refuses a request whose body was long in coming, when its sender may not make it any more; absent where nobody is asked. */
    judgeAgain?(): Promise<void>;
    /** Of a route that takes files: waits for the places of a large body, for a file that is judged in its request. */
    enterLarge?(): Promise<void>;
  }
}
