-- The questions about somebody on trial go with them while nobody has begun to answer: the undo of an import takes back what the program asked by itself,
-- and sees what people did. What was answered keeps its talent, as before.
alter table acompanhamentos_experiencia drop constraint acompanhamentos_experiencia_colaborador_id_fkey,
  add constraint acompanhamentos_experiencia_colaborador_id_fkey foreign key (colaborador_id) references talentos on delete cascade;
create function acompanhamento_respondido_fica() returns trigger language plpgsql as $$
begin
  -- Deeper than one: it goes with its talent.
  if pg_trigger_depth() > 1 and (old.respondida_em is not null or exists (
      select from rodadas r join participacoes p on p.rodada_id = r.id
      where r.dono = 'avaliacao/acompanhamentos-periodos-experiencia' and r.dono_id = old.id and p.estado <> 'N')) then
    raise exception 'um acompanhamento respondido fica' using errcode = 'foreign_key_violation', table = 'acompanhamentos_experiencia';
  end if;
  return old;
end $$;
create trigger acompanhamentos_experiencia_fica before delete on acompanhamentos_experiencia for each row execute function acompanhamento_respondido_fica();
create function rodada_do_acompanhamento_sai() returns trigger language plpgsql as $$
begin
  delete from rodadas where dono = 'avaliacao/acompanhamentos-periodos-experiencia' and dono_id = old.id;
  return old;
end $$;
create trigger acompanhamentos_experiencia_sai after delete on acompanhamentos_experiencia for each row execute function rodada_do_acompanhamento_sai();

-- What imports learnt is found by digests that are keyed from now on: those without a key could be guessed from a copy of the database.
delete from importacao_memorias;
