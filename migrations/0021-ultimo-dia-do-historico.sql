-- What people read is the last day of an entry; `talentos_historicos.ate` is the first one of the next.
create or replace view historicos_colaboradores as
select h.id, t.versao, t.empresa_id, t.id as colaborador_id, t.nome, t.nome_ord, h.data, h.ate - 1 as ate, h.motivo, h.area_organizacional_id, h.faixa_salarial_id,
  f.cargo_id, h.estabelecimento_id, h.tipo_salario, h.indice_id, h.quantidade_indice, h.salario, h.status, h.tabela_reajuste_id, t.busca, h.ambiente_id, h.funcao_id
from talentos_historicos h
join talentos t on t.id = h.registro_id
left join faixas_salariais f on f.id = h.faixa_salarial_id;
