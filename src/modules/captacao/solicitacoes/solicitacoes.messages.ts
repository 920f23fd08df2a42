import { defineMessage } from '#kit/message/message.ts';

const variables = {
  id: 'Número da solicitação',
  descricao: 'Descrição',
  area: 'Área',
  vagas: 'Número de vagas',
  solicitante: 'Quem pediu',
};
const link = '/captacao/solicitacoes-pessoal/{{id}}';

export const aprovacaoEspera = defineMessage({
  id: 'captacao/aprovacao-espera',
  title: 'Solicitação de pessoal para aprovar',
  channels: ['inbox', 'mail'],
  variables: { ...variables, etapa: 'Etapa da aprovação', prazo: 'Até quando' },
  subject: 'Para aprovar: {{descricao}}',
  text: '{{solicitante}} pede {{vagas}}: {{descricao}} ({{area}}).\n\nA solicitação espera pela sua decisão na etapa {{etapa}}. {{prazo}}',
  link,
});

export const aprovacaoAtrasada = defineMessage({
  id: 'captacao/aprovacao-atrasada',
  title: 'Aprovação atrasada',
  channels: ['inbox', 'mail'],
  variables: { ...variables, etapa: 'Etapa da aprovação', prazo: 'Até quando' },
  subject: 'Aprovação atrasada: {{descricao}}',
  text: 'A solicitação {{descricao}} ({{area}}), de {{solicitante}}, ainda espera na etapa {{etapa}}. {{prazo}}',
  link,
});

export const solicitacaoDecidida = defineMessage({
  id: 'captacao/solicitacao-decidida',
  title: 'Solicitação de pessoal aprovada ou reprovada',
  channels: ['inbox', 'mail'],
  variables: { ...variables, decisao: 'Aprovada ou reprovada', quem: 'Quem decidiu', observacao: 'O que disse' },
  subject: 'Solicitação {{decisao}}: {{descricao}}',
  text: '{{quem}} decidiu: a solicitação {{descricao}} ({{area}}) foi {{decisao}}.\n\n{{observacao}}',
  link,
});

export const solicitacaoMudou = defineMessage({
  id: 'captacao/solicitacao-mudou',
  title: 'Mudança em solicitação de pessoal',
  channels: ['inbox', 'mail'],
  variables: { ...variables, mudanca: 'O que mudou', quem: 'Quem mudou', motivo: 'O motivo' },
  subject: 'Solicitação {{mudanca}}: {{descricao}}',
  text: 'A solicitação {{descricao}} ({{area}}), de {{vagas}}, foi {{mudanca}} por {{quem}}.\n\n{{motivo}}',
  link,
});
