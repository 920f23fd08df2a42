import * as peer from '@brazilian-utils/brazilian-utils';
import * as validationBr from 'validation-br';
import { describe, expect, it } from 'vitest';
import { fc } from '#kit/testing/fast-check.server.ts';
import { caepf } from './caepf.ts';
import { cei } from './cei.ts';
import { cep } from './cep.ts';
import { cno } from './cno.ts';
import { cnpj } from './cnpj.ts';
import { cns } from './cns.ts';
import { cpf, maskCpf } from './cpf.ts';
import { pis } from './pis.ts';
import { processoAdministrativo } from './processo-administrativo.ts';
import { processoJudicial } from './processo-judicial.ts';
import { telefone } from './telefone.ts';
import { tituloEleitor } from './titulo-eleitor.ts';

const quiet =
  (check: (text: string) => boolean) =>
  (text: string): boolean => {
    try {
      return check(text);
    } catch {
      return false;
    }
  };

// `digits` are the places of the check digits; peers are named where they follow the rule of the table.
const numbers = {
  cpf: { of: cpf, bare: '52998224725', masked: '529.982.247-25', digits: [9, 10], peers: [peer.isValidCpf, validationBr.isCPF] },
  cnpj: {
    of: cnpj,
    bare: '11222333000181',
    masked: '11.222.333/0001-81',
    digits: [12, 13],
    peers: [(text: string) => peer.isValidCnpj(text, { version: 2 }), validationBr.isCNPJ],
  },
  pis: { of: pis, bare: '12056412545', masked: '120.56412.54-5', digits: [10], peers: [peer.isValidPis] },
  cno: { of: cno, bare: '110840168062', masked: '11.084.01680/62', digits: [11], peers: [peer.isValidCno] },
  cei: { of: cei, bare: '110840168062', masked: '11.084.01680/62', digits: [11], peers: [peer.isValidCei] },
  caepf: { of: caepf, bare: '29311861000184', masked: '293.118.610/001-84', digits: [12, 13], peers: [peer.isValidCaepf] },
  cns: { of: cns, bare: '700000000000005', masked: '700 0000 0000 0005', digits: [14], peers: [peer.isValidCns] },
  cep: { of: cep, bare: '60175047', masked: '60175-047', digits: [], peers: [] },
  telefone: { of: telefone, bare: '85987654321', masked: '(85) 98765-4321', digits: [], peers: [] },
  tituloEleitor: {
    of: tituloEleitor,
    bare: '106644440302',
    masked: '1066 4444 0302',
    digits: [10, 11],
    peers: [peer.isValidVoterId],
  },
  processoJudicial: {
    of: processoJudicial,
    bare: '00020802520125150049',
    masked: '0002080-25.2012.5.15.0049',
    digits: [7, 8],
    peers: [validationBr.isJudicialProcess],
  },
  processoAdministrativo: {
    of: processoAdministrativo,
    bare: '23037001462202165',
    masked: '23037.001462/2021-65',
    digits: [15, 16],
    peers: [validationBr.isNUP17],
  },
};

