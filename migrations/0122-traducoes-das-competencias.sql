-- What competencies, criteria, behaviours and levels say in other languages, by the Portuguese text: once for each, wherever it stands.
create table traducoes_das_competencias (
  id bigint generated always as identity primary key,
  empresa_id bigint not null references empresas on delete cascade,
  idioma text not null check (idioma in ('en', 'es')),
  de text not null,
  para text not null
);
create unique index traducoes_das_competencias_de_uq on traducoes_das_competencias (empresa_id, md5(de), idioma);
