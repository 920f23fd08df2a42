-- When a user first entered by their password: until then they are invited, or never came.
alter table credenciais add column entrou_em timestamptz;
-- Before invitations a password was set by a link of its owner, so whoever has one is taken as having entered.
update credenciais set entrou_em = alterada_em;
create index recuperacoes_usuario_idx on recuperacoes (usuario_id);

-- The outbox shows what was sent, but not the key of a link: whoever reads it could enter in somebody's place.
create or replace view caixa_saida as
select id, 1 as versao, criado_em, para, dobra(para) as para_ord, assunto, dobra(assunto) as assunto_ord, estado, enviado_em,
  regexp_replace(texto, '([?&]token=)[A-Za-z0-9_%.-]+', '\1•••', 'g') as texto,
  dobra(para || ' ' || assunto) as busca, empresa_id, tipo, tentativas, erro
from emails;
