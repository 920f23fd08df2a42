-- Among tasks of a kind with places of its own, groups take turns, and people within each: all who are no users are one group.
alter table tarefas add column grupo text;
create index tarefas_grupo_ix on tarefas (tipo, grupo, iniciada_em) where grupo is not null;
