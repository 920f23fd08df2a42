import { describe, expect, it } from 'vitest';
import { add, compare } from '#kit/br/decimal.ts';
import { fc } from '#kit/testing/fast-check.server.ts';
import { comPercentual, compaRatio, comValor, percentualDiferenca, reajustado, valorDiferenca } from './calculo.ts';

/** Cents and thousandths of a percent as whole numbers: the model has no fraction to lose. */
const centavos = fc.bigInt({ min: 1n, max: 99_999_999_99n });
const milesimos = fc.bigInt({ min: 1n, max: 999_999n });
const dinheiro = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
const porcento = (n: bigint) => `${n / 1000n}.${String(n % 1000n).padStart(3, '0')}`;

describe('rounding of a realignment', () => {
  it('is the cent nearest to the exact value, half away from zero', () => {
    fc.assert(
      fc.property(centavos, milesimos, (salario, percentual) => {
        // salary in cents × (100,000 + thousandths of a percent) ÷ 100,000
        const exact = salario * (100_000n + percentual);
        expect(comPercentual(dinheiro(salario), porcento(percentual))).toBe(dinheiro((exact + 50_000n) / 100_000n));
      }),
    );
  });

  it('adds an amount without touching it', () => {
    fc.assert(
      fc.property(centavos, centavos, (a, b) => {
        expect(comValor(dinheiro(a), dinheiro(b))).toBe(dinheiro(a + b));
      }),
    );
  });

  it('gives back the proposed salary when the difference is added to the current one', () => {
    fc.assert(
      fc.property(centavos, centavos, (a, b) => {
        expect(compare(add(dinheiro(a), valorDiferenca(dinheiro(a), dinheiro(b))), dinheiro(b))).toBe(0);
      }),
    );
  });

  it('never lets a greater percentage pay less', () => {
    fc.assert(
      fc.property(centavos, milesimos, milesimos, (salario, p, q) => {
        const [less, more] = p < q ? [p, q] : [q, p];
        expect(
          compare(comPercentual(dinheiro(salario), porcento(less)), comPercentual(dinheiro(salario), porcento(more))),
        ).not.toBe(1);
      }),
    );
  });

  it.each([
    ['1000.00', '1', '4.5', '1045.00'],
    ['2345.67', '1', '4.5', '2451.23'],
    ['1.005', '1', '0.001', '1.01'],
    ['1518.00', '1', '7.555', '1632.68'],
    ['1518.00', '2', '100.1', '1618.10'],
  ] as const)('%s by %s of %s is %s', (salario, por, quanto, esperado) => {
    expect(reajustado(salario, por, quanto)).toBe(esperado);
  });

  it('says the percentage with three decimals, and none of nothing', () => {
    expect(percentualDiferenca('3000', '3100')).toBe('3.333');
    expect(percentualDiferenca('3000', '2900')).toBe('-3.333');
    expect(percentualDiferenca('0.00', '2900')).toBeNull();
    expect(compaRatio('2900', '3000')).toBe('0.9667');
    expect(compaRatio('2900', '0')).toBeNull();
  });
});
