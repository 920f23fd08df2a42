import { defineMessage } from '#kit/message/message.ts';

/** To a candidate. Whoever has the link answers in their place. */
export const avaliacaoPedida = defineMessage({
  id: 'captacao/avaliacao-pedida',
  title: 'Avaliação pedida a um candidato',
  channels: ['mail'],
  personal: true,
  variables: {
    candidato: 'Nome do candidato',
    vaga: 'Nome da vaga, como quem recebe a conhece',
    empresa: 'Nome da empresa',
    avaliacao: 'Título da avaliação',
    link: 'Link pessoal',
  },
  required: ['link'],
  addresses: ['link'],
  subject: 'Um passo da seleção: {{vaga}}',
  text: 'Olá, {{candidato}}.\n\nPara seguir na seleção da vaga {{vaga}}, na {{empresa}}, responda a: {{avaliacao}}. Dá para responder no celular e continuar depois de onde parou.\n\nEste link é só seu, não o encaminhe: {{link}}',
});
