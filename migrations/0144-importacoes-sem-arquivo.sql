-- The sheet of an import goes before the import does when somebody whom it names is erased.
alter table importacoes alter column arquivo_id drop not null;
