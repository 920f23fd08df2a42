-- Of an import that was undone and begun anew: the record that a row had written, so that an erasure finds the row, and no other one.
alter table importacao_linhas add column registro_antes_id bigint;
create index importacao_linhas_registro_antes_idx on importacao_linhas (registro_antes_id) where registro_antes_id is not null;
