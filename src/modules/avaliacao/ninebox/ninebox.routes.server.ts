import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { recordId } from '#kit/fields/reference.ts';
import { demandForm } from '#kit/form/demand-form.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { named, withAnswer } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { refuse, stillThere } from '#kit/refusal/refusal.ts';
import { talentosVisiveis } from '#modules/gestao-talentos/public.server.ts';
import { nomeadoNoQuadro } from '../desempenho/avaliados.server.ts';
import { type Papel, papeis } from '../desempenho/papeis.ts';
import { paresContaveis } from '../desempenho/pares.server.ts';
import { AVALIACOES } from '../desempenho/resultado.server.ts';
import { planoAnswer, planoDe } from '../pdi/plano.server.ts';
import { move, movimentosDe } from './calibragem.server.ts';
import { mover } from './calibragem.ts';
import { CALIBRAR, nineBox } from './ninebox.registry.ts';
import { type Caixa, ehCaixa } from './ninebox.rules.ts';
import type { PessoaNoQuadro } from './ninebox.ts';
import { gestores, movimentos, pessoa, quadro, radar } from './ninebox.wire.server.ts';
import { quadroDe, ultimoMovimento } from './posicoes.server.ts';
import { gestoresDe, montaQuadro, pessoasEm, quantasEm } from './quadro.server.ts';
import { radarDoAvaliado } from './radar.server.ts';

const BASE = '/api/avaliacao/ninebox';
const MAIS_LINHAS = 1_000;

const fatia = z.string('Valor inválido').regex(/^d?[1-9]\d{0,14}$/, 'Valor inválido');
/** Numbers of boxes in a query: `1,5`. */
const quais = inQuery.ids.refine((ids) => ids.every(ehCaixa), 'Valor inválido').transform((ids) => ids as Caixa[]);
const pagina = {
  page: inQuery.id.default(0),
  size: inQuery.id.refine((size) => size >= 1 && size <= 200, 'Valor inválido').default(15),
};

