-- Rows that an erasure has emptied are counted apart from those that somebody left out.
alter table importacoes add column apagadas integer not null default 0;
update importacoes i set apagadas = s.apagadas, puladas = s.puladas
from (select importacao_id, count(*) filter (where apagada) as apagadas, count(*) filter (where pulada and not apagada) as puladas
  from importacao_linhas group by importacao_id having bool_or(apagada)) s
where s.importacao_id = i.id;
