import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Tx } from '#kit/db/database.server.ts';
import { bare, namedId } from '#kit/fields/bare.ts';
import { recordId } from '#kit/fields/reference.ts';
import { tellHourly, tellSaved } from '#kit/history/reading.server.ts';
import { named, withAnswer, withoutContent } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { bodyOf } from '#kit/routes/routes.server.ts';
import { asOf } from '#kit/store/dated.server.ts';
import { recordRef } from '#kit/store/described.server.ts';
import { createOnce, ONCE } from '#kit/store/sent-once.server.ts';
import { answered, isStale } from '#kit/store/stale.server.ts';
import type { Hooks, Record_ } from '#kit/store/store.server.ts';
import { daAreaVisivel, salarioDe } from '#modules/estrutura/public.server.ts';
import { gravaHistorico, linhaNova, linhas, semLinha, trocaLinha } from '../historicos.server.ts';

const ROOT = '/api/cargo-salario/colaboradores';
const HISTORICOS = `${ROOT}/historicos`;

export const colaboradoresHooks: Hooks = { where: (acting) => daAreaVisivel(acting, sql`t.area_atual_id`) };
export const historicosColaboradoresHooks: Hooks = {
  computed: { salarioPago: salarioDe(sql`t`, sql`greatest(t.data, least(t.ate, hoje()))`).sql },
  where: (acting) =>
    sql`t.colaborador_id in (select v.id from talentos v where v.empresa_id = ${acting.empresaId} and ${daAreaVisivel(acting, sql`v.area_atual_id`)})`,
};

const schema = { tags: ['Colaboradores'] };

const lugar = named.nullable();
/** What somebody has, and the proposal that begins with the same. */
const proposta = z.object({
  colaborador: named,
  estabelecimentoAtual: lugar,
  areaOrganizacionalAtual: lugar,
  ambienteAtual: lugar,
  ambienteProposto: lugar,
  funcaoAtual: lugar,
  funcaoProposta: lugar,
  cargoAtual: lugar,
  faixaSalarialAtual: lugar,
  salarioAtual: z.number().nullable(),
  estabelecimentoProposto: lugar,
  areaOrganizacionalProposta: lugar,
  cargoProposto: lugar,
  faixaSalarialProposta: lugar,
  tipoSalarioProposto: z.string().nullable(),
  indiceProposto: lugar,
  quantidadeIndiceProposto: z.number().nullable(),
  salarioProposto: z.number().nullable(),
});

/**
 * CALL-174 and single entries of histories (CALL-645); gestao-talentos answers the other calls of "Employees" under both roots.
 */
export function colaboradoresRoutes(app: FastifyInstance, services: Services): void {
  propostaRoute(app, services);
  historicosRoutes(app, services);
}

/** CALL-174: the initial values of a proposal for somebody. */
function propostaRoute(app: FastifyInstance, { db, store }: Services): void {
  app.get(
    `${ROOT}/:id/reajuste-colaborador`,
    withAnswer({ config: { authority: 'ROLE_CAD_REAJUSTE_COLABORADOR' }, schema }, proposta),
    async (request) => {
      queryOf(request, {});
      const { acting } = request;
      const talento = await store('cargo-salario/colaboradores').read(db, acting, recordIdOf(request));
      const hoje = sql`${acting.today}::date`;
      const h = await db.one<Record<string, unknown>>(sql`
      select h.tipo_salario as tipo, (select json_build_object('id', i.id, 'nome', i.nome) from indices i where i.id = h.indice_id) as indice,
        h.quantidade_indice::float8 as quantidade, h.salario::float8 as salario,
        (select json_build_object('id', x.id, 'nome', x.nome_ambiente) from ambientes x where x.id = h.ambiente_id) as ambiente,
        (select json_build_object('id', x.id, 'nome', x.nome_funcao) from funcoes x where x.id = h.funcao_id) as funcao,
        ${salarioDe(sql`h`, hoje)}::float8 as calculado
      from talentos_historicos h where h.registro_id = ${talento.id} and ${asOf('h', hoje)}`);
      const ve = acting.can('ROLE_VER_SALARIO');
      if (ve && h) await tellHourly(db, acting, { table: 'talentos', id: talento.id, columns: ['Salário'] });
      return {
        colaborador: { id: talento.id, nome: talento.nome },
        estabelecimentoAtual: talento.estabelecimentoAtual,
        areaOrganizacionalAtual: talento.areaAtual,
        ambienteAtual: h?.ambiente ?? null,
        ambienteProposto: h?.ambiente ?? null,
        funcaoAtual: h?.funcao ?? null,
        funcaoProposta: h?.funcao ?? null,
        cargoAtual: talento.cargoAtual,
        faixaSalarialAtual: talento.faixaAtual,
        salarioAtual: ve ? (h?.calculado ?? null) : null,
        estabelecimentoProposto: talento.estabelecimentoAtual,
        areaOrganizacionalProposta: talento.areaAtual,
        cargoProposto: talento.cargoAtual,
        faixaSalarialProposta: talento.faixaAtual,
        tipoSalarioProposto: ve ? (h?.tipo ?? '3') : null,
        indiceProposto: ve ? (h?.indice ?? null) : null,
        quantidadeIndiceProposto: ve ? (h?.quantidade ?? null) : null,
        salarioProposto: ve ? (h?.salario ?? null) : null,
      };
    },
  );
}

