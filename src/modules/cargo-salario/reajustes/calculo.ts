import { add, compare, type Decimal, div, mul, round, sub } from '#kit/br/decimal.ts';

/**
 * The one definition of a realignment's rounding: exact decimals, to the cent, half away from zero, once, at the end. The SQL of
 * `mundo.server.ts` does the same; a contract test compares the two.
 */

/** `1` percent, `2` amount (document 2 §9). */
export const tiposDeReajuste = { '1': 'Porcentagem (%)', '2': 'Valor (R$)' } as const;
export type ReajustePor = keyof typeof tiposDeReajuste;

/** 2.345,67 and 4,5 % → 2.451,23 */
export const comPercentual = (salario: Decimal, percentual: Decimal): string =>
  round(mul(mul(salario, add('100', percentual)), '0.01'), 2);

export const comValor = (salario: Decimal, valor: Decimal): string => round(add(salario, valor), 2);

export const reajustado = (salario: Decimal, por: ReajustePor, quanto: Decimal): string =>
  por === '1' ? comPercentual(salario, quanto) : comValor(salario, quanto);

/** proposed − current */
export const valorDiferenca = (atual: Decimal, proposto: Decimal): string => round(sub(proposto, atual), 2);

/** The difference as a percentage of the current value, with three decimals; null when there is no current value. */
export const percentualDiferenca = (atual: Decimal, proposto: Decimal): string | null =>
  compare(atual, '0') === 0 ? null : div(mul(sub(proposto, atual), '100'), atual, 3);

/** Salary ÷ value of the band, with four decimals: below 1 means less than the band's value. */
export const compaRatio = (salario: Decimal, faixa: Decimal): string | null => div(salario, faixa, 4);
