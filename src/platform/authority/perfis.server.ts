import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import type { Authority } from '#kit/module/module.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import type { Hooks } from '#kit/store/store.server.ts';
import { authoritiesIn, moveVersion, NOWHERE } from './access.server.ts';
import { beyond, demandAdministrator } from './administrator.server.ts';
import { ALL_COMPANIES } from './perfis.registry.ts';

/** SQL: whether profile `t` has a right that counts for nothing without another one, which the profile lacks. */
function hasUseless(known: ReadonlyMap<string, Authority>): string {
  const rules = Object.fromEntries([...known].flatMap(([name, { onlyWith }]) => (onlyWith.length > 0 ? [[name, onlyWith]] : [])));
  return `exists (select from jsonb_each('${JSON.stringify(rules)}'::jsonb) r
    where r.key = any(t.autoridades) and not t.autoridades && array(select jsonb_array_elements_text(r.value)))`;
}

/** Profiles: nobody can grant what they lack, and every authority must exist. */
export const perfisHooks = (known: ReadonlyMap<string, Authority>): Hooks => ({
  computed: { efeito: `case when ${hasUseless(known)} then 'ALGUMA' end` },
  async beforeSave(tx, { value, before, acting }) {
    const wanted = [...new Set(value.autoridades as string[])];
    value.autoridades = wanted;
    const strange = wanted.find((authority) => !known.has(authority));
    if (strange) throw refuse.invalid([{ field: 'autoridades', message: `Autorização desconhecida: ${strange}` }]);
    // A profile counts in every company where somebody holds it: editing it may take its rights from them.
    const touched = new Set([...wanted, ...((before?.autoridades as string[] | undefined) ?? [])]);
    const missing = [...touched].filter((authority) => !acting.can(authority));
    if (missing.length > 0)
      throw beyond(`Você não pode conceder nem retirar autorizações que não tem: ${missing.slice(0, 5).join(', ')}.`);
    await demandReach(tx, acting, before?.id, touched);
  },
  async afterSave(tx, { acting }) {
    await moveVersion(tx);
    await demandAdministrator(tx, acting);
  },
  beforeRemove: async (tx, { before, acting }) => {
    if ((before.autoridades as string[]).some((authority) => !acting.can(authority)))
      throw beyond('Você não pode excluir um perfil com autorizações que não tem.');
    await demandReach(tx, acting, before.id, new Set(before.autoridades as string[]));
    await moveVersion(tx);
  },
});

/**
 * Wherever somebody has the profile, the actor must be allowed to edit profiles and hold every right of it: in each company, or in all
 * where it reaches them.
 */
async function demandReach(tx: Queryable, acting: Acting, perfilId: number | undefined, touched: ReadonlySet<string>) {
  if (perfilId === undefined) return;
  const used = await tx.query<{ empresa: number }>(
    sql`select distinct ${touched.has(ALL_COMPANIES) ? sql`${NOWHERE}::bigint` : sql`empresa_id`} as empresa from usuarios_acessos where perfil_id = ${perfilId}`,
  );
  for (const { empresa } of used) {
    const mine = await authoritiesIn(tx, acting.usuarioId ?? 0, empresa);
    if (!mine.has('ROLE_CAD_PERFIL_EDITAR') || [...touched].some((authority) => !mine.has(authority)))
      throw beyond('Este perfil é usado em empresas onde você não tem todas as autorizações dele.');
  }
}
