-- The goals of a period may weigh in an evaluation of performance.
alter table avaliacoes_desempenho add column peso_metas integer;
alter table avaliacoes_desempenho add column metas_de date;
alter table avaliacoes_desempenho add column metas_ate date;

alter table avaliados_desempenho add column metas numeric(6, 3);