describe.each(Object.entries(numbers))('%s', (_name, { of, bare, masked, digits, peers }) => {
  const sample = fc.nat(1_000_000).map((n) => of.sample(n));

  it('accepts the known number, masked and bare', () => {
    expect([of.isValid(bare), of.isValid(masked)]).toEqual([true, true]);
  });

  it('formats the bare text and strips the mask', () => {
    expect(of.format(bare)).toBe(masked);
    expect(of.format(masked)).toBe(masked);
    expect(of.normalize(masked)).toBe(bare);
  });

  it('accepts every number it makes, with and without mask', () => {
    fc.assert(
      fc.property(sample, (text) => {
        expect(of.normalize(text)).toBe(text);
        expect(of.isValid(text) && of.isValid(of.format(text))).toBe(true);
      }),
    );
  });

  it('makes distinct numbers, the same ones each time', () => {
    const made = Array.from({ length: 2000 }, (_, n) => of.sample(n));
    expect(new Set(made).size).toBe(2000);
    expect(of.sample(1234)).toBe(made[1234]);
  });

  it('makes a valid number of an odd index too', () => {
    for (const n of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER])
      expect(of.isValid(of.sample(n))).toBe(true);
  });

  it('refuses a number with another check digit', () => {
    if (digits.length === 0) return;
    fc.assert(
      fc.property(sample, fc.constantFrom(...digits), fc.integer({ min: 1, max: 9 }), (text, at, shift) => {
        const other = (Number(text[at]) + shift) % 10;
        expect(of.isValid(`${text.slice(0, at)}${other}${text.slice(at + 1)}`)).toBe(false);
      }),
    );
  });

  it('refuses a number that lacks or exceeds characters', () => {
    for (const text of ['', ' ', bare.slice(2), `${bare}00`, bare.slice(0, -3)]) expect(of.isValid(text)).toBe(false);
  });

  it('refuses garbage around and inside', () => {
    for (const text of [
      `${bare}x`,
      `x${bare}`,
      `${bare}.`,
      `-${bare}`,
      `${bare.slice(0, 3)}_${bare.slice(3)}`,
      `${bare.slice(0, 3)}....${bare.slice(3)}`,
    ]) {
      expect(of.isValid(text)).toBe(false);
    }
    expect(of.isValid(bare.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)))).toBe(false);
    expect(of.isValid(`${bare.slice(0, 4)}\n${bare.slice(4)}`)).toBe(false);
    expect(of.isValid(`${bare}\0`)).toBe(false);
  });

  it('takes blanks around the number', () => {
    expect(of.isValid(`  ${masked}\n`)).toBe(true);
  });

  it('agrees with the peers on right and wrong numbers', () => {
    const near = fc
      .tuple(sample, fc.nat(bare.length - 1), fc.nat(9))
      .map(([text, at, digit]) => `${text.slice(0, at)}${digit}${text.slice(at + 1)}`);
    fc.assert(
      fc.property(fc.oneof(sample, near), (text) => {
        for (const check of peers) expect([text, quiet(check)(text)]).toEqual([text, of.isValid(text)]);
      }),
      { numRuns: 300 },
    );
  });

  it('never throws, and has a stable normal form', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'0123456789./-() aZſ'.split('')) })),
        (text) => {
          const normal = of.normalize(text);
          expect(of.normalize(normal)).toBe(normal);
          expect(of.format(of.normalize(of.format(normal)))).toBe(of.format(normal));
          expect(of.isValid(text)).toBe(of.isValid(text) && of.isValid(normal));
        },
      ),
    );
  });

  it('survives what is no text at all, and very long text', () => {
    for (const value of [undefined, null, 0, Number(bare), {}, [], [bare], Symbol('x'), () => bare, 10n]) {
      const hostile = value as string;
      expect([of.isValid(hostile), of.normalize(hostile), of.format(hostile)]).toEqual([false, '', '']);
    }
    for (const text of ['1'.repeat(100_000), '1.'.repeat(50_000), ' '.repeat(100_000), `${'('.repeat(100_000)}${bare}`]) {
      expect([of.isValid(text), of.format(text)]).toEqual([false, text]);
    }
  });

  it('gives back as it came what it cannot format', () => {
    for (const text of ['', 'abc', '12', `${bare}1234567`, 'não informado']) expect(of.format(text)).toBe(text);
  });
});

it('a masked CPF tells three digits alone, and garbage nothing', () => {
  expect(['52998224725', '529.982.247-25', '***.982.247-**', '***.***.247-**'].map(maskCpf)).toEqual(
    Array(4).fill('***.***.247-**'),
  );
  expect(['', '5299822472', 'segredo'].map(maskCpf)).toEqual(Array(3).fill('•••'));
});
