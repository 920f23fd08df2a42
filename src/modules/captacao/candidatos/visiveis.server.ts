import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { solicitacoesVisiveis } from '../solicitacoes/visiveis.server.ts';
import { candidatos } from './candidatos.registry.ts';

/** Whoever sees some areas only sees the candidates of their vacancies, and somebody at the portal their own record; over alias `t`. */
export function soDosVisiveis(acting: Acting): Sql | undefined {
  if (acting.kind === 'externo')
    return sql`t.id in (select candidato_id from candidatos_contas where conta_id = ${acting.pessoa.id})`;
  const visiveis = solicitacoesVisiveis(acting, 's');
  return (
    visiveis &&
    sql`exists (select from candidaturas k join solicitacoes_pessoal s on s.id = k.solicitacao_id
      where k.candidato_id = t.id and ${visiveis})`
  );
}

/** The candidates that the acting user may see, as a condition over alias `t`. */
export const candidatosVisiveis = (acting: Acting): Sql =>
  sql`t.empresa_id = ${acting.empresaId} and ${soDosVisiveis(acting) ?? sql`true`}`;

/** The `where` of a registry whose records (alias `t`) each name a candidate. */
export function deCandidatosVisiveis(acting: Acting): Sql | undefined {
  if (!soDosVisiveis(acting)) return undefined;
  return sql`t.candidato_id in (select t.id from candidatos t where ${candidatosVisiveis(acting)})`;
}

/** For answers that name candidates whom nobody chose by name: a right to remove them is none to read them. */
export function abreCandidatos({ can }: Acting): void {
  if (!can(candidatos.authority)) throw refuse.forbidden();
}

/**
 * Locks the applications of these candidates. Whatever locks a candidate and then changes their applications begins with it: a step of
 * a selection locks the application first, and then its candidate.
 */
export const travaCandidaturas = async (tx: Tx, candidatos: readonly number[]): Promise<void> =>
  void (await tx.query(
    sql`select id from candidaturas where candidato_id = any(${[...candidatos]}::bigint[]) order by id for update`,
  ));

/** The candidate, locked if asked; a 404 for one that the actor may not see. */
export async function candidatoVisivel(
  db: Queryable,
  acting: Acting,
  id: unknown,
  lock = false,
): Promise<{ id: number; nome: string }> {
  const found = await db.one<{ id: number; nome: string }>(sql`
    select t.id, t.nome from candidatos t where t.id = ${id} and ${candidatosVisiveis(acting)} ${lock ? sql`for update` : sql``}`);
  if (!found) throw refuse.notFound();
  return found;
}
