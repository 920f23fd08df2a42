-- Whose turn a task of a kind with places of its own takes (src/kit/jobs/claim.server.ts): whoever was served longest ago comes first.
alter table tarefas add column vez text;
create index tarefas_vez_ix on tarefas (tipo, vez, iniciada_em) where vez is not null;
