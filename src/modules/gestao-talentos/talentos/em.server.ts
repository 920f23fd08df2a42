import sql, { join, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Past } from '#kit/query/list.server.ts';
import { diziaEm, posicaoEm } from '../indicadores/posicao.server.ts';

/**
 * The situations that a talent may have had on a day; an admission that the personnel system cancelled counts as cancelled on
 * every day.
 */
const situacoesEm = (dia: string): Readonly<Record<string, Sql>> => ({
  A: sql`t.situacao <> 'C' and (t.data_desligamento is null or t.data_desligamento >= ${dia}::date)`,
  D: sql`t.situacao <> 'C' and t.data_desligamento < ${dia}::date`,
  C: sql`t.situacao = 'C'`,
});

/**
 * The talents as of a day: those admitted by then, each with area, position, band, establishment, salary and situation on that
 * day. A user who sees some areas only gets the people who are in them today, with their places of that day.
 */
export function talentosEm(dia: string, acting: Acting): Past {
  const posicao = (salario: boolean) => posicaoEm(dia, acting.today, [acting.empresaId], { salario });
  const { area, faixa, cargo, estabelecimento, salario } = posicao(true);
  const situacoes = situacoesEm(dia);
  return {
    where: sql`t.data_admissao <= ${dia}::date`,
    joins: (columns) => posicao(columns.includes('salario_atual')).juncoes,
    columns: {
      area_atual_id: area,
      cargo_atual_id: cargo,
      faixa_atual_id: faixa,
      estabelecimento_atual_id: estabelecimento,
      salario_atual: salario,
      situacao: sql`case when t.situacao = 'C' then 'C' when t.data_desligamento < ${dia}::date then 'D' else 'A' end`,
    },
    among: {
      area_atual_id: (_ids, set) => diziaEm(dia, sql`h.area_organizacional_id = any(${set})`),
      cargo_atual_id: (_ids, set) =>
        diziaEm(dia, sql`h.faixa_salarial_id in (select id from faixas_salariais where cargo_id = any(${set}))`),
      faixa_atual_id: (_ids, set) => diziaEm(dia, sql`h.faixa_salarial_id = any(${set})`),
      estabelecimento_atual_id: (_ids, set) => diziaEm(dia, sql`h.estabelecimento_id = any(${set})`),
      situacao: (values) =>
        join(
          values.map((value) => sql`(${situacoes[value] ?? sql`false`})`),
          ' or ',
        ),
    },
  };
}
