-- The guarded values of a change, in clear, for those who may see the fields. The trail itself keeps masks.
create table auditoria_guardados (
  auditoria_id bigint primary key,
  valores jsonb not null
);
-- The log by deed.
create index auditoria_acao_idx on auditoria (empresa_id, acao, instante desc, id desc);
