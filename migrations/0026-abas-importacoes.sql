-- A workbook may hold several sheets: those with rows, and the one that is imported.
alter table importacoes
  add abas text[] not null default '{}',
  add aba text;
