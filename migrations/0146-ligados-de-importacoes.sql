-- What other tables held of a record as its import ended, as a digest: what has come since was built on it, and its undo would take that away.
alter table importacao_linhas add column registro_ligados text;
alter table importacao_criados add column registro_ligados text;
