import { isDeepStrictEqual } from 'node:util';
import { DEMO_PASSWORD } from '../demo-users.server.ts';
import { registries, reports } from './declared.server.ts';
import { knownAmong } from './known-names.ts';
import { json, type Place, placesOf, type Values, withValue } from './places.ts';
import type { Operation, Stage, Who } from './stage.server.ts';

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

/** More names than this make an address too long. */
const MOST_ASKED = 500;
const portions = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));

interface Refused {
  errors?: { field: string; message: string }[];
}
export const faultsIn = (text: string): { field: string; message: string }[] => {
  try {
    return (JSON.parse(text) as Refused).errors ?? [];
  } catch {
    return [];
  }
};

/** The names of a query that a route reads. */
export async function queryNames(stage: Stage, operation: Operation, url: string, who: Who): Promise<string[]> {
  const method = operation.method === 'DELETE' ? 'GET' : operation.method;
  const get = (query: string) => stage.watched({ who, method, url: url + query });
  const read = [...(await get('')).query].toSorted();
  const names = await learnedOf(`${kindOf(operation)} ${read.join()}`, async () => [
    ...new Set([...read, ...(await namesToldTo(get))]),
  ]);
  for (const name of names) everyName.add(name);
  return names;
}

/** The names that a route which refuses unknown ones does not refuse. */
async function namesToldTo(get: (query: string) => Promise<{ status: number; text: string }>): Promise<string[]> {
  const unknown = 'nomeQueNinguemConhece';
  const refusal = await get(`?${unknown}=1`);
  if (refusal.status !== 400 || !faultsIn(refusal.text).some(({ field }) => field === unknown)) return [];
  const names: string[] = [];
  const ask = async (some: readonly string[]) => {
    const told = await get(`?${[unknown, ...some].map((name) => `${name}=`).join('&')}`);
    return faultsIn(told.text);
  };
  for (const some of portions([...everyName], MOST_ASKED)) names.push(...(await knownAmong(some, ask)));
  return names;
}

/** A body that a route takes, or the nearest to one, and the places in it that the route reads. */
export async function bodyOf(
  stage: Stage,
  operation: Operation,
  url: string,
  who: Who,
): Promise<{ body: Values; places: Place[] }> {
  const names = new Set<string>();
  const send = async (body: Values) => {
    const answer = await stage.watched({ who, method: operation.method, url, ...json(body) });
    for (const name of answer.body) names.add(name);
    return { isTaken: answer.status < 300, status: answer.status, faults: faultsIn(answer.text).map(({ field }) => field) };
  };
  const first = await send({});
  const alike = JSON.stringify([kindOf(operation), first, [...names].toSorted()]);
  const { body, places } = await learnedOf(alike, () => bodyTaken(send, first, names));
  return { body, places: places.map((place) => ({ path: place.split('.'), base: body })) };
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
