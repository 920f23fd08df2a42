-- Whose a record was is asked of the trail of the accounts, also when somebody opens their registration, and so is what their records became part of.
create index auditoria_cadastro_da_conta_ix on auditoria ((mudancas -> 'cadastro' -> 0))
  where tabela = 'contas_externas' and jsonb_typeof(mudancas -> 'cadastro' -> 0) = 'number';
create index candidatos_unificacoes_outro_ix on candidatos_unificacoes (outro_id);
