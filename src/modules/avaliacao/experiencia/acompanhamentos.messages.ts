import { defineMessage } from '#kit/message/message.ts';

const variables = {
  nome: 'Nome de quem responde',
  talento: 'Nome do talento em experiência',
  periodo: 'Período de experiência',
  termino: 'Quando e em quantos dias termina',
};
const subject = 'Experiência de {{talento}}: {{termino}}';
const text =
  'Olá, {{nome}}.\n\n{{periodo}} de {{talento}}: {{termino}}. Responda às perguntas sobre como vai a experiência antes disso: depois do término, sem prorrogação, o contrato passa a valer por prazo indeterminado.';

/** To a leader who has a user. */
export const experienciaTermina = defineMessage({
  id: 'avaliacao/experiencia-termina',
  title: 'Período de experiência que termina',
  channels: ['inbox', 'mail'],
  variables: { ...variables, id: 'Número da solicitação' },
  subject,
  text,
  link: '/pesquisa/responder/{{id}}',
});

/** To a leader who has none. Each link belongs to one person: whoever has it answers in their place. */
export const experienciaTerminaPorLink = defineMessage({
  id: 'avaliacao/experiencia-termina-por-link',
  title: 'Período de experiência que termina, a quem não tem usuário',
  channels: ['mail'],
  variables: { ...variables, link: 'Link pessoal' },
  required: ['link'],
  addresses: ['link'],
  subject,
  text: `${text}\n\nEste link é só seu, não o encaminhe: {{link}}`,
});
