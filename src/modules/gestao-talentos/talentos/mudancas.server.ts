import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { prepared } from '#kit/db/statement.server.ts';
import { type Row, rowsIn } from '#kit/registry/record.ts';
import type { Doubts, Record_ } from '#kit/store/store.server.ts';
import { pagoAntes, pagoDepois, valorDaFaixa } from '#modules/estrutura/public.server.ts';
import { type MudancaSalarial, porConfirmar } from '#modules/estrutura/public.ts';
import { VER_SALARIO } from '../pessoa/sensiveis.ts';
import { comoHistoricos } from './atuais.server.ts';
import { intacta } from './historicos-integracao.server.ts';

export interface Mudanca extends MudancaSalarial {
  /** the place of the entry among those given */
  lugar: number;
  mudouFaixa: boolean;
  /** the sentence about a position outside of the areas for which it is declared; null inside of them */
  foraDaArea: string | null;
}

/** Each entry beside the one before it: what they pay, the band, and whether the position belongs into the area. */
export const mudancasDe = (db: Queryable, linhas: readonly Row[]): Promise<Mudanca[]> => mudancasEm(db, comoHistoricos(linhas));

/** The same of a relation with the columns of `talentos_historicos`; `lugar` is its id. */
async function mudancasEm(db: Queryable, historicos: Sql): Promise<Mudanca[]> {
  const select = sql`
    with recursive h as materialized (select h.*, row_number() over (order by h.data, h.id) as n from ${historicos} h),
    -- the position and the area of an entry, with all areas above it
    acima as (
      select f.cargo_id as cargo, h.area_organizacional_id as da, h.area_organizacional_id as area from h join faixas_salariais f on f.id = h.faixa_salarial_id
      union select a.cargo, a.da, o.area_mae_id from acima a join areas_organizacionais o on o.id = a.area where o.area_mae_id is not null),
    dentro as (select distinct a.cargo, a.da from acima a join cargos_areas_organizacionais d on d.registro_id = a.cargo and d.alvo_id = a.area)
    select h.id as lugar, p.id is not null and h.faixa_salarial_id <> p.faixa_salarial_id as "mudouFaixa",
      ${pagoAntes}::float8 as de, ${pagoDepois}::float8 as para,
      json_build_object('nome', f.nome_com_cargo, 'valor', ${valorDaFaixa(sql`h.faixa_salarial_id`, sql`h.data`)}::float8) as faixa,
      case when dentro.cargo is null
        then format('O cargo %s não é da área %s.', c.nome, o.nome) end as "foraDaArea"
    from h left join h p on p.n = h.n - 1
    join faixas_salariais f on f.id = h.faixa_salarial_id join cargos c on c.id = f.cargo_id
    join areas_organizacionais o on o.id = h.area_organizacional_id
    left join dentro on dentro.cargo = f.cargo_id and dentro.da = h.area_organizacional_id
    order by h.n`;
  const mudancas = await db.query<Mudanca>(prepared(select.text, [...select.values]));
  return mudancas.map((mudanca) => ({ ...mudanca, lugar: Number(mudanca.lugar) }));
}

/** Only a change is asked about: who stays in the same band at the same salary was there before. */
export const perguntasDe = (mudanca: Mudanca): string[] =>
  mudanca.de === mudanca.para && !mudanca.mudouFaixa ? [] : [...porConfirmar(mudanca)];

/** What whoever sees salaries is asked, and that they have read that of the talent. */
function perguntasSobre(
  talentoId: number | undefined,
  mudancas: readonly Mudanca[],
  acting: Acting,
): Pick<Doubts, 'confirm' | 'reads'> {
  const confirm = acting.can(VER_SALARIO) ? mudancas.flatMap(perguntasDe) : [];
  if (talentoId === undefined || confirm.length === 0) return { confirm };
  return { confirm, reads: { table: 'talentos', id: talentoId, columns: ['Salário'] } };
}

const SEM_DUVIDAS: Doubts = { confirm: [], tell: [] };

interface Save {
  value: Readonly<Record<string, unknown>>;
  before?: Record_;
  acting: Acting;
}

/**
 * The doubts about the new and changed entries of a history: salaries that change far or leave their band, and positions outside
 * of their areas. Whoever sees no salaries is told nothing of them.
 */
export async function duvidasDoTalento(db: Queryable, { value, before, acting }: Save): Promise<Doubts> {
  const linhas = rowsIn(value, 'historicos');
  const antes = new Map(rowsIn(before, 'historicos').map((linha) => [linha.id, linha]));
  if (linhas.every((linha) => intacta(linha, antes.get(linha.id)))) return SEM_DUVIDAS;
  const mudancas = (await mudancasDe(db, linhas)).filter(({ lugar }) => {
    const linha = linhas[lugar];
    return linha !== undefined && !intacta(linha, antes.get(linha.id));
  });
  return {
    ...perguntasSobre(before?.id, mudancas, acting),
    tell: mudancas.flatMap(({ foraDaArea }) => foraDaArea ?? []),
  };
}

/** The doubts about one entry that is planned for a talent, beside the entry that it would follow. */
export async function duvidasDoPlanejado(
  db: Queryable,
  acting: Acting,
  talentoId: number,
  planejado: Row & { data: string },
): Promise<Doubts> {
  const historicos = sql`(
    select * from talentos_historicos where registro_id = ${talentoId} and data < ${planejado.data}::date
    union all select * from ${comoHistoricos([planejado])})`;
  const mudanca = (await mudancasEm(db, historicos)).find(({ lugar }) => lugar === 0);
  if (!mudanca) return SEM_DUVIDAS;
  return {
    ...perguntasSobre(talentoId, [mudanca], acting),
    tell: mudanca.foraDaArea === null ? [] : [mudanca.foraDaArea],
  };
}
