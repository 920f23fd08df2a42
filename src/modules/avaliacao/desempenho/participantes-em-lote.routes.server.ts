import type { FastifyInstance } from 'fastify';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { counted } from '#kit/br/text.ts';
import { recordId } from '#kit/fields/reference.ts';
import { demand } from '#kit/http/demand.server.ts';
import { described, withoutContent } from '#kit/http/openapi.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { TRABALHA, talentosVisiveis } from '#modules/gestao-talentos/public.server.ts';
import { papeisDe } from './papeis.ts';
import { PARES } from './pares.server.ts';
import { participantes } from './participantes.registry.ts';
import { contaMudanca, preparavel, RESPONDIDO, recusaDiminuir, recusaProprios, removePares } from './participantes.server.ts';
import { acompanha } from './rodada.server.ts';

/** How the body of a bulk action names its evaluation and its people. */
const emLote = z.object({
  avaliacaoDesempenhoId: recordId,
  // RUL-325
  colaboradoresIds: z
    .array(recordId, 'É necessário selecionar ao menos 1 talento.')
    .min(1, 'É necessário selecionar ao menos 1 talento.')
    .max(5_000, 'Selecione no máximo 5.000 talentos'),
});

/** The people of a bulk action, as far as the actor sees them. */
const vistos = (acting: Acting, ids: readonly number[]): Sql =>
  sql`select t.id from talentos t where t.id = any(${[...ids]}::bigint[]) and ${talentosVisiveis(acting)}`;

/** What is done to several evaluated at once. */
export function participantesEmLoteRoutes(app: FastifyInstance, { db }: Services): void {
  const lote = `/api/avaliacao/${participantes.id}`;
  const edit = { authority: `${participantes.authority}_EDITAR` };
  const corpo = { tags: [participantes.title], body: described(emLote) };

  // CALL-290
  app.post(
    `${lote}/incluir-autoavaliacao`,
    withoutContent({ config: edit, schema: { ...corpo, summary: 'Incluir autoavaliação' } }),
    async (request, reply) => {
      const { acting } = request;
      const { avaliacaoDesempenhoId, colaboradoresIds } = demand(emLote, request.body);
      await db.tx(async (tx) => {
        const avaliacao = await preparavel(tx, acting, avaliacaoDesempenhoId);
        await recusaProprios(tx, acting, colaboradoresIds);
        const { id, empresaId } = avaliacao;
        if (!papeisDe(avaliacao).includes('U'))
          throw new Refusal('SEM_AUTOAVALIACAO', 'Esta avaliação não permite autoavaliação.');
        const feitas = await tx.query(sql`
          insert into ${PARES} (empresa_id, avaliacao_desempenho_id, avaliado_id, avaliador_id, tipo, peso, resumo)
          select ${empresaId}, ${id}, t.id, t.id, 'U', 1, left(t.nome || ' – ' || t.nome, 220) from talentos t
          where t.id in (${vistos(acting, colaboradoresIds)}) and ${TRABALHA} on conflict do nothing returning id`);
        await acompanha(tx, acting, avaliacao);
        if (feitas.length > 0)
          await contaMudanca(
            tx,
            acting,
            id,
            'autoavaliacoes',
            counted(feitas.length, 'autoavaliação incluída', 'autoavaliações incluídas'),
          );
      });
      return reply.status(204).send();
    },
  );

  // CALL-291, RUL-371: whoever has answered stays.
  app.post(
    `${lote}/remover-avaliadores`,
    withoutContent({ config: edit, schema: { ...corpo, summary: 'Remover avaliadores' } }),
    async (request, reply) => {
      const { acting } = request;
      const { avaliacaoDesempenhoId, colaboradoresIds } = demand(emLote, request.body);
      await db.tx(async (tx) => {
        const avaliacao = await preparavel(tx, acting, avaliacaoDesempenhoId);
        await recusaProprios(tx, acting, colaboradoresIds);
        for (const papel of papeisDe(avaliacao)) recusaDiminuir(avaliacao, papel);
        const fora = await removePares(tx, avaliacao, sql`p.avaliado_id in (${vistos(acting, colaboradoresIds)})`);
        // As when they come in: of an anonymous one the trail, which all read alike, counts none.
        const saiu = avaliacao.anonima ? 'avaliadores removidos' : counted(fora, 'avaliador removido', 'avaliadores removidos');
        if (avaliacao.anonima || fora > 0) await contaMudanca(tx, acting, avaliacao.id, 'avaliadores', saiu);
      });
      return reply.status(204).send();
    },
  );

  // CALL-292: somebody about whom anybody has answered stays.
  app.post(
    `${lote}/remover-avaliados`,
    withoutContent({ config: edit, schema: { ...corpo, summary: 'Remover avaliados' } }),
    async (request, reply) => {
      const { acting } = request;
      const { avaliacaoDesempenhoId, colaboradoresIds } = demand(emLote, request.body);
      await db.tx(async (tx) => {
        const avaliacao = await preparavel(tx, acting, avaliacaoDesempenhoId);
        await recusaProprios(tx, acting, colaboradoresIds);
        // The removal waits for answers that are being sent, so that none is overlooked below.
        await removePares(tx, avaliacao, sql`p.avaliado_id in (${vistos(acting, colaboradoresIds)})`);
        const respondidos = await tx.query<{ nome: string }>(sql`
          select distinct t.nome from ${PARES} p join talentos t on t.id = p.avaliado_id
          where p.avaliacao_desempenho_id = ${avaliacao.id} and t.id in (${vistos(acting, colaboradoresIds)}) and ${RESPONDIDO} order by 1 limit 4`);
        if (respondidos.length > 0)
          throw new Refusal(
            'AVALIADO_RESPONDIDO',
            `Já há respostas sobre ${respondidos
              .slice(0, 3)
              .map(({ nome }) => nome)
              .join(', ')}${respondidos.length > 3 ? ' e outros' : ''}: quem já foi avaliado fica.`,
            409,
          );
        const fora = await tx.query(sql`
          delete from avaliados_desempenho where avaliacao_desempenho_id = ${avaliacao.id} and colaborador_id in (${vistos(acting, colaboradoresIds)}) returning id`);
        if (fora.length > 0)
          await contaMudanca(
            tx,
            acting,
            avaliacao.id,
            'avaliados',
            counted(fora.length, 'avaliado removido', 'avaliados removidos'),
          );
      });
      return reply.status(204).send();
    },
  );
}
