-- What results of a closed round that is not identified are judged by. `dimensoes`: by how many of the round's dimensions, from the
-- first, they are told; `arvores`: for each of them {id: id above}, as the trees stood then, or null; `respostas` and `lugares`: how
-- many answered, and the digest of how many in each place. Results are told only while the answers still agree with them.
create table resultados (
  rodada_id bigint primary key references rodadas on delete cascade,
  dimensoes integer not null,
  arvores jsonb not null,
  respostas integer not null,
  lugares text not null
);

-- Sets of people whose results were told to somebody, in the order in which that happened: a bit for each place.
create table resultados_contados (
  rodada_id bigint not null references resultados on delete cascade,
  ordem integer not null,
  conjunto bytea not null,
  constraint resultados_contados_pk primary key (rodada_id, ordem)
);
