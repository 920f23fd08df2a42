import { addMonths } from '#kit/br/date.ts';
import { backwards } from '#kit/form/period.ts';
import { MAXIMO_DE_MESES } from '#modules/gestao-talentos/public.ts';

/** The period must run forwards and fit on a chart. */
export function* faltasDoPeriodo({ dataInicio, dataFim }: { dataInicio: string; dataFim: string }) {
  yield* backwards('dataFim', dataInicio, dataFim);
  if (addMonths(dataInicio, MAXIMO_DE_MESES) < dataFim)
    yield { field: 'dataFim', message: `O período deve ter no máximo ${MAXIMO_DE_MESES} meses` };
}
