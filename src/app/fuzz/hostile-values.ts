import type { Kind } from '#kit/fields/field.ts';

/** Text of a JSON body that `JSON.stringify` would not write. */
export class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`;

const TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\uffff\ufffe',
  '\u202eexe.fdp',
  'é'.repeat(300),
  '👩‍🚒'.repeat(100),
  'x'.repeat(100_000),
  "'; drop table usuarios; --",
  "' or '1'='1",
  '%',
  '_%\\',
  '\\',
  '${7*7}{{7*7}}#{7*7}',
  '<script>alert(1)</script>',
  '<p onclick="x"><a href="javascript:x">y</a></p>',
  '=1+1',
  '../../../../etc/passwd',
  '\r\nSet-Cookie: x=1',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'true',
];
const NUMBERS: readonly unknown[] = [
  0,
  -0,
  -1,
  1.5,
  0.1 + 0.2,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  1e15,
  1e21,
  1e308,
  -1e308,
  Number.MIN_VALUE,
  new Raw('1e400'),
  new Raw('-1e-400'),
  new Raw('9'.repeat(400)),
  '1',
  ' 1 ',
  '1,5',
  '1e3',
  '0x10',
  '١٢',
  'NaN',
  'Infinity',
  '-Infinity',
  '99999999999999999999',
];
export const DATES: readonly (string | number)[] = [
  '2024-02-30',
  '2023-02-29',
  '0000-00-00',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '10000-01-01',
  '99999-01-01',
  '-0001-01-01',
  '+020240-01-01',
  'infinity',
  '-infinity',
  'now',
  'epoch',
  'today',
  '2024-1-1',
  '01/02/2024',
  '2024-13-01',
  '2024-01-01T00:00:00Z',
  '2024-01-01 BC',
  '2024-00',
  '0000-01',
  '9999-12',
  '24:00',
  '23:60',
  '99999:99',
  20240101,
];
/** What an object may bring besides data: names that every object has. */
const OBJECTS: readonly unknown[] = [
  {},
  { id: 'x' },
  { id: -1 },
  { id: 0 },
  { id: 1.5 },
  { id: 2 ** 53 },
  { id: null },
  { id: { id: 1 } },
  { id: 999_999_999, nome: 'x' },
  { toString: 1 },
  { valueOf: 1, toString: 1 },
  { toString: null, toJSON: 1 },
  { constructor: { prototype: { x: 1 } } },
  { length: -1 },
  { length: { toString: 1 } },
  { length: 2 ** 32 },
  new Raw('{"then":1}'),
  { nome: 'x' },
  new Raw('{"__proto__":{"x":1}}'),
  new Raw('{"__proto__":null,"id":1}'),
  new Raw('{"id":1,"id":{"id":2}}'),
  new Raw('{"":{"":{"":1}}}'),
];
const LISTS: readonly unknown[] = [
  [],
  [null],
  [[]],
  [{}],
  [[[[[]]]]],
  [undefined],
  ['x'],
  [1, 1],
  [-1],
  [2 ** 53],
  ['ROLE_GERAL_TODAS_EMPRESAS'],
  [{ id: 'x' }],
  [{ toString: 1 }],
  Array.from({ length: 2_000 }, () => 1),
  Array.from({ length: 2_000 }, () => ({})),
  Array.from({ length: 600 }, (_, i) => i + 1),
  new Raw(nested(500)),
];

/** Values that no field should take, or that few take. */
export const HOSTILE: readonly unknown[] = [null, true, false, ...TEXTS, ...NUMBERS, ...DATES, ...OBJECTS, ...LISTS];

/** Those that come near to what a kind of field takes. */
export function hostileTo(kind: Kind | undefined): readonly unknown[] {
  switch (kind) {
    case 'date':
    case 'month':
    case 'time':
    case 'instant':
    case 'duration':
      return DATES;
    case 'integer':
    case 'number':
    case 'money':
    case 'percentage':
      return NUMBERS;
    case 'ref':
    case 'file':
    case 'image':
      return [...OBJECTS, ...NUMBERS];
    case 'refs':
    case 'rows':
    case 'choices':
    case 'emails':
      return LISTS;
    case undefined:
      return HOSTILE;
    default:
      return [...TEXTS, ...OBJECTS];
  }
}

/** JSON with `Raw` parts as they are. */
export function jsonOf(value: unknown): string {
  const raw: string[] = [];
  const text = JSON.stringify(value, (_name, part: unknown) => {
    if (!(part instanceof Raw)) return part;
    raw.push(part.text);
    return `\u0001raw${raw.length - 1}\u0001`;
  });
  return (text ?? 'null').replace(/"\\u0001raw(\d+)\\u0001"/g, (_all, at: string) => raw[Number(at)] ?? 'null');
}
