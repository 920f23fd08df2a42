import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { type Escala, escalaNaData } from './escalas.server.ts';

export interface ItemDeNivel {
  competencia: number;
  competenciaPeso: number;
  nivelCompetenciaId: number;
  comentario: string | null;
}

/** Ids of the competencies that a position requires, of the three kinds; `cargo` is an SQL expression. */
export const competenciasDoCargo = (cargo: Sql): Sql => sql`
  select c.id from cargos_conhecimentos l join competencias c on c.conhecimento_id = l.alvo_id where l.registro_id = ${cargo}
  union all select c.id from cargos_habilidades l join competencias c on c.habilidade_id = l.alvo_id where l.registro_id = ${cargo}
  union all select c.id from cargos_atitudes l join competencias c on c.atitude_id = l.alvo_id where l.registro_id = ${cargo}`;

/**
 * Judges the lines of a configuration that begins on `data` for a band: its position must require each competency, and the level
 * must be in the scale in force on that day. Answers with that scale, which the configuration keeps. Lines of the former version
 * stay allowed when the position has dropped their competency since.
 */
export async function julgaItens(
  tx: Tx,
  asked: { empresaId: number; faixaId: number; data: string; itens: readonly ItemDeNivel[]; antes?: readonly number[] },
): Promise<Escala | undefined> {
  const { empresaId, faixaId, data, itens, antes = [] } = asked;
  const escala = await escalaNaData(tx, empresaId, data);
  if (itens.length === 0) return escala;
  if (!escala) throw refuse.invalid([{ field: 'data', message: 'Não há histórico dos níveis de competência nesta data' }]);
  const allowed = new Set([...antes, ...(await idsDaFaixa(tx, empresaId, faixaId))]);
  const niveis = new Set(escala.niveis.map(({ id }) => id));
  const seen = new Set<number>();
  const faults: Issue[] = [];
  for (const [index, { competencia, nivelCompetenciaId }] of itens.entries()) {
    const field = `configsNiveisCompetencias.${index}`;
    if (seen.has(competencia)) faults.push({ field: `${field}.competencia`, message: 'Esta competência já foi informada' });
    else if (!allowed.has(competencia))
      faults.push({ field: `${field}.competencia`, message: 'A competência não faz parte do cargo' });
    if (!niveis.has(nivelCompetenciaId))
      faults.push({
        field: `${field}.nivelCompetenciaId`,
        message: 'O nível não faz parte do histórico dos níveis de competência nesta data',
      });
    seen.add(competencia);
  }
  if (faults.length > 0) throw refuse.invalid(faults);
  return escala;
}

async function idsDaFaixa(db: Queryable, empresaId: number, faixaId: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    competenciasDoCargo(sql`(select f.cargo_id from faixas_salariais f where f.id = ${faixaId} and f.empresa_id = ${empresaId})`),
  );
  return rows.map(({ id }) => id);
}

/** The weight of each competency for a band, by its configuration in force on a day; its talents have the same weights. */
export async function pesosDaFaixa(
  db: Queryable,
  empresaId: number,
  faixaId: number,
  data: string,
): Promise<Map<number, number>> {
  const rows = await db.query<{ competencia: number; peso: number }>(sql`
    select i.competencia_id as competencia, i.competencia_peso as peso from config_niveis_faixas_configs_niveis_competencias i
    where i.registro_id = (
      select k.id from config_niveis_faixas k where k.empresa_id = ${empresaId} and k.faixa_salarial_id = ${faixaId} and k.data <= ${data}::date order by k.data desc limit 1)`);
  return new Map(rows.map(({ competencia, peso }) => [competencia, peso]));
}
