-- What is told of a period of the NPS that has ended, and nothing else is: the groups into which its answers were parted once,
-- [{area, nome, juntas, notas: [how many gave 0 … 10]}], and its comments, mixed. Who said what is forgotten with it.
create table nps_periodos (
  empresa_id bigint not null references empresas on delete cascade,
  periodo text not null,
  blocos jsonb not null,
  comentarios jsonb not null,
  primary key (empresa_id, periodo)
);

-- How many had answered on a day of an open round whose answers are not identified: it is told anew once a day.
create table participacao_contada (
  rodada_id bigint primary key references rodadas on delete cascade,
  dia date not null,
  grupos jsonb not null
);

-- In which of the round's ledgers the set was counted, by their order, so that they are built again without judging it again; null: judge it.
alter table resultados_contados add column em integer[];
