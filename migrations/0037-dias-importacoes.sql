-- Of a row that says from when until when its record is: rows of one key may follow each other, and share no day.
alter table importacao_linhas add dias text[];
