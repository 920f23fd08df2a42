import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { namedId } from '#kit/fields/bare.ts';
import { tellHourly } from '#kit/history/reading.server.ts';
import { isLongerThan } from '#kit/http/answer-size.server.ts';
import { named, withAnswer, withoutContent } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { sendRows } from '#kit/http/rows.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import type { ListQuery } from '#kit/query/list-query.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { pageBody, schemasOf } from '#kit/routes/routes.server.ts';
import { salarioAnswer, salarioCalculado } from '#modules/estrutura/public.server.ts';
import { anulaHistoricos, travaTalentos } from '#modules/gestao-talentos/public.server.ts';
import { auditaConjunto } from '#platform/audit/audit.server.ts';
import { linhasVisiveis, veSalario } from './acesso.server.ts';
import { hindered, travaPlanejamento, travaUmaLinha } from './locks.server.ts';
import { valoresDoDia } from './mundo.server.ts';
import { cenario, equidadeDoPlano, totalDaFolha } from './painel.answers.server.ts';
import { equidade, naoAlcancados, totalFolha } from './painel.server.ts';
import { type Cenario, MAIS_CENARIOS } from './painel.ts';
import { recalcula } from './recalculo.server.ts';
import { demandRecalculo, exigeAberta, leTabela } from './tabelas.server.ts';

/** Characters of one answer. */
const MAIS_TEXTO = 4 * 1024 * 1024;

const ROOT = '/api/cargo-salario';
const TABELAS = `${ROOT}/tabelas-reajustes-colaboradores`;

const schema = { tags: ['Realinhamento'] };

/**
 * Calls of document 2 §7 "Adjustments" that compute, list and prepare; `coletivo.routes.server.ts` makes collective lines and
 * `aplicar.routes.server.ts` applies plans.
 */
export function reajustesRoutes(app: FastifyInstance, services: Services): void {
  folhaRoutes(app, services);
  salarioRoutes(app, services);
  linhasRoutes(app, services);
}

/** Calls on the cost of plans. */
function folhaRoutes(app: FastifyInstance, { db }: Services): void {
  const ler = { config: { authority: 'ROLE_CAD_TABELA_REAJUSTE' }, schema };
  const contaFolha = async (acting: Acting, id: number) => {
    if (veSalario(acting))
      await tellHourly(db, acting, { table: 'tabelas_reajustes_colaboradores', id, columns: ['Folha de pagamento'] });
  };

  app.get(`${TABELAS}/:id/total-folha`, withAnswer(ler, totalDaFolha), async (request) => {
    queryOf(request, {});
    const tabela = await leTabela(db, request.acting.empresaId, recordIdOf(request));
    await contaFolha(request.acting, tabela.id);
    return totalFolha(db, tabela, request.acting);
  });

  app.get(`${TABELAS}/:id/nao-alcancados`, withAnswer(ler, z.array(named.extend({ motivo: z.string() }))), async (request) => {
    queryOf(request, {});
    const tabela = await leTabela(db, request.acting.empresaId, recordIdOf(request));
    await contaFolha(request.acting, tabela.id);
    return naoAlcancados(db, tabela, request.acting);
  });

  app.get(`${TABELAS}/:id/equidade`, withAnswer(ler, equidadeDoPlano), async (request) => {
    queryOf(request, {});
    const tabela = await leTabela(db, request.acting.empresaId, recordIdOf(request));
    await contaFolha(request.acting, tabela.id);
    return equidade(db, tabela, request.acting);
  });

  // Several plans side by side: the cost of each, in total and by area.
  app.get(`${TABELAS}/cenarios`, withAnswer(ler, z.array(cenario)), async (request): Promise<Cenario[]> => {
    const { ids } = queryOf(request, { ids: inQuery.ids });
    if (ids.length > MAIS_CENARIOS)
      throw refuse.invalid([{ field: 'ids', message: `Compare no máximo ${MAIS_CENARIOS} planejamentos de cada vez` }]);
    const cenarios: Cenario[] = [];
    for (const id of new Set(ids)) {
      const tabela = await leTabela(db, request.acting.empresaId, id);
      const { nome, data, situacao } = tabela;
      await contaFolha(request.acting, id);
      cenarios.push({ id, nome, data, situacao, folha: await totalFolha(db, tabela, request.acting) });
      // Thousands of areas with long names, in each of six plans, are refused before the next one is read.
      if (isLongerThan(MAIS_TEXTO, cenarios)) throw refuse.tooMuch();
    }
    return cenarios;
  });
}

