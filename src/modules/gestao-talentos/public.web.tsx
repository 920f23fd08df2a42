import { later } from '#kit/ui/later.web.tsx';

export { TerminoCell } from './experiencia/termino-cell.web.tsx';
export { SituacaoCell } from './talentos/situacao-cell.web.tsx';

/** What an entry of somebody's history would change; below a form. */
export const MudancaDoHistorico = later(() =>
  import('./talentos/mudanca-do-historico.web.tsx').then((m) => m.MudancaDoHistorico),
);
