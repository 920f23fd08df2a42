import { AnunciosDaVaga } from '../anuncios/anuncios-da-vaga.web.tsx';
import { Aprovacoes } from './aprovacoes.web.tsx';
import { comoNova } from './solicitacoes.rules.ts';

/** The record's half of the requests' view. */
export const registro = {
  begin: comoNova,
  panels: [
    { title: 'Aprovação', content: Aprovacoes },
    { title: 'Anúncios', content: AnunciosDaVaga },
  ],
};
