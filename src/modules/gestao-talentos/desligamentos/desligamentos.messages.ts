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

/** To a leaver. Each link belongs to one person: whoever has it answers in their place. */
export const conviteParaEntrevista = defineMessage({
  id: 'gestao-talentos/entrevista-desligamento',
  title: 'Entrevista de desligamento',
  channels: ['mail'],
  variables: { nome: 'Nome de quem sai', empresa: 'Empresa', titulo: 'Título da entrevista', link: 'Link pessoal' },
  required: ['link'],
  addresses: ['link'],
  subject: 'Antes de ir: {{titulo}}',
  text: 'Olá, {{nome}}.\n\nObrigado pelo tempo em que você trabalhou em {{empresa}}. Gostaríamos de ouvir você: por que sai, o que foi bom e o que podemos melhorar.\n\nSuas respostas levam o seu nome e são lidas por quem cuida dos desligamentos. Este link é só seu, e vale também depois da saída: {{link}}',
});
