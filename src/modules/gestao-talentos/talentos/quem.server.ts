import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { prepared } from '#kit/db/statement.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { areaQueRespondo } from '#modules/estrutura/public.server.ts';

/** Somebody as rounds name them. */
export const pessoaDe = (talento: number): string => `talentos:${talento}`;

/** The talent `t` of a participation `p`. */
export const DESTE = sql`t.id = split_part(p.pessoa, ':', 2)::bigint`;

/** Over an alias of talentos: whoever works here. */
export const trabalha = (alias: string): Sql => raw(`${alias}.situacao in ('A', 'U')`);
export const TRABALHA = trabalha('t');

/** The talent of a participation `p` who may be written to: whoever has left cannot answer. */
export const COM_EMAIL = sql`talentos t on ${DESTE} and t.email is not null and ${TRABALHA}`;

export const trabalhaAqui = async (db: Queryable, talento: number): Promise<boolean> =>
  (await db.one(prepared(`select from talentos t where t.id = $1 and ${TRABALHA.text}`, [talento]))) !== undefined;

/** Of what only those are asked who work here: why a talent who has left does not answer any more. */
export async function dispensaQuemSaiu(db: Queryable, { pessoa }: { pessoa: string }): Promise<Refusal | undefined> {
  const [tipo, id] = pessoa.split(':');
  if (tipo !== 'talentos' || (await trabalhaAqui(db, Number(id)))) return undefined;
  return new Refusal('NAO_TRABALHA_AQUI', 'Só quem trabalha na empresa responde a estas perguntas.', 409);
}

/** The talent that the acting user is in the present company: one person by their CPF, in the employment that counts today. */
export const talentoDoUsuario = (db: Queryable, { usuarioId, empresaId }: Acting) =>
  db.one<{ id: number; nome: string; area: number | null }>(sql`
    select t.id, t.nome, t.area_atual_id as area from talentos t join usuarios u on u.cpf = t.cpf
    where u.id = ${usuarioId} and t.empresa_id = ${empresaId} and ${TRABALHA}
    order by t.data_admissao desc, t.id desc limit 1`);

/** Over alias `t` of talentos: the talent that the acting user is. Whoever sees the system as somebody else is nobody. */
export const souEu = (acting: Acting): Sql =>
  acting.kind !== 'usuario' || acting.viewing
    ? sql`false`
    : sql`coalesce(t.id = (
        select m.id from talentos m join usuarios u on u.cpf = m.cpf
        where u.id = ${acting.usuarioId} and m.empresa_id = ${acting.empresaId} and ${trabalha('m')} order by m.data_admissao desc, m.id desc limit 1), false)`;

/**
 * Over alias `t` of talentos: whoever has the CPF of the acting user, in every employment; also while somebody sees the system as
 * that user.
 */
export const temMeuCpf = ({ usuarioId }: Acting): Sql =>
  sql`coalesce(t.cpf = (select u.cpf from usuarios u where u.id = ${usuarioId}), false)`;

/** The ids of whoever has the CPF of the acting user, in every employment, also while somebody sees the system as that user. */
export const meusVinculos = ({ usuarioId, empresaId }: Acting, empresas: readonly number[] = [empresaId]): Sql => sql`
  select m.id from talentos m where m.empresa_id = any(${[...empresas]}::bigint[])
    and m.cpf = (select u.cpf from usuarios u where u.id = ${usuarioId})`;

/** Whether the acting user is one of these talents, in any employment. */
export const souUmDeles = async (db: Queryable, acting: Acting, talentos: readonly number[]): Promise<boolean> =>
  (await db.one(sql`select from (${meusVinculos(acting)}) m where m.id = any(${[...talentos]}::bigint[]) limit 1`)) !== undefined;

/** Refuses, with that code and sentence, whoever is one of these talents, in any employment: others decide about them. */
export async function recusaSiMesmo(
  db: Queryable,
  acting: Acting,
  talentos: readonly number[],
  code: string,
  message: string,
): Promise<void> {
  if (await souUmDeles(db, acting, talentos)) throw new Refusal(code, message, 403);
}

/** Over alias `t` of talentos: the people of the areas that the acting user answers for, themselves left out. */
export const lideradosPor = (acting: Acting): Sql => sql`(t.empresa_id = ${acting.empresaId}
  and ${areaQueRespondo(acting, sql`t.area_atual_id`)} and not ${temMeuCpf(acting)})`;

/** The acting user as rounds name them. Whoever sees the system as somebody else answers nothing. */
export async function pessoasDoUsuario(db: Queryable, acting: Acting): Promise<string[]> {
  if (acting.kind !== 'usuario' || acting.viewing) return [];
  const talento = await talentoDoUsuario(db, acting);
  return talento ? [pessoaDe(talento.id)] : [];
}

/** The talent of a company with that CPF and date of birth, as a kiosk asks for them. */
export async function pessoaDoQuiosque(
  db: Queryable,
  { empresaId, cpf, nascimento }: { empresaId: number; cpf: string; nascimento: string },
): Promise<string | undefined> {
  const talento = await db.one<{ id: number }>(sql`
    select t.id from talentos t where t.empresa_id = ${empresaId} and t.cpf = ${cpf} and t.data_nascimento = ${nascimento}::date and ${TRABALHA}
    order by t.data_admissao desc, t.id desc limit 1`);
  return talento && pessoaDe(talento.id);
}
