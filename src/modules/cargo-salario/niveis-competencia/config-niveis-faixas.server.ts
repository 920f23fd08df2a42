import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { formatDate } from '#kit/br/date.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { namedId } from '#kit/fields/bare.ts';
import { withAnswer } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { registerSubResource } from '#kit/routes/sub-resource.server.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { julgaItens, matrizAnswer, matrizesDaFaixa, montaMatriz } from '#modules/estrutura/public.server.ts';
import { configNiveisFaixas } from './config-niveis-faixas.registry.ts';

export const configNiveisFaixasHooks = hooksFor(configNiveisFaixas, {
  holdsOff: true,
  async beforeSave(tx, { value, before, acting }) {
    // Evaluations ask by it, and tell what was answered by it.
    if (before && (await tx.one(sql`select 1 from avaliados_desempenho where config_nivel_faixa_id = ${before.id} limit 1`)))
      throw new Refusal(
        'CONFIGURACAO_EM_USO',
        'Uma avaliação de desempenho já pergunta por estes níveis. Para mudá-los, insira uma configuração com outra data.',
      );
    const escala = await julgaItens(tx, {
      empresaId: acting.empresaId,
      faixaId: value.faixaSalarial,
      data: value.data,
      itens: value.configsNiveisCompetencias,
      ...(before && namedId(before.faixaSalarial) === value.faixaSalarial
        ? { antes: before.configsNiveisCompetencias.map(({ competencia }) => namedId(competencia)) }
        : {}),
    });
    value.nivelCompetenciaHistorico = escala?.id ?? null;
    value.nome = `A partir de ${formatDate(value.data)}`;
  },
});

const ROOTS = [
  { list: '/api/cargo-salario/configuracoes-niveis-competencia/faixa-salarial', faixa: 'faixaId' },
  { list: '/api/cargo-salario/niveis-competencia/config/faixas-salariais', faixa: 'id' },
] as const;

/** The levels that a band requires: document 2 §7 lists two addresses, which answer alike. */
export function configNiveisFaixasRoutes(app: FastifyInstance, { db, store }: Services): void {
  const schema = { tags: ['Níveis de Competência das Faixas Salariais'] };
  const role = 'ROLE_CAD_CONFIGURACAO_NIVEL_COMPETENCIA';
  const open = { config: { authority: role }, schema };
  const configs = store('cargo-salario/configuracoes-niveis-competencia');
  const faixas = store('cargo-salario/faixas-salariais');

  for (const { list, faixa } of ROOTS) {
    const of = `${list}/:${faixa}`;

    /** The band in the path, which must belong to the company. */
    const faixaDe = async (request: FastifyRequest) => (await faixas.read(db, request.acting, recordIdOf(request, faixa))).id;

    async function matrizDe(tx: Queryable, request: FastifyRequest, configId: number) {
      const faixaId = recordIdOf(request, faixa);
      const { empresaId, today } = request.acting;
      const matriz = await montaMatriz(tx, { empresaId, dono: 'faixa', donoId: faixaId, faixaId, data: today, configId });
      if (!matriz) throw refuse.notFound();
      return matriz;
    }

    /** The configurations of a band, each with the day on which the next replaces it; null for the last. */
    const datadas = (request: FastifyRequest, faixaId: number) =>
      db.query<{ id: number }>(sql`
        select k.id, k.versao, k.data, lead(k.data) over (order by k.data) as ate,
          (select count(*)::int from config_niveis_faixas_configs_niveis_competencias i where i.registro_id = k.id) as competencias
        from config_niveis_faixas k where k.empresa_id = ${request.acting.empresaId} and k.faixa_salarial_id = ${faixaId}
        order by k.data desc limit 1000`);

    const resumo = z.object({
      id: z.int(),
      versao: z.int(),
      data: z.iso.date(),
      ate: z.iso.date().nullable(),
      competencias: z.int(),
    });
    app.get(of, withAnswer(open, z.array(resumo)), async (request) => {
      queryOf(request, {});
      return datadas(request, await faixaDe(request));
    });

    app.get(`${of}/all`, withAnswer(open, z.array(matrizAnswer)), async (request) => {
      queryOf(request, {});
      return matrizesDaFaixa(db, request.acting.empresaId, await faixaDe(request));
    });

    app.get(`${of}/info`, withAnswer(open, matrizAnswer), async (request) => {
      const { data = request.acting.today } = queryOf(request, { data: inQuery.date.optional() });
      const faixaId = await faixaDe(request);
      return montaMatriz(db, { empresaId: request.acting.empresaId, dono: 'faixa', donoId: faixaId, faixaId, data, nova: true });
    });

    registerSubResource(app, db, {
      path: of,
      param: 'configId',
      store: configs,
      parent: { param: faixa, field: 'faixaSalarial', read: (tx, acting, id) => faixas.read(tx, acting, id) },
      list: false,
      answer: { schema: matrizAnswer, of: (tx, request, { id }) => matrizDe(tx, request, id) },
    });
  }
}