/** Entries of histories, saved and removed one by one. */
function historicosRoutes(app: FastifyInstance, { db, store }: Services): void {
  const editar = { config: { authority: 'ROLE_CAD_HISTORICO_COLABORADOR_EDITAR' }, schema };
  const excluir = { config: { authority: 'ROLE_CAD_HISTORICO_COLABORADOR_EXCLUIR' }, schema };
  const talentos = store('gestao-talentos/talentos');
  const historicos = store('cargo-salario/colaboradores/historicos');

  /**
   * Saves the talent with another history: authority, company, rules, locks, trail and current columns are those of the talent.
   */
  async function grava(
    tx: Tx,
    request: FastifyRequest,
    colaborador: number,
    versao: unknown,
    outra: (talento: Record_) => unknown[],
  ) {
    const talento = await talentos.readWhole(tx, request.acting, colaborador, true);
    const saved = await gravaHistorico(tx, talentos, talento, request, outra(talento), versao);
    return { talento, saved };
  }

  /** The talent of an entry that the acting user may see. */
  const doHistorico = async (tx: Tx, request: FastifyRequest) => {
    const lido = await historicos.read(tx, request.acting, recordIdOf(request));
    return { id: lido.id, colaborador: namedId(lido.colaborador) };
  };

  const mostra = async ({ acting }: FastifyRequest, id: number) =>
    tellSaved(db, acting, historicos.registry, answered(historicos.registry, await historicos.read(db, acting, id), acting));

  /** A stale save is answered with the entry that was sent, never with the whole talent, whom the sender may not open. */
  const mostraEntrada =
    (request: FastifyRequest) =>
    async (error: unknown): Promise<never> => {
      if (isStale(error))
        throw refuse.stale(
          answered(historicos.registry, await historicos.show(db, request.acting, recordIdOf(request)), request.acting),
        );
      throw error;
    };

  const registro = recordRef(app, historicos.registry);

  app.post(HISTORICOS, withAnswer(editar, registro, { status: 201 }), async (request, reply) => {
    const { colaborador, versao: _versao, ...linha } = bodyOf(request);
    const named = z.object({ colaborador: z.preprocess(bare, recordId) }).safeParse({ colaborador });
    if (!named.success) throw refuse.invalid([{ field: 'colaborador', message: 'Colaborador é obrigatório' }]);
    const { acting } = request;
    const feito = await db.tx((tx) =>
      createOnce(tx, acting, {
        key: request.headers[ONCE],
        path: HISTORICOS,
        body: request.body,
        create: async () => {
          const { talento, saved } = await grava(tx, request, named.data.colaborador, undefined, (one) => [
            ...linhas(one),
            linha,
          ]);
          return linhaNova(talento, saved);
        },
        read: (id) => historicos.show(tx, acting, id),
      }),
    );
    return reply.status(201).send(await mostra(request, feito.id));
  });

  app.put(`${HISTORICOS}/:id`, withAnswer(editar, registro), async (request) => {
    const { colaborador: _colaborador, versao, ...linha } = bodyOf(request);
    await db
      .tx(async (tx) => {
        const { id, colaborador } = await doHistorico(tx, request);
        await grava(tx, request, colaborador, versao, (talento) => trocaLinha(talento, id, linha));
      })
      .catch(mostraEntrada(request));
    return mostra(request, recordIdOf(request));
  });

  app.delete(`${HISTORICOS}/:id`, withoutContent(excluir, 'removido'), async (request, reply) => {
    const { versao } = queryOf(request, { versao: inQuery.id.optional() });
    await db
      .tx(async (tx) => {
        const { id, colaborador } = await doHistorico(tx, request);
        await grava(tx, request, colaborador, versao, (talento) => semLinha(talento, id));
      })
      .catch(mostraEntrada(request));
    return reply.status(204).send();
  });
}
