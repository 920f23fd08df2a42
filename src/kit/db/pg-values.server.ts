import pg from 'pg';

type Parse = (text: string) => unknown;

const asText: Parse = (text) => text;

const int8: Parse = (text) => {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
};

/** 'YYYY-MM-DDTHH:MM:SS.mmmZ' from PostgreSQL's text, that of its JSON, or itself; 'infinity' stays as it is. */
export const timestamptz = (text: string): string => {
  // The session runs in UTC, so this is a cut and a paste; anything else (BC, five-digit years, another zone) takes the long way.
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:Z|\+00(?::00)?)$/.exec(text);
  if (match) return `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(3, '0').slice(0, 3)}Z`;
  const parsed: unknown = (pg.types.getTypeParser(1184, 'text') as Parse)(text);
  return parsed instanceof Date && !Number.isNaN(parsed.getTime()) ? parsed.toISOString() : text;
};

const scalars: [oid: number, arrayOid: number, parse: Parse][] = [
  [20, 1016, int8],
  [1082, 1182, asText], // date: 'YYYY-MM-DD', never a local-time Date
  [1083, 1183, asText], // time
  [1114, 1115, asText], // timestamp without zone
  [1184, 1185, timestamptz],
  [1186, 1187, asText], // interval
  [1700, 1231, asText], // numeric: decimal text, never a float
];

// pg's own typings do not show this export of pg-types.
const { arrayParser } = pg.types as unknown as {
  arrayParser: { create: (source: string, transform: Parse) => { parse(): unknown[] } };
};

const parsers = new Map<number, Parse>();
for (const [oid, arrayOid, parse] of scalars) {
  parsers.set(oid, parse);
  parsers.set(arrayOid, (text) => arrayParser.create(text, parse).parse());
}

/** How values arrive: date, time, timestamp, interval and numeric as text; int8 as number while exact; timestamptz as ISO in UTC. */
export const valueTypes: pg.CustomTypesConfig = {
  // The return type of pg's typings is `any` by overload; ours is a plain function of text.
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) ||
    pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
};
