import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';

interface Nivel {
  id: number;
  descricao: string;
  ordem: number;
  percentual: number | null;
}

/** The levels of one history, lightest first. */
export interface Escala {
  id: number;
  data: string;
  considerarPercentualMinimo: boolean;
  /** in evaluations the level follows the percentage */
  obrigarPercentual: boolean;
  niveis: Nivel[];
}

const escalas = (db: Queryable, qual: Sql) =>
  db.query<Escala>(sql`
    select h.id, h.data, h.considerar_percentual_minimo as "considerarPercentualMinimo",
      h.considerar_percentual_minimo and h.obrigar_percentual as "obrigarPercentual", (
      select coalesce(json_agg(json_build_object('id', n.id, 'descricao', n.descricao, 'ordem', i.ordem, 'percentual', i.percentual) order by i.ordem, i.id), '[]')
      from niveis_competencia_historico_config_historicos_niveis i join niveis_competencia n on n.id = i.nivel_competencia_id
      where i.registro_id = h.id) as niveis
    from niveis_competencia_historico h where ${qual} order by h.data`);

const escala = async (db: Queryable, qual: Sql): Promise<Escala | undefined> => (await escalas(db, qual))[0];

/** Scales of a company, the oldest first. */
export const escalasPorId = (db: Queryable, empresaId: number, ids: readonly number[]) =>
  escalas(db, sql`h.empresa_id = ${empresaId} and h.id = any(${[...ids]}::bigint[])`);

/** The levels of a company as of a day; none before its first history. */
export const escalaNaData = (db: Queryable, empresaId: number, data: string): Promise<Escala | undefined> =>
  escala(
    db,
    sql`h.id = (select id from niveis_competencia_historico where empresa_id = ${empresaId} and data <= ${data}::date order by data desc limit 1)`,
  );

/** The levels that a configuration was made with. */
export const escalaDoHistorico = (db: Queryable, empresaId: number, id: number): Promise<Escala | undefined> =>
  escala(db, sql`h.id = ${id} and h.empresa_id = ${empresaId}`);
