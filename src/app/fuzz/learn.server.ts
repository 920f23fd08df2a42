import { program } from '#kit/acting/world.ts';
import { today } from '#kit/br/date.ts';
import { bare } from '#kit/fields/bare.ts';
import type { Fields } from '#kit/fields/field.ts';
import { writable } from '#kit/form/form.ts';
import { lockedFields } from '#kit/registry/lifecycle.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { multipart } from '../server-process.server.ts';
import { type Client, done } from '../test-app.server.ts';
import { filledFilter } from '../widest-filter.server.ts';
import { registries, reports } from './declared.server.ts';
import { jsonOf } from './hostile-values.ts';
import { bodyOf, faultsIn, queryNames } from './learn-by-asking.server.ts';
import { json, type Place, placesOf, type Values } from './places.ts';
import type { Operation, Stage, Who } from './stage.server.ts';

/** What a route takes: learned from the declarations, else by watching what it reads and by mending what it refuses. */
export interface Known {
  /** the address with ids of records that are there */
  url: string;
  query: string[];
  /** a body that is taken; null where none is */
  body: Values | null;
  /** the body is a registry's record, made from its declaration */
  isRecord: boolean;
  /** what the route answered to that body where it did not take it */
  refusal: string | null;
  places: Place[];
  /** removes what an accepted request made */
  undo(answer: { status: number; text: string }): Promise<void>;
  /** another valid request of the kind, on a record of its own */
  fresh(): Promise<{ url: string; body: Values | null }>;
}

