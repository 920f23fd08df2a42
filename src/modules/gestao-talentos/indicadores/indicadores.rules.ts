import { addDays, addMonths } from '#kit/br/date.ts';
import { businessDays } from '#kit/br/holiday.ts';

/** The part of a month that a period covers; both days count. */
export interface MesDoPeriodo {
  /** 'YYYY-MM' */
  mes: string;
  inicio: string;
  fim: string;
}

/** Ten years of months: more would not fit a chart or a table. */
export const MAXIMO_DE_MESES = 120;

/** The months of a period; the first and the last end at its days, because turnover and absenteeism use day, month and year. */
export function mesesDoPeriodo(inicio: string, fim: string): MesDoPeriodo[] {
  const meses: MesDoPeriodo[] = [];
  for (let dia = inicio; dia <= fim && meses.length < MAXIMO_DE_MESES; ) {
    const seguinte = addMonths(`${dia.slice(0, 7)}-01`, 1);
    const ultimo = addDays(seguinte, -1);
    meses.push({ mes: dia.slice(0, 7), inicio: dia, fim: ultimo < fim ? ultimo : fim });
    dia = seguinte;
  }
  return meses;
}

/** Working days in a stretch of time: Monday to Friday without national holidays. Absences count the same days. */
export const diasTrabalhados = ({ inicio, fim }: Pick<MesDoPeriodo, 'inicio' | 'fim'>): number =>
  businessDays(inicio, fim).length;
