import { Documentos } from './documentos.web.tsx';
import { PerguntasDaPesquisa } from './perguntas.web.tsx';

/** What the page of a survey shows besides its fields. */
export const registro = {
  panels: [
    { title: 'Perguntas', content: PerguntasDaPesquisa, isFirst: true },
    { title: 'Documentos', content: Documentos },
  ],
};
