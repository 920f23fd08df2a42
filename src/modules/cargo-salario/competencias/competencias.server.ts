import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { bare } from '#kit/fields/bare.ts';
import { named, withAnswer } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { type Hooks, hooksFor } from '#kit/store/store.server.ts';
import { radarAnswer, serieRadar } from '#modules/estrutura/public.server.ts';
import { tiposDeCompetencia } from '#modules/estrutura/public.ts';
import { criteriosAvaliacaoCompetencia } from './criterios-avaliacao-competencia.registry.ts';

const CONFIGURADA = (coluna: string) => `exists (
  select 1 from competencias c where c.${coluna} = t.id and (
    exists (select 1 from config_niveis_faixas_configs_niveis_competencias i where i.competencia_id = c.id)
    or exists (select 1 from config_niveis_talentos_configs_niveis_competencias i where i.competencia_id = c.id)))`;

/** Whoever evaluates reads all of them, of each competency. */
const MAIS_CRITERIOS = 100;

export const criteriosAvaliacaoCompetenciaHooks = hooksFor(criteriosAvaliacaoCompetencia, {
  async beforeSave(tx, { value, before, restored }) {
    // What comes back from the bin was there before.
    if (restored || (before && bare(before.competencia) === value.competencia)) return;
    const { n } = await tx.only<{ n: number }>(
      sql`select count(*)::int as n from criterios_avaliacao_competencia where competencia_id = ${value.competencia}`,
    );
    if (n >= MAIS_CRITERIOS)
      throw refuse.invalid([{ field: 'competencia', message: `Uma competência tem no máximo ${MAIS_CRITERIOS} critérios` }]);
  },
});

export const conhecimentosHooks: Hooks = { computed: { existeNivelCompetencia: CONFIGURADA('conhecimento_id') } };
export const habilidadesHooks: Hooks = { computed: { existeNivelCompetencia: CONFIGURADA('habilidade_id') } };
export const atitudesHooks: Hooks = { computed: { existeNivelCompetencia: CONFIGURADA('atitude_id') } };

const ROOT = '/api/cargo-salario/competencias';

