import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { formatDate } from '#kit/br/date.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { namedId } from '#kit/fields/bare.ts';
import { named, withAnswer } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { asOf } from '#kit/store/dated.server.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import {
  julgaItens,
  matrizAnswer,
  montaMatriz,
  pesosDaFaixa,
  radarAnswer,
  serieRadar,
} from '#modules/estrutura/public.server.ts';
import { doColaborador } from '../talentos/do-colaborador.server.ts';
import { deTalentosVisiveis, talentoVisivel } from '../talentos/visiveis.server.ts';
import { configNiveisTalentos } from './config-niveis-talentos.registry.ts';

/** The band that a talent of the company had on a day. */
async function faixaNoDia(db: Queryable, empresaId: number, talentoId: number, dia: string): Promise<number | null> {
  const row = await db.one<{ faixa: number }>(sql`
    select h.faixa_salarial_id as faixa from talentos_historicos h join talentos t on t.id = h.registro_id
    where t.id = ${talentoId} and t.empresa_id = ${empresaId} and ${asOf('h', sql`${dia}::date`)}`);
  return row?.faixa ?? null;
}

export const configNiveisTalentosHooks = hooksFor(configNiveisTalentos, {
  ...doColaborador,
  where: deTalentosVisiveis,
  async beforeSave(tx, { value, before, acting }) {
    const { empresaId } = acting;
    await talentoVisivel(tx, acting, value.colaborador);
    const faixaId = await faixaNoDia(tx, empresaId, value.colaborador, value.data);
    if (faixaId === null) throw refuse.invalid([{ field: 'data', message: 'O talento não tinha faixa salarial nesta data' }]);
    const itens = value.configsNiveisCompetencias;
    const escala = await julgaItens(tx, {
      empresaId,
      faixaId,
      data: value.data,
      itens,
      ...(before && namedId(before.colaborador) === value.colaborador
        ? { antes: before.configsNiveisCompetencias.map(({ competencia }) => namedId(competencia)) }
        : {}),
    });
    const pesos = await pesosDaFaixa(tx, empresaId, faixaId, value.data);
    for (const item of itens) item.competenciaPeso = pesos.get(item.competencia) ?? item.competenciaPeso;
    value.faixaSalarial = faixaId;
    value.nivelCompetenciaHistorico = escala?.id ?? null;
    value.nome = `A partir de ${formatDate(value.data)}`;
  },
});

const ROOT = '/api/gestao-talentos/configuracoes-niveis-competencia-colaborador';

export function configNiveisTalentosRoutes(app: FastifyInstance, { db, store }: Services): void {
  const open = {
    config: { authority: 'ROLE_CAD_CONFIGURACAO_NIVEL_COMPETENCIA_COLABORADOR' },
    schema: { tags: ['Níveis de Competência do Talento'] },
  };
  const configs = store('gestao-talentos/configuracoes-niveis-competencia-colaborador');
  const talentos = store('gestao-talentos/talentos');

  // A saved configuration as its screen shows it.
  const comTalento = matrizAnswer.extend({ colaborador: named });
  app.get(`${ROOT}/edit/:id`, withAnswer(open, comTalento), async (request) => {
    queryOf(request, {});
    const { acting } = request;
    const config = await configs.read(db, acting, recordIdOf(request));
    const matriz = await montaMatriz(db, {
      empresaId: acting.empresaId,
      dono: 'talento',
      donoId: namedId(config.colaborador),
      faixaId: config.faixaSalarial ? namedId(config.faixaSalarial) : null,
      data: String(config.data),
      configId: config.id,
    });
    return { ...matriz, colaborador: config.colaborador };
  });

  // The initial values of a new configuration of a talent: the competencies of their band, and their levels on the day.
  app.get(`${ROOT}/new/:id`, withAnswer(open, comTalento), async (request) => {
    const { acting } = request;
    const { data = acting.today } = queryOf(request, { data: inQuery.date.optional() });
    const talento = await talentos.read(db, acting, recordIdOf(request));
    const { empresaId } = acting;
    const faixaId = await faixaNoDia(db, empresaId, talento.id, data);
    const matriz = await montaMatriz(db, { empresaId, dono: 'talento', donoId: talento.id, faixaId, data, nova: true });
    return { ...matriz, colaborador: { id: talento.id, nome: talento.nome } };
  });

  // The talent's levels beside those that the band requires, as of a day.
  app.get(`${ROOT}/radar/:id`, withAnswer(open, radarAnswer.extend({ faixaSalarial: named.nullable() })), async (request) => {
    const { acting } = request;
    const { data = acting.today } = queryOf(request, { data: inQuery.date.optional() });
    const talento = await talentos.read(db, acting, recordIdOf(request));
    const { empresaId } = acting;
    const faixaId = await faixaNoDia(db, empresaId, talento.id, data);
    const serie = await serieRadar(db, { empresaId, faixaId, talentoId: talento.id, data });
    const faixa = await db.one(
      sql`select id, nome_com_cargo as nome from faixas_salariais where id = ${faixaId} and empresa_id = ${empresaId}`,
    );
    return { ...serie, faixaSalarial: faixa ?? null };
  });
}
