import { describe, expect, it } from 'vitest';
import { choice } from './choice.ts';
import { date } from './date.ts';
import { having, optional } from './field.ts';
import { fieldText } from './field-text.ts';
import { cep, cpf, telefone } from './identity.ts';
import { kinds } from './kinds.ts';
import { code, integer, number } from './number.ts';
import { email, emails, longText, richText, text, url } from './text.ts';

const sexo = choice('Sexo', { M: 'Masculino', F: 'Feminino' });
const vinculo = choice('Vínculo', { E: 'Emprego', S: 'Estágio', ED: 'Empregado Doméstico' });

describe('a cell of a file', () => {
  it.each([
    ['masc.', 'M'],
    ['Fem', 'F'],
    ['f', 'F'],
    ['FEMININO', 'F'],
    ['fe', undefined],
    ['outro', undefined],
  ])('%s is the sex %s', (cell, code) => {
    expect(kinds.choice.parse(cell, sexo)).toBe(code);
  });

  it.each([
    ['estágio', 'S'],
    ['Est.', 'S'],
    ['emp.', undefined],
    ['empregado', undefined],
    ['empregado d.', 'ED'],
  ])('%s is the tie %s: an abbreviation is never guessed', (cell, code) => {
    expect(kinds.choice.parse(cell, vinculo)).toBe(code);
  });

  it('other words that files have for an option are read as it', () => {
    const dito = having(vinculo, { alsoSaid: { E: ['Empregado', 'CLT'] } });
    expect(['clt', 'Empregado', 'empregado doméstico', 'efetivo'].map((cell) => kinds.choice.parse(cell, dito))).toEqual([
      'E',
      'E',
      'ED',
      undefined,
    ]);
  });

  it.each([
    [1_234_567_890, '01234567890'],
    ['1234567890', '01234567890'],
    ['529.982.247-25', '529.982.247-25'],
  ])('%s gets the zeros of a CPF back', (cell, text) => {
    expect(kinds.cpf.parse(cell, cpf())).toBe(text);
  });

  it('gets the zero of a CEP back', () => {
    expect(kinds.cep.parse('1310100', cep())).toBe('01310100');
  });

  it.each([
    ['+55 85 98101-9293', '85 98101-9293'],
    ['+5585981019293', '85981019293'],
    ['55 (85) 98101-9293', '(85) 98101-9293'],
    ['(085) 3333-4444', '(85) 3333-4444'],
    ['(85) 3333-4444', '(85) 3333-4444'],
    ['5533334444', '5533334444'],
    ['55 3333-4444', '55 3333-4444'],
    ['55 55 99999-8888', '55 99999-8888'],
  ])('the telephone %s is %s', (cell, text) => {
    expect(kinds.telefone.parse(cell, telefone())).toBe(text);
  });

  it.each([
    ['1º de março de 2024', '2024-03-01'],
    [45_352, '2024-03-01'],
    [{ date: '2024-03-01' }, '2024-03-01'],
    ['31/02/2024', undefined],
  ])('%j is the day %s', (cell, day) => {
    expect(kinds.date.parse(cell, date('Data'))).toBe(day);
  });
});

it('bounds are told as Brazilians write numbers', () => {
  const dissidio = number('Percentual', 3, { min: 0.001, max: 999.999 });
  const said = (value: number) => dissidio.schema.safeParse(value).error?.issues.map(({ message }) => message);
  expect(said(0)).toEqual(['Percentual deve ser no mínimo 0,001']);
  expect(said(1_000)).toEqual(['Percentual deve ser no máximo 999,999']);
  expect(integer('Peso', { max: 99_999 }).schema.safeParse(100_000).error?.issues[0]?.message).toBe(
    'Peso deve ser no máximo 99.999',
  );
});

it('the code of a record is no amount, a count is', () => {
  expect(fieldText(code('Código do Registro'), 1_216)).toBe('1216');
  expect(fieldText(integer('Quantidade'), 1_216)).toBe('1.216');
});

