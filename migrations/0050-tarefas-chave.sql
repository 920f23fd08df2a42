-- One open task a key: who asks for the same again is answered with the task that is there.
alter table tarefas add column chave text;
create unique index tarefas_chave_idx on tarefas (chave) where chave is not null and estado in ('fila', 'executando');

-- Workers hear of what they may take or must stop; progress is asked for, and tells nobody.
drop trigger tarefa_mudou on tarefas;
create trigger tarefa_mudou after insert or update of estado on tarefas for each row execute function tarefa_mudou();

-- Tasks of everybody, for administrators: what failed for good stays to be seen.
create view fila_tarefas as
select t.id, 1 as versao, t.empresa_id, t.criada_em, coalesce(nullif(t.titulo, ''), t.tipo) as titulo,
  dobra(coalesce(nullif(t.titulo, ''), t.tipo)) as titulo_ord, t.tipo, dobra(t.tipo) as tipo_ord, t.estado, t.tentativas, t.executar_em, t.concluida_em,
  t.mensagem, dobra(coalesce(t.mensagem, '')) as mensagem_ord, t.usuario_id, dobra(t.titulo || ' ' || t.tipo) as busca
from tarefas t;
