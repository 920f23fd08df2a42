-- What a saved search looks for, and what it or a view is called, may name anybody. The trail does not tell it any more, so no erasure need read these lines.
select set_config('vinculo.apaga', 'sim', true);
update auditoria set mudancas = mudancas - '{nome,consulta}'::text[] where tabela = 'buscas_candidatos' and mudancas ?| '{nome,consulta}';
update auditoria set mudancas = mudancas - 'nome' where tabela = 'visoes' and mudancas ? 'nome';
select set_config('vinculo.apaga', '', true);
drop function apaga_linhas_da_trilha(text, bigint[]);

-- A saved record finds its pending item among however many.
create index pendencias_ac_origem_ix on pendencias_ac (empresa_id, origem);
