-- How often the personal link of a participation was ended: the next one is another.
alter table participacoes add column bilhete_serie integer not null default 0;