/** The calls of document 2 §7 "Competencies". */
export function competenciasRoutes(app: FastifyInstance, { db, store }: Services): void {
  const open = { config: { authority: 'ROLE_CAD_COMPETENCIA' }, schema: { tags: ['Competências'] } };
  const competencias = store('cargo-salario/competencias');
  const faixas = store('cargo-salario/faixas-salariais');
  const talentos = store('gestao-talentos/talentos');

  const descrito = z.object({ id: z.int(), descricao: z.string() });

  app.get(
    `${ROOT}/tipo-competencia`,
    withAnswer(open, z.array(z.object({ id: z.string(), descricao: z.string() }))),
    (request) => {
      queryOf(request, {});
      return Object.entries(tiposDeCompetencia).map(([id, descricao]) => ({ id, descricao }));
    },
  );

  // The behaviours of one competency.
  app.get(`${ROOT}/competencias`, withAnswer(open, z.array(descrito)), async (request) => {
    const { id } = queryOf(request, { id: inQuery.id });
    await competencias.read(db, request.acting, id);
    return db.query(sql`
      select b.id, b.descricao from competencias c join lateral (
        select id, descricao, ordem from conhecimentos_competencias where registro_id = c.conhecimento_id
        union all select id, descricao, ordem from habilidades_competencias where registro_id = c.habilidade_id
        union all select id, descricao, ordem from atitudes_competencias where registro_id = c.atitude_id) b on true
      where c.id = ${id} order by b.ordem, b.id`);
  });

  app.get(
    `${ROOT}/existe-criterio-avaliacao-competencia`,
    withAnswer(open, z.object({ existe: z.boolean() })),
    async (request) => {
      queryOf(request, {});
      const row = await db.one<{ existe: boolean }>(
        sql`select exists (select 1 from criterios_avaliacao_competencia where empresa_id = ${request.acting.empresaId}) as existe`,
      );
      return { existe: row?.existe ?? false };
    },
  );

  // Competencies judged by criteria while some level in force today has no percentage to reach.
  app.get(
    `${ROOT}/competencias-sem-percentual`,
    withAnswer(open, z.array(named.extend({ competenciaTipo: z.string() }))),
    (request) => {
      queryOf(request, {});
      const { empresaId, today } = request.acting;
      return db.query(sql`
      with vigente as (
        select id, considerar_percentual_minimo as considera from niveis_competencia_historico
        where empresa_id = ${empresaId} and data <= ${today}::date order by data desc limit 1)
      select c.id, c.nome, c.tipo as "competenciaTipo" from competencias c
      where c.empresa_id = ${empresaId} and exists (select 1 from criterios_avaliacao_competencia k where k.competencia_id = c.id)
        and not exists (
          select 1 from vigente v where v.considera and not exists (
            select 1 from niveis_competencia_historico_config_historicos_niveis i where i.registro_id = v.id and i.percentual is null))
      order by c.nome_ord, c.id`);
    },
  );

  // CALL-181: the competencies that evaluations ask about; of all evaluations, unless some are named.
  app.get(
    `${ROOT}/por-avaliacoes-desempenhos`,
    withAnswer(open, z.array(named.extend({ competenciaTipo: z.string() }))),
    (request) => {
      const { avaliacoesIds } = queryOf(request, { avaliacoesIds: inQuery.ids.optional() });
      return db.query(sql`
        select c.id, c.nome, c.tipo as "competenciaTipo" from competencias c
        where c.empresa_id = ${request.acting.empresaId} and c.id in (
          select i.competencia_id from config_niveis_faixas_configs_niveis_competencias i
          where i.registro_id in (
            select a.config_nivel_faixa_id from avaliados_desempenho a
            where a.empresa_id = ${request.acting.empresaId} and a.config_nivel_faixa_id is not null
              and (${avaliacoesIds ?? null}::bigint[] is null or a.avaliacao_desempenho_id = any(${avaliacoesIds ?? null}::bigint[]))))
        order by array_position(array['C', 'H', 'A'], c.tipo), c.nome_ord, c.id`);
    },
  );

  // CALL-185: the competencies that an evaluation asks about somebody; before its release, and without one, those that their band
  // requires today.
  const exigida = z.object({
    competencia: named,
    competenciaTipo: z.string(),
    competenciaObservacao: z.string().nullable(),
    solicitarComentario: z.boolean(),
    competenciaPeso: z.int(),
    nivelCompetenciaId: z.int(),
    nivelCompetencia: descrito,
    nivelCompetenciaOrdem: z.int().nullable(),
    percentual: z.number().nullable(),
    criteria: z.array(descrito),
  });
  app.get(`${ROOT}/avaliacao-desempenho`, withAnswer(open, z.array(exigida)), async (request) => {
    const { avaliacaoDesempenhoId, avaliadoId } = queryOf(request, {
      avaliacaoDesempenhoId: inQuery.id.optional(),
      avaliadoId: inQuery.id,
    });
    await talentos.read(db, request.acting, avaliadoId);
    const { empresaId, today } = request.acting;
    return db.query(sql`
      select json_build_object('id', c.id, 'nome', c.nome) as competencia, c.tipo as "competenciaTipo", c.observacao as "competenciaObservacao",
        c.solicitar_comentario as "solicitarComentario", i.competencia_peso as "competenciaPeso", i.nivel_competencia_id as "nivelCompetenciaId",
        json_build_object('id', n.id, 'descricao', n.descricao) as "nivelCompetencia", l.ordem as "nivelCompetenciaOrdem", l.percentual::float8 as percentual,
        (select coalesce(json_agg(json_build_object('id', k.id, 'descricao', k.descricao) order by k.descricao_ord), '[]')
          from criterios_avaliacao_competencia k where k.competencia_id = c.id) as criteria
      from config_niveis_faixas f
      join config_niveis_faixas_configs_niveis_competencias i on i.registro_id = f.id
      join competencias c on c.id = i.competencia_id
      join niveis_competencia n on n.id = i.nivel_competencia_id
      left join niveis_competencia_historico_config_historicos_niveis l on l.registro_id = f.nivel_competencia_historico_id and l.nivel_competencia_id = n.id
      where f.id = coalesce((
        select a.config_nivel_faixa_id from avaliados_desempenho a
        where a.empresa_id = ${empresaId} and a.avaliacao_desempenho_id = ${avaliacaoDesempenhoId ?? null} and a.colaborador_id = ${avaliadoId}), (
        select f2.id from config_niveis_faixas f2 join talentos t on t.faixa_atual_id = f2.faixa_salarial_id
        where t.id = ${avaliadoId} and t.empresa_id = ${empresaId} and f2.empresa_id = ${empresaId} and f2.data <= ${today}::date
        order by f2.data desc limit 1))
      order by array_position(array['C', 'H', 'A'], c.tipo), c.nome_ord, c.id`);
  });

  // The series of the radar of a band, and of a talent beside it when one is chosen.
  app.get(
    `${ROOT}/radar`,
    withAnswer({ config: { authority: 'ROLE_CAD_CONFIGURACAO_NIVEL_COMPETENCIA' }, schema: open.schema }, radarAnswer),
    async (request) => {
      const { acting } = request;
      const {
        faixaSalarialId,
        colaboradorId,
        data = acting.today,
      } = queryOf(request, {
        faixaSalarialId: inQuery.id,
        colaboradorId: inQuery.id.optional(),
        data: inQuery.date.optional(),
      });
      await faixas.read(db, acting, faixaSalarialId);
      if (colaboradorId !== undefined) {
        if (!acting.can('ROLE_CAD_CONFIGURACAO_NIVEL_COMPETENCIA_COLABORADOR')) throw refuse.forbidden();
        await talentos.read(db, acting, colaboradorId);
      }
      return serieRadar(db, { empresaId: acting.empresaId, faixaId: faixaSalarialId, talentoId: colaboradorId ?? null, data });
    },
  );
}
