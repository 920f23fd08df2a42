-- A record that must name another of its company is held to the company by that one; lines of a realignment are searched by their talents.
alter table faixas_salariais drop constraint if exists faixas_salariais_empresa_id_fk;

drop index if exists reajustes_colaboradores_busca_ix;

alter table reajustes_colaboradores drop constraint if exists reajustes_colaboradores_empresa_id_fk;

alter table reajustes_faixas_salariais drop constraint if exists reajustes_faixas_salariais_empresa_id_fk;

alter table reajustes_indices drop constraint if exists reajustes_indices_empresa_id_fk;

alter table criterios_avaliacao_competencia drop constraint if exists criterios_avaliacao_competencia_empresa_id_fk;

alter table config_niveis_faixas drop constraint if exists config_niveis_faixas_empresa_id_fk;

alter table config_niveis_talentos drop constraint if exists config_niveis_talentos_empresa_id_fk;

alter table colaboradores_ocorrencias drop constraint if exists colaboradores_ocorrencias_empresa_id_fk;

alter table desligamentos drop constraint if exists desligamentos_empresa_id_fk;

alter table documentos_anexos drop constraint if exists documentos_anexos_empresa_id_fk;

alter table obras drop constraint if exists obras_empresa_id_fk;

alter table colaboradores_afastamentos drop constraint if exists colaboradores_afastamentos_empresa_id_fk;

alter table reajustes_colaboradores drop column busca;
