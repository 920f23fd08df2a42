-- The questions about somebody on trial go with them: the undo of an import takes back what the program asked by itself, and sees what people did.
alter table acompanhamentos_experiencia drop constraint acompanhamentos_experiencia_colaborador_id_fkey,
  add constraint acompanhamentos_experiencia_colaborador_id_fkey foreign key (colaborador_id) references talentos on delete cascade;
create function rodada_do_acompanhamento_sai() returns trigger language plpgsql as $$
begin
  delete from rodadas where dono = 'avaliacao/acompanhamentos-periodos-experiencia' and dono_id = old.id;
  return old;
end $$;
create trigger acompanhamentos_experiencia_sai after delete on acompanhamentos_experiencia for each row execute function rodada_do_acompanhamento_sai();

-- What imports learnt is found by digests that are keyed from now on: those without a key could be guessed from a copy of the database.
delete from importacao_memorias;