it('one line of text stays one line, several may be several', () => {
  const typed = ' Ana\r\nBcc: todos\u2028\u0085\u001bfim\t ';
  expect(text('Nome', 100).schema.parse(typed)).toBe('Ana Bcc: todos fim');
  expect(longText('Texto').schema.parse('um\ndois')).toBe('um\ndois');
  expect(text('Nome', 100).schema.safeParse('\r\n').success).toBe(false);
  expect(url('Sala').schema.parse('https://sala.exemplo/\r\nATTENDEE:x')).toBe('https://sala.exemplo/ ATTENDEE:x');
});

it('markup without a word is no text, and a required list of addresses has one', () => {
  for (const blank of ['<p></p>', '<p> </p><p>&nbsp;</p>', '<ul><li></li></ul>'])
    expect(richText('Texto').schema.safeParse(blank).success, blank).toBe(false);
  expect(richText('Texto').schema.safeParse('<p>a < b</p>').success).toBe(true);
  expect(optional(richText('Texto')).schema.parse('<p> </p>')).toBe(null);
  expect(emails('E-mails').schema.safeParse([]).success).toBe(false);
  expect(optional(emails('E-mails')).schema.safeParse([]).success).toBe(true);
});

it.each([text('Nome', 60), longText('Nome', 60), richText('Nome', 60), email('Nome'), url('Nome'), cpf('Nome'), date('Nome')])(
  'a text that is far too long is refused for its length, and its signs are not looked at',
  (field) => {
    const { error } = field.schema.safeParse('\0'.repeat(100_000));
    expect(error?.issues.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Nome deve ter no máximo \d+ caracteres$/),
    ]);
  },
);

it('a text that is too long only at its ends is taken', () => {
  expect(text('Nome', 2).schema.parse(`${' '.repeat(500)}Ah${' '.repeat(500)}`)).toBe('Ah');
});

it('an optional text of which nothing is seen is none', () => {
  for (const blank of ['  ', '\n', '\u200b']) {
    for (const field of [text('Nome', 1), longText('Texto'), email('E-mail'), cpf()])
      expect(optional(field).schema.parse(blank), JSON.stringify([field.label, blank])).toBe(null);
    expect(text('Nome', 1).schema.safeParse(blank).success).toBe(false);
  }
});

describe('a text is kept as it is seen', () => {
  it.each([
    ['Inglês\u200b', 'Inglês'],
    ['Ana\u{e0053}\u{e007f}', 'Ana'],
    ['\ufff9Ana\ufffb', 'Ana'],
    ['Ana\u17b5 \u{1d173}Lima\ufffc\u180b', 'Ana Lima'],
    ['\ufeffAna \u202egnihton\u202c', 'Ana gnihton'],
    ['Ana\u3164Lima', 'Ana Lima'],
    ['Ana\u200dLima', 'AnaLima'],
    ['An\ufe0fa\ufe00 Lima\ufe0e 7\ufe0f', 'Ana Lima 7'],
    ['❤\ufe0f\ufe0f 1\ufe0f\u20e3 ∩\ufe00 葛\ufe00', '❤\ufe0f 1\ufe0f\u20e3 ∩\ufe00 葛\ufe00'],
    ['Bombeira 👩\u200d🚒', 'Bombeira 👩\u200d🚒'],
    ['👩🏽\u200d🚒 ❤\ufe0f\u200d🔥', '👩🏽\u200d🚒 ❤\ufe0f\u200d🔥'],
  ])('%j is %j', (typed, kept) => {
    expect(text('Nome', 60).schema.parse(typed)).toBe(kept);
    expect(longText('Resumo').schema.parse(typed)).toBe(kept);
  });

  it.each(['\u200b', '\u3164\u2800', '\u202e\u200d\u00ad'])('%j is nothing', (typed) => {
    expect(text('Nome', 60).schema.safeParse(typed).success).toBe(false);
    expect(longText('Resumo').schema.safeParse(typed).success).toBe(false);
  });
});
