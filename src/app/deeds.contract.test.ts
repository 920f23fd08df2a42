import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { today } from '#kit/br/date.ts';
import type { Fields } from '#kit/fields/field.ts';
import { bulkFields } from '#kit/registry/bulk-edit.ts';
import { ALL_COMPANIES } from '#platform/authority/perfis.registry.ts';
import { registriesWith } from './declared.server.ts';
import { DEMO_LOGINS } from './demo-users.server.ts';
import { seedCompany } from './seed-company.server.ts';
import { type Answer, type Client, openTestApp, type Row, type TestApp } from './test-app.server.ts';
import { planosDe } from './test-plans.server.ts';

/**
 * Whoever sees a part of a company does nothing to the rest of it, by whatever deed, and names nothing of it in what they save: all addresses
 * are tried with records that they do not see, of their company and of another one. What somebody sees is what their lists show.
 */
const HIDDEN = 'Fulana Oculta';
const NOWHERE = 999_999_999;

let app: TestApp;
let admin: Client;
let manager: Client;
/** ids of each registry that the manager does not see, and of those that they see */
const unseen = new Map<string, number[]>();
const seen = new Map<string, number[]>();

const registries = registriesWith(({ scope, trail }) => scope === 'empresa' && trail !== 'none');

async function idsFor(client: Client, path: string): Promise<number[]> {
  const { status, body } = await client('GET', `/api/${path}?unpaged=true`);
  return status === 200 ? (body as { content: Row[] }).content.map(({ id }) => id) : [];
}

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(24);
  const other = app.empresas[1] as number;
  await app.db.tx((tx) => seedCompany(tx, { empresaId: other, talentos: 12, first: 100, today: today() }));
  admin = await app.login(0);
  const planos = await planosDe(app, admin);
  await planos.completa();
  const area = await app.db.one<{ id: number }>(sql`
    select area_atual_id as id from talentos where situacao = 'A' and empresa_id = ${app.empresas[0]} group by 1 having count(*) between 2 and 20 order by count(*) desc, 1 limit 1`);
  await app.db.query(sql`delete from areas_organizacionais_empresa_e_responsaveis where registro_id <> ${area?.id}`);
  await app.db.query(sql`update talentos set nome = ${HIDDEN} || ' ' || id where area_atual_id is distinct from ${area?.id}`);
  await app.db.query(sql`
    update talentos set cpf = ${DEMO_LOGINS[2].cpf.replace(/\D/g, '')}
    where id = (select colaborador_dto_id from areas_organizacionais_empresa_e_responsaveis where registro_id = ${area?.id})`);
  const elsewhere = await app.login(0, other);
  manager = await app.loginWithout(2, (name) => name === 'ROLE_VER_TODAS_AREAS' || name === ALL_COMPANIES);
  for (const [path] of registries) {
    const mine = await idsFor(manager, path);
    const ours = (await idsFor(admin, path)).filter((id) => !mine.includes(id));
    const theirs = (await idsFor(elsewhere, path)).filter((id) => !mine.includes(id));
    seen.set(path, mine);
    unseen.set(path, [...ours.slice(0, 1), ...theirs.slice(-1)]);
  }
}, 120_000);
afterAll(() => app.close());

const textOf = ({ body }: Answer) => (Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body));

interface Tried {
  method: string;
  url: string;
  body?: object;
}

/** What was answered with something else than a refusal, or told somebody's name. */
async function notRefused(tries: readonly Tried[]): Promise<string[]> {
  const found: string[] = [];
  for (const { method, url, body } of tries) {
    const answer = await manager(method, url, body);
    if (answer.status < 400 || answer.status >= 500 || textOf(answer).includes(HIDDEN))
      found.push(`${method} ${url} ${answer.status} ${textOf(answer).slice(0, 200)}`);
  }
  return found;
}

it('no deed reaches a record that is not in the lists, below its address or by it', async () => {
  await app.app.ready();
  const { paths } = app.app.swagger() as unknown as { paths: Record<string, Record<string, unknown>> };
  const tries: Tried[] = [];
  for (const [path] of registries)
    for (const template of Object.keys(paths).filter((one) => one.startsWith(`/api/${path}/{`)))
      for (const id of unseen.get(path) ?? []) {
        const above = template.replace(/\{[^}]+\}/, String(id));
        // Of records below it one that stands, so that only its parent is out of sight.
        const [parent = '', below] = above.split('/{');
        const children = below === undefined ? [] : (await admin('GET', parent)).body;
        const child = Array.isArray(children) ? ((children as Row[])[0]?.id ?? 1) : 1;
        const url = above.replace(/\{[^}]+\}/g, String(child));
        const { id: _, ...record } = (await admin('GET', url)).body as Row;
        for (const verb of Object.keys(paths[template] ?? {})) {
          const method = verb.toUpperCase();
          tries.push(method === 'GET' || method === 'DELETE' ? { method, url } : { method, url, body: {} });
          if (method === 'PUT') tries.push({ method, url, body: record });
        }
      }
  expect(tries.length).toBeGreaterThan(300);
  expect(await notRefused(tries)).toEqual([]);
});

