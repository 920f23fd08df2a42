-- The transition that made a change, by the name that its registry gives it; null: an ordinary save, or a change before there were transitions.
alter table auditoria add column transicao text;
