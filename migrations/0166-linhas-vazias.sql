-- An emptied row of an import holds nothing, whatever had read it before: what was judged meanwhile must not come back into it.
update importacao_linhas set celulas = '[]', correcoes = null, falhas = null, entrada = null, pendentes = null, antes = null, chaves = null, novos = null, avisos = null,
  dias = null, existente_id = null
where apagada;
alter table importacao_linhas add constraint importacao_linhas_apagada_ck check (not apagada
  or (celulas = '[]' and num_nonnulls(correcoes, falhas, entrada, pendentes, antes, chaves, novos, avisos, dias, existente_id) = 0));
-- How many erasures of personal data happened while the batch was judged: what a trial has read of the data of others may be of somebody who is gone.
alter table importacoes add column apagamentos integer not null default 0;
