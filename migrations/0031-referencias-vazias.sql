-- Most records leave most of what they may name empty: an index holds those that name something, and no others.
drop index if exists areas_organizacionais_area_mae_id_ix;

drop index if exists cargos_grupo_ocupacional_id_ix;

drop index if exists faixas_salariais_codigo_cbo_id_ix;

drop index if exists faixas_salariais_historicos_indice_id_ix;

drop index if exists faixas_salariais_historicos_tabela_reajuste_id_ix;

drop index if exists indices_historicos_tabela_reajuste_id_ix;

drop index if exists reajustes_colaboradores_estabelecimento_proposto_id_ix;

drop index if exists reajustes_colaboradores_ambiente_proposto_id_ix;

drop index if exists reajustes_colaboradores_funcao_proposta_id_ix;

drop index if exists reajustes_colaboradores_indice_proposto_id_ix;

drop index if exists competencias_conhecimento_id_ix;

drop index if exists competencias_habilidade_id_ix;

drop index if exists competencias_atitude_id_ix;

drop index if exists config_niveis_faixas_nivel_competencia_historico_id_ix;

drop index if exists modelos_avaliacao_periodo_acompanhamento_experiencia_id_ix;

drop index if exists talentos_foto_id_ix;

drop index if exists talentos_uf_id_ix;

drop index if exists talentos_cidade_id_ix;

drop index if exists talentos_rg_uf_id_ix;

drop index if exists talentos_ctps_uf_id_ix;

drop index if exists talentos_uf_hab_id_ix;

drop index if exists talentos_area_atual_id_ix;

drop index if exists talentos_cargo_atual_id_ix;

drop index if exists talentos_faixa_atual_id_ix;

drop index if exists talentos_estabelecimento_atual_id_ix;

drop index if exists talentos_experiencias_cargo_id_ix;

drop index if exists talentos_historicos_estabelecimento_id_ix;

drop index if exists talentos_historicos_ambiente_id_ix;

drop index if exists talentos_historicos_funcao_id_ix;

drop index if exists talentos_historicos_indice_id_ix;

drop index if exists talentos_historicos_tabela_reajuste_id_ix;

drop index if exists config_niveis_talentos_faixa_salarial_id_ix;

drop index if exists config_niveis_talentos_nivel_competencia_historico_id_ix;

drop index if exists colaboradores_ocorrencias_providencia_id_ix;

drop index if exists desligamentos_modelo_entrevista_id_ix;

drop index if exists avaliacoes_experiencia_modelo_id_ix;

drop index if exists documentos_anexos_tipo_documento_id_ix;

drop index if exists documentos_anexos_anexo_id_ix;

drop index if exists certificacoes_certificacao_pre_requisito_id_ix;

drop index if exists ambientes_estabelecimento_id_ix;

drop index if exists ambientes_obra_id_ix;

drop index if exists obras_uf_id_ix;

drop index if exists obras_cidade_id_ix;

drop index if exists colaboradores_afastamentos_afastamento_anterior_id_ix;

drop index if exists colaboradores_afastamentos_atestados_anexo_id_ix;

drop index if exists empresas_logo_empresa_id_ix;

drop index if exists estabelecimentos_uf_id_ix;

drop index if exists estabelecimentos_cidade_id_ix;

drop index if exists configuracoes_limite_colaborador_area_organizacional_id_ix;

create index areas_organizacionais_area_mae_id_ix on areas_organizacionais (area_mae_id) where "area_mae_id" is not null;

create index cargos_grupo_ocupacional_id_ix on cargos (grupo_ocupacional_id) where "grupo_ocupacional_id" is not null;

create index faixas_salariais_codigo_cbo_id_ix on faixas_salariais (codigo_cbo_id) where "codigo_cbo_id" is not null;

create index faixas_salariais_historicos_indice_id_ix on faixas_salariais_historicos (indice_id) where "indice_id" is not null;

create index faixas_salariais_historicos_tabela_reajuste_id_ix on faixas_salariais_historicos (tabela_reajuste_id) where "tabela_reajuste_id" is not null;

create index indices_historicos_tabela_reajuste_id_ix on indices_historicos (tabela_reajuste_id) where "tabela_reajuste_id" is not null;

create index reajustes_colaboradores_estabelecimento_proposto_id_ix on reajustes_colaboradores (estabelecimento_proposto_id) where "estabelecimento_proposto_id" is not null;

create index reajustes_colaboradores_ambiente_proposto_id_ix on reajustes_colaboradores (ambiente_proposto_id) where "ambiente_proposto_id" is not null;

create index reajustes_colaboradores_funcao_proposta_id_ix on reajustes_colaboradores (funcao_proposta_id) where "funcao_proposta_id" is not null;

create index reajustes_colaboradores_indice_proposto_id_ix on reajustes_colaboradores (indice_proposto_id) where "indice_proposto_id" is not null;

