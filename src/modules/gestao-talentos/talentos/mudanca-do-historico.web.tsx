import { isDate } from '#kit/br/date.ts';
import { QuadroDaMudanca, usePrevia } from './mudanca.web.tsx';

interface Props {
  talento: number | null | undefined;
  /** the fields of an entry, as a form holds them; `historico` is the saved entry that it replaces. Without `data` it is of today */
  lancamento: Readonly<Record<string, unknown>>;
}

/** What an entry of somebody's history would change, while it is being written. */
export function MudancaDoHistorico({ talento, lancamento }: Props) {
  const { data, faixaSalarial } = lancamento;
  const isReady =
    Boolean(talento) && Boolean(faixaSalarial) && (data === undefined || (typeof data === 'string' && isDate(data)));
  const previa = usePrevia(isReady ? `gestao-talentos/talentos/${talento}/historicos/previa` : undefined, lancamento);
  return isReady ? <QuadroDaMudanca previa={previa} /> : null;
}
