import { addMonths } from '#kit/br/date.ts';
import { date } from '#kit/fields/date.ts';
import type { Context } from '#kit/form/form.ts';
import { backwards } from '#kit/form/period.ts';

/** The two days of a report's period; both are required. */
export const period = { dataIni: date('Data inicial'), dataFim: date('Data final') };

export interface Period {
  dataIni: string;
  dataFim: string;
}

/** The first day must not be after the last one. */
export const periodFaults = ({ dataIni, dataFim }: Period) => backwards('dataFim', dataIni, dataFim);

/** A period that ends today: one month for most reports, six for the indicators. */
export const monthsUpToToday =
  (months: number) =>
  ({ today }: Context): Period => ({ dataIni: addMonths(today, -months), dataFim: today });
