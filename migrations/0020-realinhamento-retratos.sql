-- What a line replaces is a picture of the moment, not a reference: it holds no area, band or position, and is written without keys.
alter table reajustes_colaboradores drop constraint if exists reajustes_colaboradores_ambiente_atual_id_fk;

drop index if exists reajustes_colaboradores_ambiente_atual_id_ix;

alter table reajustes_colaboradores drop constraint if exists reajustes_colaboradores_area_organizacional_atual_id_fk;

drop index if exists reajustes_colaboradores_area_organizacional_atual_id_ix;

alter table reajustes_colaboradores drop constraint if exists reajustes_colaboradores_cargo_atual_id_fk;

drop index if exists reajustes_colaboradores_cargo_atual_id_ix;

alter table reajustes_colaboradores drop constraint if exists reajustes_colaboradores_cargo_proposto_id_fk;

drop index if exists reajustes_colaboradores_cargo_proposto_id_ix;

alter table reajustes_colaboradores drop constraint if exists reajustes_colaboradores_estabelecimento_atual_id_fk;

drop index if exists reajustes_colaboradores_estabelecimento_atual_id_ix;

alter table reajustes_colaboradores drop constraint if exists reajustes_colaboradores_faixa_salarial_atual_id_fk;

drop index if exists reajustes_colaboradores_faixa_salarial_atual_id_ix;

alter table reajustes_colaboradores drop constraint if exists reajustes_colaboradores_funcao_atual_id_fk;

drop index if exists reajustes_colaboradores_funcao_atual_id_ix;
