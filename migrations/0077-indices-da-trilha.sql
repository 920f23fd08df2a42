-- The log by account, by name and by registry; a search reads the few names first, and their lines after.
create index auditoria_conta_idx on auditoria (empresa_id, usuario_id, instante desc, id desc);
create index auditoria_nome_idx on auditoria (empresa_id, usuario_nome, instante desc, id desc);
create index auditoria_cadastro_idx on auditoria (empresa_id, tabela, acao, instante desc, id desc);
