-- The notice of a saved search leads to those whom it tells of: each remembers the day on which it was told; nobody was of those found first.
alter table buscas_candidatos_vistos add column avisado_em date;
-- A search that finds nobody has looked all the same.
alter table buscas_candidatos add column procurada_em date;
update buscas_candidatos b set procurada_em = hoje() where exists (select from buscas_candidatos_vistos v where v.busca_id = b.id);
-- Why a request was opened again.
alter table solicitacoes_pessoal add column obs_reabertura text;
-- The list shows these columns to everybody, so a million candidates are sorted by them too; the first serves the count as well.
create index candidatos_empresa_id_disponivel_id_ix on candidatos (empresa_id, disponivel, id);
create index candidatos_empresa_id_contratado_id_ix on candidatos (empresa_id, contratado, id);
drop index candidatos_disponiveis;
