import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Acting } from '#kit/acting/acting.server.ts';
import { today } from '#kit/br/date.ts';
import { fieldOf } from '#kit/fields/field.ts';
import { tableOf } from '#kit/print/table.ts';
import { listed } from '#kit/query/list-column.ts';
import { parseListQuery } from '#kit/query/list-query.ts';
import { csvCell } from '#kit/sheet/csv/csv-cell.ts';
import { formatCell } from '#kit/sheet/format.ts';
import type { Store } from '#kit/store/store.server.ts';
import { createServices } from './services.server.ts';
import { type Client, openTestApp, type TestApp } from './test-app.server.ts';

let app: TestApp;
let admin: Client;
let stores: ReadonlyMap<string, Store>;
let acting: Acting;

beforeAll(async () => {
  app = await openTestApp();
  const empresaId = app.empresas[0] as number;
  await app.seed(40);
  // What a cell must survive: formulas, separators, the mark between the values of a line, spaces at the ends.
  const texts = [
    '=1+1',
    '-2',
    '@x',
    'a;b',
    'diz "oi"',
    'duas\r\nlinhas',
    ' antes',
    'depois\u00a0',
    'marca\u001fno meio',
    '\u2028',
    "'x",
    '0012',
  ];
  await app.db.query({
    text: `update talentos t set complemento = x.texto, bairro = x.texto from (select id, ($1::text[])[1 + (row_number() over (order by id))::int % 12] as texto from talentos) x where x.id = t.id`,
    values: [texts],
  });
  admin = await app.login(0);
  ({ stores } = createServices(app.db));
  acting = {
    kind: 'usuario',
    usuarioId: 1,
    usuarioNome: '',
    empresaId,
    empresaNome: '',
    requestId: '',
    today: today(),
    settings: {},
    can: () => true,
    everywhere: () => true,
    audit: async () => {},
  };
});
afterAll(() => app.close());

/** Every printed column but bare ids, which have no name in the list's answer. */
const namesOf = ({ registry }: Store): string[] =>
  [...new Set<string>([...registry.columns, ...listed(registry)])].filter((name) => {
    const { kind, asId } = fieldOf(registry, name);
    return kind !== 'file' && kind !== 'image' && !asId;
  });

/** Record by record, through the list's own answer and the one formatter of cells. */
async function theLongWay(store: Store): Promise<string> {
  const { registry } = store;
  const { query } = parseListQuery(registry, {});
  const { columns, row } = tableOf(registry.fields, namesOf(store));
  let text = `\ufeff${columns.map(({ label }) => csvCell(label, 'text')).join(';')}\r\n`;
  for await (const batch of store.stream(app.db, acting, query))
    for (const record of batch) {
      const printed = row(record);
      const cells = columns.map(({ key, type, decimals }) => csvCell(formatCell(type, printed[key], decimals, 'data'), type));
      text += `${cells.join(';')}\r\n`;
    }
  return text;
}

const paths = [...createServices(null as never).stores.keys()];

describe('an export holds, byte for byte, what the list answers', () => {
  it.each(paths)('%s', async (path) => {
    const store = stores.get(path) as Store;
    const answer = await admin('GET', `/api/${path}/exportar?formato=csv&colunas=${namesOf(store).join(',')}`);
    if (answer.status === 202) return; // 5,571 cities are a task
    expect(answer.status).toBe(200);
    expect((answer.body as Buffer).toString('utf8')).toBe(await theLongWay(store));
  });
});
