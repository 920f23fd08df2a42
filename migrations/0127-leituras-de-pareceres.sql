-- An opinion is closed once another one of the same stage was given.
alter table candidaturas_pareceres add column fechado boolean default false not null;
update candidaturas_pareceres t set fechado = true
where exists (select 1 from candidaturas_pareceres outro where outro.candidatura_id = t.candidatura_id and outro.id <> t.id
  and outro.etapa_seletiva_id is not distinct from t.etapa_seletiva_id);

-- Who reads the opinions of a stage without giving one, and gives none there any more.
create table candidaturas_pareceres_leituras (
  id bigint generated always as identity primary key,
  empresa_id bigint not null references empresas on delete cascade,
  candidatura_id bigint not null references candidaturas on delete cascade,
  -- null: those who only applied
  etapa_seletiva_id bigint references etapas_seletivas on delete cascade,
  usuario_id bigint not null references usuarios on delete cascade,
  lido_em timestamptz not null default now()
);
create unique index candidaturas_pareceres_leituras_uma_vez_uq on candidaturas_pareceres_leituras (candidatura_id, etapa_seletiva_id, usuario_id) nulls not distinct;
create index candidaturas_pareceres_leituras_etapa_ix on candidaturas_pareceres_leituras (etapa_seletiva_id);
create index candidaturas_pareceres_leituras_usuario_ix on candidaturas_pareceres_leituras (usuario_id);
create index candidaturas_pareceres_leituras_empresa_ix on candidaturas_pareceres_leituras (empresa_id);
