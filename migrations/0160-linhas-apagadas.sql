-- A row of an import that an erasure emptied: nothing judges, writes or undoes it any more. What it did to its record stays.
alter table importacao_linhas add column apagada boolean not null default false;
update importacao_linhas set apagada = true where celulas = '[]' and entrada is null and falhas is null;
