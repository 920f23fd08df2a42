import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const newToken = (): string => randomBytes(32).toString('base64url');
export const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * A cookie with a random token. Under HTTPS the prefix of its name binds it to this host: no other host of the domain can write
 * it into somebody's browser.
 */
export function cookieOf(plain: string, isSecure: boolean) {
  const name = isSecure ? `__Host-${plain}` : plain;
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  return {
    /** undefined when the cookie is missing or has another shape */
    read(request: FastifyRequest): string | undefined {
      const token = request.cookies[name];
      return token && token.length <= 100 ? token : undefined;
    },
    write: (reply: FastifyReply, token: string, seconds: number) => reply.setCookie(name, token, { ...options, maxAge: seconds }),
    clear: (reply: FastifyReply) => reply.clearCookie(name, options),
  };
}
