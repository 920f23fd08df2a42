-- Who was invited to evaluate: once, however many they evaluate, and also who came later.
create table avaliacoes_desempenho_convites (
  avaliacao_desempenho_id bigint not null references avaliacoes_desempenho on delete cascade,
  colaborador_id bigint not null references talentos on delete cascade,
  primary key (avaliacao_desempenho_id, colaborador_id)
);
create index avaliacoes_desempenho_convites_colaborador_id_ix on avaliacoes_desempenho_convites (colaborador_id);

-- What else was mailed about an evaluation, once a day: L reminders, C that it is concluded.
create table avaliacoes_desempenho_envios (
  avaliacao_desempenho_id bigint not null references avaliacoes_desempenho on delete cascade,
  tipo text not null check (tipo in ('L', 'C')),
  dia date not null,
  -- null: not sent yet
  destinatarios integer,
  primary key (avaliacao_desempenho_id, tipo, dia)
);
