-- The run of its approval that a request is in: a chain that begins anew while the company has no steps is a run too.
create table solicitacoes_pessoal_rodadas (
  solicitacao_id bigint constraint solicitacoes_pessoal_rodadas_pk primary key
    constraint solicitacoes_pessoal_rodadas_solicitacao_fk references solicitacoes_pessoal on delete cascade,
  rodada integer not null
);
insert into solicitacoes_pessoal_rodadas select solicitacao_id, max(rodada) from solicitacoes_pessoal_aprovacoes group by 1;
