-- How many have answered in the present period, as it was counted first on a day: {dia, periodo, respostas}.
alter table nps_configuracoes add column contado jsonb;
