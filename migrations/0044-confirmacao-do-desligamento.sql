-- The day on which a dismissal became a fact, which its cancellation does not undo; null: it never did.
alter table desligamentos add column confirmado_em date;

-- Dismissals of before: as the trail tells it, and by their own day where they came without one.
update desligamentos d set confirmado_em = hoje(c.instante)
from (select registro_id, min(instante) as instante from auditoria where tabela = 'desligamentos' and mudancas #>> '{status,1}' = 'D' group by registro_id) c
where c.registro_id = d.id;

update desligamentos set confirmado_em = data where status = 'D' and confirmado_em is null;
