-- What a saved search looks for, and what it or a view is called, may name anybody. The trail does not tell it any more, so no erasure need read these lines.
select set_config('vinculo.apaga', 'sim', true);
update auditoria set mudancas = mudancas - '{nome,consulta}'::text[] where tabela = 'buscas_candidatos' and mudancas ?| '{nome,consulta}';
update auditoria set mudancas = mudancas - 'nome' where tabela = 'visoes' and mudancas ? 'nome';
select set_config('vinculo.apaga', '', true);
drop function apaga_linhas_da_trilha(text, bigint[]);

-- A saved record finds its pending item among however many.
create index pendencias_ac_origem_ix on pendencias_ac (empresa_id, origem);

-- Letters stay. Each minute asks which of the waiting ones are too old, and each start page of an administrator which wait or failed.
create index emails_validade_ix on emails (vale_ate) where estado in ('PENDENTE', 'RETIDO');
create index emails_avisos_ix on emails (criado_em) where estado in ('RETIDO', 'FALHOU');
