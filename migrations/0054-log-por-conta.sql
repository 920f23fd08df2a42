-- Whose line it is, by the account: a name can be changed, and be chosen to look like another's.
create or replace view log as
select id, 1 as versao, empresa_id, instante as quando, usuario_nome as usuario, dobra(usuario_nome) as usuario_ord, acao, tabela,
  dobra(tabela) as tabela_ord, registro_id::integer as registro, requisicao, dobra(usuario_nome || ' ' || tabela) as busca, usuario_id as conta_id
from auditoria;