/** Learns what one operation takes. Asks it as who may open it. */
export async function learn(stage: Stage, operation: Operation, who: Who): Promise<Known> {
  const { samples } = stage;
  const admin = clientOf(stage);
  const { method, path } = operation;
  const registryPath = path.replace(/^\/api\//, '').replace(/\/\{[^}]+\}$/, '');
  const registry = registries.get(registryPath);
  const isOwn =
    registry && !registry.readOnly && path === (method === 'POST' ? `/api/${registryPath}` : `/api/${registryPath}/{id}`);
  const url = await filledPath(stage, path);
  const known: Known = {
    url,
    query: [],
    body: null,
    isRecord: false,
    refusal: null,
    places: [],
    undo: async () => {},
    fresh: async () => ({ url, body: known.body }),
  };
  const create = async () =>
    (await done(admin, 'POST', `/api/${registryPath}`, await samples.sample(registry as AnyRegistry))).id;

  if (registry && isOwn && method === 'POST') {
    known.undo = async ({ status, text }) => {
      if (status === 201) await admin('DELETE', `/api/${registryPath}/${(JSON.parse(text) as { id: number }).id}`);
    };
    known.fresh = async () => ({ url, body: await samples.sample(registry) });
  } else if (registry && isOwn && path.endsWith('}') && method !== 'GET') {
    // What stands once is changed where it stands.
    const id = await create().catch(() => samples.existing(registryPath));
    known.url = `/api/${registryPath}/${id}`;
    known.fresh = async () => ({ url: known.url, body: method === 'DELETE' ? null : await samples.sample(registry) });
  }

  if (method === 'GET' || method === 'DELETE') {
    known.query = await queryNames(stage, operation, known.url, who);
    return known;
  }
  if (operation.takesFile) return known;

  const report = reports.get(path);
  if (registry && isOwn) await learnRecord(stage, operation, registry, known, who);
  else if (report) {
    known.body = await filledFilter(admin, report);
    known.places = placesOf(known.body, report.filter as Fields);
  } else Object.assign(known, await bodyOf(stage, operation, known.url, who));
  return known;
}

/** The administrator as the client that samples and filters ask through. */
export const clientOf =
  (stage: Stage): Client =>
  async (method, url, body) => {
    const payload = body === undefined ? {} : { text: jsonOf(body), headers: { 'content-type': 'application/json' } };
    const { status, text, type } = await stage.ask({ who: 'administrator', method, url, ...payload });
    return { status, body: type.includes('json') && text !== '' ? JSON.parse(text) : text, headers: {} };
  };

/** An address in which every id is that of a record of the registry whose name stands before it. */
async function filledPath(stage: Stage, path: string): Promise<string> {
  const parts = path.split('/');
  for (const [at, part] of parts.entries()) {
    if (!part.startsWith('{')) continue;
    if (part === '{importacaoId}') parts[at] = String(await imported(stage, parts.slice(0, at - 1).join('/')));
    else parts[at] = String(await idBefore(stage, parts.slice(2, at)));
  }
  return parts.join('/');
}

async function idBefore({ samples }: Stage, before: readonly string[]): Promise<number> {
  const [module = ''] = before;
  for (const name of before.slice(1).toReversed()) {
    const target = [`${module}/${name}`, ...[...registries.keys()].filter((one) => one.endsWith(`/${name}`))].find((one) =>
      registries.has(one),
    );
    if (target) return samples.existing(target).catch(() => 1);
  }
  return 1;
}

/** A batch that was judged, to be corrected, applied and taken back: one for each registry. */
async function imported(stage: Stage, path: string): Promise<number> {
  let id = batches.get(path);
  if (id === undefined) {
    const { base64, headers } = sheetOf(path, ['texto']);
    const answer = await stage.ask({ who: 'administrator', method: 'POST', url: `${path}/importar/analisar`, base64, headers });
    id = answer.status < 300 ? ((JSON.parse(answer.text) as { importacaoId?: number }).importacaoId ?? 1) : 1;
    batches.set(path, id);
  }
  return id;
}
const batches = new Map<string, number>();

/** A sheet under the titles of a registry, every cell one of these texts in turn. */
export function sheetOf(path: string, texts: readonly string[]): { base64: string; headers: Record<string, string> } {
  const fields = writable(registries.get(path.replace(/^\/api\//, '')) ?? { fields: {} });
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = texts.map((_, row) =>
    fields.map((_field, column) => quoted(texts[(row + column) % texts.length] ?? '')).join(';'),
  );
  const sheet = [fields.map(([, { label }]) => quoted(label)).join(';'), ...rows].join('\r\n');
  const { body, headers } = multipart('planilha.csv', Buffer.from(sheet));
  return { base64: body.toString('base64'), headers };
}

/** The values of the fields that a saved record no longer changes. */
async function lockedValues(stage: Stage, registry: AnyRegistry, url: string): Promise<Values> {
  if (!registry.lockedWhen?.edit) return {};
  const stood = await done(clientOf(stage), 'GET', url);
  const lock = lockedFields(registry, stood, { today: today(), settings: {}, can: program });
  return Object.fromEntries(lock?.fields.map((name) => [name, bare(stood[name])]) ?? []);
}

/** A record with a row in every list, as far as the registry takes it. */
async function learnRecord(stage: Stage, operation: Operation, registry: AnyRegistry, known: Known, who: Who): Promise<void> {
  const { samples } = stage;
  const base = await samples.sample(registry);
  if (operation.method === 'PUT') Object.assign(base, await lockedValues(stage, registry, known.url));
  const answer = await stage.ask({ who, method: operation.method, url: known.url, ...json(base) });
  await known.undo(answer);
  known.refusal = answer.status < 300 ? null : answer.text;
  // What is refused whole, such as a second record of what stands once, is no fault of the record.
  known.isRecord = known.refusal === null || faultsIn(answer.text).length > 0;
  known.body = base;
  for (const [name, field] of writable(registry)) {
    known.places.push({ path: [name], kind: field.kind, base });
    if (field.kind !== 'rows' || !field.fields) continue;
    let holder = base;
    if (!Array.isArray(base[name]) || base[name].length === 0) {
      holder = { ...(await samples.sample(registry)), [name]: [await samples.values(field.fields)] };
    }
    for (const place of placesOf((holder[name] as Values[])[0] ?? {}, field.fields))
      known.places.push({ ...place, path: [name, '0', ...place.path], base: holder });
  }
}
