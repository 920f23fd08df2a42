-- Records are counted in bigint, so a line may be about one beyond 2^31. The rights on the view are granted again after the migration.
drop view log;
create view log as
select id, 1 as versao, empresa_id, instante as quando, usuario_nome as usuario, dobra(usuario_nome) as usuario_ord, acao, tabela,
  dobra(tabela) as tabela_ord, registro_id as registro, requisicao, dobra(usuario_nome || ' ' || tabela) as busca, usuario_id as conta_id
from auditoria;
