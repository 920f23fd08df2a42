-- Grows with each edit, over all versions of an owner: two who edit at once are told of each other.
alter table questionario_versoes add column revisao integer not null default 1;
