import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { fold } from '#kit/br/text.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, described, nothing } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { createAllOnce, ONCE } from '#kit/store/sent-once.server.ts';
import { type Asked, definicaoEm, ownFaults, type Perguntado, rightsOf, schemaOf } from './asked.server.ts';
import { type Definicao, MAIS_PERGUNTAS, type Pergunta } from './definition.ts';
import { aspecto } from './definition-schema.ts';
import { inserted, shuffled, withIds } from './edits.ts';
import { perguntaEnviada, perguntaRespondida, perguntasNoFio, questionOf } from './perguntas.wire.ts';
import { sugestoes } from './respostas-sugeridas.ts';
import { latestVersion } from './versions.server.ts';

const semId = { nome: aspecto.shape.nome };
const emLote = { perguntas: z.array(perguntaEnviada, 'Envie as perguntas').min(1).max(MAIS_PERGUNTAS, 'Perguntas demais') };
const quantidade = z.object({ quantidade: z.int() });
const umaOrdem = z.object({ ordem: z.int() });
const sugestao = z.object({
  nome: z.string(),
  tipo: z.string(),
  respostas: z.array(z.object({ texto: z.string(), peso: z.number().nullable() })),
});

/** CALL-293 to 295, CALL-409 to 411. */
export function registerAspectos(app: FastifyInstance, asked: Asked, of: Perguntado): void {
  const { db, change } = asked;
  const { base, tags } = schemaOf(of);
  const { open, edit } = rightsOf(of);

  app.get(
    `${base}/aspectos`,
    { config: open, schema: { tags, summary: 'Aspectos', response: answers(z.array(aspecto)) } },
    async (request) => {
      const { nome = '' } = queryOf(request, { nome: inQuery.text.optional() });
      const { aspectos } = await definicaoEm(asked, request);
      return aspectos.filter((each) => fold(each.nome).includes(fold(nome)));
    },
  );

  app.post(
    `${base}/aspectos`,
    { config: edit, schema: { tags, summary: 'Inserir aspecto', body: described(z.object(semId)), response: answers(aspecto) } },
    (request) => {
      const { nome } = demand(z.object(semId), request.body);
      return ownFaults('aspectos', () =>
        db.tx(async (tx) => {
          const { definicao } = await change(tx, request.acting, recordIdOf(request), (antes) => {
            const { feito, proximoId } = withIds(antes, (id) => ({ id: id(), nome }));
            return { ...antes, proximoId, aspectos: [...antes.aspectos, feito] };
          });
          return definicao.aspectos.at(-1);
        }),
      );
    },
  );

  app.delete(
    `${base}/aspectos/:aspectoId`,
    { config: edit, schema: { tags, summary: 'Excluir aspecto', response: { 204: nothing('removido') } } },
    async (request, reply) => {
      const aspectoId = recordIdOf(request, 'aspectoId');
      await db.tx((tx) =>
        change(tx, request.acting, recordIdOf(request), (antes) => {
          if (!antes.aspectos.some(({ id }) => id === aspectoId)) throw refuse.notFound();
          return {
            ...antes,
            aspectos: antes.aspectos.filter(({ id }) => id !== aspectoId),
            perguntas: antes.perguntas.map((uma) => (uma.aspectoId === aspectoId ? { ...uma, aspectoId: null } : uma)),
          };
        }),
      );
      return reply.status(204).send();
    },
  );
}

