import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { among } from '#kit/query/among.server.ts';
import { nosRamos } from '#modules/estrutura/public.server.ts';
import { confirmado, nomeComMatricula, posicaoEm, talentosVisiveis } from '#modules/gestao-talentos/public.server.ts';
import { veSalario } from '../reajustes/acesso.server.ts';

export interface Recorte {
  areasIds: number[];
  soAreas: boolean;
  gruposOcupacionaisIds: number[];
  cargosIds: number[];
  estabelecimentosIds: number[];
}

/** The condition of the filter; each argument is the column for one of its lists. */
export const noRecorte = (
  filtro: Partial<Recorte>,
  { area, cargo, estabelecimento }: { area: Sql; cargo: Sql; estabelecimento?: Sql },
): Sql => sql`${nosRamos(area, filtro.areasIds, filtro.soAreas)} and ${among(cargo, filtro.cargosIds)}
  and ${
    filtro.gruposOcupacionaisIds?.length
      ? sql`${cargo} in (select id from cargos where grupo_ocupacional_id = any(${filtro.gruposOcupacionaisIds}::bigint[]))`
      : sql`true`
  }
  and ${estabelecimento ? among(estabelecimento, filtro.estabelecimentosIds) : sql`true`}`;

/** A salary, or null for readers who may not see it; sorting and sums use it too, so they reveal nothing. */
export const seMostra = (acting: Acting, valor: Sql): Sql => (veSalario(acting) ? valor : sql`null::numeric`);

/**
 * Everybody who was admitted by a day, as of that day (the dismissed as of their last day): a set for `from`, as alias `x`. The
 * one source of all reports "as of", equal to `calcularSalarioHistorico`.
 */
export const admitidosAte = (acting: Acting, dia: string): Sql => {
  const { juncoes, area, faixa, cargo, estabelecimento, salario } = posicaoEm(dia, acting.today, [acting.empresaId]);
  return sql`(
    select t.id, t.nome, t.nome_ord, ${nomeComMatricula} as talento, t.matricula, t.data_admissao, t.data_desligamento,
      case when t.data_desligamento < ${dia}::date then 'D' else 'A' end as situacao,
      ${area} as area_id, ${faixa} as faixa_id, ${cargo} as cargo_id, ${estabelecimento} as estabelecimento_id, ${seMostra(acting, salario)} as salario
    from talentos t ${juncoes}
    where ${talentosVisiveis(acting)} and t.data_admissao <= ${dia}::date and ${confirmado}
  ) x`;
};

/** Months between two days, as people count them: complete ones. */
export const mesesEntre = (de: Sql, ate: Sql): Sql =>
  sql`(extract(year from age(${ate}, ${de})) * 12 + extract(month from age(${ate}, ${de})))::int`;

/** Percentage of a change with two decimals; null from nothing. */
export const variacao = (antes: Sql, depois: Sql): Sql =>
  sql`(case when ${antes} <> 0 then round((${depois} - ${antes}) * 100 / ${antes}, 2) end)`;
