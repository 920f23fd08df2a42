import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { bare, namedId } from '#kit/fields/bare.ts';
import { type Doubts, type Hooks, hooksFor } from '#kit/store/store.server.ts';
import { duvidasDoPlanejado } from '#modules/gestao-talentos/public.server.ts';
import { exigeTalentoVisivel, linhasVisiveis } from './acesso.server.ts';
import { reajustesColaboradores } from './linhas.registry.ts';
import { travaUmaLinha } from './locks.server.ts';
import { recalcula, recalculaColaboradores } from './recalculo.server.ts';
import { exigeAberta, leTabela, type TipoDeLinha, tiposDeLinha } from './tabelas.server.ts';

type Linha = Readonly<Record<string, unknown>>;

/** The table of a line, as judged (its id) or as read (`{id, nome}`). */
const tabelaDe = ({ tabelaReajuste }: Linha): number => namedId(tabelaReajuste);

/** Salaries by band or index depend on the lines of bands and indices of the same table. */
const SEGUEM: Sql = sql`r.tipo_salario_proposto <> '3'`;

/**
 * Locks, before the line itself, the plan that it belongs to and the one that it moves to. An id that is no plan of the company
 * is refused later.
 */
const travaDaLinha =
  (tipo: TipoDeLinha): Exclude<Hooks['lock'], string | undefined> =>
  async (tx, { acting, id, input }) => {
    const novo = input.tabelaReajuste ?? null;
    const planos = await tx.query<{ id: number }>(sql`
      select p.id from tabelas_reajustes_colaboradores p where p.empresa_id = ${acting.empresaId} and (
        p.id = ${novo}::bigint
        or p.id = (select r.tabela_reajuste_id from ${raw(tiposDeLinha[tipo].tabela)} r where r.id = ${id ?? null}::bigint)) order by p.id`);
    for (const plano of planos) await travaUmaLinha(tx, plano.id);
  };

/** Both tables of a line that moves from one to another must be open. */
async function exigeAbertas(tx: Tx, acting: Acting, tipo: TipoDeLinha, value: Linha, before?: Linha) {
  const ids = new Set([tabelaDe(value), ...(before ? [tabelaDe(before)] : [])]);
  for (const id of [...ids].sort((a, b) => a - b)) await exigeAberta(tx, acting, id, tipo);
}

/** What a line proposes; what does not change was asked about before. */
const PROPOSTA = [
  'tabelaReajuste',
  'colaborador',
  'areaOrganizacionalProposta',
  'faixaSalarialProposta',
  'tipoSalarioProposto',
  'indiceProposto',
  'quantidadeIndiceProposto',
  'salarioProposto',
] as const;

async function duvidasDaLinha(
  tx: Tx,
  { value, before, acting }: { value: Linha; before?: Linha; acting: Acting },
): Promise<Doubts> {
  if (before && PROPOSTA.every((nome) => (bare(value[nome]) ?? null) === (bare(before[nome]) ?? null)))
    return { confirm: [], tell: [] };
  const { data } = await leTabela(tx, acting.empresaId, tabelaDe(value));
  return duvidasDoPlanejado(tx, acting, namedId(value.colaborador), {
    data,
    areaOrganizacional: value.areaOrganizacionalProposta,
    faixaSalarial: value.faixaSalarialProposta,
    tipoSalario: value.tipoSalarioProposto,
    indice: value.indiceProposto,
    quantidadeIndice: value.quantidadeIndiceProposto,
    salario: value.salarioProposto,
  });
}

export const reajustesColaboradoresHooks = hooksFor(reajustesColaboradores, {
  where: (acting) => linhasVisiveis(acting, sql`t`),
  lock: travaDaLinha('C'),
  computed: {
    temDuplicidade:
      'exists (select from reajustes_colaboradores o where o.tabela_reajuste_id = t.tabela_reajuste_id and o.colaborador_id = t.colaborador_id and o.id <> t.id)',
    anulada:
      'exists (select from tabelas_reajustes_colaboradores tr where tr.id = t.tabela_reajuste_id and tr.colaboradores_aplicados_em is not null and tr.cancelada_em is null) and not exists (select from talentos_historicos h where h.registro_id = t.colaborador_id and h.tabela_reajuste_id = t.tabela_reajuste_id)',
    colaboradorDesligado:
      'exists (select from talentos x join tabelas_reajustes_colaboradores tr on tr.id = t.tabela_reajuste_id where x.id = t.colaborador_id and x.data_desligamento < tr.data)',
  },
  async beforeSave(tx, { value, before, acting }) {
    await exigeAbertas(tx, acting, 'C', value, before);
    await exigeTalentoVisivel(tx, acting, value.colaborador);
  },
  doubts: duvidasDaLinha,
  async afterSave(tx, { id, value, acting }) {
    await recalculaColaboradores(tx, await leTabela(tx, acting.empresaId, tabelaDe(value)), sql`r.id = ${id}`);
  },
  async beforeRemove(tx, { before, acting }) {
    await exigeAberta(tx, acting, tabelaDe(before), 'C');
  },
});

/** Lines of bands and of indices: the lines that depend on them are computed again with every change. */
const deValor = (tipo: 'F' | 'I'): Hooks => ({
  lock: travaDaLinha(tipo),
  async beforeSave(tx, { value, before, acting }) {
    await exigeAbertas(tx, acting, tipo, value, before);
  },
  async afterSave(tx, { value, before, acting }) {
    const ids = new Set([tabelaDe(value), ...(before ? [tabelaDe(before)] : [])]);
    for (const id of ids) await recalcula(tx, await leTabela(tx, acting.empresaId, id), SEGUEM);
  },
  async beforeRemove(tx, { before, acting }) {
    const tabela = await exigeAberta(tx, acting, tabelaDe(before), tipo);
    // Removed here, before the store does it, so that the dependent lines can be computed without it.
    await tx.query({ text: `delete from ${tiposDeLinha[tipo].tabela} where id = $1`, values: [before.id] });
    await recalcula(tx, tabela, SEGUEM);
  },
});

export const reajustesFaixasSalariaisHooks = deValor('F');
export const reajustesIndicesHooks = deValor('I');
