-- Characters of what stood in a record before an import that the importer may see: what it weighs in their quota, which would tell how long the rest is.
alter table importacao_linhas add column antes_visto integer;
