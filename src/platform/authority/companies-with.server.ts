import sql, { type Sql } from 'sql-template-tag';
import { ALL_COMPANIES } from './perfis.registry.ts';

export interface NamedCompany {
  id: number;
  nome: string;
}

/**
 * Active companies in which a user holds every one of these authorities, by their own profiles or by one that reaches all companies: a relation
 * `(id, nome, nome_ord)`.
 */
export const companiesWith = (usuarioId: number | null, authorities: readonly string[]): Sql => sql`(
  with concedidas as (
    select a.empresa_id, p.autoridades from usuarios_acessos a join perfis p on p.id = a.perfil_id and p.ativo where a.registro_id = ${usuarioId}
  ), em_todas as (
    select distinct unnest(autoridades) as autoridade from concedidas where ${ALL_COMPANIES} = any(autoridades)
  )
  select e.id, e.nome, e.nome_ord from empresas e
  where e.ativo and not exists (
    select 1 from unnest(${[...authorities]}::text[]) as pedida(autoridade)
    where pedida.autoridade not in (select autoridade from em_todas)
      and not exists (select 1 from concedidas c where c.empresa_id = e.id and pedida.autoridade = any(c.autoridades))))`;
