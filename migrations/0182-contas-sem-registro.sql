-- When the record of an account was removed or merged into another; null: it has one, or never had. Such an account keeps no place of its CPF.
alter table contas_externas add column registro_perdido_em timestamptz;
update contas_externas c set registro_perdido_em = now()
where not exists (select from candidatos_contas l where l.conta_id = c.id) and (
  exists (select from auditoria a where a.tabela = 'contas_externas' and a.registro_id = c.id
    and jsonb_typeof(a.mudancas -> 'cadastro' -> 0) = 'number')
  or c.id in (select (l ->> 'conta_id')::bigint
    from candidatos_unificacoes u, jsonb_path_query(u.retrato, '$.linhas[*] ? (@.tabela == "candidatos_contas").linhas[*]') l));

create function conta_muda_de_registro() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update contas_externas set registro_perdido_em = now() where id = old.conta_id;
  end if;
  if tg_op <> 'DELETE' then
    update contas_externas set registro_perdido_em = null where id = new.conta_id and registro_perdido_em is not null;
  end if;
  return null;
end $$;
create trigger conta_muda_de_registro after insert or delete or update of conta_id on candidatos_contas
  for each row execute function conta_muda_de_registro();
