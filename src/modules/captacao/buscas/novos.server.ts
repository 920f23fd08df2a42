import type { FastifyInstance } from 'fastify';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { withAnswer } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { abreCandidatos, candidatosVisiveis } from '../candidatos/visiveis.server.ts';
import { buscasCandidatos } from './buscas-candidatos.registry.ts';
import { leNovos, NOVOS_DA_BUSCA, type NovosDaBusca } from './novos.ts';

/** What the list of candidates was asked for. */
export function comoNovos(texto: unknown): NovosDaBusca {
  const lidos = leNovos(texto);
  if (!lidos) throw refuse.invalid([{ field: NOVOS_DA_BUSCA, message: 'Busca salva inválida' }]);
  return lidos;
}

/** The day of which the address speaks: the last one, where it names none. */
const diaDe = ({ busca, dia }: NovosDaBusca): Sql =>
  dia === null ? sql`(select max(avisado_em) from buscas_candidatos_vistos where busca_id = ${busca})` : sql`${dia}::date`;

/** The candidates (alias `t`) of whom a search of the acting user told. */
export const daBusca = (novos: NovosDaBusca, { empresaId, usuarioId }: Acting): Sql => sql`t.id in (
  select v.candidato_id from buscas_candidatos_vistos v join buscas_candidatos b on b.id = v.busca_id
  where b.id = ${novos.busca} and b.empresa_id = ${empresaId} and b.usuario_id = ${usuarioId} and v.avisado_em = ${diaDe(novos)})`;

/** What a saved search told the last time, or on a day: for its page, and for the list of these candidates. */
export function novosRoutes(app: FastifyInstance, { db }: Services): void {
  app.get(
    '/api/captacao/buscas-candidatos/:id/novos',
    withAnswer(
      {
        config: { authority: buscasCandidatos.authority },
        schema: { tags: [buscasCandidatos.title], summary: 'De quantos candidatos a busca avisou, e quando' },
      },
      z.object({ nome: z.string(), dia: z.iso.date().nullable(), quantos: z.int() }),
    ),
    async (request) => {
      const { dia = null } = queryOf(request, { dia: inQuery.date.optional() });
      const { acting } = request;
      abreCandidatos(acting);
      const novos = { busca: recordIdOf(request), dia };
      const busca = await db.one(sql`
        select b.nome, ${diaDe(novos)} as dia,
          (select count(*)::int from candidatos t where ${candidatosVisiveis(acting)} and ${daBusca(novos, acting)}) as quantos
        from buscas_candidatos b
        where b.id = ${novos.busca} and b.empresa_id = ${acting.empresaId} and b.usuario_id = ${acting.usuarioId}`);
      if (!busca) throw refuse.notFound();
      return busca;
    },
  );
}
