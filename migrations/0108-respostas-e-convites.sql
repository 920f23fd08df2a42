-- Invitations to meetings, which mail programs put into calendars.
alter table emails add column convite text;
alter table candidaturas_entrevistas add column sequencia integer;

-- Whether candidates who wait are answered by the program.
alter table empresas add column responder_candidatos boolean default false not null;
alter table anuncios_vagas add column resposta_automatica text;

-- What candidates were written about their applications. Some letters are sent once, whatever happens.
create table candidaturas_emails (
  id bigint generated always as identity primary key,
  empresa_id bigint not null references empresas on delete cascade,
  candidatura_id bigint not null references candidaturas on delete cascade,
  tipo text not null,
  assunto text not null default '',
  -- the user who sent it; null: the program by itself
  quem text,
  enviado_em timestamptz not null default now()
);
create index candidaturas_emails_candidatura_ix on candidaturas_emails (candidatura_id, id);
create unique index candidaturas_emails_uma_vez_uq on candidaturas_emails (candidatura_id, tipo)
  where tipo in ('captacao/selecao-demorou', 'captacao/selecao-terminou');
create index candidaturas_emails_empresa_ix on candidaturas_emails (empresa_id);
-- Whom the morning's task looks for.
create index candidaturas_resposta_ate_ix on candidaturas (resposta_ate) where situacao = 'A' and resposta_ate is not null;
