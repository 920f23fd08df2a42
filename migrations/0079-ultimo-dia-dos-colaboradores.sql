-- The last day of somebody who leaves is said beside their situation.
create or replace view colaboradores as
select t.id, t.versao, t.empresa_id, t.nome, t.nome_ord, t.matricula, t.matricula_ord, t.area_atual_id, t.cargo_atual_id, t.faixa_atual_id,
  t.estabelecimento_atual_id, t.data_admissao, t.salario_atual, t.situacao, t.busca, t.data_desligamento
from talentos t;
