-- What is counted once a day is counted once in 24 hours: two looks around midnight were two counts a minute apart.
alter table participacao_contada rename column dia to contada_em;
alter table participacao_contada alter column contada_em type timestamptz using contada_em::timestamptz;
