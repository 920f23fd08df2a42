import { isDate, parseMonth } from '#kit/br/date.ts';
import { parseNumber } from '#kit/br/number.ts';
import { fold } from '#kit/br/text.ts';
import { parseDuration } from '#kit/br/time.ts';
import { parseWrittenDate } from '#kit/br/written-date.ts';
import { type Field, type Kind, MOST_ITEMS } from './field.ts';
import { identities, isIdentity } from './identity.ts';

/** How values of a kind are read and made. */
interface Values {
  /** a cell of a spreadsheet → what the form would send; undefined when the cell cannot be read */
  parse(cell: unknown, field: Field): unknown;
  /** the n-th valid value for tests and generated data */
  sample(field: Field, n: number): unknown;
}

const textOf = (cell: unknown) =>
  typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell).trim() : '';
const isDated = (cell: unknown): cell is { date: string } => typeof cell === 'object' && cell !== null && 'date' in cell;
const cut = (value: string, field: Field) => value.slice(0, field.max ?? 100);
const numeric = (cell: unknown) => {
  const digits = typeof cell === 'number' ? String(cell) : parseNumber(textOf(cell));
  return digits === null ? undefined : Number(digits);
};

const plain: Values = {
  parse: (cell) => (isDated(cell) ? cell.date : textOf(cell)),
  sample: (field, n) => cut(`${field.label.slice(0, 20)} ${n}`, field),
};

const amount = (decimals: number): Values => ({
  parse: numeric,
  sample: ({ min = 1, max = 99 }, n) => {
    const whole = min + (n % Math.max(1, Math.min(90, max - min)));
    return decimals && whole + 0.5 <= max ? whole + 0.5 : whole;
  },
});

const identity: Values = {
  // A spreadsheet turns 01234567890 into a number and drops the zero: restore it, also when a CSV turned the number into text
  // again.
  parse: (cell, field) => {
    const text = textOf(cell);
    return typeof cell === 'number' || /^\d{5,}$/.test(text) ? restoreZeros(text, field) : text;
  },
  sample: (field, n) => (isIdentity(field.kind) ? identities[field.kind].sample(n) : ''),
};

function restoreZeros(digits: string, field: Field): string {
  const lengths: Partial<Record<Kind, number>> = {
    cpf: 11,
    cnpj: 14,
    pis: 11,
    cns: 15,
    tituloEleitor: 12,
    cno: 12,
    caepf: 14,
    cei: 12,
    cep: 8,
  };
  return digits.padStart(lengths[field.kind] ?? 0, '0');
}

/** A phone number without country code and trunk zero, if the rest is a complete number: 55 is also an area code. */
function homeNumber(text: string): string {
  const digits = text.replace(/\D/g, '');
  if (digits.startsWith('55') && (digits.length === 12 || digits.length === 13)) return text.replace(/^\D*55[\s-]*/, '');
  if (digits.startsWith('0') && !digits.startsWith('0800') && (digits.length === 11 || digits.length === 12))
    return text.replace('0', '');
  return text;
}

const yes = new Set(['sim', 's', 'true', 'verdadeiro', '1', 'x', 'ativo', 'ativa']);
const no = new Set(['nao', 'n', 'false', 'falso', '0', '', 'inativo', 'inativa']);

function parseFlag(cell: unknown): boolean | undefined {
  if (typeof cell === 'boolean') return cell;
  const word = fold(textOf(cell));
  return yes.has(word) ? true : no.has(word) ? false : undefined;
}

function parseCode(cell: unknown, field: Field): string | undefined {
  const word = fold(textOf(cell));
  if (word === '') return '';
  const { codes, labels } = wordsOf(field);
  return codes.get(word) ?? abbreviated(word, labels);
}

interface Words {
  codes: ReadonlyMap<string, string>;
  labels: readonly (readonly [code: string, label: string])[];
}
const words = new WeakMap<Field, Words>();

