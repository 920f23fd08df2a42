import sql, { type Sql } from 'sql-template-tag';
import { candidatos } from './candidatos.registry.ts';
import { MESES_DE_QUEM_SAIU, nenhumaConta } from './contas.server.ts';

/**
 * Candidates of a company that somebody removed from the bin by hand, as that line of the trail says. It is looked for as long as a night may have failed:
 * later the months reach them.
 */
const apagadosDeVez = (empresaId: number): Sql => sql`
  select (a.mudancas -> 'registroId' ->> 0)::bigint from auditoria a
  where a.empresa_id = ${empresaId} and a.tabela = 'lixeira' and a.acao = 'E' and a.instante > now() - interval '60 days' and a.usuario_id is not null
    and a.mudancas -> 'cadastro' ->> 0 = ${candidatos.title}`;

/**
 * Records of a company that only the trail knows, over alias `r` of it, the line of their removal, and their company `e`: removed, neither in the bin nor merged into
 * another one, and reached by no account, which would take them along. They go after the same months as such an account, and those that were removed
 * from the bin by hand before. An erased one has an empty line, and is not found again.
 */
export const removidosVencidos = (empresaId: number): Sql => sql`
  r.empresa_id = ${empresaId} and r.tabela = 'candidatos' and r.acao = 'E' and coalesce(r.resumo, r.mudancas) <> '{}' and not coalesce(r.resumo, r.mudancas) ? 'unificadoEm'
  and (r.instante < now() - ${MESES_DE_QUEM_SAIU} or r.registro_id in (${apagadosDeVez(empresaId)}))
  and not exists (select from auditoria a where a.tabela = 'candidatos' and a.registro_id = r.registro_id and a.acao in ('I', 'E') and a.id > r.id)
  and not exists (select from candidatos c where c.id = r.registro_id)
  and not exists (select from lixeira i where i.tabela = 'candidatos' and i.registro_id = r.registro_id)
  and ${nenhumaConta(sql`r.registro_id`)}`;
