import { getStates } from '@brazilian-utils/brazilian-utils';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { cep as CEP } from '#kit/br/cep.ts';
import { foreignJson } from '#kit/http/foreign-json.server.ts';
import { answers } from '#kit/http/openapi.server.ts';
import { paramOf } from '#kit/http/query.server.ts';
import { forAnybody, forUsers } from '#kit/http/serves.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';

const WAIT_MS = 4_000;
const MOST_BYTES = 64 * 1024;
const text = z.string().max(200).catch('');
const answer = z.object({ logradouro: text, complemento: text, bairro: text, localidade: text, uf: text, ibge: text });

const endereco = z.object({
  cep: z.string(),
  logradouro: z.string(),
  complemento: z.string(),
  bairro: z.string(),
  cidade: z.string(),
  uf: z.string(),
  estado: z.string().describe('o nome do estado'),
  codigoIbge: z.string(),
});
type Endereco = z.infer<typeof endereco>;

/** Asks the public postal-code service from the server, so that no third party learns who types what. */
export async function findCep(template: string, cep: string): Promise<Endereco | null> {
  const response = await fetch(template.replace('{cep}', cep), { signal: AbortSignal.timeout(WAIT_MS), redirect: 'error' });
  if (response.status === 404 || response.status === 400) return null;
  if (!response.ok) throw new Error(`the postal-code service answered ${response.status}`);
  const body: unknown = await foreignJson(response, MOST_BYTES);
  if (typeof body !== 'object' || body === null || 'erro' in body) return null;
  const { localidade, ibge, ...found } = answer.parse(body);
  const estado = getStates().find(({ code }) => code === found.uf.toUpperCase())?.name ?? '';
  return { cep, ...found, estado, cidade: localidade, codigoIbge: ibge };
}

/** For users, and for whoever fills in a form of the external area. */
export function registerCep(app: FastifyInstance, template: string): void {
  serveCep(app, template, '/api/geral/cep/:cep', forUsers);
  serveCep(app, template, '/api/externo/cep/:cep', { ...forAnybody, limits: { address: 60 } });
}

function serveCep(app: FastifyInstance, template: string, path: string, config: object): void {
  app.get(
    path,
    { config, schema: { tags: ['Endereço'], summary: 'Endereço de um CEP', response: answers(endereco) } },
    async (request) => {
      const cep = paramOf(request, 'cep');
      if (!CEP.isValid(cep)) throw refuse.invalid([{ field: 'cep', message: 'CEP não pode ser nulo' }]);
      const found = await findCep(template, CEP.normalize(cep)).catch(() => undefined);
      if (found === undefined)
        throw new Refusal('CEP_INDISPONIVEL', 'A consulta de CEP não está disponível. Preencha o endereço manualmente.', 503);
      if (found === null) throw new Refusal('NAO_ENCONTRADO', 'CEP não encontrado. Preencha o endereço manualmente.', 404);
      return found;
    },
  );
}
