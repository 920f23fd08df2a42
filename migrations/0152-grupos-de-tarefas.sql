-- Among tasks of a kind with places of its own, groups take turns, and people within each: all who are no users are one group.
alter table tarefas add column grupo text;
create index tarefas_grupo_ix on tarefas (tipo, grupo, iniciada_em) where grupo is not null;
update tarefas set grupo = case when vez = '' or vez like 'usuarios:%' then vez else 'de fora' end where vez is not null and estado = 'fila';
