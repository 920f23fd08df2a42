import { questionsPanel } from '#platform/questionario/editor/panel.web.tsx';
import { perguntasDe } from './perguntas.web.tsx';

/** The record's half of the models' view. */
export const registro = { panels: [{ title: 'Perguntas', content: questionsPanel('avaliacao/avaliacoes', perguntasDe) }] };
