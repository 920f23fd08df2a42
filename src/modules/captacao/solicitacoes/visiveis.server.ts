import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { areasVisiveis, daAreaVisivel } from '#modules/estrutura/public.server.ts';
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

/** The `where` of a registry whose records (alias `t`) each belong to a staffing request. */
export function deSolicitacoesVisiveis(acting: Acting): Sql | undefined {
  const visiveis = solicitacoesVisiveis(acting);
  return (
    visiveis &&
    sql`t.solicitacao_id in (select s.id from solicitacoes_pessoal s where s.empresa_id = ${acting.empresaId} and ${visiveis})`
  );
}
