import { describe, expect, it } from 'vitest';
import { fc } from '#kit/testing/fast-check.server.ts';
import { add, compare, div, mul, round, sub, toDecimal } from './decimal.ts';
import { formatMoney, formatNumber, formatPercentage, parseNumber } from './number.ts';

const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.integer({ min: 0, max: 4 }))
  .map(([digits, scale]) => {
    const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
    const plain = scale ? `${text.slice(0, -scale)}.${text.slice(-scale)}` : text;
    return `${digits < 0n ? '-' : ''}${plain}`;
  });

describe('decimals', () => {
  it('have no binary error', () => {
    expect(add('0.1', '0.2')).toBe('0.3');
    expect(add(0.1, 0.2)).toBe('0.3');
    expect(sub('1.00', '0.9')).toBe('0.10');
    expect(mul('1234567.89', '1.0555')).toBe('1303086.407895');
    expect(add('99999999999999999999.99', '0.01')).toBe('100000000000000000000.00');
  });

  it.each([
    ['1.005', 2, '1.01'],
    ['-1.005', 2, '-1.01'],
    ['0.5', 0, '1'],
    ['-0.5', 0, '-1'],
    ['2.5', 0, '3'],
    ['-0.004', 2, '0.00'],
    ['1.2', 3, '1.200'],
    ['9.995', 2, '10.00'],
  ])('round %s to %d decimals: %s', (value, scale, expected) => {
    expect(round(value, scale)).toBe(expected);
  });

  it('divide to a scale, and not by zero', () => {
    expect(div('10', '3', 2)).toBe('3.33');
    expect(div('-20', '3', 2)).toBe('-6.67');
    expect(div('1', '-0.5', 0)).toBe('-2');
    expect(div('1', '0.00', 2)).toBeNull();
  });

  it('compare by value', () => {
    expect([compare('1.5', '1.50'), compare('-2', '1'), compare('10', '9.99')]).toEqual([0, -1, 1]);
  });

  it.each([
    ['007.50', '7.50'],
    ['-0', '0'],
    ['-0.00', '0.00'],
    [1e21, '1000000000000000000000'],
    [1.5e-7, '0.00000015'],
    [-0, '0'],
  ])('write %s plainly', (value, expected) => {
    expect(toDecimal(value)).toBe(expected);
  });

  it.each([
    '',
    ' 1',
    '1,5',
    '1.',
    '.5',
    '1e5',
    '+1',
    '0x10',
    '--1',
    'abc',
    '1'.repeat(101),
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    undefined,
    {},
  ])('are not %s', (value) => {
    expect(toDecimal(value as string)).toBeNull();
    expect(() => add(value as string, '1')).toThrow(RangeError);
  });

  it('obey the laws of arithmetic', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        expect(add(a, b)).toBe(add(b, a));
        expect(compare(sub(add(a, b), b), a)).toBe(0);
        expect(mul(a, b)).toBe(mul(b, a));
        const quotient = div(mul(a, b), b, 8);
        expect(quotient === null ? compare(b, '0') : compare(quotient, a)).toBe(0);
      }),
    );
  });
});

describe('formatMoney', () => {
  it.each([
    ['1234.56', 'R$\u00a01.234,56'],
    [1234.5, 'R$\u00a01.234,50'],
    [0, 'R$\u00a00,00'],
    ['-1234.56', '-R$\u00a01.234,56'],
    ['-0.001', 'R$\u00a00,00'],
    [1.005, 'R$\u00a01,01'],
    ['999.995', 'R$\u00a01.000,00'],
    ['12345678901234567890.12', 'R$\u00a012.345.678.901.234.567.890,12'],
  ])('writes %s', (value, expected) => {
    expect(formatMoney(value)).toBe(expected);
  });

  it('is empty for what is no number', () => {
    expect(['', 'x', Number.NaN, null as unknown as string].map((value) => formatMoney(value))).toEqual(['', '', '', '']);
  });

  it('writes as Intl does', () => {
    const intl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
    fc.assert(
      fc.property(fc.integer(), (cents) => {
        expect(formatMoney(cents / 100)).toBe(intl.format(cents / 100 || 0));
      }),
    );
  });
});

describe('formatNumber and formatPercentage', () => {
  it('keep the digits, or take as many as asked', () => {
    expect([formatNumber('1234.50'), formatNumber(1234.5, 0), formatNumber('1000000', 3), formatNumber('0.1')]).toEqual([
      '1.234,50',
      '1.235',
      '1.000.000,000',
      '0,1',
    ]);
    expect([formatNumber('-1234'), formatNumber('-123'), formatNumber('123456')]).toEqual(['-1.234', '-123', '123.456']);
  });

  it('show a percentage as given', () => {
    expect([
      formatPercentage('12.50'),
      formatPercentage(33),
      formatPercentage('100.00'),
      formatPercentage('33.333', 2),
      formatPercentage('1000'),
    ]).toEqual(['12,5%', '33%', '100%', '33,33%', '1.000%']);
    expect(formatPercentage('x')).toBe('');
  });
});

describe('parseNumber', () => {
  it.each([
    ['1.234,56', '1234.56'],
    ['1234,56', '1234.56'],
    ['1234.56', '1234.56'],
    ['R$ 1.234,56', '1234.56'],
    ['R$\u00a01.234,56', '1234.56'],
    ['-R$\u00a01.234,56', '-1234.56'],
    ['R$ -5,00', '-5.00'],
    ['r$10', '10'],
    ['12%', '12'],
    ['12,5 %', '12.5'],
    ['1.234', '1234'],
    ['1.234.567', '1234567'],
    ['12.345', '12345'],
    ['1234.567', '1234.567'],
    ['0.125', '0.125'],
    ['012.345', '12.345'],
    ['1.5', '1.5'],
    ['1,234', '1.234'],
    [',5', '0.5'],
    ['-0', '0'],
    ['\u22123', '-3'],
    ['0007', '7'],
    [' 42 ', '42'],
  ])('reads %j as %s', (text, expected) => {
    expect(parseNumber(text)).toBe(expected);
  });

  it.each([
    '',
    ' ',
    '-',
    ',',
    '.',
    '12,',
    '12.',
    '.5',
    '1,2,3',
    '1,234.56',
    '1.23.456',
    '1.2345.678',
    '12.34,5',
    '1 234',
    '--1',
    '-R$ -1',
    'R$ 5%',
    '1e5',
    'abc',
    '12 abc',
    'US$ 5',
    '%',
    'R$',
    '1'.repeat(100_000),
  ])('refuses %.20j', (text) => {
    expect(parseNumber(text)).toBeNull();
  });

  it('takes the numbers of spreadsheets', () => {
    expect([parseNumber(1234.56), parseNumber(Number.NaN), parseNumber(null as unknown as string)]).toEqual([
      '1234.56',
      null,
      null,
    ]);
  });

  it('reads back what is formatted', () => {
    fc.assert(
      fc.property(decimal, (value) => {
        expect(parseNumber(formatMoney(value))).toBe(round(value, 2));
        expect(parseNumber(formatNumber(value, 2))).toBe(round(value, 2));
      }),
    );
  });

  it('never throws and gives a decimal or null', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789.,-R$% '.split('')) })), (text) => {
        const parsed = parseNumber(text);
        expect(parsed === null || toDecimal(parsed) === parsed).toBe(true);
      }),
    );
  });
});
