import { defineMessage } from '#kit/message/message.ts';

export const ideiaRecusada = defineMessage({
  id: 'melhoria/ideia-recusada',
  title: 'Ideia recusada',
  channels: ['mail'],
  variables: { autor: 'Quem teve a ideia', titulo: 'Título da ideia', motivo: 'Motivo da recusa' },
  subject: 'Sobre a sua ideia: {{titulo}}',
  text: 'Olá, {{autor}}.\n\nDesta vez a sua ideia não será realizada: {{motivo}}\n\nObrigado por participar.',
});
