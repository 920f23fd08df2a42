-- The log by name as it is searched and sorted: an index by the name as it was written could not sort it. What it includes spares reading the lines.
drop index auditoria_nome_idx;
create index auditoria_nome_idx on auditoria (empresa_id, dobra(usuario_nome), id) include (instante, usuario_nome);