create index competencias_conhecimento_id_ix on competencias (conhecimento_id) where "conhecimento_id" is not null;

create index competencias_habilidade_id_ix on competencias (habilidade_id) where "habilidade_id" is not null;

create index competencias_atitude_id_ix on competencias (atitude_id) where "atitude_id" is not null;

create index config_niveis_faixas_nivel_competencia_historico_id_ix on config_niveis_faixas (nivel_competencia_historico_id) where "nivel_competencia_historico_id" is not null;

create index modelos_avaliacao_periodo_acompanhamento_experiencia_id_ix on modelos_avaliacao (periodo_acompanhamento_experiencia_id) where "periodo_acompanhamento_experiencia_id" is not null;

create index talentos_foto_id_ix on talentos (foto_id) where "foto_id" is not null;

create index talentos_uf_id_ix on talentos (uf_id) where "uf_id" is not null;

create index talentos_cidade_id_ix on talentos (cidade_id) where "cidade_id" is not null;

create index talentos_rg_uf_id_ix on talentos (rg_uf_id) where "rg_uf_id" is not null;

create index talentos_ctps_uf_id_ix on talentos (ctps_uf_id) where "ctps_uf_id" is not null;

create index talentos_uf_hab_id_ix on talentos (uf_hab_id) where "uf_hab_id" is not null;

create index talentos_area_atual_id_ix on talentos (area_atual_id) where "area_atual_id" is not null;

create index talentos_cargo_atual_id_ix on talentos (cargo_atual_id) where "cargo_atual_id" is not null;

create index talentos_faixa_atual_id_ix on talentos (faixa_atual_id) where "faixa_atual_id" is not null;

create index talentos_estabelecimento_atual_id_ix on talentos (estabelecimento_atual_id) where "estabelecimento_atual_id" is not null;

create index talentos_experiencias_cargo_id_ix on talentos_experiencias (cargo_id) where "cargo_id" is not null;

create index talentos_historicos_estabelecimento_id_ix on talentos_historicos (estabelecimento_id) where "estabelecimento_id" is not null;

create index talentos_historicos_ambiente_id_ix on talentos_historicos (ambiente_id) where "ambiente_id" is not null;

create index talentos_historicos_funcao_id_ix on talentos_historicos (funcao_id) where "funcao_id" is not null;

create index talentos_historicos_indice_id_ix on talentos_historicos (indice_id) where "indice_id" is not null;

create index talentos_historicos_tabela_reajuste_id_ix on talentos_historicos (tabela_reajuste_id) where "tabela_reajuste_id" is not null;

create index config_niveis_talentos_faixa_salarial_id_ix on config_niveis_talentos (faixa_salarial_id) where "faixa_salarial_id" is not null;

create index config_niveis_talentos_nivel_competencia_historico_id_ix on config_niveis_talentos (nivel_competencia_historico_id) where "nivel_competencia_historico_id" is not null;

create index colaboradores_ocorrencias_providencia_id_ix on colaboradores_ocorrencias (providencia_id) where "providencia_id" is not null;

create index desligamentos_modelo_entrevista_id_ix on desligamentos (modelo_entrevista_id) where "modelo_entrevista_id" is not null;

create index avaliacoes_experiencia_modelo_id_ix on avaliacoes_experiencia (modelo_id) where "modelo_id" is not null;

create index documentos_anexos_tipo_documento_id_ix on documentos_anexos (tipo_documento_id) where "tipo_documento_id" is not null;

create index documentos_anexos_anexo_id_ix on documentos_anexos (anexo_id) where "anexo_id" is not null;

create index certificacoes_certificacao_pre_requisito_id_ix on certificacoes (certificacao_pre_requisito_id) where "certificacao_pre_requisito_id" is not null;

create index ambientes_estabelecimento_id_ix on ambientes (estabelecimento_id) where "estabelecimento_id" is not null;

create index ambientes_obra_id_ix on ambientes (obra_id) where "obra_id" is not null;

create index obras_uf_id_ix on obras (uf_id) where "uf_id" is not null;

create index obras_cidade_id_ix on obras (cidade_id) where "cidade_id" is not null;

create index colaboradores_afastamentos_afastamento_anterior_id_ix on colaboradores_afastamentos (afastamento_anterior_id) where "afastamento_anterior_id" is not null;

create index colaboradores_afastamentos_atestados_anexo_id_ix on colaboradores_afastamentos_atestados (anexo_id) where "anexo_id" is not null;

create index empresas_logo_empresa_id_ix on empresas (logo_empresa_id) where "logo_empresa_id" is not null;

create index estabelecimentos_uf_id_ix on estabelecimentos (uf_id) where "uf_id" is not null;

create index estabelecimentos_cidade_id_ix on estabelecimentos (cidade_id) where "cidade_id" is not null;

create index configuracoes_limite_colaborador_area_organizacional_id_ix on configuracoes_limite_colaborador (area_organizacional_id) where "area_organizacional_id" is not null;
