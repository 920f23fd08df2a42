import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const newToken = (): string => randomBytes(32).toString('base64url');
export const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * A cookie that holds a random token. Under HTTPS its name says that it belongs to this host alone: no other host of the domain can write it into
 * somebody's browser.
 */
export function cookieOf(plain: string, isSecure: boolean) {
  const name = isSecure ? `__Host-${plain}` : plain;
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  return {
    /** undefined when there is none, or nothing like one */
    read(request: FastifyRequest): string | undefined {
      const token = request.cookies[name];
      return token && token.length <= 100 ? token : undefined;
    },
    write: (reply: FastifyReply, token: string, seconds: number) => reply.setCookie(name, token, { ...options, maxAge: seconds }),
    clear: (reply: FastifyReply) => reply.clearCookie(name, options),
  };
}
