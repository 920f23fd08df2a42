-- A row that an erasure emptied stays empty, whatever was read of it before: whoever judges or corrects its sheet meanwhile passes it over.
update importacao_linhas set celulas = '[]', correcoes = null, falhas = null, entrada = null, pendentes = null, antes = null, chaves = null, novos = null,
  avisos = null, dias = null
where apagada;
create function linha_fica_vazia() returns trigger language plpgsql as $$
begin
  return null;
end $$;
create trigger linha_fica_vazia before update on importacao_linhas for each row
  when (old.apagada and (new.celulas <> '[]'
    or num_nonnulls(new.correcoes, new.falhas, new.entrada, new.pendentes, new.antes, new.chaves, new.novos, new.avisos, new.dias) > 0))
  execute function linha_fica_vazia();
