import type { FastifyInstance } from 'fastify';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { answers } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { avaliacoesDesempenho } from './avaliacoes-desempenho.registry.ts';
import { avaliadoNoFio, avaliadorNoFio, comQuantos, respondidasNoFio } from './avaliacoes-desempenho.wire.ts';
import { AVALIADOS, avaliacaoPorId, avaliadosVisiveis, semCompetencias, semConfiguracao } from './avaliados.server.ts';
import { paresContaveis, perguntadosContaveis } from './pares.server.ts';
import { nomeado } from './participantes.wire.ts';
import { AVALIACOES } from './resultado.server.ts';
import { rodadaDe } from './rodada.server.ts';
import { MAIS, PATH, tags } from './rotas.server.ts';

const open = { authority: avaliacoesDesempenho.authority };

const named = (alias: 'area' | 'cargo' | 'estab'): Sql =>
  ({
    area: sql`case when area.id is null then null else json_build_object('id', area.id, 'nome', area.nome) end`,
    cargo: sql`case when cargo.id is null then null else json_build_object('id', cargo.id, 'nome', cargo.nome) end`,
    estab: sql`case when estab.id is null then null else json_build_object('id', estab.id, 'nome', estab.nome) end`,
  })[alias];

const LUGARES = sql`left join areas_organizacionais area on area.id = coalesce(a.area_id, t.area_atual_id)
  left join cargos cargo on cargo.id = coalesce(a.cargo_id, t.cargo_atual_id)
  left join estabelecimentos estab on estab.id = coalesce(a.estabelecimento_id, t.estabelecimento_atual_id)`;

const avaliados = (acting: Acting, quais: Sql) => sql`
  select t.id, t.nome, json_build_object('id', d.id, 'titulo', d.titulo) as "avaliacaoDesempenho", ${named('area')} as area, ${named('cargo')} as cargo,
    ${named('estab')} as estabelecimento, (select count(*)::int from ${paresContaveis(acting)} p
      where p.avaliacao_desempenho_id = a.avaliacao_desempenho_id and p.avaliado_id = t.id) as avaliadores
  from ${AVALIADOS} ${LUGARES} where ${avaliadosVisiveis(acting)} and ${quais} order by t.nome_ord collate "C", t.id, d.id limit ${MAIS}`;

/** Evaluations in which a condition holds of some evaluated people, and of how many. */
const avaliacoesCom = (acting: Acting, quais: Sql) => sql`
  select d.id, d.titulo, d.situacao, count(*)::int as talentos from ${AVALIADOS}
  where ${avaliadosVisiveis(acting)} and d.situacao <> 'C' and ${quais} group by d.id order by d.data_fim desc, d.id limit ${MAIS}`;

const daAvaliacao = (id: number | undefined): Sql => (id === undefined ? sql`true` : sql`d.id = ${id}`);
const deAlgumas = (ids: readonly number[] | undefined): Sql => (ids?.length ? sql`d.id = any(${[...ids]}::bigint[])` : sql`true`);

