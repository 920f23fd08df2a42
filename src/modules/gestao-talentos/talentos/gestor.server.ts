import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import type { Record_ } from '#kit/store/store.server.ts';
import { areasVisiveis } from '#modules/estrutura/public.server.ts';
import { recusaSiMesmo } from './quem.server.ts';
import { talentosVisiveis } from './visiveis.server.ts';

interface Save {
  value: Readonly<Record<string, unknown>>;
  before?: Record_;
  acting: Acting;
}

/** A user who sees some areas only hires into these: elsewhere the new record would disappear from their sight. */
export async function exigeAreaVisivel(tx: Tx, acting: Acting, id: number): Promise<void> {
  if (!areasVisiveis(acting)) return;
  if (await tx.one(sql`select t.id from talentos t where t.id = ${id} and ${talentosVisiveis(acting)}`)) return;
  throw refuse.invalid([{ field: 'historicos', message: 'Você só pode cadastrar talentos nas áreas pelas quais responde.' }]);
}

/**
 * User and talent are one person by their CPF: nobody takes their own from their record, and with it the rules about whoever decides on
 * themselves (ADR 90), nor gives it to the record of somebody else, whose evaluations would be theirs.
 */
export async function exigeQueCpfProprioFique(tx: Tx, { value, before, acting }: Save): Promise<void> {
  if (!before || value.cpf === undefined || value.cpf === before.cpf) return;
  await recusaSiMesmo(tx, acting, [before.id], 'PROPRIO_CPF', 'Ninguém muda o próprio CPF: peça a outra pessoa do RH.');
  if (await tx.one(sql`select 1 from usuarios u where u.id = ${acting.usuarioId} and u.cpf = ${value.cpf}`))
    throw new Refusal('PROPRIO_CPF', 'Ninguém dá o próprio CPF à ficha de um talento: peça a outra pessoa do RH.', 403);
}

/** User and talent are one person by their CPF: the CPF of somebody responsible for an area decides who sees its talents. */
export async function exigeQueNaoMudeAcesso(tx: Tx, { value, before, acting }: Save): Promise<void> {
  if (!before || value.cpf === undefined || value.cpf === before.cpf || !areasVisiveis(acting)) return;
  const responde = await tx.one<{ sim: boolean }>(sql`
    select ${before.id} in (select colaborador_dto_id from areas_organizacionais_empresa_e_responsaveis)
      or ${before.id} in (select colaborador_dto_id from areas_organizacionais_empresa_e_coresponsaveis) as sim`);
  if (responde?.sim)
    throw new Refusal(
      'NAO_AUTORIZADO',
      'Este talento responde por uma área. O CPF dele só pode ser mudado por quem vê os talentos de todas as áreas.',
      403,
    );
}
