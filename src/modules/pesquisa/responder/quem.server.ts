import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';

/** Somebody as rounds name them. */
export const pessoaDe = (talento: number): string => `talentos:${talento}`;

/** The talent that the acting user is in the present company: one person by their CPF, in the employment that counts today. */
export const talentoDoUsuario = (db: Queryable, { usuarioId, empresaId }: Acting) =>
  db.one<{ id: number; nome: string; area: number | null }>(sql`
    select t.id, t.nome, t.area_atual_id as area from talentos t join usuarios u on u.cpf = t.cpf
    where u.id = ${usuarioId} and t.empresa_id = ${empresaId} and t.situacao in ('A', 'U')
    order by t.data_admissao desc, t.id desc limit 1`);