/** Calls on the result of a line. */
function salarioRoutes(app: FastifyInstance, { db, store }: Services): void {
  const linha = { config: { authority: 'ROLE_CAD_REAJUSTE_COLABORADOR' }, schema };
  const umTipo = z.enum(['1', '2', '3'], 'Tipo inválido');

  // CALL-201: the result of a way of paying, before a line has it.
  app.get(`${ROOT}/reajustes-colaboradores/salario-calculado`, withAnswer(linha, salarioAnswer), async (request) => {
    const { acting } = request;
    const asked = queryOf(request, {
      tipoSalario: umTipo,
      faixaSalarialId: inQuery.id.optional(),
      indiceId: inQuery.id.optional(),
      quantidade: inQuery.decimal.optional(),
      salario: inQuery.decimal.optional(),
      data: inQuery.date.optional(),
    });
    const { tipoSalario: tipo, ...forma } = asked;
    return salarioCalculado(db, acting, { ...forma, tipo });
  });

  // CALL-200: the result of the line with another way of paying, with the bands and indices that its table proposes.
  app.get(`${ROOT}/reajustes-colaboradores/:id/salario-calculado`, withAnswer(linha, salarioAnswer), async (request) => {
    const { acting } = request;
    const { tipoSalarioProposto } = queryOf(request, { tipoSalarioProposto: umTipo });
    const lida = await store('cargo-salario/reajustes-colaboradores').read(db, acting, recordIdOf(request));
    const tabela = await leTabela(db, acting.empresaId, namedId(lida.tabelaReajuste));
    const row = await db.one<{ salario: number | null }>(sql`
      with ${valoresDoDia(tabela)}
      select (case ${tipoSalarioProposto}::text when '1' then f.proposto when '2' then round(r.quantidade_indice_proposto * i.proposto, 2) else r.salario_proposto end)::float8 as salario
      from reajustes_colaboradores r left join faixas_dia f on f.id = r.faixa_salarial_proposta_id left join indices_dia i on i.id = r.indice_proposto_id
      where r.id = ${lida.id}`);
    // A salary by band follows from visible records; a quantity of an index, and an amount, are somebody's salary.
    if (tipoSalarioProposto === '1') return { salario: row?.salario ?? null };
    if (!veSalario(acting)) return { salario: null };
    await tellHourly(db, acting, { table: 'reajustes_colaboradores', id: lida.id, columns: ['Salário proposto'] });
    return { salario: row?.salario ?? null };
  });
}

