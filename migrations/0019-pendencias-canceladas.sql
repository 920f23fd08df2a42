-- A pending item whose record is gone waits for nobody: it stays until somebody has read it, and asks for no user of the personnel system.
alter table pendencias_ac add column status_cancelado boolean not null default false;
