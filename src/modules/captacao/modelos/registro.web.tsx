import { questionsPanel } from '#platform/questionario/editor/panel.web.tsx';

const MODELOS = 'captacao/modelos-avaliacao-candidato';

/** The record's half of the models' view. */
export const registro = {
  panels: [
    { title: 'Perguntas', content: questionsPanel(MODELOS, (id) => `/${MODELOS}/${id}/perguntas`), isFirst: true as const },
  ],
};
