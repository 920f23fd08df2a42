import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { columnOf, columns } from '#kit/registry/names.server.ts';
import { empresas, withholding } from '#platform/empresa/empresas.registry.ts';
import { countIn } from './access.server.ts';
import { ALL_COMPANIES } from './perfis.registry.ts';

export interface NamedCompany {
  id: number;
  nome: string;
}

/** Whether company `e` withholds one of these authorities from everybody. */
export const withheld = (authorities: readonly string[]): Sql => {
  const switches = columns(empresas.fields).flatMap(([name, field]) => {
    const authority = (withholding as Readonly<Record<string, string>>)[name];
    return authority && authorities.includes(authority) ? [sql`not e.${raw(columnOf(name, field))}`] : [];
  });
  return sql`(${join([sql`false`, ...switches], ' or ')})`;
};

/** Whoever sees the system as somebody else sees the session's company alone, with what both may. */
const here = (acting: Acting, authorities: readonly string[]): Sql =>
  acting.kind !== 'usuario' || !acting.viewing
    ? sql`true`
    : sql`(e.id = ${acting.empresaId} and ${authorities.every(acting.can)}::boolean)`;

/**
 * Active companies in which every one of these authorities of a user counts, by their own profiles or by one that reaches all companies,
 * and which withhold none of them: a relation `(id, nome, nome_ord)`.
 */
export const companiesWith = (acting: Acting, authorities: readonly string[]): Sql => sql`(
  with concedidas as (
    select a.empresa_id, p.autoridades from usuarios_acessos a join perfis p on p.id = a.perfil_id and p.ativo where a.registro_id = ${acting.usuarioId}
  )
  select e.id, e.nome, e.nome_ord from empresas e
  where e.ativo and ${here(acting, authorities)} and not ${withheld(authorities)} and ${countIn(
    authorities,
    (oneOf) =>
      sql`exists (select from concedidas c where (c.empresa_id = e.id or ${ALL_COMPANIES} = any(c.autoridades)) and c.autoridades && ${[...oneOf]}::text[])`,
  )})`;
