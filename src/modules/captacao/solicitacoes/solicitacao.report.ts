import { refId } from '#kit/fields/reference.ts';
import { defineDocument } from '#kit/report/report.ts';

/** REP-011, CALL-106: a request on paper, with its approval and the lines for those who sign. */
export const solicitacaoImpressa = defineDocument({
  id: 'solicitacao-pessoal',
  title: 'Solicitação de Pessoal',
  description: 'Uma solicitação com o que se pede, a aprovação e as assinaturas, em PDF.',
  authority: 'ROLE_REL_SOLICITACAO_PESSOAL',
  filter: { id: refId('Solicitação de Pessoal', 'captacao/solicitacoes-pessoal') },
  also: { path: 'solicitacoes-pessoal/pdf', format: 'pdf' },
});
