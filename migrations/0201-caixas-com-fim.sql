-- Each box keeps its newest messages, and finds them without those of the others.
alter table usuarios_mensagens add column caixa text;
update usuarios_mensagens x set caixa = split_part(m.tipo, '/', 1) from mensagens m where m.id = x.mensagem_id;
alter table usuarios_mensagens alter column caixa set not null;
drop index usuarios_mensagens_caixa_idx;
create index usuarios_mensagens_caixa_idx on usuarios_mensagens (usuario_id, empresa_id, caixa, id desc);
