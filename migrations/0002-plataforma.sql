-- Sessions, credentials, throttling, audit trail and outgoing mail: what no registry declares.

create table sessoes (
  chave bytea primary key,
  usuario_id bigint not null,
  empresa_id bigint not null,
  criada_em timestamptz not null default now(),
  vista_em timestamptz not null default now(),
  expira_em timestamptz not null
);
create index sessoes_usuario_idx on sessoes (usuario_id);
create index sessoes_expira_idx on sessoes (expira_em);

create table credenciais (
  usuario_id bigint primary key,
  hash text not null,
  alterada_em timestamptz not null default now()
);

create table recuperacoes (
  chave bytea primary key,
  usuario_id bigint not null,
  expira_em timestamptz not null
);

-- Failed attempts by CPF and by address; in the database, so that the limit holds over several processes.
create table tentativas (
  chave text not null,
  janela timestamptz not null,
  falhas integer not null default 1,
  primary key (chave, janela)
);

-- Moves whenever users, profiles or companies change: processes drop what they remember of them.
create table versao_acessos (
  id boolean primary key default true check (id),
  versao bigint not null default 1
);
insert into versao_acessos default values;

create table auditoria (
  id bigint generated always as identity primary key,
  instante timestamptz not null default now(),
  usuario_id bigint,
  usuario_nome text not null default '',
  empresa_id bigint,
  requisicao text not null default '',
  tabela text not null,
  registro_id bigint not null,
  acao text not null check (acao in ('I', 'A', 'E', 'L')),
  mudancas jsonb not null default '{}'
);
create index auditoria_registro_idx on auditoria (tabela, registro_id, id);
create index auditoria_empresa_idx on auditoria (empresa_id, instante desc, id desc);

create function auditoria_imutavel() returns trigger language plpgsql as $$
begin
  raise exception 'a trilha de auditoria não pode ser alterada';
end $$;
create trigger auditoria_imutavel before update or delete on auditoria for each row execute function auditoria_imutavel();
create trigger auditoria_intocada before truncate on auditoria for each statement execute function auditoria_imutavel();

create view log as
select id, 1 as versao, empresa_id, instante as quando, usuario_nome as usuario, dobra(usuario_nome) as usuario_ord, acao, tabela,
  dobra(tabela) as tabela_ord, registro_id::integer as registro, requisicao, mudancas::text as mudancas,
  dobra(usuario_nome || ' ' || tabela) as busca
from auditoria;

create table emails (
  id bigint generated always as identity primary key,
  criado_em timestamptz not null default now(),
  para text not null,
  assunto text not null,
  texto text not null,
  estado text not null default 'PENDENTE' check (estado in ('PENDENTE', 'ENVIADO', 'RETIDO', 'FALHOU')),
  tentativas integer not null default 0,
  proxima_em timestamptz not null default now(),
  enviado_em timestamptz,
  erro text
);
create index emails_pendentes_idx on emails (proxima_em) where estado = 'PENDENTE';

create view caixa_saida as
select id, 1 as versao, criado_em, para, dobra(para) as para_ord, assunto, dobra(assunto) as assunto_ord, estado, enviado_em, texto,
  dobra(para || ' ' || assunto) as busca
from emails;

-- Problem reports that users send from the error page.
create table relatorios_erro (
  id bigint generated always as identity primary key,
  criado_em timestamptz not null default now(),
  usuario_id bigint,
  empresa_id bigint,
  pagina text not null,
  mensagem text not null,
  pilha text not null,
  ambiente text not null
);

-- What the payroll integration could not settle by itself; `autoridade` is what its removal asks for.
create table pendencias_ac (
  id bigint generated always as identity primary key,
  empresa_id bigint not null,
  tipo text not null,
  descricao text not null,
  autoridade text not null,
  criada_em timestamptz not null default now()
);
create index pendencias_ac_empresa_idx on pendencias_ac (empresa_id, id);

-- Authorities that the program knew at its last start: a newer version's new ones go to the profiles of full administrators.
create table autoridades_conhecidas (
  autoridade text primary key
);
