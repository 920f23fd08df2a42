import type { Kind } from '#kit/fields/field.ts';
import { multipart } from '../server-process.server.ts';

/** Text of a JSON body that `JSON.stringify` would not write. */
export class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`;

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
const DATES: readonly (string | number)[] = [
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

export interface Payload {
  /** text or, when bytes are no text, base64 */
  text?: string;
  base64?: string;
  headers?: Record<string, string>;
}

const json = { 'content-type': 'application/json' };
const asJson = (text: string): Payload => ({ text, headers: json });

/** Bodies that are none. */
export const BODIES: readonly Payload[] = [
  ...[
    '',
    ' ',
    'null',
    '7',
    'true',
    '"texto"',
    '[]',
    '[[]]',
    '[null]',
    '[{}]',
    '{}',
    '{',
    '{"a":',
    '{"a":1,}',
    'NaN',
    '\u0000',
    '{"id":1}',
  ].map(asJson),
  ...['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"x":1}}}', '{"toString":1,"hasOwnProperty":1}'].map(asJson),
  asJson(nested(100_000)),
  asJson(`{"a":${nested(5_000)}}`),
  asJson(`{"nome":"${'x'.repeat(1_000_000)}"}`),
  asJson(`{"nome":"${'x'.repeat(2_300_000)}"}`),
  asJson(`{${Array.from({ length: 20_000 }, (_, i) => `"n${i}":${i}`).join(',')}}`),
  asJson(`\ufeff{"nome":"x"}`),
  asJson('{"nome":"\\ud800"}'),
  asJson('{"nome":"\\u0000"}'),
  { base64: Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0xc0, 0x22, 0x7d]).toString('base64'), headers: json },
  { base64: Buffer.from([0x1f, 0x8b, 0x08, 0x00]).toString('base64'), headers: { ...json, 'content-encoding': 'gzip' } },
  { text: '{}', headers: { 'content-type': 'application/json; charset=utf-16' } },
  { text: '{}', headers: { 'content-type': 'application/json; charset="' } },
  { text: '{}', headers: { 'content-type': 'application/problem+json' } },
  { text: '{}', headers: { 'content-type': 'text/plain' } },
  { text: '{}', headers: { 'content-type': '' } },
  { text: '{}', headers: { 'content-type': ';;;' } },
  { text: '{}', headers: { 'content-type': 'application/json, application/json' } },
  { text: '<a/>', headers: { 'content-type': 'application/xml' } },
  { text: 'a=1&b=%', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  { text: 'cpf=%00&senha[]=1&__proto__=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
];

const BOUNDARY = 'fronteira';
const form = (body: string, type = `multipart/form-data; boundary=${BOUNDARY}`): Payload => ({
  base64: Buffer.from(body, 'latin1').toString('base64'),
  headers: { 'content-type': type },
});
const part = (head: string, content: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
const end = `--${BOUNDARY}--\r\n`;
const file = (name: string, content = 'a;b\r\n1;2') => part(`name="arquivo"; filename="${name}"`, content);

export const sentAsFile = (name: string, content: Buffer, field?: string): Payload => {
  const { body, headers } = multipart(name, content, field);
  return { base64: body.toString('base64'), headers };
};

/** Forms with odd parts. */
export const FORMS: readonly Payload[] = [
  form(''),
  form(end),
  form(`--${BOUNDARY}`),
  form(file('a.csv').slice(0, -10)),
  form(file('a.csv') + end, 'multipart/form-data'),
  form(file('a.csv') + end, 'multipart/form-data; boundary='),
  form(file('a.csv') + end, `multipart/form-data; boundary=${'b'.repeat(500)}`),
  form(file('a.csv') + end, 'multipart/form-data; boundary=outra'),
  form(file('a.csv') + end, 'multipart/mixed; boundary=fronteira'),
  form(file('') + end),
  form(file('vazio.csv', '') + end),
  form(file('../../etc/passwd') + end),
  form(file('a\u0000.xlsx') + end),
  form(file(`${'n'.repeat(3_000)}.csv`) + end),
  form(file("\\\"; filename*=UTF-8''%ff.csv") + end),
  form(file('a.csv') + file('b.csv') + end),
  form(part('name="outro"; filename="a.csv"', 'x') + end),
  form(part('name="arquivo"', 'sem nome') + end),
  form(part('', 'x') + end),
  form(
    part('name="__proto__"', 'x') + part('name="constructor"', 'x') + part('name="modo"', '{"toString":1}') + file('a.csv') + end,
  ),
  form(part('name="modo"', 'inventado') + part('name="ignoraOpcionaisObrigatorios"', '\u0000') + file('a.csv') + end),
  form(part(`name="${'c'.repeat(300)}"`, 'x') + file('a.csv') + end),
  form(part('name="campo"', 'x'.repeat(70_000)) + file('a.csv') + end),
  form(Array.from({ length: 40 }, (_, i) => part(`name="c${i}"`, 'x')).join('') + file('a.csv') + end),
  form(
    `--${BOUNDARY}\r\n${'X: y\r\n'.repeat(200)}Content-Disposition: form-data; name="arquivo"; filename="a.csv"\r\n\r\nx\r\n${end}`,
  ),
  form(
    `--${BOUNDARY}\r\nContent-Type: image/png\r\nContent-Disposition: form-data; name="arquivo"; filename="a.png"\r\n\r\n\x89PNG\r\n\x1a\nxx\r\n${end}`,
  ),
  form(file('bomba.xlsx', 'PK\x03\x04\x14\x00\x00\x00\x08\x00xx') + end),
  form(file('a.xls', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') + end),
  form(file('utf16.csv', '\xff\xfen\x00o\x00m\x00e\x00') + end),
  form(file('nul.csv', 'a\x00;b\r\n\x00;\x00') + end),
  form(file('aspas.csv', 'a;"b\r\n1;2') + end),
  form(file('larga.csv', `${'c;'.repeat(3_000)}\r\n`) + end),
  form(file('proto.csv', '__proto__;constructor;toString\r\n1;2;3') + end),
];

/** What may stand after `name=` in an address. */
export const QUERY_VALUES: readonly string[] = [
  '',
  '%20',
  '0',
  '-1',
  '1.5',
  '1e3',
  '1,2,x',
  ',',
  ',,,',
  '1,1',
  '999999999999999',
  '9999999999999999999999',
  'NaN',
  'true',
  'abc',
  '%00',
  'a%00b',
  '%ed%a0%80',
  '%ff%fe',
  '%F0%9F%91%A9',
  '%25',
  '%27;drop%20table%20usuarios;--',
  '_%25%5C',
  '%5C',
  '(',
  '[',
  '{}',
  '__proto__',
  'constructor',
  'toString',
  'id,asc',
  'id,desc;id,asc',
  'nome,sideways',
  ...DATES.map((date) => encodeURIComponent(String(date))),
  'x'.repeat(5_000),
  '1,'.repeat(9_000),
  '%C3%A9'.repeat(150),
];

/** Whole query strings. */
export const QUERIES: readonly string[] = [
  '?',
  '?&',
  '?=',
  '?=1',
  '?a',
  '?inventado=1',
  '?__proto__=1',
  '?__proto__[x]=1',
  '?constructor=1&toString=1',
  '?a[]=1&a[]=2',
  '?%00=1',
  '?%ed%a0%80=1',
  '?%=1',
  '?%zz=1',
  '?page=0&page=1',
  '?page=0&size=1&sort=id,asc&sort=id,desc',
  '?page=-1',
  '?page=1e9',
  '?page=99999999&size=500',
  '?page=0&size=0',
  '?page=0&size=501',
  '?unpaged=talvez',
  '?unpaged=true&page=0',
  '?sort=',
  '?sort=;;;',
  '?sort=id,asc,desc',
  '?sort=__proto__,asc',
  '?ids=',
  '?ids=1,,2',
  '?ids=1&ids=2',
  `?ids=${'1,'.repeat(4_000)}1`,
  `?${'a=1&'.repeat(1_500)}`,
  `?${'x'.repeat(20_000)}=1`,
  '?busca=%25_%5C&page=0',
];

/** Ids that an address may hold. */
export const PATH_IDS: readonly string[] = [
  '0',
  '-1',
  '1.5',
  '01',
  '+1',
  '1e3',
  'abc',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '999999999',
  '9223372036854775807',
  '9223372036854775808',
  '99999999999999999999999',
  '%00',
  '%20',
  '%2e%2e',
  '%2F',
  '..%2f..%2fetc%2fpasswd',
  '%ed%a0%80',
  '%ff',
  "1'%20or%20'1'='1",
  '1,2',
  '{id}',
  'x'.repeat(499),
  'x'.repeat(600),
];

/** Heads that a client may send. */
export const HEADERS: readonly Record<string, string>[] = [
  { accept: 'application/json' },
  { accept: 'text/html;q=0.1, */*;q=x' },
  { accept: '' },
  { accept: 'x'.repeat(4_000) },
  { 'accept-encoding': 'br;q=2, gzip;q=x, *;q=0' },
  { 'accept-encoding': 'x'.repeat(2_000) },
  { 'accept-language': 'x' },
  { range: 'bytes=0-' },
  { range: 'bytes=-0' },
  { range: 'bytes=9999999999-1' },
  { range: 'bytes=0-0,1-1' },
  { range: 'linhas=1' },
  { 'if-none-match': '*' },
  { 'if-none-match': '"' },
  { 'if-range': 'x' },
  { 'if-modified-since': 'ontem' },
  { 'x-empresa-id': '0' },
  { 'x-empresa-id': 'abc' },
  { 'x-empresa-id': '1, 1' },
  { 'x-empresa-id': '99999999999999999999' },
  { 'x-pagina': 'x'.repeat(5_000) },
  { 'idempotency-key': 'x' },
  { 'idempotency-key': '' },
  { 'x-forwarded-for': 'x, 999.999.999.999' },
  { 'x-forwarded-host': 'mal.exemplo' },
  { 'x-http-method-override': 'DELETE' },
  { cookie: 'sessao=x; __proto__=1; =; ;' },
  { cookie: 'x'.repeat(6_000) },
  { origin: 'null' },
  { origin: 'http://mal.exemplo' },
  { origin: '' },
  { host: '' },
  { host: 'a b' },
  { 'content-length': '0' },
];
