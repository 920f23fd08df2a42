import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '#kit/fields/field.ts';
import { columnIn } from '#kit/registry/names.server.ts';
import { type AnyRegistry, inputOf } from '#kit/registry/registry.ts';
import { modules } from './modules.server.ts';
import { createSamples, type Samples } from './samples.server.ts';
import { type Answer, type Client, openTestApp, type Row, type TestApp } from './test-app.server.ts';

// One record for the whole installation, which nobody makes.
const single = new Set(['parametros-sistema']);
const editable = modules.flatMap((module) =>
  module.registries
    .filter((registry: AnyRegistry) => !registry.readOnly && !single.has(registry.id))
    .map((registry: AnyRegistry) => [`${module.id}/${registry.id}`, registry] as const),
);

let app: TestApp;
let admin: Client;
let reader: Client;
let editor: Client;
let sample: Samples['sample'];

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login(0);
  ({ sample } = createSamples(admin));
  reader = await app.loginWithout(1, (authority) => /_(EDITAR|EXCLUIR)$/.test(authority));
  editor = await app.loginWithout(2, (authority) => authority.endsWith('_EXCLUIR'));
});
afterAll(() => app.close());

interface Told extends Row {
  acoes: string[];
}

/** A new record of the registry. */
async function made(path: string, registry: AnyRegistry): Promise<number> {
  const created = await admin('POST', `/api/${path}`, await sample(registry));
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  return (created.body as Row).id;
}

const codeOf = ({ body }: Answer) => (body as { code?: string } | null)?.code ?? '';
/** What the database answers when other records refer to the one that is to go. */
const REFERRED = new Set(['23001', '23503']);
const STATE = ['TRANSICAO_IMPEDIDA', 'REGISTRO_GUARDADO'];

/** What is offered is done, or is answered about the values; what is not is refused. */
function holds(answer: Answer, isOffered: boolean, what: string): void {
  const told = `${what}: ${answer.status} ${JSON.stringify(answer.body)}`;
  if (!isOffered) {
    expect(answer.status === 403 || STATE.includes(codeOf(answer)), told).toBe(true);
    return;
  }
  expect([200, 204, 400], told).toContain(answer.status);
  expect(STATE, told).not.toContain(codeOf(answer));
}

/** Codes of what a record may say that no form writes: states, and what locks follow from. */
const statesOf = ({ lifecycle, lockedWhen, fields }: AnyRegistry) =>
  Object.entries<Field>(lifecycle || lockedWhen ? fields : {})
    .filter(([, { kind, readOnly, computed }]) => kind === 'choice' && readOnly && !computed)
    .flatMap(([name, { options = {} }]) => Object.keys(options).map((code) => [name, code] as const));

describe.each(editable)('%s', (path, registry) => {
  const url = `/api/${path}`;

  it('the record and its row say what their reader may do, which the server then does, and nothing else', async () => {
    for (const [who, client] of Object.entries({ admin, editor, reader })) {
      const id = await made(path, registry);
      const opened = await client('GET', `${url}/${id}`);
      // Records that only some see are tried by those.
      if (opened.status === 404) continue;
      const record = opened.body as Told;
      expect(record.acoes, who).toBeInstanceOf(Array);
      const [row] = (await client('GET', `${url}?ids=${id}`)).body as Told[];
      expect(row?.acoes, who).toEqual(record.acoes);
      holds(await client('PUT', `${url}/${id}`, inputOf(registry, record)), record.acoes.includes('editar'), `${who} edits`);
      const now = (await client('GET', `${url}/${id}`)).body as Told;
      holds(await client('DELETE', `${url}/${id}`), now.acoes.includes('excluir'), `${who} removes`);
      if (who === 'reader') expect(record.acoes.filter((deed) => deed === 'editar' || deed === 'excluir')).toEqual([]);
      else expect(record.acoes.includes('excluir'), who).toBe(who === 'admin' && !registry.people?.stays);
      await admin('DELETE', `${url}/${id}`);
    }
  });

  const states = statesOf(registry);
  it.runIf(states.length > 0).each(states)('%s %s: the form and the server lock the same', async (name, code) => {
    const id = await made(path, registry);
    const column = raw(columnIn(registry, name));
    await app.db.query(sql`update ${raw(registry.table)} set ${column} = ${code} where id = ${id}`);
    const record = (await admin('GET', `${url}/${id}`)).body as Told;
    holds(await admin('PUT', `${url}/${id}`, inputOf(registry, record)), record.acoes.includes('editar'), 'edits');
    const lock = registry.lockedWhen?.edit?.(record, { today: '2026-11-20', settings: {}, can: () => true });
    const other = await sample(registry);
    for (const field of typeof lock === 'object' ? lock.fields : []) {
      const answer = await admin('PUT', `${url}/${id}`, { ...inputOf(registry, record), [field]: other[field] ?? 'D' });
      if (answer.status === 409)
        expect(answer.body).toMatchObject({ code: 'REGISTRO_GUARDADO', message: (lock as { why: string }).why });
      else expect(codeOf(answer), field).toMatch(/FIELD_VALIDATION_VIOLATION|^$/);
    }
    // A save may take a record back to an earlier state.
    const { acoes } = (await admin('GET', `${url}/${id}`)).body as Told;
    holds(await admin('DELETE', `${url}/${id}`), acoes.includes('excluir'), 'removes');
    // One to which other records refer stays.
    await app.db.query(sql`delete from ${raw(registry.table)} where id = ${id}`).catch((error: { code?: string }) => {
      if (!REFERRED.has(error.code ?? '')) throw error;
    });
  });
});
