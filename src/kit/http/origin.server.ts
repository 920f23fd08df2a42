import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '#kit/refusal/refusal.ts';

/** Whom to believe about who asks: nobody, so many proxies in a row, or those at these addresses. */
export type TrustedProxies = false | number | readonly string[];

/** Fastify believes no number of hops, for it cannot tell who connects: the port is the proxy's alone where a number is said. */
export const trustOf = (trusted: TrustedProxies): false | string[] | ((address: string, hop: number) => boolean) =>
  typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted && [...trusted];

const bare = (name: string) => name.toLowerCase().replace(/^\[|\]$|\.$/g, '');

const hostOf = (address: string): string | undefined => (URL.canParse(address) ? bare(new URL(address).hostname) : undefined);

/**
 * Judges by what name the server was asked, so that no foreign name that somebody points at it (DNS rebinding) makes a browser talk to it. An address of
 * numbers cannot be pointed anywhere else.
 */
export function createHostJudge({ origins, host }: { origins: readonly string[]; host?: string | undefined }) {
  const own =
    origins.length > 0
      ? origins.map(hostOf)
      : [host && bare(host), hostname().toLowerCase(), `${hostname().toLowerCase()}.local`];
  const names = new Set<string | undefined>(['localhost', ...own]);
  const known = (name: string) => names.has(name) || name.endsWith('.localhost') || isIP(name) !== 0;
  return ({ headers, raw }: FastifyRequest): void => {
    // HTTP/1.0 may leave it out, as health checks of balancers do.
    if (headers.host === undefined && raw.httpVersion === '1.0') return;
    // One of two would be judged, and the other one believed by whoever stands in front of us.
    if (raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1)
      throw new Refusal('ENDERECO_INVALIDO', 'O cabeçalho Host veio mais de uma vez.');
    const name = hostOf(`http://${headers.host ?? ''}`);
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
  const { origin, referer } = request.headers;
  const from = origin ?? (referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined);
  return (
    from !== undefined && (origins.length > 0 ? origins.includes(from) : from === `${request.protocol}://${request.headers.host}`)
  );
}
