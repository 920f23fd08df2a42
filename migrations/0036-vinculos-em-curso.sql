-- Always empty but for transactions that name a person in a company anew: the second one waits for the first (ADR 17).
create table vinculos_em_curso (
  empresa_id bigint not null,
  cpf text not null,
  primary key (empresa_id, cpf)
);
