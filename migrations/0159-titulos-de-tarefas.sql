-- What each kind of task does, in words: the program writes it at start from its declarations.
create table tarefas_tipos (tipo text primary key, titulo text not null);

create or replace view fila_tarefas as
select t.id, 1 as versao, t.empresa_id, t.criada_em, coalesce(nullif(t.titulo, ''), k.titulo, t.tipo) as titulo,
  dobra(coalesce(nullif(t.titulo, ''), k.titulo, t.tipo)) as titulo_ord, coalesce(k.titulo, t.tipo) as tipo, dobra(coalesce(k.titulo, t.tipo)) as tipo_ord,
  t.estado, t.tentativas, t.executar_em, t.concluida_em, t.mensagem, dobra(coalesce(t.mensagem, '')) as mensagem_ord, t.usuario_id,
  dobra(t.titulo || ' ' || coalesce(k.titulo, t.tipo)) as busca
from tarefas t left join tarefas_tipos k on k.tipo = t.tipo;
