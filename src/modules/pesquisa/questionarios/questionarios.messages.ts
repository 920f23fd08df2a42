import { defineMessage } from '#kit/message/message.ts';

const variables = {
  nome: 'Nome de quem responde',
  titulo: 'Título do questionário',
  mensagem: 'Mensagem do convite',
  promessa: 'O que se promete sobre as respostas',
  prazo: 'Até quando se responde',
  link: 'Link pessoal',
};

/** Each link belongs to one person: whoever has it answers in their place. */
export const convite = defineMessage({
  id: 'pesquisa/convite',
  title: 'Convite para responder',
  channels: ['mail'],
  variables,
  required: ['link'],
  addresses: ['link'],
  subject: 'Sua opinião: {{titulo}}',
  text: 'Olá, {{nome}}.\n\n{{mensagem}}\n\n{{promessa}}\n\nEste link é só seu, não o encaminhe: {{link}}\n\n{{prazo}}',
});

/** It is true for whoever has answered, too: where answers are not identified everybody gets it. So it is with the thanks. */
export const lembrete = defineMessage({
  id: 'pesquisa/lembrete',
  title: 'Lembrete para responder',
  channels: ['mail'],
  variables,
  required: ['link'],
  addresses: ['link'],
  subject: 'Ainda dá tempo: {{titulo}}',
  text: 'Olá, {{nome}}.\n\n“{{titulo}}” continua aberto. Se você já respondeu, obrigado: não é preciso fazer mais nada. {{promessa}}\n\nEste link é só seu: {{link}}\n\n{{prazo}}',
});

export const agradecimento = defineMessage({
  id: 'pesquisa/agradecimento',
  title: 'Agradecimento no encerramento',
  channels: ['mail'],
  variables: { nome: variables.nome, titulo: variables.titulo },
  subject: 'Terminou: {{titulo}}',
  text: 'Olá, {{nome}}.\n\n“{{titulo}}” terminou. Obrigado a quem respondeu: os resultados mostram o que fazer a seguir.',
});
