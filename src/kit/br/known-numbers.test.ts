import { isValidProcessoJuridico, isValidVoterId } from '@brazilian-utils/brazilian-utils';
import { describe, expect, it } from 'vitest';
import { caepf } from './caepf.ts';
import { cep } from './cep.ts';
import { cno } from './cno.ts';
import { cnpj } from './cnpj.ts';
import { cns } from './cns.ts';
import { cpf } from './cpf.ts';
import { pis } from './pis.ts';
import { processoAdministrativo } from './processo-administrativo.ts';
import { processoJudicial } from './processo-judicial.ts';
import { telefone } from './telefone.ts';
import { tituloEleitor } from './titulo-eleitor.ts';

const repeated = (length: number) => Array.from({ length: 10 }, (_, digit) => String(digit).repeat(length));

// Every twentieth index: a loop over all of them found no double either, and costs seconds.
function distinctUpToAMillion(sample: (n: number) => string): boolean {
  const indexes = Array.from({ length: 50_001 }, (_, n) => n * 20);
  return new Set(indexes.map(sample)).size === indexes.length;
}

describe('repeated digits', () => {
  it.each([
    ['CPF', cpf, 11],
    ['CNPJ', cnpj, 14],
    ['PIS', pis, 11],
    ['CNO', cno, 12],
    ['CAEPF', caepf, 14],
    ['CNS', cns, 15],
    ['título de eleitor', tituloEleitor, 12],
    ['processo judicial', processoJudicial, 20],
  ])('are no %s', (_name, of, length) => {
    expect(repeated(length).filter((text) => of.isValid(text))).toEqual([]);
  });

  it('are no CAEPF when only its check digits differ', () => {
    expect(caepf.isValid('00000000000012')).toBe(false);
  });
});

describe('CPF', () => {
  it('keeps leading zeros', () => {
    expect(cpf.isValid('000.000.001-91')).toBe(true);
    expect(cpf.isValid('191')).toBe(false);
  });

  it('makes distinct samples up to a million', () => {
    expect(distinctUpToAMillion(cpf.sample)).toBe(true);
  });
});

describe('CNPJ', () => {
  it('RUL-339: has 14 characters, not all equal, and two check digits that fit', () => {
    expect(cnpj.isValid('11.222.333/0001-81')).toBe(true);
    expect(['1122233300018', '112223330001811'].filter(cnpj.isValid)).toEqual([]);
    expect(['11.111.111/1111-11', '00.000.000/0000-00'].filter(cnpj.isValid)).toEqual([]);
    expect(['11.222.333/0001-82', '11.222.333/0001-91'].filter(cnpj.isValid)).toEqual([]);
  });

  it('accepts letters, in either case', () => {
    expect(cnpj.isValid('12.ABC.345/01DE-35')).toBe(true);
    expect(cnpj.isValid('12abc34501de35')).toBe(true);
    expect(cnpj.normalize('12.abc.345/01de-35')).toBe('12ABC34501DE35');
    expect(cnpj.format('12abc34501de35')).toBe('12.ABC.345/01DE-35');
  });

  it('refuses letters as check digits and another check', () => {
    for (const text of ['12.ABC.345/01DE-3A', '12.ABC.345/01DE-53', '12.ÁBC.345/01DE-35']) expect(cnpj.isValid(text)).toBe(false);
  });

  it('does not take the long s for an S', () => {
    const withS = Array.from({ length: 100 }, (_, n) => `SS000000000S${String(n).padStart(2, '0')}`);
    const right = withS.find((text) => cnpj.isValid(text)) ?? '';
    expect(right).not.toBe('');
    expect(cnpj.isValid(right.replace('S', 'ſ'))).toBe(false);
  });

  it('makes distinct samples up to a million', () => {
    expect(distinctUpToAMillion(cnpj.sample)).toBe(true);
  });
});

describe('PIS', () => {
  it('makes distinct samples up to a million', () => {
    expect(distinctUpToAMillion(pis.sample)).toBe(true);
  });

  it('refuses all zeros, whose sum works', () => {
    expect(pis.isValid('000.00000.00-0')).toBe(false);
  });

  it('turns a digit of 10 or 11 into 0', () => {
    // Sums 12 (rest 1) and 22 (rest 0).
    expect(pis.isValid('40000000000')).toBe(true);
    expect(pis.isValid('00200001000')).toBe(true);
  });

  it('is read with the mask of a CPF too', () => {
    expect(pis.isValid('120.564.125-45')).toBe(true);
  });
});

describe('CNO', () => {
  it('accepts numbers whose folded sum is 10 or more', () => {
    // Sum 28: 2 + 8 = 10, so the digit is 0 and not 10 − 10 of two digits.
    expect(cno.isValid('400000000000')).toBe(true);
    // Sum 49: 4 + 9 = 13, digit 7; without the modulo it would be −3.
    expect(cno.isValid('700000000007')).toBe(true);
  });
});

