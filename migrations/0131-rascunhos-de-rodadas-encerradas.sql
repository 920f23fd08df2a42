-- What was begun and not sent in rounds without names that have ended and never open again.
delete from rascunhos_de_respostas d using participacoes p, rodadas r
where p.id = d.participacao_id and r.id = p.rodada_id and r.estado = 'D' and r.modo <> 'I';
