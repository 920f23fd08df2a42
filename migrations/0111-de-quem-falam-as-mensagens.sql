-- Whom a mail or a message tells of, as `table:id` each: it goes with them when they are erased.
alter table emails add column sobre text[];
create index emails_sobre_ix on emails using gin (sobre) where sobre is not null;
alter table mensagens add column sobre text[];
create index mensagens_sobre_ix on mensagens using gin (sobre) where sobre is not null;
