import { defineMessage } from '#kit/message/message.ts';

/** It tells that there is something to read, never what. */
export const feedbackRecebido = defineMessage({
  id: 'avaliacao/feedback',
  title: 'Feedback compartilhado com você',
  channels: ['inbox', 'mail'],
  variables: { quem: 'Quem escreveu', tipo: 'Feedback ou conversa', colaborador: 'Sobre quem' },
  subject: '{{quem}} compartilhou um registro com você',
  text: '{{quem}} compartilhou com você um registro ({{tipo}}) sobre {{colaborador}}. Só quem o recebeu pode abri-lo.',
  link: '/avaliacao/feedbacks',
});
