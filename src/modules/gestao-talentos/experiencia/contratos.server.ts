import sql, { type Sql } from 'sql-template-tag';

/** The last decision about the trial of each talent, over alias `v` of evaluations: `contrato_ate` is null where they were kept. */
export const contratosDecididos = (where: Sql): Sql => sql`
  select distinct on (v.colaborador_id) v.id, v.colaborador_id, v.parecer, v.contrato_ate, v.periodo_id
  from avaliacoes_experiencia v join periodos_experiencia p on p.id = v.periodo_id where ${where} order by v.colaborador_id, p.dias desc, v.id desc`;
