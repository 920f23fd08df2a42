-- Sentences about a sound row that would be asked of a person who typed it: a salary that changes far. They prevent nothing.
alter table importacao_linhas add avisos text[];
