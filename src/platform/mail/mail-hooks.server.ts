import sql, { join, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Hooks } from '#kit/store/store.server.ts';
import { ALL_COMPANIES } from '#platform/authority/perfis.registry.ts';
import { caixaSaida } from './emails.registry.ts';

/**
 * Messages carry links that set passwords: only users who reach every company read the outbox, and only messages to people
 * without authorities that the reader lacks, those that count for nothing yet among them. Modules keep further messages from some, as conditions over `t`.
 */
export const caixaSaidaHooks = (limits: readonly ((acting: Acting) => Sql)[]): Hooks => ({
  computed: {
    linkDeCandidato: `exists (select from emails m join recuperacoes_externas r on r.chave = m.link_chave where m.id = t.id and r.expira_em > now())`,
  },
  where: (acting) =>
    acting.everywhere(caixaSaida.authority)
      ? sql`${join([sql`true`, ...limits.map((limit) => limit(acting))], ' and ')} and t.para not in (
        select u.email from usuarios u join usuarios_acessos a on a.registro_id = u.id join perfis p on p.id = a.perfil_id
        where u.email is not null and not p.autoridades <@ array(
          select unnest(q.autoridades) from usuarios_acessos b join perfis q on q.id = b.perfil_id and q.ativo
          where b.registro_id = ${acting.usuarioId} and ${ALL_COMPANIES} = any(q.autoridades)))`
      : sql`false`,
});
