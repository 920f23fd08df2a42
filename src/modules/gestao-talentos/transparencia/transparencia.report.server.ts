import type { Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { type Nivel, razoesSalariais } from './razoes.server.ts';
import { pedeSalariosDeTodos } from './transparencia.server.ts';

/** The same ratios as on the screen. */
export function transparenciaSalarialQuery(
  { dataBase, detalhar }: { dataBase: string | null; detalhar: Nivel },
  acting: Acting,
): Sql {
  pedeSalariosDeTodos(acting);
  return razoesSalariais(acting, dataBase ?? acting.today, [detalhar]);
}
