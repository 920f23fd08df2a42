import { defineMessage } from '#kit/message/message.ts';

const variables = {
  colaborador: 'Nome do talento',
  data: 'Data do desligamento',
  quem: 'Quem confirmou ou cancelou',
  id: 'Número do desligamento',
};
const link = '/gestao-talentos/desligamentos/{{id}}';

export const desligamentoConfirmado = defineMessage({
  id: 'gestao-talentos/desligamento-confirmado',
  title: 'Desligamento confirmado',
  channels: ['inbox', 'mail'],
  variables,
  subject: 'Desligamento confirmado',
  text: '{{quem}} confirmou o desligamento de {{colaborador}} em {{data}}.',
  link,
});

export const desligamentoCancelado = defineMessage({
  id: 'gestao-talentos/desligamento-cancelado',
  title: 'Desligamento cancelado',
  channels: ['inbox', 'mail'],
  variables,
  subject: 'Desligamento cancelado',
  text: '{{quem}} cancelou o desligamento de {{colaborador}} em {{data}}.',
  link,
});
