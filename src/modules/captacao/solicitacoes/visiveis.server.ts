import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { areasVisiveis, daAreaVisivel, respondemPela } from '#modules/estrutura/public.server.ts';
import { mayDo } from '#platform/mensagens/mensagens.server.ts';
import { VER_TODAS } from './solicitacoes.rules.ts';

/**
 * The staffing requests that the actor may see, as a condition over an alias of `solicitacoes_pessoal`; undefined: all of the
 * company. Whoever sees only areas sees the requests of these, unless HR hid them (`invisivelParaGestor`, RUL-185), and their own.
 */
export function solicitacoesVisiveis(acting: Acting, alias = 's'): Sql | undefined {
  if (acting.can(VER_TODAS) || !areasVisiveis(acting)) return undefined;
  const s = raw(alias);
  const minhas = acting.kind === 'usuario' && !acting.viewing ? sql`${s}.solicitante_id = ${acting.usuarioId}` : sql`false`;
  return sql`not ${s}.invisivel_para_gestor and (${minhas} or ${daAreaVisivel(acting, sql`${s}.area_organizacional_id`)})`;
}

/** Over aliases `u` of users and `s` of requests: the user may see the request, as `solicitacoesVisiveis` has it for who acts. */
export const veSolicitacao = ({ empresaId, today }: Pick<Acting, 'empresaId' | 'today'>): Sql => sql`(
  ${mayDo(empresaId, [VER_TODAS])} or ${mayDo(empresaId, ['ROLE_VER_TODAS_AREAS'])}
  or (not s.invisivel_para_gestor and (s.solicitante_id = u.id
    or u.cpf in (select t.cpf from talentos t where t.id in (${respondemPela(sql`s.area_organizacional_id`, today)})))))`;

/** Those of some users who may see a request, with the rights if any are given: what is told of it is told to nobody else. */
export const quemVe = async (
  db: Queryable,
  acting: Pick<Acting, 'empresaId' | 'today'>,
  id: number,
  usuarios: readonly (number | null)[],
  rights: readonly string[] = [],
): Promise<number[]> =>
  (
    await db.query<{ id: number }>(sql`
      select u.id from usuarios u join solicitacoes_pessoal s on s.id = ${id}
      where u.id = any(${usuarios}::bigint[]) and ${veSolicitacao(acting)} and ${rights.length > 0 ? mayDo(acting.empresaId, rights) : sql`true`} order by u.id`)
  ).map((um) => um.id);

/** The `where` of a registry whose records (alias `t`) each belong to a staffing request. */
export function deSolicitacoesVisiveis(acting: Acting): Sql | undefined {
  const visiveis = solicitacoesVisiveis(acting);
  return (
    visiveis &&
    sql`t.solicitacao_id in (select s.id from solicitacoes_pessoal s where s.empresa_id = ${acting.empresaId} and ${visiveis})`
  );
}
