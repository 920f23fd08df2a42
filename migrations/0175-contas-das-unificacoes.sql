-- Whoever opens their registration at the portal is told which other account reads it now, so the merges that an account had a part in are found at once.
create index candidatos_unificacoes_contas_ix on candidatos_unificacoes
  using gin (jsonb_path_query_array(retrato, '$.linhas[*] ? (@.tabela == "candidatos_contas").linhas[*].conta_id'));
