-- What somebody from outside adds to the trail in a day is bounded, so it is asked for at their saves.
drop index auditoria_externo_ix;
create index auditoria_externo_ix on auditoria (externo, instante) where externo is not null;
