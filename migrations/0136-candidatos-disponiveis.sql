-- The available candidates of a company are counted by an index alone, a million of them too.
create index candidatos_disponiveis on candidatos (empresa_id, disponivel);
