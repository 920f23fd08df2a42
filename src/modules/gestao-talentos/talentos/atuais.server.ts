import sql, { type Sql } from 'sql-template-tag';
import { beforeCommit } from '#kit/db/before-commit.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { prepared } from '#kit/db/statement.server.ts';
import { bare, namedId } from '#kit/fields/bare.ts';
import { columnOf, columns } from '#kit/registry/names.server.ts';
import { type Row, rowsIn } from '#kit/registry/record.ts';
import { indiceDaFaixa, salarioDe, seguraValores } from '#modules/estrutura/public.server.ts';
import { talentos } from './talentos.registry.ts';

/**
 * The present values of talents on `hoje`, or on their last day: `id, area, cargo, faixa, estabelecimento, salario, situacao`.
 * `quem` and `historicos` are relations with the columns of the two tables. The last entry that has begun counts; before the
 * first, the first.
 */
function vigentes(hoje: string, quem: Sql, historicos: Sql): Sql {
  return sql`
    select x.id, h.area_organizacional_id as area, f.cargo_id as cargo, h.faixa_salarial_id as faixa, h.estabelecimento_id as estabelecimento,
      ${salarioDe(sql`h`, sql`x.dia`)} as salario, case when x.status_ac is not null then x.status_ac when x.data_desligamento < ${hoje}::date then 'D' else 'A' end as situacao
    from (select x.*, least(${hoje}::date, x.data_desligamento) as dia from ${quem}) x
    left join lateral (
      select * from ${historicos} h where h.registro_id = x.id order by (h.data <= x.dia) desc, abs(h.data - x.dia), h.id limit 1) h on true
    left join faixas_salariais f on f.id = h.faixa_salarial_id`;
}

/**
 * Locks the talents that `quais` selects (over alias `x`) until the end: whoever saves one of them waits and then finds it
 * changed; reading and referring to them is still possible. Locks in the order of the ids, so that nobody deadlocks. The next
 * statement sees everything that others wrote before.
 */
export async function travaTalentos(tx: Tx, quais: Sql): Promise<void> {
  const trava = sql`
    with travados as materialized (select x.id from talentos x where ${quais} order by x.id for no key update) select count(*) from travados`;
  await tx.query(prepared(trava.text, [...trava.values]));
}

/**
 * Writes area, position, band, establishment, salary and situation on `hoje` beside the talents that `quais` selects (over alias
 * `x`). Runs after a change of a history, a band or an index, and once a day for entries that begin on it. Unchanged records are
 * not touched, unless a bulk write of their histories, which locks the talents, asks for a `novaVersao`: somebody with such a
 * record open must not save over it.
 */
export async function atualizaAtuais(tx: Tx, hoje: string, quais: Sql, { novaVersao = false } = {}): Promise<void> {
  // Locked first: a single statement that waits for a talent half-way would go on with the histories as of its start.
  if (!novaVersao) await travaTalentos(tx, quais);
  const update = sql`
    update talentos t set area_atual_id = a.area, cargo_atual_id = a.cargo, faixa_atual_id = a.faixa, estabelecimento_atual_id = a.estabelecimento,
      salario_atual = a.salario, situacao = a.situacao${novaVersao ? sql`, versao = t.versao + 1` : sql``}
    from (${vigentes(hoje, sql`talentos x where ${quais}`, sql`talentos_historicos`)}) a
    where t.id = a.id
      and (${novaVersao} or (t.area_atual_id, t.cargo_atual_id, t.faixa_atual_id, t.estabelecimento_atual_id, t.salario_atual, t.situacao)
        is distinct from (a.area, a.cargo, a.faixa, a.estabelecimento, a.salario, a.situacao))`;
  await tx.query(prepared(update.text, [...update.values]));
}

const camposDoHistorico = columns(talentos.fields.historicos.fields ?? {});

/** Entries as they are not written now, as a relation with the columns of `talentos_historicos`; their ids are their places. */
export const comoHistoricos = (linhas: readonly Row[], talentoId = 0): Sql => {
  const historicos = linhas.map((linha, ordem) => ({
    id: ordem,
    registro_id: talentoId,
    ...Object.fromEntries(camposDoHistorico.map(([nome, campo]) => [columnOf(nome, campo), bare(linha[nome])])),
  }));
  return sql`json_populate_recordset(null::talentos_historicos, ${JSON.stringify(historicos)}::json)`;
};

/**
 * Computes the same values for a talent who is not written yet, as fields of the record, so that the insert includes them. Locks
 * the bands and indices that pay the talent.
 */
