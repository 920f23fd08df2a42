import sql, { type Sql } from 'sql-template-tag';
import { FORA_DA_BASE, MOTIVOS_DA_BASE } from './cotas.rules.ts';

/** Employees and apprentices of one occupation in one establishment. */
export interface LinhaDeOcupacao {
  estabelecimento: number | null;
  /** six digits; null: bands without an occupation */
  cbo: string | null;
  descricao: string | null;
  empregados: number;
  aprendizes: number;
  /** its functions require professional training, so its employees are part of the base */
  demanda: boolean;
  motivo: string;
  /** an exception of the company decides it, not the major group */
  excecao: boolean;
}

/**
 * `empresa_id` and the columns of `LinhaDeOcupacao`, for cockpit and report. `quem` selects talents (alias `t`); interns,
 * partners and temporary workers are neither employees nor apprentices. The company's exceptions win over the major group of the
 * CBO.
 */
export function ocupacoesDe(quem: Sql): Sql {
  const grupo = sql`(${JSON.stringify(FORA_DA_BASE)}::json ->> left(b.codigo, 1))`;
  return sql`
    select q.empresa_id, q.estabelecimento, b.codigo as cbo, b.descricao, q.empregados, q.aprendizes,
      coalesce(x.entra = 'S', b.codigo is not null and ${grupo} is null) as demanda,
      coalesce(x.motivo, case when b.codigo is null then ${MOTIVOS_DA_BASE.semCbo} else coalesce(${grupo}, ${MOTIVOS_DA_BASE.demanda}) end) as motivo,
      x.id is not null as excecao
    from (
      select t.empresa_id, t.estabelecimento_atual_id as estabelecimento, f.codigo_cbo_id as cbo_id,
        count(*) filter (where t.vinculo = 'E')::int as empregados, count(*) filter (where t.vinculo = 'A')::int as aprendizes
      from talentos t left join faixas_salariais f on f.id = t.faixa_atual_id
      where t.vinculo in ('E', 'A') and ${quem} group by 1, 2, 3
    ) q
    left join codigos_cbo b on b.id = q.cbo_id
    left join cbos_aprendiz x on x.codigo_cbo_id = q.cbo_id and x.empresa_id = q.empresa_id`;
}
