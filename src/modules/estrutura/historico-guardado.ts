import type { World } from '#kit/acting/world.ts';
import { nameIn } from '#kit/fields/bare.ts';

type Lancamento = Readonly<Record<string, unknown>>;

/** Why an entry is not changed by hand: a realignment is cancelled, not edited. */
export const doRealinhamento = ({ tabelaReajuste }: Lancamento): string | false => {
  const nome = nameIn(tabelaReajuste);
  return nome !== undefined && `Este histórico foi criado pelo realinhamento “${nome}”. Cancele o reajuste para desfazê-lo.`;
};

/** Most entries of a dated history that a person may enter: one a month for forty years. Realignments and transfers enter more. */
export const MAIS_HISTORICOS = 500;

/** Why a talent's entry cannot be changed: it belongs to a realignment, or the personnel system has confirmed it. */
export const guardadoDoTalento = (lancamento: Lancamento, { settings }: Pick<World, 'settings'>): string | false =>
  doRealinhamento(lancamento) ||
  (settings.acIntegra === true &&
    lancamento.status === 'C' &&
    'Este histórico já foi confirmado pelo sistema de pessoal e só pode ser alterado nele.');
