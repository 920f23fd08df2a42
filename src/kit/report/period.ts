import { addMonths } from '#kit/br/date.ts';
import { date } from '#kit/fields/date.ts';
import type { Context } from '#kit/form/form.ts';

/** The two days of a report's period; both are required. */
export const period = { dataIni: date('Data inicial'), dataFim: date('Data final') };

export interface Period {
  dataIni: string;
  dataFim: string;
}

export const PERIOD_BACKWARDS = 'Data final inferior à data inicial.';

/** The first day must not be after the last one. */
export function* periodFaults({ dataIni, dataFim }: Period) {
  if (dataIni && dataFim && dataFim < dataIni) yield { field: 'dataFim', message: PERIOD_BACKWARDS };
}

/** A period that ends today: one month for most reports, six for the indicators. */
export const monthsUpToToday =
  (months: number) =>
  ({ today }: Context): Period => ({ dataIni: addMonths(today, -months), dataFim: today });
