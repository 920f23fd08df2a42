import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import type { Field } from '#kit/fields/field.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { authoritiesIn } from './access.server.ts';

/** A list that shows CPFs masked to whoever reads it without another right. */
export interface MaskedCpf {
  authority: string;
  cpf: Field;
}

/**
 * A mask leaves a thousand CPFs, and what becomes of a guess tells which one is somebody's: refusals, letters, the trail. So whoever sees CPFs masked, in
 * any of their companies, gives none to a user.
 */
export async function demandWholeCpfs(tx: Queryable, masks: readonly MaskedCpf[], { usuarioId }: Acting): Promise<void> {
  const companies = await tx.query<{ id: number }>(
    sql`select distinct empresa_id as id from usuarios_acessos where registro_id = ${usuarioId}`,
  );
  for (const { id } of companies) {
    const held = await authoritiesIn(tx, usuarioId ?? 0, id);
    if (masks.some(({ authority, cpf }) => held.has(authority) && isHidden(cpf, (name) => held.has(name))))
      throw refuse.invalid([
        { field: 'cpf', message: 'Você vê CPFs só em parte, e por isso não dá um a um usuário: peça a quem os vê inteiros.' },
      ]);
  }
}