/** CALL-302 to 305, CALL-418 to 421 and 424: what is about all questions. */
export function registerTodas(app: FastifyInstance, asked: Asked, of: Perguntado): void {
  const { db, recordOf, change, notaMinima } = asked;
  const { base, tags } = schemaOf(of);
  const { open, edit } = rightsOf(of);

  app.get(
    `${base}/perguntas/proxima-ordem`,
    { config: open, schema: { tags, summary: 'Ordem da próxima pergunta', response: answers(umaOrdem) } },
    async (request) => {
      queryOf(request, {});
      return { ordem: (await definicaoEm(asked, request)).perguntas.length + 1 };
    },
  );

  app.get(
    `${base}/perguntas/quantidade-perguntas-respondidas`,
    { config: open, schema: { tags, summary: 'Quantas perguntas já têm resposta', response: answers(quantidade) } },
    async (request) => {
      queryOf(request, {});
      const { acting } = request;
      const { of: owner } = await recordOf(db, acting, recordIdOf(request));
      const { definicao } = await latestVersion(db, owner);
      const lugares = definicao.perguntas.flatMap((uma) => lugaresDe(uma).map((lugar) => ({ id: uma.id, lugar })));
      // Of answers without names not even this is told of single questions, which may be asked of who answered another one so: all that
      // was asked in a finished round counts.
      return db.only(sql`
        with nossas as materialized (
          select r.id, r.modo, r.estado, v.definicao from rodadas r join questionario_versoes v on v.id = r.versao_id
          where v.empresa_id = ${owner.empresaId} and v.dono = ${owner.dono} and v.dono_id = ${owner.donoId}),
        perguntadas as materialized (
          select distinct (q ->> 'id')::int as id from nossas n cross join lateral jsonb_array_elements(n.definicao -> 'perguntas') q
          where n.modo <> 'I' and n.estado = 'D'
            and exists (select from participacoes p where p.rodada_id = n.id and p.estado = 'R')),
        identificadas as materialized (select n.id from nossas n where n.modo = 'I')
        select count(*)::int as quantidade
        from (select id, array_agg(lugar) as lugares from unnest(${lugares.map(({ id }) => id)}::int[], ${lugares.map(({ lugar }) => lugar)}::int[]) l(id, lugar) group by id) p
        where p.id in (select id from perguntadas)
          or exists (select 1 from identificadas n join respostas_dadas d on d.rodada_id = n.id where exists (select 1 from unnest(p.lugares) l(lugar) where d.notas[l.lugar] is not null))
          or exists (select 1 from identificadas n join respostas_escritas e on e.rodada_id = n.id where e.pergunta_id = p.id)`);
    },
  );

  app.get(
    `${base}/perguntas/respostas-sugeridas`,
    { config: open, schema: { tags, summary: 'Conjuntos de respostas prontos', response: answers(z.array(sugestao)) } },
    async (request) => {
      queryOf(request, {});
      await recordOf(db, request.acting, recordIdOf(request));
      return sugestoes
        .filter(({ respostas }) => respostas.length > 0)
        .map(({ nome, tipo, respostas }) => ({ nome, tipo, respostas }));
    },
  );

  app.post(
    `${base}/perguntas/batch`,
    {
      config: edit,
      schema: {
        tags,
        summary: 'Inserir várias perguntas',
        body: described(z.object(emLote)),
        response: answers(z.array(perguntaRespondida)),
      },
    },
    async (request) => {
      const { acting } = request;
      // The list may come alone, or under its name.
      const { perguntas } = demand(z.object(emLote), Array.isArray(request.body) ? { perguntas: request.body } : request.body);
      const id = recordIdOf(request);
      const insere = async (tx: Tx) => {
        const menor = notaMinima((await recordOf(tx, acting, id, true)).record);
        let begin = 0;
        const { definicao } = await change(tx, acting, id, (antes) => {
          begin = antes.perguntas.length;
          return perguntas.reduce<Definicao>((agora, enviada) => {
            const { pergunta, proximoId } = questionOf(agora, enviada, { notaMinima: menor });
            return { ...agora, proximoId, perguntas: inserted(agora.perguntas, agora.perguntas.length, [pergunta]) };
          }, antes);
        });
        return perguntasNoFio(definicao).slice(begin);
      };
      const envio = { key: request.headers[ONCE], path: request.url, body: perguntas };
      return db.tx((tx) => createAllOnce(tx, acting, { ...envio, create: () => insere(tx) }));
    },
  );

  app.post(
    `${base}/ordem-aleatoria`,
    { config: edit, schema: { tags, summary: 'Embaralhar as perguntas', response: { 204: nothing('embaralhadas') } } },
    async (request, reply) => {
      await db.tx((tx) => change(tx, request.acting, recordIdOf(request), shuffled(randomUUID())));
      return reply.status(204).send();
    },
  );
}

/** Where the array of an answer tells that the question was answered: of type 5, at any of its options, of which some may be newer. */
const lugaresDe = ({ id, tipo, respostas }: Pergunta): number[] =>
  tipo === '5' && respostas.length > 0 ? respostas.map((opcao) => opcao.id) : [id];
