import type { FastifyRequest } from 'fastify';

const CODINGS = ['br', 'gzip'] as const;
const patterns = { br: /\bbr\b(?!\s*;\s*q=0(?![.\d]*[1-9]))/i, gzip: /\bgzip\b(?!\s*;\s*q=0(?![.\d]*[1-9]))/i };

/** The coding that a client takes an answer in, of those that texts are packed in; undefined: as it is. */
export function acceptedEncoding({ headers }: FastifyRequest): (typeof CODINGS)[number] | undefined {
  const accepted = String(headers['accept-encoding'] ?? '');
  return CODINGS.find((one) => patterns[one].test(accepted));
}
