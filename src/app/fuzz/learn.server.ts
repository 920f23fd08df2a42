import { isDeepStrictEqual } from 'node:util';
import { program } from '#kit/acting/world.ts';
import { today } from '#kit/br/date.ts';
import { bare } from '#kit/fields/bare.ts';
import type { Field, Fields, Kind } from '#kit/fields/field.ts';
import { writable } from '#kit/form/form.ts';
import { lockedFields } from '#kit/registry/lifecycle.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { AnyReport } from '#kit/report/report.ts';
import { DEMO_PASSWORD } from '../demo-users.server.ts';
import { modules } from '../modules.server.ts';
import { multipart } from '../server-process.server.ts';
import { type Client, done } from '../test-app.server.ts';
import { filledFilter } from '../widest-filter.server.ts';
import { jsonOf } from './hostile.server.ts';
import type { Operation, Stage, Who } from './stage.server.ts';

export type Values = Record<string, unknown>;

/** A place in a body, such as `doses`, 0, `numero`, and the kind of field that stands there, when one is declared. */
export interface Place {
  path: string[];
  kind?: Kind;
  /** the body in which the place is: valid as a whole, or as near as could be made */
  base: Values;
}

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

const registries = new Map<string, AnyRegistry>(
  modules.flatMap(({ id, registries: all }) => all.map((registry): [string, AnyRegistry] => [`${id}/${registry.id}`, registry])),
);
const reports = new Map<string, AnyReport>(
  modules.flatMap(({ id, reports: all }) =>
    all.map((report: AnyReport): [string, AnyReport] => [`/api/${id}/relatorios/${report.id}`, report]),
  ),
);

/** Values that a route which declares nothing may want, the likelier first. */
const CANDIDATES: readonly unknown[] = [
  1,
  'texto',
  '2026-01-05',
  true,
  [1],
  [],
  [{}],
  {},
  '2026-01',
  'S',
  '529.982.247-25',
  'pessoa@exemplo.com.br',
  DEMO_PASSWORD,
  1.5,
];

/** What operations of one kind have in common: the name of all that are alike but for the registry that they stand on. */
export const kindOf = ({ method, path }: Operation): string =>
  `${method} ${path.replace(/^\/api\/[^/]+\/(relatorios\/)?[^/]+/, '$1')}`;

/** So many operations of a kind are asked at length; when all of them took the same, the rest of the kind is believed to. */
const ENOUGH = 4;
const experience = new Map<string, unknown[]>();

/** What is learned of operations that are alike so far. */
async function learnedOf<T>(alike: string, learnAtLength: () => Promise<T>): Promise<T> {
  const seen = (experience.get(alike) ?? []) as T[];
  const [first] = seen;
  if (first !== undefined && seen.length >= ENOUGH && seen.every((one) => isDeepStrictEqual(one, first))) return first;
  const learned = await learnAtLength();
  experience.set(alike, [...seen, learned]);
  return learned;
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
  } else await learnBody(stage, operation, known, who);
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

/** Names that any declaration or route was seen to read: a route that refuses unknown names tells which of them it knows. */
const everyName = new Set<string>([
  'page',
  'size',
  'sort',
  'unpaged',
  'busca',
  'ids',
  'versao',
  'formato',
  'colunas',
  'data',
  'pai',
  'indicador',
]);
for (const { fields } of registries.values())
  for (const name of Object.keys(fields)) for (const ending of ['', 'Ini', 'Fim', 'Id', 'Ids']) everyName.add(name + ending);
for (const report of reports.values()) for (const name of Object.keys(report.filter)) everyName.add(name);

/** A refusal tells a thousand faults at most: of more names, those it does not tell would pass for known. */
const MOST_ASKED = 500;
const portions = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));

interface Refused {
  errors?: { field: string; message: string }[];
}
const faultsIn = (text: string): { field: string; message: string }[] => {
  try {
    return (JSON.parse(text) as Refused).errors ?? [];
  } catch {
    return [];
  }
};

async function queryNames(stage: Stage, operation: Operation, url: string, who: Who): Promise<string[]> {
  const method = operation.method === 'DELETE' ? 'GET' : operation.method;
  const get = (query: string) => stage.watched({ who, method, url: url + query });
  const read = [...(await get('')).query].toSorted();
  const names = await learnedOf(`${kindOf(operation)} ${read}`, async () => [...new Set([...read, ...(await namesToldTo(get))])]);
  for (const name of names) everyName.add(name);
  return names;
}

