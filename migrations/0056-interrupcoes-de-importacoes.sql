-- Since when an import is where it stands: one that a request was judging when its process ended is told from one that is being judged.
alter table importacoes add column desde timestamptz not null default now();
