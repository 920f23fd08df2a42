-- Always empty but for transactions that give a CPF to a talent or to a user: the second one waits for the first, whatever the company (ADR 17).
drop table vinculos_em_curso;
create table cpfs_em_curso (cpf text primary key);