/** What says an option, folded once a field: a cell may have thousands of words. */
function wordsOf(field: Field): Words {
  const known = words.get(field);
  if (known) return known;
  const options = Object.entries(field.options ?? {});
  const codes = new Map<string, string>();
  for (const [code, label] of options)
    for (const said of [code, label, ...(field.alsoSaid?.[code] ?? [])].map(fold)) if (!codes.has(said)) codes.set(said, code);
  const made = { codes, labels: options.map(([code, label]) => [code, fold(label)] as const) };
  words.set(field, made);
  return made;
}

/**
 * Finds the option that a short or dotted word abbreviates ('masc.', 'Fem'), if only one label begins so. A longer word without a dot is no
 * abbreviation: 'norte' is not 'Norte de Minas'.
 */
function abbreviated(word: string, labels: Words['labels']): string | undefined {
  const begin = word.replace(/\.$/, '');
  if (begin.length < 3 || (begin === word && begin.length > 4)) return undefined;
  const found = labels.filter(([, label]) => label.startsWith(begin));
  return found.length === 1 ? found[0]?.[0] : undefined;
}

/** What stands in a list; of more than a field takes, one more, which the reader of the cell refuses. */
const list = (cell: unknown) =>
  textOf(cell)
    .split(/[,;|]/, MOST_ITEMS + 1)
    .map((item) => item.trim())
    .filter(Boolean);

const reference: Values = { parse: textOf, sample: () => undefined };

export const kinds: Readonly<Record<Kind, Values>> = {
  text: plain,
  longText: plain,
  richText: { ...plain, sample: (_field, n) => `<p>Texto ${n}</p>` },
  url: { ...plain, sample: (_field, n) => `https://exemplo.com.br/${n}` },
  color: {
    ...plain,
    sample: (_field, n) => `#${(n % 0xffffff).toString(16).padStart(6, '0').toUpperCase()}`,
  },
  email: { ...plain, sample: (_field, n) => `pessoa${n}@exemplo.com.br` },
  emails: { ...plain, parse: list, sample: (_field, n) => [`pessoa${n}@exemplo.com.br`] },
  integer: amount(0),
  number: amount(1),
  money: amount(1),
  percentage: amount(1),
  date: {
    parse: (cell) =>
      isDated(cell)
        ? cell.date
        : cell === null || cell === ''
          ? ''
          : (parseWrittenDate(typeof cell === 'number' ? cell : textOf(cell)) ?? undefined),
    sample: (_field, n) => `20${String(10 + (n % 15)).padStart(2, '0')}-0${1 + (n % 9)}-1${n % 10}`,
  },
  month: {
    parse: (cell) =>
      isDated(cell) && isDate(cell.date)
        ? cell.date.slice(0, 7)
        : textOf(cell) === ''
          ? ''
          : (parseMonth(textOf(cell)) ?? undefined),
    sample: (_field, n) => `2024-0${1 + (n % 9)}`,
  },
  instant: { ...plain, sample: () => undefined },
  time: { ...plain, sample: (_field, n) => `${n % 24}:30` },
  duration: {
    ...amount(0),
    parse: (cell) => (typeof cell === 'number' ? Math.round(cell * 24 * 60) : (parseDuration(textOf(cell)) ?? undefined)),
  },
  boolean: { parse: parseFlag, sample: (_field, n) => n % 2 === 0 },
  choice: { ...plain, parse: parseCode, sample: (field, n) => codeAt(field, n) },
  choices: {
    ...plain,
    parse: (cell, field) => {
      const codes: string[] = [];
      for (const word of list(cell)) {
        const code = parseCode(word, field);
        if (code === undefined) return undefined;
        codes.push(code);
      }
      return codes;
    },
    sample: (field, n) => [codeAt(field, n)],
  },
  ref: reference,
  refs: { ...reference, parse: list },
  rows: { ...plain, parse: () => undefined, sample: () => [] },
  file: reference,
  files: { ...reference, parse: list },
  image: reference,
  cpf: identity,
  cnpj: identity,
  pis: identity,
  cns: identity,
  tituloEleitor: identity,
  cno: identity,
  caepf: identity,
  cei: identity,
  cep: identity,
  telefone: { ...identity, parse: (cell) => homeNumber(textOf(cell)) },
  processo: identity,
};

function codeAt(field: Field, n: number): string | undefined {
  const codes = Object.keys(field.options ?? {});
  return codes[n % codes.length];
}
