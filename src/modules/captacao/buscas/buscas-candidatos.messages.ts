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

// It names nobody, and not the search either, which may be called by whom it looked for.
export const buscaSemFiltro = defineMessage({
  id: 'captacao/busca-sem-filtro',
  title: 'Busca salva que procurava quem teve os dados apagados',
  channels: ['inbox'],
  variables: { id: 'Número da busca' },
  subject: 'Um filtro saiu de uma busca salva',
  text: 'Uma busca salva sua procurava alguém cujos dados foram apagados. Esse filtro saiu dela; confira se ainda serve.',
  link: '/captacao/buscas-candidatos/{{id}}',
});
