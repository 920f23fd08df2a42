import { Participantes } from './participantes.web.tsx';
import { ResultadosDaAvaliacao } from './resultado/resultados.web.tsx';

/** What the page of an evaluation shows besides its fields. */
export const registro = {
  panels: [
    { title: 'Participantes', content: Participantes, isFirst: true as const },
    { title: 'Resultados', content: ResultadosDaAvaliacao },
  ],
};