describe('CAEPF', () => {
  it('shifts the pair of digits by 12', () => {
    expect(caepf.isValid('293.118.610/001-84')).toBe(true);
    expect(caepf.isValid('293.118.610/001-72')).toBe(false);
  });

  it('is not a CNPJ', () => {
    expect(cnpj.isValid('293.118.610/001-84')).toBe(false);
    expect(caepf.isValid('11.222.333/0001-81')).toBe(false);
  });
});

describe('CNS', () => {
  it('knows definitive numbers, the ones with filler 001 among them', () => {
    expect(cns.isValid(cns.sample(0))).toBe(true);
    const fillers = new Set(Array.from({ length: 200 }, (_, n) => cns.sample(n * 2).slice(11, 14)));
    expect([...fillers].sort()).toEqual(['000', '001']);
  });

  it('refuses a definitive number with another filler, though the sum divides by 11', () => {
    // The filler's first digit weighs 3 and the last digit 1: 100 and three less make the same sum.
    const samples = Array.from({ length: 50 }, (_, n) => cns.sample(n * 2));
    const right = samples.find((text) => text.slice(11, 14) === '000' && Number(text.at(-1)) >= 3) ?? '';
    expect(cns.isValid(right)).toBe(true);
    expect(cns.isValid(`${right.slice(0, 11)}100${Number(right.at(-1)) - 3}`)).toBe(false);
  });

  it('accepts provisional numbers that begin with 7, 8 and 9, and nothing else', () => {
    expect(cns.isValid('898 0000 0004 3208')).toBe(true);
    expect(cns.isValid('700000000000005')).toBe(true);
    for (const first of '03456') expect(cns.isValid(`${first}98000000043208`)).toBe(false);
  });
});

describe('CEP', () => {
  it('refuses codes below 01000-000', () => {
    expect(cep.isValid('00000-000')).toBe(false);
    expect(cep.isValid('01000-000')).toBe(true);
  });
});

describe('telefone', () => {
  it.each(['8532334455', '(85) 3233-4455', '85 98765 4321', '(85)98765-4321', '85.98765.4321'])('accepts %s', (text) => {
    expect(telefone.isValid(text)).toBe(true);
  });

  it.each(['', '32334455', '987654321', '085987654321', '+55 85 98765-4321', '5585987654321', '(85) 98765-4321 r. 2'])(
    'refuses %s',
    (text) => {
      expect(telefone.isValid(text)).toBe(false);
    },
  );

  it('formats numbers with and without area code', () => {
    expect(['8532334455', '32334455', '987654321'].map(telefone.format)).toEqual(['(85) 3233-4455', '3233-4455', '98765-4321']);
  });
});

describe('título de eleitor', () => {
  it('turns a rest of 0 into 1 in São Paulo and Minas Gerais only', () => {
    // The sequence's sum is 2 + 9 = 11, a rest of 0.
    expect(tituloEleitor.isValid('100000010116')).toBe(true);
    expect(tituloEleitor.isValid('100000010106')).toBe(false);
    expect(tituloEleitor.isValid('100000010302')).toBe(true);
    expect(tituloEleitor.isValid('100000010312')).toBe(false);
  });

  it('accepts thirteen digits in São Paulo and Minas Gerais only', () => {
    expect(tituloEleitor.isValid('1000000190116')).toBe(true);
    expect(isValidVoterId('1000000190116')).toBe(true);
    expect(tituloEleitor.isValid('1000000190302')).toBe(false);
    expect(tituloEleitor.format('1000000190116')).toBe('10000 0019 0116');
  });

  it('knows the states 01 to 28, abroad included', () => {
    expect(tituloEleitor.isValid(tituloEleitor.sample(27))).toBe(true);
    expect(tituloEleitor.sample(27).slice(8, 10)).toBe('28');
    for (const state of ['00', '29', '99']) {
      const all = Array.from({ length: 100 }, (_, n) => `10664444${state}${String(n).padStart(2, '0')}`);
      expect(all.filter((text) => tituloEleitor.isValid(text))).toEqual([]);
    }
  });
});

describe('processo judicial', () => {
  it('takes the remainder of the whole number', () => {
    expect(processoJudicial.isValid('0002080-25.2012.5.15.0049')).toBe(true);
    expect(processoJudicial.isValid('0002080-26.2012.5.15.0049')).toBe(false);
    expect(processoJudicial.isValid('9999999-00.9999.9.99.9999')).toBe(false);
  });

  it('agrees with the peer that knows the courts', () => {
    for (let n = 0; n < 100; n += 1) expect(isValidProcessoJuridico(processoJudicial.sample(n))).toBe(true);
  });

  it('has no segment zero', () => {
    expect(processoJudicial.isValid('0000000-98.0000.0.00.0000')).toBe(false);
  });
});

describe('processo administrativo', () => {
  it('keeps the units digit, so that 11 becomes 1', () => {
    // First sum 0: 11 → 1; second sum 2: 9.
    expect(processoAdministrativo.isValid('00000.000000/0000-19')).toBe(true);
    expect(processoAdministrativo.isValid('00000.000000/0000-09')).toBe(false);
  });
});