/** Who takes part in evaluations, where they work, what they lack and what was answered. */
export function participamRoutes(app: FastifyInstance, { db }: Services): void {
  app.get(
    `${PATH}/nomes-avaliados-sem-competencias`,
    { config: open, schema: { tags, summary: 'Avaliados sem competências', response: answers(z.array(nomeado)) } },
    (request) => {
      const { avaliacaoDesempenhoId } = queryOf(request, { avaliacaoDesempenhoId: inQuery.id.optional() });
      return db.query(sql`
        select t.id, t.nome from ${AVALIADOS}
        where ${avaliadosVisiveis(request.acting)} and ${daAvaliacao(avaliacaoDesempenhoId)} and d.situacao <> 'C' and ${semCompetencias(request.acting.today)}
        group by t.id order by t.nome_ord collate "C", t.id limit ${MAIS}`);
    },
  );

  for (const [path, summary, quais] of [
    ['titulos-avaliacoes-com-avaliados-sem-competencias', 'Avaliações com avaliados sem competências', semCompetencias],
    ['com-talentos-sem-competencia-configurada', 'Avaliações com talentos sem competência configurada', semConfiguracao],
  ] as const)
    app.get(`${PATH}/${path}`, { config: open, schema: { tags, summary, response: answers(z.array(comQuantos)) } }, (request) => {
      queryOf(request, {});
      return db.query(avaliacoesCom(request.acting, quais(request.acting.today)));
    });

  app.get(
    `${PATH}/:id/avaliados`,
    { config: open, schema: { tags, summary: 'Avaliados', response: answers(z.array(avaliadoNoFio)) } },
    async (request) => {
      queryOf(request, {});
      const { id } = await avaliacaoPorId(db, request.acting.empresaId, recordIdOf(request));
      return db.query(avaliados(request.acting, daAvaliacao(id)));
    },
  );

  app.get(
    `${PATH}/avaliados`,
    { config: open, schema: { tags, summary: 'Avaliados de algumas avaliações', response: answers(z.array(avaliadoNoFio)) } },
    (request) => {
      const { avaliacoesIds } = queryOf(request, { avaliacoesIds: inQuery.ids.optional() });
      return db.query(avaliados(request.acting, deAlgumas(avaliacoesIds)));
    },
  );

  app.get(
    `${PATH}/:id/avaliadores`,
    { config: open, schema: { tags, summary: 'Avaliadores', response: answers(z.array(avaliadorNoFio)) } },
    async (request) => {
      queryOf(request, {});
      const { acting } = request;
      const { id } = await avaliacaoPorId(db, acting.empresaId, recordIdOf(request));
      return db.query(sql`
        select v.id, v.nome, ${named('area')} as area,
          count(*)::int as avaliados, (count(*) filter (where x.estado = 'R'))::int as respondidas
        from ${paresContaveis(acting)} p
        join avaliados_desempenho a on a.avaliacao_desempenho_id = p.avaliacao_desempenho_id and a.colaborador_id = p.avaliado_id
        join avaliacoes_desempenho d on d.id = p.avaliacao_desempenho_id join talentos t on t.id = p.avaliado_id join talentos v on v.id = p.avaliador_id
        left join areas_organizacionais area on area.id = v.area_atual_id
        left join rodadas r on r.dono = ${AVALIACOES} and r.dono_id = p.avaliacao_desempenho_id
        left join participacoes x on x.rodada_id = r.id and x.pessoa = 'talentos:' || p.avaliador_id and x.sobre = 'talentos:' || p.avaliado_id
        where p.avaliacao_desempenho_id = ${id} and ${avaliadosVisiveis(acting)}
        group by v.id, area.id order by v.nome_ord collate "C", v.id limit ${MAIS}`);
    },
  );

  for (const [path, alias, summary] of [
    ['estabelecimentos', sql`estab`, 'Estabelecimentos dos participantes'],
    ['areas-organizacionais', sql`area`, 'Áreas dos participantes'],
    ['cargos', sql`cargo`, 'Cargos dos participantes'],
  ] as const)
    app.get(
      `${PATH}/participantes/${path}`,
      { config: open, schema: { tags, summary, response: answers(z.array(nomeado)) } },
      (request) => {
        const { avaliacoesIds } = queryOf(request, { avaliacoesIds: inQuery.ids.optional() });
        return db.query(sql`
          select ${alias}.id, ${alias}.nome from ${AVALIADOS} ${LUGARES}
          where ${avaliadosVisiveis(request.acting)} and ${deAlgumas(avaliacoesIds)} and ${alias}.id is not null
          group by ${alias}.id order by ${alias}.nome_ord collate "C", ${alias}.id limit ${MAIS}`);
      },
    );

  app.get(
    `${PATH}/:id/avaliacoes-respondidas`,
    { config: open, schema: { tags, summary: 'O que já foi respondido', response: answers(respondidasNoFio) } },
    async (request) => {
      queryOf(request, {});
      const { acting } = request;
      const { id, anonima } = await avaliacaoPorId(db, acting.empresaId, recordIdOf(request));
      const rodada = await rodadaDe(db, id);
      // By the ids in the keys: compared as texts, everybody is looked through for each answer.
      const de = sql`${perguntadosContaveis(acting)} p join talentos t on t.id = split_part(p.sobre, ':', 2)::bigint
        join avaliados_desempenho a on a.avaliacao_desempenho_id = ${id} and a.colaborador_id = t.id
        join avaliacoes_desempenho d on d.id = a.avaliacao_desempenho_id`;
      const quais = sql`p.rodada_id = ${rodada?.id ?? null} and ${avaliadosVisiveis(acting)}`;
      const contagem = await db.only<{ total: number; respondidas: number }>(sql`
        select count(*)::int as total, (count(*) filter (where p.estado = 'R'))::int as respondidas from ${de} where ${quais}`);
      const respondidas = await db.query(sql`
        select p.id as "colaboradorQuestionarioId", json_build_object('id', t.id, 'nome', t.nome) as avaliado, p.papel as tipo,
          case when ${anonima}::boolean and p.papel not in ('U', 'L') then null else json_build_object('id', v.id, 'nome', v.nome) end as avaliador
        from ${de} join talentos v on v.id = split_part(p.pessoa, ':', 2)::bigint
        where ${quais} and p.estado = 'R' order by t.nome_ord collate "C", t.id, p.papel, p.id limit ${MAIS}`);
      return { ...contagem, avaliacoes: respondidas };
    },
  );
}
