-- Messages in the program (document 3 §3): what was said, and who has it in their boxes.
create table mensagens (
  id bigint generated always as identity primary key,
  empresa_id bigint not null references empresas on delete cascade,
  -- `module/name` of the declared message; the module is the box
  tipo text not null,
  remetente text not null,
  assunto text not null,
  texto text not null,
  link text,
  criada_em timestamptz not null default now()
);
create index mensagens_empresa_idx on mensagens (empresa_id);

create table usuarios_mensagens (
  id bigint generated always as identity primary key,
  mensagem_id bigint not null references mensagens on delete cascade,
  usuario_id bigint not null references usuarios on delete cascade,
  empresa_id bigint not null,
  lida boolean not null default false,
  -- waits to be told in the mail of the day
  resumir boolean not null default false,
  unique (mensagem_id, usuario_id)
);
create index usuarios_mensagens_caixa_idx on usuarios_mensagens (usuario_id, empresa_id, id desc);
create index usuarios_mensagens_resumir_idx on usuarios_mensagens (usuario_id, empresa_id) where resumir;

-- Where somebody put their boxes (CALL-013, CALL-014).
create table usuarios_caixas_mensagens (
  usuario_id bigint primary key references usuarios on delete cascade,
  caixas_direita text[] not null,
  caixas_esquerda text[] not null,
  caixas_minimizadas text[] not null
);

-- Mails of a type that somebody does not want.
create table usuarios_emails_recusados (
  usuario_id bigint not null references usuarios on delete cascade,
  tipo text not null,
  primary key (usuario_id, tipo)
);

-- The outbox: whose company, which message, in HTML too; a claim before each conversation with the mail server.
alter table emails
  add column empresa_id bigint references empresas on delete cascade,
  add column tipo text,
  add column html text,
  add column link text,
  add column vale_ate timestamptz,
  add column reservado_em timestamptz,
  -- about an account: before the day's invitations
  add column urgente boolean not null default false,
  drop constraint emails_estado_check,
  add constraint emails_estado_check check (estado in ('PENDENTE', 'ENVIANDO', 'ENVIADO', 'RETIDO', 'INTERROMPIDO', 'FALHOU'));
drop index emails_pendentes_idx;
create index emails_pendentes_idx on emails (urgente desc, proxima_em, id) where estado = 'PENDENTE';
create index emails_outros_idx on emails (estado) where estado in ('ENVIANDO', 'RETIDO');
create index emails_empresa_idx on emails (empresa_id);

create table emails_anexos (
  email_id bigint not null references emails on delete cascade,
  arquivo_id bigint not null references arquivos on delete restrict,
  primary key (email_id, arquivo_id)
);
create index emails_anexos_arquivo_idx on emails_anexos (arquivo_id);

create or replace view caixa_saida as
select id, 1 as versao, criado_em, para, dobra(para) as para_ord, assunto, dobra(assunto) as assunto_ord, estado, enviado_em, texto,
  dobra(para || ' ' || assunto) as busca, empresa_id, tipo, tentativas, erro
from emails;
