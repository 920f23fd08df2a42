alter table colaboradores_afastamentos alter column optou_remuneracao_cargo drop default;

alter table colaboradores_afastamentos alter column optou_remuneracao_cargo drop not null;

-- Only an elective mandate asks it: what stood elsewhere was the switch's own, and nobody's answer.
update colaboradores_afastamentos set optou_remuneracao_cargo = null where classe is distinct from 'MANDATO_ELETIVO';
