alter table reajustes_colaboradores add column ambiente_atual_id bigint;

alter table reajustes_colaboradores add column ambiente_proposto_id bigint;

alter table reajustes_colaboradores add column funcao_atual_id bigint;

alter table reajustes_colaboradores add column funcao_proposta_id bigint;

create index reajustes_colaboradores_ambiente_atual_id_ix on reajustes_colaboradores (ambiente_atual_id);

create index reajustes_colaboradores_ambiente_proposto_id_ix on reajustes_colaboradores (ambiente_proposto_id);

create index reajustes_colaboradores_funcao_atual_id_ix on reajustes_colaboradores (funcao_atual_id);

create index reajustes_colaboradores_funcao_proposta_id_ix on reajustes_colaboradores (funcao_proposta_id);

alter table reajustes_colaboradores add constraint reajustes_colaboradores_ambiente_atual_id_fk foreign key (ambiente_atual_id) references ambientes (id) on delete restrict;

alter table reajustes_colaboradores add constraint reajustes_colaboradores_ambiente_proposto_id_fk foreign key (ambiente_proposto_id) references ambientes (id) on delete restrict;

alter table reajustes_colaboradores add constraint reajustes_colaboradores_funcao_atual_id_fk foreign key (funcao_atual_id) references funcoes (id) on delete restrict;

alter table reajustes_colaboradores add constraint reajustes_colaboradores_funcao_proposta_id_fk foreign key (funcao_proposta_id) references funcoes (id) on delete restrict;

create or replace view historicos_colaboradores as
select h.id, t.versao, t.empresa_id, t.id as colaborador_id, t.nome, t.nome_ord, h.data, h.ate, h.motivo, h.area_organizacional_id, h.faixa_salarial_id,
  f.cargo_id, h.estabelecimento_id, h.tipo_salario, h.indice_id, h.quantidade_indice, h.salario, h.status, h.tabela_reajuste_id, t.busca,
  h.ambiente_id, h.funcao_id
from talentos_historicos h
join talentos t on t.id = h.registro_id
left join faixas_salariais f on f.id = h.faixa_salarial_id;
