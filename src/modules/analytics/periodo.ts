import { addMonths } from '#kit/br/date.ts';
import { PERIOD_BACKWARDS } from '#kit/report/period.ts';
import { MAXIMO_DE_MESES } from '#modules/gestao-talentos/public.ts';

/** The period must run forwards and fit on a chart. */
export function* faltasDoPeriodo({ dataInicio, dataFim }: { dataInicio: string; dataFim: string }) {
  if (dataFim < dataInicio) yield { field: 'dataFim', message: PERIOD_BACKWARDS };
  else if (addMonths(dataInicio, MAXIMO_DE_MESES) < dataFim)
    yield { field: 'dataFim', message: `O período deve ter no máximo ${MAXIMO_DE_MESES} meses` };
}
