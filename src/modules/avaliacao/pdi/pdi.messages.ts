import { defineMessage } from '#kit/message/message.ts';

const variables = {
  colaborador: 'De quem é o plano',
  acao: 'A ação',
  prazo: 'Até quando',
  quem: 'Quem incluiu ou mudou a ação',
};
const link = '/avaliacao/pdi';

export const acaoNova = defineMessage({
  id: 'avaliacao/acao-de-desenvolvimento',
  title: 'Nova ação de desenvolvimento',
  channels: ['inbox', 'mail'],
  variables,
  subject: 'Plano de desenvolvimento de {{colaborador}}',
  text: '{{quem}} incluiu uma ação no plano de desenvolvimento de {{colaborador}}: {{acao}}.\n\n{{prazo}}',
  link,
});

export const acaoAVencer = defineMessage({
  id: 'avaliacao/lembrete-de-acao',
  title: 'Lembrete de ação de desenvolvimento',
  channels: ['inbox', 'mail'],
  variables: { colaborador: variables.colaborador, acao: variables.acao, prazo: variables.prazo },
  subject: 'Plano de desenvolvimento de {{colaborador}}: {{acao}}',
  text: 'A ação “{{acao}}”, do plano de desenvolvimento de {{colaborador}}, ainda não foi concluída. {{prazo}}\n\nConte como ela está indo.',
  link,
  digest: true,
});
