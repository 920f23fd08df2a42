-- Who came to a stage at which an ad asks for evaluations that they lack, until the task has asked them (ADR 21).
create table avaliacoes_a_pedir (
  -- whoever comes again, or could not be asked, goes to the end of the line
  id bigint generated always as identity primary key,
  empresa_id bigint not null references empresas on delete cascade,
  candidatura_id bigint not null references candidaturas on delete cascade,
  -- null: they applied; a stage that is gone asks for nothing
  etapa_seletiva_id bigint,
  -- who brought it about: people take turns, and the letters count as theirs; null: the candidate did, or the user is gone
  usuario_id bigint references usuarios on delete set null
);
create unique index avaliacoes_a_pedir_uma_vez_uq on avaliacoes_a_pedir (candidatura_id, etapa_seletiva_id) nulls not distinct;
create index avaliacoes_a_pedir_empresa_ix on avaliacoes_a_pedir (empresa_id, usuario_id, id);
create index avaliacoes_a_pedir_usuario_ix on avaliacoes_a_pedir (usuario_id);

-- The tasks that wait had a list of their own each, and no key.
insert into avaliacoes_a_pedir (empresa_id, candidatura_id, etapa_seletiva_id)
select c.empresa_id, c.id, (t.dados ->> 'etapaId')::bigint
from tarefas t cross join jsonb_array_elements_text(t.dados -> 'candidaturas') x join candidaturas c on c.id = x::bigint
where t.tipo = 'captacao.pede-avaliacoes' and t.estado in ('fila', 'executando')
on conflict do nothing;
update tarefas set estado = 'cancelada', concluida_em = now() where tipo = 'captacao.pede-avaliacoes' and estado in ('fila', 'executando');
insert into tarefas (tipo, dados, chave, grupo)
select distinct 'captacao.pede-avaliacoes', jsonb_build_object('empresaId', empresa_id), 'captacao.pede-avaliacoes:' || empresa_id, empresa_id::text from avaliacoes_a_pedir;
