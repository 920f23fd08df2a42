import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '#kit/refusal/refusal.ts';

/** Which proxies may report the client's address: none, so many in a row, or those at these addresses. */
export type TrustedProxies = false | number | readonly string[];

/** Fastify trusts no number of hops, because it cannot tell who connects; with a number, only the proxy can reach the port. */
export const trustOf = (trusted: TrustedProxies): false | string[] | ((address: string, hop: number) => boolean) =>
  typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted && [...trusted];

const bare = (name: string) => name.toLowerCase().replace(/^\[|\]$|\.$/g, '');

/** A name with or without a port, and nothing that an address may have besides: a user before it, a path after it. */
const isHost = (host: string | undefined) => host !== undefined && /^[^\s/?#@\\]+$/.test(host);

const hostOf = (address: string): string | undefined => (URL.canParse(address) ? bare(new URL(address).hostname) : undefined);

/**
 * Judges the host name of a request, so that a foreign name pointed at the server (DNS rebinding) gives a browser no access. A
 * numeric address cannot be pointed anywhere else.
 */
export function createHostJudge({ origins, host }: { origins: readonly string[]; host?: string | undefined }) {
  const own =
    origins.length > 0
      ? origins.map(hostOf)
      : [host && bare(host), hostname().toLowerCase(), `${hostname().toLowerCase()}.local`];
  const names = new Set<string | undefined>(['localhost', ...own]);
  const known = (name: string) => names.has(name) || name.endsWith('.localhost') || isIP(name) !== 0;
  return ({ headers, raw }: FastifyRequest): void => {
    // HTTP/1.0 may omit the host header, as health checks of load balancers do.
    if (headers.host === undefined && raw.httpVersion === '1.0') return;
    // With two host headers we would judge one while a proxy in front of us believes the other.
    if (raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1)
      throw new Refusal('ENDERECO_INVALIDO', 'O cabeçalho Host veio mais de uma vez.');
    const name = isHost(headers.host) ? hostOf(`http://${headers.host}`) : undefined;
    if (name === undefined || name === '') throw new Refusal('ENDERECO_INVALIDO', 'O cabeçalho Host falta ou está malformado.');
    if (!known(name))
      throw new Refusal(
        'ENDERECO_DESCONHECIDO',
        `Este servidor não atende pelo nome ${name}. Quem o administra o inclui em VINCULO_ORIGINS, por exemplo: VINCULO_ORIGINS=http://${name}.`,
        421,
      );
  };
}

/** Whether a write comes from our own pages. */
export function isOurOrigin(request: FastifyRequest, origins: readonly string[]): boolean {
  const { host, origin, referer } = request.headers;
  const from = origin ?? (referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined);
  if (from === undefined) return false;
  return origins.length > 0 ? origins.includes(from) : host !== undefined && from === `${request.protocol}://${host}`;
}
