-- What a saved search looks for, and what it is called, is its owner's alone. The trail does not tell it any more, so no erasure need read these lines.
select set_config('vinculo.apaga', 'sim', true);
update auditoria set mudancas = mudancas - '{nome,consulta}'::text[] where tabela = 'buscas_candidatos' and mudancas ?| '{nome,consulta}';
select set_config('vinculo.apaga', '', true);
