-- The bell of every user reads what is published for all companies, the newest first.
create index noticias_para_todas_idx on noticias (inicio, id) where publico = 'G';