export function nineBoxRoutes(app: FastifyInstance, { db }: Services): void {
  const schema = { tags: ['Nine Box'] };
  const read = { config: { authority: nineBox.authority } };

  app.get(
    `${BASE}/chart/:id`,
    withAnswer({ ...read, schema: { ...schema, summary: 'As pessoas nos nove quadrantes' } }, quadro),
    (request) => {
      const { area, caixas: selecionadas = [] } = queryOf(request, { area: fatia.optional(), caixas: quais.optional() });
      return montaQuadro(db, request.acting, { id: recordIdOf(request), fatia: area, caixas: selecionadas });
    },
  );

  app.get(
    `${BASE}/chart/:id/pessoas`,
    withAnswer(
      { ...read, schema: { ...schema, summary: 'Quem está em alguns quadrantes' } },
      z.object({ content: z.array(pessoa), totalElements: z.int(), totalPages: z.int(), number: z.int(), size: z.int() }),
    ),
    async (request) => {
      const { page, size, area, ...rest } = queryOf(request, {
        ...pagina,
        area: fatia.optional(),
        caixas: quais.optional(),
        busca: inQuery.text.optional(),
      });
      const { acting } = request;
      const aqui = await quadroDe(db, acting, recordIdOf(request));
      const recorte = { fatia: area, ...rest };
      const { n } = await db.only<{ n: number }>(quantasEm(aqui, acting, recorte));
      const content = await db.query<PessoaNoQuadro>(
        pessoasEm(aqui, acting, recorte, sql`limit ${size}::int offset ${page * size}::bigint`),
      );
      return { content, totalElements: n, totalPages: Math.ceil(n / size), number: page, size };
    },
  );

  app.get(
    `${BASE}/chart/cncc/:id`,
    withAnswer(
      { ...read, schema: { ...schema, summary: 'Competências de um avaliado: exigidas, obtidas e por ele mesmo' } },
      radar,
    ),
    (request) => {
      queryOf(request, {});
      return radarDoAvaliado(db, request.acting, recordIdOf(request));
    },
  );

  app.get(
    `${BASE}/chart/pdi/:nineBoxId/:colaboradorId`,
    withAnswer({ ...read, schema: { ...schema, summary: 'O plano de desenvolvimento de alguém do quadro' } }, planoAnswer),
    async (request) => {
      queryOf(request, {});
      const { acting } = request;
      const colaboradorId = recordIdOf(request, 'colaboradorId');
      const aqui = await quadroDe(db, acting, recordIdOf(request, 'nineBoxId'));
      const { n } = await db.only<{ n: number }>(quantasEm(aqui, acting, { avaliadosIds: [colaboradorId] }));
      if (n === 0) throw refuse.notFound();
      return planoDe(db, acting, colaboradorId);
    },
  );

  app.get(
    `${BASE}/exists`,
    withAnswer(
      { ...read, schema: { ...schema, summary: 'Se há um Nine Box na data' } },
      z.object({ exists: z.boolean(), id: z.int().nullable() }),
    ),
    async (request) => {
      const { data } = queryOf(request, { data: inQuery.date });
      const { empresaId } = request.acting;
      const outro = await db.one<{ id: number }>(
        sql`select id from ninebox where empresa_id = ${empresaId} and data = ${data}::date order by id desc limit 1`,
      );
      return { exists: outro !== undefined, id: outro?.id ?? null };
    },
  );

  app.get(
    `${BASE}/avaliadores-nao-responderam`,
    withAnswer(
      { ...read, schema: { ...schema, summary: 'Avaliadores que ainda não responderam' } },
      z.array(
        z.object({ id: z.int(), avaliador: named.nullable(), avaliado: named, tipo: z.enum(Object.keys(papeis) as [Papel]) }),
      ),
    ),
    (request) => {
      const { avaliacaoDesempenhoId, avaliadoresIds, avaliadosIds } = queryOf(request, {
        avaliacaoDesempenhoId: inQuery.id,
        avaliadoresIds: inQuery.ids.optional(),
        avaliadosIds: inQuery.ids.optional(),
      });
      const { acting } = request;
      const nomeado = nomeadoNoQuadro(acting, sql`q.tipo`);
      const destes = (coluna: string, ids?: number[]) =>
        ids?.length ? sql`q.${coluna === 'avaliador' ? sql`avaliador_id` : sql`avaliado_id`} = any(${ids}::bigint[])` : sql`true`;
      return db.query(sql`
        select case when ${nomeado} then q.id else -row_number() over (order by t.nome_ord, t.id, q.tipo, q.id) end as id, case when ${nomeado} then json_build_object('id', v.id, 'nome', v.nome) end as avaliador, json_build_object('id', t.id, 'nome', t.nome) as avaliado, q.tipo
        from ${paresContaveis(acting)} q join avaliacoes_desempenho d on d.id = q.avaliacao_desempenho_id join talentos t on t.id = q.avaliado_id join talentos v on v.id = q.avaliador_id
        where q.empresa_id = ${acting.empresaId} and q.avaliacao_desempenho_id = ${avaliacaoDesempenhoId} and ${talentosVisiveis(acting)}
          and exists (select from ninebox_avaliacoes_desempenho x where x.alvo_id = d.id)
          and ${avaliadoresIds?.length ? sql`${nomeado} and ${destes('avaliador', avaliadoresIds)}` : sql`true`} and ${destes('avaliado', avaliadosIds)}
          and not exists (
            select 1 from participacoes p
            where p.rodada_id = (select r.id from rodadas r where r.dono = ${AVALIACOES} and r.dono_id = ${avaliacaoDesempenhoId}) and p.estado = 'R'
              and p.pessoa = 'talentos:' || q.avaliador_id and p.sobre = 'talentos:' || q.avaliado_id)
        order by t.nome_ord, t.id, q.tipo, q.id limit ${MAIS_LINHAS}`);
    },
  );

  app.get(
    `${BASE}/:id/gestores`,
    withAnswer({ ...read, schema: { ...schema, summary: 'Como as pessoas de cada gestor se distribuem' } }, gestores),
    async (request) => {
      queryOf(request, {});
      return gestoresDe(db, request.acting, await quadroDe(db, request.acting, recordIdOf(request)));
    },
  );

  app.get(
    `${BASE}/:id/movimentos`,
    withAnswer({ ...read, schema: { ...schema, summary: 'Quem mudou de quadrante, e por quê' } }, movimentos),
    async (request) => {
      const { colaboradorId } = queryOf(request, { colaboradorId: inQuery.id.optional() });
      return movimentosDe(db, request.acting, await quadroDe(db, request.acting, recordIdOf(request)), colaboradorId);
    },
  );

  // Asked every few seconds by whoever has the calibration open.
  app.get(
    `${BASE}/:id/ultimo-movimento`,
    withAnswer(
      { ...read, schema: { ...schema, summary: 'Se alguém mudou algo desde então' } },
      z.object({ ultimo: z.int(), situacao: z.enum(['E', 'F']), versao: z.int() }),
    ),
    async (request) => {
      queryOf(request, {});
      const { id } = await quadroDe(db, request.acting, recordIdOf(request));
      const ultimo = await ultimoMovimento(db, request.acting, id);
      return { ...stillThere(await db.one<object>(sql`select situacao, versao from ninebox where id = ${id}`)), ultimo };
    },
  );

  app.post(
    `${BASE}/:id/movimentos`,
    withAnswer(
      {
        config: { authority: CALIBRAR, besides: [nineBox.authority] },
        schema: { ...schema, summary: 'Mudar alguém de quadrante' },
      },
      pessoa,
      { status: 201 },
    ),
    async (request, reply) => {
      queryOf(request, {});
      const { colaboradorId, passo } = demand(
        z.object({ colaboradorId: recordId, passo: z.int('Valor inválido').min(0, 'Valor inválido') }),
        request.body,
      );
      const { acting } = request;
      const { para, motivo } = demandForm(mover, request.body, acting);
      const movida = await db.tx((tx) =>
        move(tx, acting, recordIdOf(request), { colaboradorId, passo, para: Number(para) as Caixa, motivo }),
      );
      return reply.status(201).send(movida);
    },
  );
}
