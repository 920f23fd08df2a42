import { today } from '#kit/br/date.ts';
import { AnunciosDaVaga } from '../anuncios/anuncios-da-vaga.web.tsx';
import { Aprovacoes } from './aprovacoes.web.tsx';

/** The record's half of the requests' view. */
export const registro = {
  /** RUL-063: a copy is a request of today. */
  begin: (copiada?: Readonly<Record<string, unknown>>) => ({
    ...copiada,
    data: today(),
    ...(copiada ? { dataPrevisaoEncerramento: null } : {}),
  }),
  panels: [
    { title: 'Aprovação', content: Aprovacoes },
    { title: 'Anúncios', content: AnunciosDaVaga },
  ],
};