/** The names that a route which refuses unknown ones does not refuse. */
async function namesToldTo(get: (query: string) => Promise<{ status: number; text: string }>): Promise<string[]> {
  const unknown = 'nomeQueNinguemConhece';
  const refusal = await get(`?${unknown}=1`);
  if (refusal.status !== 400 || !faultsIn(refusal.text).some(({ field }) => field === unknown)) return [];
  const names: string[] = [];
  for (const some of portions([...everyName], MOST_ASKED)) {
    const told = await get(`?${some.map((name) => `${name}=`).join('&')}`);
    const strangers = new Set(
      faultsIn(told.text)
        .filter(({ message }) => message.startsWith('Parâmetro desconhecido'))
        .map(({ field }) => field),
    );
    if (strangers.size > 0) names.push(...some.filter((name) => !strangers.has(name.slice(0, 60))));
  }
  return names;
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

export const json = (body: unknown) => ({ text: jsonOf(body), headers: { 'content-type': 'application/json' } });

/** Sends an empty body; what that is answered and read tells whether the kind is known. */
async function learnBody(stage: Stage, operation: Operation, known: Known, who: Who): Promise<void> {
  const names = new Set<string>();
  const send = async (body: Values) => {
    const answer = await stage.watched({ who, method: operation.method, url: known.url, ...json(body) });
    for (const name of answer.body) names.add(name);
    return { isTaken: answer.status < 300, status: answer.status, faults: faultsIn(answer.text).map(({ field }) => field) };
  };
  const first = await send({});
  const alike = JSON.stringify([kindOf(operation), first, [...names].toSorted()]);
  const { body, places } = await learnedOf(alike, () => bodyTaken(send, first, names));
  known.body = body;
  known.places = places.map((place) => ({ path: place.split('.'), base: body }));
}

interface Sent {
  isTaken: boolean;
  status: number;
  faults: string[];
}

/** Gives each fault a value under which it goes away, as often as that leads further; `names` grows by what is read meanwhile. */
async function bodyTaken(
  send: (body: Values) => Promise<Sent>,
  first: Sent,
  names: ReadonlySet<string>,
): Promise<{ body: Values; places: string[] }> {
  let body: Values = {};
  let last = first;
  for (let round = 0; round < 8 && !last.isTaken; round++) {
    const [fault] = last.faults.filter((field) => field !== '');
    if (fault === undefined) break;
    let better: { body: Values; answer: Sent } | undefined;
    for (const value of CANDIDATES) {
      const tried = withValue(body, fault.split('.'), value) as Values;
      const answer = await send(tried);
      if (answer.faults.includes(fault)) continue;
      better = { body: tried, answer };
      break;
    }
    if (!better) break;
    ({ body, answer: last } = better);
  }
  // What is within a name is read only where something is.
  for (const name of [...names].filter((one) => !one.includes('.') && !(one in body)))
    for (const inner of [[{}], {}]) await send({ ...body, [name]: inner });
  return { body, places: [...new Set([...names, ...placesOf(body).map(({ path }) => path.join('.'))])].toSorted() };
}

/** Every place of a value: lists by their first item. */
function placesOf(body: Values, fields: Fields = {}): Place[] {
  const found: Place[] = [];
  const visit = (value: unknown, path: string[]) => {
    if (path.length > 0) {
      const field: Field | undefined =
        path.length === 1 && Object.hasOwn(fields, path[0] ?? '') ? fields[path[0] ?? ''] : undefined;
      found.push({ path, base: body, ...(field ? { kind: field.kind } : {}) });
    }
    if (typeof value !== 'object' || value === null || path.length > 5) return;
    const entries = Array.isArray(value) ? value.slice(0, 1).entries() : Object.entries(value);
    for (const [key, inner] of entries) visit(inner, [...path, String(key)]);
  };
  visit(body, []);
  return found;
}

/** A copy in which another value stands at a place; what is missing on the way is made. */
export function withValue(whole: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const isIndex = /^\d+$/.test(key);
  if (isIndex && (Array.isArray(whole) || typeof whole !== 'object' || whole === null)) {
    const list = Array.isArray(whole) ? [...(whole as unknown[])] : [];
    list[Number(key)] = withValue(list[Number(key)], rest, value);
    return list;
  }
  const object = typeof whole === 'object' && whole !== null && !Array.isArray(whole) ? (whole as Values) : {};
  return { ...object, [key]: withValue(object[key], rest, value) };
}
