-- What imports learnt may name people whom nobody would find there when they are erased. It is learnt anew, without them.
update importacao_memorias set trocas = '[]' where trocas <> '[]';