it('no deed for several reaches one of them, or tells whose it is', async () => {
  const told: string[] = [];
  let tried = 0;
  for (const [path, registry] of registries) {
    const ids = unseen.get(path) ?? [];
    if (ids.length === 0 || registry.readOnly) continue;
    const deeds: [string, object][] = [];
    if (!registry.people)
      for (const body of [{ ids }, { ids: ids.slice(0, 1) }])
        deeds.push(['excluir-varios', body], ['excluir-varios/previa', body], ['restaurar-varios', body]);
    for (const [name, { bulk }] of Object.entries(registry.lifecycle?.transitions ?? {}))
      if (bulk) deeds.push([`${name}-varios`, { ids }]);
    for (const name of Object.keys(bulkFields(registry)).slice(0, 3)) {
      const campos = { [name]: null };
      deeds.push(['editar-varios/previa', { ids, campos }], ['editar-varios', { registros: ids.map((id) => ({ id })), campos }]);
    }
    for (const [deed, body] of deeds) {
      tried += 1;
      const answer = await manager('POST', `/api/${path}/${deed}`, body);
      const { falhas = [] } = answer.body as { falhas?: { id: number; nome?: string | null; message: string }[] };
      const { usadoEm = [] } = answer.body as { usadoEm?: object[] };
      const asked = (body as { ids?: number[] }).ids?.length ?? ids.length;
      const isRefused = answer.status === 400 || (answer.status === 200 && falhas.length === asked && usadoEm.length === 0);
      const isSilent = falhas.every(
        ({ nome = null, message }) => nome === null && / não (?:foi encontrado|está mais na lixeira)\.$/.test(message),
      );
      if (!isRefused || !isSilent) told.push(`${path}/${deed} ${answer.status} ${textOf(answer).slice(0, 200)}`);
    }
  }
  expect(tried).toBeGreaterThan(100);
  expect(told).toEqual([]);
});

/** Where a form names records of other registries, in its rows too. */
const references = (fields: Fields, above: readonly string[] = []): { place: string[]; target: string; isList: boolean }[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const place = [...above, name];
    if (field.fields) return references(field.fields, place);
    const { target } = field;
    return target && target !== 'arquivos' && !field.readOnly && !field.computed
      ? [{ place, target, isList: field.kind === 'refs' }]
      : [];
  });

/** The record with an id in one of these places. */
function naming(record: object, [name = '', inRow]: readonly string[], isList: boolean, id: number): object {
  const value = isList ? [id] : id;
  if (inRow === undefined) return { ...record, [name]: value };
  const [row = {}, ...rest] = ((record as Record<string, unknown>)[name] ?? []) as object[];
  return { ...record, [name]: [{ ...row, [inRow]: value }, ...rest] };
}

it('a record that is not seen is named in no other: it is answered for as if it were nowhere', async () => {
  const told: string[] = [];
  let asked = 0;
  const saidOf = (answer: Answer, id: number) => {
    const { errors, message } = answer.body as { errors?: object[]; message?: string };
    return `${answer.status} ${JSON.stringify(errors ?? message ?? '').replaceAll(String(id), '#')}`;
  };
  for (const [path, registry] of registries) {
    const [known] = seen.get(path) ?? [];
    if (known === undefined || registry.readOnly) continue;
    const url = `/api/${path}/${known}`;
    const { id: _, versao: __, ...record } = (await manager('GET', url)).body as Row;
    for (const { place, target, isList } of references(registry.fields)) {
      const nowhere = saidOf(await manager('PUT', url, naming(record, place, isList, NOWHERE)), NOWHERE);
      for (const id of unseen.get(target) ?? []) {
        asked += 1;
        const said = saidOf(await manager('PUT', url, naming(record, place, isList, id)), id);
        if (said !== nowhere) told.push(`${path} ${place.join('.')}=${id}: ${said}, and of nobody's ${nowhere}`);
      }
    }
  }
  expect(asked).toBeGreaterThan(50);
  expect(told).toEqual([]);
});
