-- The records that HR has led an account away from, each with the last line of its trail that then said nothing of them any more. What happens
-- later counts: the two may turn out to be one person after all.
alter table contas_externas add column desligada_em jsonb not null default '{}';
update contas_externas c set desligada_em = (
    select jsonb_object_agg(d, (select coalesce(max(a.id), 0) from auditoria a where a.tabela = 'contas_externas' and a.registro_id = c.id))
    from unnest(c.desligada_de) d)
  where desligada_de <> '{}';
alter table contas_externas drop column desligada_de;
alter table contas_externas rename column desligada_em to desligada_de;