/** Calls on the lines of a plan together: list, compute again, remove. */
function linhasRoutes(app: FastifyInstance, { db, store }: Services): void {
  const editar = { config: { authority: 'ROLE_CAD_TABELA_REAJUSTE_EDITAR' }, schema };

  // Computes the lines again from the present records.
  app.post(`${TABELAS}/:id/recalcular`, withoutContent(editar, 'recalculadas'), async (request, reply) => {
    await db.tx(async (tx) => {
      await tx.query({ text: 'set local statement_timeout = 0' });
      await travaPlanejamento(tx, request.acting.empresaId, recordIdOf(request));
      const tabela = await leTabela(tx, request.acting.empresaId, recordIdOf(request), 'escrita');
      if (tabela.situacao !== 'P') return;
      await demandRecalculo(tx, request.acting, tabela.id);
      await recalcula(tx, tabela);
    });
    return reply.status(204).send();
  });

  const listas = [
    { caminho: 'colaboradores', registro: 'reajustes-colaboradores', authority: 'ROLE_CAD_REAJUSTE_COLABORADOR' },
    {
      caminho: 'faixas-salariais',
      registro: 'reajustes-faixas-salariais',
      authority: 'ROLE_CAD_REAJUSTE_FAIXA_SALARIAL',
    },
    { caminho: 'indices', registro: 'reajustes-indices', authority: 'ROLE_CAD_REAJUSTE_INDICE' },
  ] as const;

  for (const { caminho, registro, authority } of listas) {
    const linhas = store(`cargo-salario/${registro}`);

    // CALL-206 to CALL-208: an array, or a page when `page` is given.
    app.get(
      `${TABELAS}/:id/${caminho}`,
      withAnswer({ config: { authority }, schema }, schemasOf(app, `${ROOT}/${registro}`, linhas).answers.list),
      async (request, reply) => {
        const {
          page,
          size = 15,
          busca = '',
        } = queryOf(request, {
          page: inQuery.id.optional(),
          size: inQuery.id.pipe(z.number().min(1).max(500)).optional(),
          busca: inQuery.text.optional(),
        });
        const { id } = await leTabela(db, request.acting.empresaId, recordIdOf(request));
        const asked: ListQuery = {
          page: page ?? null,
          size,
          paged: page !== undefined,
          sort: [linhas.registry.sort],
          busca,
          where: [{ field: 'tabelaReajuste', form: 'in', values: [id] }],
        };
        if (page === undefined) return sendRows(reply, linhas.stream(db, request.acting, asked));
        return pageBody(asked, await linhas.page(db, request.acting, asked));
      },
    );
  }

  // Takes one person out of an applied plan; the plan and everybody else in it stay as they are.
  app.post(
    `${ROOT}/reajustes-colaboradores/:id/anular`,
    withoutContent({
      config: { authority: 'ROLE_CANCELAR_REAJUSTE' },
      schema: { ...schema, summary: 'Anular o reajuste de um talento' },
    }),
    async (request, reply) => {
      const { acting } = request;
      await db.tx(async (tx) => {
        const linha = await store('cargo-salario/reajustes-colaboradores').read(tx, acting, recordIdOf(request));
        const [plano, talento] = [namedId(linha.tabelaReajuste), namedId(linha.colaborador)];
        await travaUmaLinha(tx, plano);
        await travaTalentos(tx, sql`x.id = ${talento}`);
        const posterior = await tx.one(
          sql`select 1 from talentos_historicos where registro_id = ${talento} and tabela_reajuste_id = ${plano} and ate is not null`,
        );
        if (posterior)
          throw hindered('Este reajuste não pode ser anulado: o talento tem históricos posteriores a ele. Exclua-os antes.');
        const talentos = store('gestao-talentos/talentos');
        if ((await anulaHistoricos(tx, acting, talentos, talento, sql`h.tabela_reajuste_id = ${plano}`)).length === 0)
          throw hindered('Não há o que anular: o reajuste deste talento não está aplicado, ou já foi anulado.');
      });
      return reply.status(204).send();
    },
  );

  // Removes the lines that prevent applying, all at once.
  app.post(
    `${TABELAS}/:id/remover-linhas`,
    withAnswer({ config: { authority: 'ROLE_CAD_REAJUSTE_COLABORADOR_EXCLUIR' }, schema }, z.object({ removidas: z.int() })),
    async (request) => {
      const { motivo } = queryOf(request, {
        motivo: z.enum(['desligados', 'duplicadas', 'sem-salario', 'todas'], 'Valor inválido'),
      });
      const { acting } = request;
      if (motivo === 'sem-salario' && !veSalario(acting)) throw refuse.forbidden();
      return db.tx(async (tx) => {
        await travaPlanejamento(tx, request.acting.empresaId, recordIdOf(request));
        const tabela = await exigeAberta(tx, acting, recordIdOf(request), 'C');
        const quais = {
          desligados: sql`exists (select from talentos x where x.id = t.colaborador_id and x.data_desligamento < ${tabela.data}::date)`,
          duplicadas: sql`exists (select from reajustes_colaboradores o where o.tabela_reajuste_id = t.tabela_reajuste_id and o.colaborador_id = t.colaborador_id and o.id < t.id)`,
          'sem-salario': sql`t.salario_proposto is null`,
          todas: sql`true`,
        }[motivo];
        const alvo = sql`from reajustes_colaboradores t where t.tabela_reajuste_id = ${tabela.id} and ${quais} and ${linhasVisiveis(acting, sql`t`) ?? sql`true`}`;
        await auditaConjunto(
          tx,
          acting,
          'reajustes_colaboradores',
          'E',
          sql`
        select t.id as registro_id, jsonb_build_object('nome', jsonb_build_array(t.nome, null)) as mudancas ${alvo}`,
        );
        const removidas = await tx.query(sql`delete ${alvo} returning t.id`);
        return { removidas: removidas.length };
      });
    },
  );
}
