-- Candidates are sorted and searched by the day of their last change, a million of them too.
create index candidatos_empresa_id_atualizado_em_id_ix on candidatos (empresa_id, atualizado_em, id);