export async function atuaisDe(tx: Tx, hoje: string, novo: Readonly<Record<string, unknown>>) {
  const linhas = rowsIn(novo, 'historicos');
  const quePagam = (campo: string, tipo: string) =>
    linhas.filter(({ tipoSalario }) => tipoSalario === tipo).map((linha) => namedId(linha[campo]));
  const [faixas, indices] = [quePagam('faixaSalarial', '1'), quePagam('indice', '2')];
  if (faixas.length + indices.length > 0) await seguraValores(tx, faixas, indices);
  const select = vigentes(
    hoje,
    sql`(select 0 as id, ${novo.dataDesligamento ?? null}::date as data_desligamento, ${novo.statusAC ?? null}::text as status_ac) x`,
    comoHistoricos(linhas),
  );
  const atuais = await tx.one<Record<'area' | 'cargo' | 'faixa' | 'estabelecimento' | 'salario' | 'situacao', unknown>>(
    prepared(select.text, [...select.values]),
  );
  return {
    areaAtual: atuais?.area,
    cargoAtual: atuais?.cargo,
    faixaAtual: atuais?.faixa,
    estabelecimentoAtual: atuais?.estabelecimento,
    salarioAtual: atuais?.salario,
    situacao: atuais?.situacao,
  };
}

/** An entry of the history as sent: the values that its fields accept. */
export interface Entrada {
  data?: string;
  tipoSalario?: string;
  faixaSalarial?: number;
  indice?: number | null;
}

/**
 * Locks, before the talent itself, the band or index of the entry that is in force on `hoje` as sent. A save of that band or
 * index cannot find the talent yet, so it must wait. Faults of the entry are judged later.
 */
export async function seguraOQuePagara(tx: Tx, hoje: string, id: number, historicos: readonly Entrada[] = []): Promise<void> {
  const porData = historicos
    .filter((linha): linha is Entrada & { data: string } => linha.data !== undefined)
    .toSorted((a, b) => a.data.localeCompare(b.data));
  const { tipoSalario, faixaSalarial, indice }: Entrada = porData.findLast(({ data }) => data <= hoje) ?? porData[0] ?? {};
  if (tipoSalario === '1' && faixaSalarial) {
    const jaPaga = sql`select 1 from talentos where id = ${id} and faixa_atual_id = ${faixaSalarial}`;
    if (!(await tx.one(prepared(jaPaga.text, [...jaPaga.values])))) await seguraValores(tx, [faixaSalarial], []);
  } else if (tipoSalario === '2' && indice) {
    const jaPaga = sql`
      select 1 from talentos_historicos where registro_id = ${id} and indice_id = ${indice} and data <= ${hoje}::date and (ate is null or ate > ${hoje}::date)`;
    if (!(await tx.one(prepared(jaPaga.text, [...jaPaga.values])))) await seguraValores(tx, [], [indice]);
  }
}

/** The bands and indices whose people's salaries a transaction computes anew at its end. */
interface Mudados {
  faixas: Set<number>;
  indices: Set<number>;
}
const mudados = new WeakMap<Tx, Mudados>();

/**
 * Whoever is paid by a band or an index that has changed is locked and computed anew once, at the end of the transaction: an edit of hundreds of
 * bands, or an import, would hold everybody from its first record on.
 */
async function atualizaNoFim(tx: Tx, hoje: string, qual: keyof Mudados, id: number): Promise<void> {
  const ja = mudados.get(tx) ?? { faixas: new Set(), indices: new Set() };
  mudados.set(tx, ja);
  ja[qual].add(id);
  await beforeCommit(tx, 'atuais', async () => {
    mudados.delete(tx);
    await atualizaAtuais(tx, hoje, pagosPor(hoje, [...ja.faixas], [...ja.indices]));
  });
}

/** Over alias `x`: who is in these bands, or whose entry in force, or that of whose band, follows one of these indices. */
function pagosPor(hoje: string, faixas: number[], indices: number[]): Sql {
  const dia = sql`least(${hoje}::date, x.data_desligamento)`;
  const deles = sql`any(${indices}::bigint[])`;
  const nasFaixas = sql`x.faixa_atual_id = any(${faixas}::bigint[])`;
  // The index of bands serves only where nothing else is asked.
  if (indices.length === 0) return nasFaixas;
  return sql`${nasFaixas}
    or x.id in (select registro_id from talentos_historicos where indice_id = ${deles}) and exists (
      select from talentos_historicos h where h.registro_id = x.id and h.indice_id = ${deles} and (h.ate is null or h.ate > ${dia})
        and (h.data <= ${dia} or not exists (select from talentos_historicos a where a.registro_id = x.id and a.data < h.data)))
    or x.faixa_atual_id in (select registro_id from faixas_salariais_historicos where indice_id = ${deles})
      and ${indiceDaFaixa(sql`x.faixa_atual_id`, dia)} = ${deles}`;
}

/** Runs after what a band pays has changed. */
export const atualizaPelaFaixa = (tx: Tx, hoje: string, faixa: number) => atualizaNoFim(tx, hoje, 'faixas', faixa);

/** Runs after an index's value has changed: for talents paid by it, and those whose band is. */
export const atualizaPeloIndice = (tx: Tx, hoje: string, indice: number) => atualizaNoFim(tx, hoje, 'indices', indice);
