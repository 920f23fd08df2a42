-- Attempts to finish a closed round that have begun, and when the next one may: one that fails again and again, or ends the worker, lets the others pass.
alter table rodadas
  add column tentativas integer not null default 0,
  add column tentar_em timestamptz;
