import sql from 'sql-template-tag';
import type { Acting } from '#kit/registry/acting.server.ts';
import type { Past } from '#kit/registry/list.server.ts';
import { posicaoEm } from '../indicadores/posicao.server.ts';

/**
 * The talents as they stood on a day: those admitted by then, each with area, position, band, establishment, salary and situation of that day.
 * Whoever sees some areas alone sees the people of today's, where those were then.
 */
export function talentosEm(dia: string, acting: Acting): Past {
  const { juncoes, salario } = posicaoEm(dia, acting.today, [acting.empresaId]);
  return {
    where: sql`t.data_admissao <= ${dia}::date`,
    joins: juncoes,
    columns: {
      area_atual_id: sql`h.area_organizacional_id`,
      cargo_atual_id: sql`f.cargo_id`,
      faixa_atual_id: sql`h.faixa_salarial_id`,
      estabelecimento_atual_id: sql`h.estabelecimento_id`,
      salario_atual: salario,
      situacao: sql`case when t.situacao = 'C' then 'C' when t.data_desligamento < ${dia}::date then 'D' else 'A' end`,
    },
  };
}
