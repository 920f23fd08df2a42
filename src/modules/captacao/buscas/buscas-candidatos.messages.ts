import { defineMessage } from '#kit/message/message.ts';

// It names no candidate: a message outlives a candidate's erasure.
export const candidatosNovos = defineMessage({
  id: 'captacao/candidatos-novos',
  title: 'Candidatos novos numa busca salva',
  channels: ['inbox', 'mail'],
  variables: {
    busca: 'Nome da busca',
    quantos: 'Quantos candidatos novos',
    id: 'Número da busca',
    dia: 'Dia do aviso, como no endereço da lista',
  },
  subject: '{{quantos}} em “{{busca}}”',
  text: 'A busca salva “{{busca}}” achou {{quantos}} desde a última vez.',
  link: '/captacao/candidatos?novosDaBusca={{id}},{{dia}}',
});
