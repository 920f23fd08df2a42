import { Divulgacao } from './divulgacao.web.tsx';
import { ComoOCandidatoVe } from './previa.web.tsx';

/** The record's half of the ads' view. */
export const registro = {
  panels: [
    { title: 'Como o candidato vê', content: ComoOCandidatoVe },
    { title: 'Divulgação', content: Divulgacao },
  ],
};
