import { defineMessage } from '#kit/message/message.ts';

const variables = {
  nome: 'Nome de quem recebe',
  titulo: 'Título da avaliação',
  mensagem: 'Mensagem do convite',
  quantos: 'Quantas pessoas avalia',
  promessa: 'O que se promete sobre as respostas',
  prazo: 'Até quando se responde',
  link: 'Onde se responde',
};

/** Whoever evaluates enters with their login: the link is the same for everybody. */
export const convite = defineMessage({
  id: 'avaliacao/convite',
  title: 'Convite para avaliar',
  channels: ['mail'],
  variables,
  required: ['link'],
  addresses: ['link'],
  subject: 'Avaliação de desempenho: {{titulo}}',
  text: 'Olá, {{nome}}.\n\n{{mensagem}}\n\nVocê tem {{quantos}} a responder. {{promessa}}\n\nResponda aqui: {{link}}\n\n{{prazo}}',
});

/** It is true for whoever has answered, too: of an anonymous evaluation everybody gets it. */
export const lembrete = defineMessage({
  id: 'avaliacao/lembrete',
  title: 'Lembrete para avaliar',
  channels: ['mail'],
  variables,
  required: ['link'],
  addresses: ['link'],
  subject: 'Ainda dá tempo: {{titulo}}',
  text: 'Olá, {{nome}}.\n\n“{{titulo}}” continua aberta, e você tem {{quantos}} a responder. Se já respondeu a todas, obrigado: não é preciso fazer mais nada. {{promessa}}\n\nResponda aqui: {{link}}\n\n{{prazo}}',
});

export const conclusao = defineMessage({
  id: 'avaliacao/conclusao',
  title: 'Avaliação concluída, a quem foi avaliado',
  channels: ['mail'],
  variables: { nome: variables.nome, titulo: variables.titulo, link: 'Onde se vê o resultado' },
  required: ['link'],
  addresses: ['link'],
  subject: 'Seu resultado: {{titulo}}',
  text: 'Olá, {{nome}}.\n\nA avaliação “{{titulo}}” foi concluída, e o seu resultado pode ser lido: {{link}}',
});
