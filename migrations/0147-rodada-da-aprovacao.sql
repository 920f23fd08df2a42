-- The run of its approval that a request is in: a chain that begins anew while the company has no steps is a run too.
alter table solicitacoes_pessoal add column aprovacao_rodada integer not null default 0;
update solicitacoes_pessoal s set aprovacao_rodada = x.rodada
from (select solicitacao_id, max(rodada) as rodada from solicitacoes_pessoal_aprovacoes group by 1) x where x.solicitacao_id = s.id;
