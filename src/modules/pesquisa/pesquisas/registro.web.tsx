import { questionsPanel } from '#platform/questionario/editor/panel.web.tsx';
import { Documentos } from './documentos.web.tsx';

/** What the page of a survey shows besides its fields. */
export const registro = {
  panels: [
    {
      title: 'Perguntas',
      content: questionsPanel('pesquisa/pesquisas', (id) => `/pesquisa/pesquisas/${id}/perguntas`),
      isFirst: true as const,
    },
    { title: 'Documentos', content: Documentos },
  ],
};
