import type { RegistryView } from '#kit/registry/view.web.tsx';
import { AvaliacoesDaCandidatura } from '../avaliacoes/avaliacoes.web.tsx';
import { Anotacoes } from './anotacoes.web.tsx';
import { Entrevistas } from './entrevistas.web.tsx';
import { Historico } from './historico.web.tsx';
import { OCandidato } from './o-candidato.web.tsx';
import { Pareceres } from './pareceres.web.tsx';

export const registro: RegistryView = {
  panels: [
    { title: 'Histórico', content: Historico, isFirst: true },
    { title: 'Candidato', content: OCandidato },
    { title: 'Pareceres', content: Pareceres },
    { title: 'Entrevistas', content: Entrevistas },
    { title: 'Anotações', content: Anotacoes },
    { title: 'Avaliações', content: AvaliacoesDaCandidatura },
  ],
};
