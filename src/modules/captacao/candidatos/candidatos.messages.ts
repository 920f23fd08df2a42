import { defineMessage } from '#kit/message/message.ts';

export const consentimentoRetirado = defineMessage({
  id: 'captacao/consentimento-retirado',
  title: 'Candidato retirou a autorização para outras vagas, ao recrutador',
  channels: ['inbox', 'mail'],
  personal: true,
  variables: {
    candidato: 'Nome do candidato',
    vaga: 'Descrição da vaga em que o RH o incluiu',
    dia: 'Dia em que retirou a autorização',
    id: 'Número da candidatura',
  },
  subject: '{{candidato}} não quer mais ser considerado em outras vagas',
  text: '{{candidato}} retirou em {{dia}} a autorização para ser considerado em vagas a que não se candidatou, e está na seleção de {{vaga}}, em que o RH o incluiu. Pergunte se quer continuar nela, ou encerre a candidatura.',
  link: '/captacao/candidaturas/{{id}}',
});
