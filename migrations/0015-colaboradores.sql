-- The talents as positions and salaries look at them, and each entry of their histories by itself.

create view colaboradores as
select t.id, t.versao, t.empresa_id, t.nome, t.nome_ord, t.matricula, t.matricula_ord, t.area_atual_id, t.cargo_atual_id, t.faixa_atual_id,
  t.estabelecimento_atual_id, t.data_admissao, t.salario_atual, t.situacao, t.busca
from talentos t;

create view historicos_colaboradores as
select h.id, t.versao, t.empresa_id, t.id as colaborador_id, t.nome, t.nome_ord, h.data, h.ate, h.motivo, h.area_organizacional_id, h.faixa_salarial_id,
  f.cargo_id, h.estabelecimento_id, h.tipo_salario, h.indice_id, h.quantidade_indice, h.salario, h.status, h.tabela_reajuste_id, t.busca
from talentos_historicos h
join talentos t on t.id = h.registro_id
left join faixas_salariais f on f.id = h.faixa_salarial_id;
