-- The records that HR has led an account away from: whatever its trail remembers of them, its erasure does not reach them. No references: a record may go and come back.
alter table contas_externas add column desligada_de bigint[] not null default '{}';

-- The snapshot of a merge says which account went with the record. Of earlier ones: what stands in it, or was led to the record that stayed.
update candidatos_unificacoes u set retrato = retrato || jsonb_build_object('contas',
  jsonb_path_query_array(retrato, '$.linhas[*] ? (@.tabela == "candidatos_contas").linhas[*].conta_id')
    || case when retrato @? '$.referencias[*] ? (@.tabela == "candidatos_contas")'
      then coalesce((select jsonb_agg(l.conta_id) from candidatos_contas l where l.candidato_id = u.candidato_id), '[]') else '[]' end);
