-- Levels of competency are searched by whose they are, their talent's or their band's words: their own said the date alone.
drop index if exists config_niveis_faixas_busca_ix;

drop index if exists config_niveis_talentos_busca_ix;

alter table config_niveis_faixas drop column busca;

alter table config_niveis_talentos drop column busca;
