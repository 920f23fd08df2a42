import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import type { Field } from '#kit/fields/field.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { authoritiesIn, companiesOf } from './access.server.ts';

/** What was found for whoever acts: an import asks for each of its rows. */
const found = new WeakMap<Acting, boolean>();

/**
 * Lists, prints and reports of many rights show a CPF as a mask, which leaves many numbers, and what becomes of a guess tells which one is somebody's:
 * refusals, letters, the trail. So whoever would see one of these fields as a mask, in any company where they have a right, gives no CPF to a user.
 */
export async function demandWholeCpfs(tx: Queryable, cpfs: readonly Field[], acting: Acting): Promise<void> {
  const masked = found.get(acting) ?? (await seesMasks(tx, cpfs, acting));
  found.set(acting, masked);
  if (masked)
    throw refuse.invalid([
      {
        field: 'cpf',
        message: 'Para dar um CPF a um usuário é preciso ver documentos em todas as suas empresas: peça a quem os vê.',
      },
    ]);
}

async function seesMasks(tx: Queryable, cpfs: readonly Field[], { usuarioId }: Acting): Promise<boolean> {
  for (const { id } of await companiesOf(tx, usuarioId ?? 0)) {
    const held = await authoritiesIn(tx, usuarioId ?? 0, id);
    if (held.size > 0 && cpfs.some((cpf) => isHidden(cpf, (name) => held.has(name)))) return true;
  }
  return false;
}
