import { type Chance, chanceOf } from './chance.ts';
import { BODIES, FORMS, HEADERS, PATH_IDS, type Payload, QUERIES, QUERY_VALUES } from './hostile-requests.server.ts';
import { HOSTILE, hostileTo } from './hostile-values.ts';
import { faultOf } from './judge.ts';
import { type Known, learn, sheetOf } from './learn.server.ts';
import { kindOf } from './learn-by-asking.server.ts';
import { json, type Values, withValue } from './places.ts';
import { type Asked, type Operation, type Stage, WHO, type Who } from './stage.server.ts';

/** An answer that must not be, and how to have it again. */
export interface Finding {
  operation: string;
  fault: string;
  /** the least request found that brings it; null when what to ask could not even be made */
  asked: Asked | null;
  /** how many of the operation's requests ended so */
  count: number;
}

export interface Result {
  operations: number;
  requests: number;
  /** operations that save the record of a registry */
  records: number;
  /** those of them that did not take the record that the others were made of, each with its answer */
  refusals: string[];
  findings: Finding[];
}

export interface Plan {
  seed: number;
  /** which operations */
  only?: (operation: Operation) => boolean;
  /** how many of each kind are asked of each operation; 1 is what `npm test` does */
  effort?: number;
  /** stops after the operation in which this is true */
  isOver?: () => boolean;
  tell?: (line: string) => void;
}

/** Asks every operation what no client should ask, and everything that it takes with values that nobody should send. */
export async function fuzz(stage: Stage, plan: Plan): Promise<Result> {
  const { only = () => true, isOver = () => false, tell } = plan;
  const result: Result = { operations: 0, requests: 0, records: 0, refusals: [], findings: [] };
  const kin = kinOf(stage.operations);
  // Who may do what, and which fields must be filled, comes last: everything else stands on it.
  const late = ({ path }: Operation) => Number(path.startsWith('/api/utilitario'));
  for (const operation of stage.operations.filter(only).toSorted((a, b) => late(a) - late(b))) {
    if (isOver()) break;
    const name = nameOf(operation);
    const found = await askEverything(stage, operation, plan, kin(operation), result).catch((error: unknown) => [
      // What there is to ask about could not be made or read: that is a finding, too.
      { operation: name, fault: String(error), asked: null, count: 1 },
    ]);
    result.operations++;
    result.findings.push(...found);
    for (const finding of found) tell?.(told(finding, plan));
  }
  return result;
}

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

/** All that is asked of one operation; answers its findings, one for each kind of fault. */
async function askEverything(
  stage: Stage,
  operation: Operation,
  { seed, effort = 1, tell }: Plan,
  kin: number,
  result: Result,
): Promise<Finding[]> {
  const name = nameOf(operation);
  const chance = chanceOf(seed, name);
  await stage.refresh();
  const insiders = insidersOf(operation);
  const [first = 'nobody'] = insiders;
  const known = await learn(stage, operation, first);
  if (known.isRecord) {
    result.records++;
    if (known.refusal !== null) {
      result.refusals.push(`${name} refuses the record that was made for it: ${known.refusal}`);
      tell?.(result.refusals.at(-1) as string);
    }
  }
  const found = new Map<string, Finding>();
  const judge = async (asked: Asked, body?: { whole: Values; keep: string }) => {
    result.requests += asked.times ?? 1;
    const fault = await faultAt(stage, asked, known);
    if (fault === null) return;
    const kind = fault.slice(0, 3);
    const earlier = found.get(kind);
    if (earlier) earlier.count++;
    else found.set(kind, { operation: name, fault, asked: body ? await shrunk(stage, asked, body, known) : asked, count: 1 });
  };
  // What stands on every registry alike is asked less of each.
  const isCommon = kin > 10;
  const less = isCommon ? effort / 4 : effort;
  for (const asked of plainCases(operation, known, insiders, chance, less)) await judge(asked);
  for (const { asked, ...body } of bodyCases(operation, known, insiders, chance, known.isRecord ? effort : less))
    await judge(asked, body);
  if (operation.method !== 'GET' && (known.isRecord || !isCommon || chance.int(4) === 0)) {
    await stage.refresh();
    const { url, body } = await known.fresh();
    // Of the reports some print on paper, six at once.
    const sent = chance.int(8) === 0 ? json : (whole: Values) => asked(operation, whole);
    await judge({ who: first, method: operation.method, url, times: 6, ...(body ? sent(body) : {}) });
  }
  return [...found.values()];
}

/** What is printed of a finding: how to have it again, alone where it needs nothing that was made before, and in any case. */
export function told({ operation, fault, asked, count }: Finding, { seed, effort = 1 }: Plan): string {
  const line = asked && JSON.stringify(asked);
  const alone = line && line.length <= 4_000 ? `\n  npm run fuzz -- --replay '${line.replaceAll("'", "'\\''")}'` : '';
  return `${operation} (${count} ×)\n  ${fault}${alone}\n  npm run fuzz -- --seed ${seed} --effort ${effort} --only '${operation}'`;
}

/** Sends it, as often at once as it says; the first fault of the answers. */
export async function faultAt(stage: Stage, asked: Asked, known?: Pick<Known, 'undo'>): Promise<string | null> {
  const said =
    decodeURIComponent(asked.url.replace(/%(?![0-9a-f]{2})/gi, '%25').replace(/(%[89a-f][0-9a-f])+/gi, '')) + (asked.text ?? '');
  const answers = await Promise.all(
    Array.from({ length: asked.times ?? 1 }, () =>
      stage.ask(asked).catch((error: Error) => ({ status: 599, type: '', text: `${error.name}: ${error.message}` })),
    ),
  );
  let fault: string | null = null;
  for (const answer of answers) {
    fault ??= faultOf(answer, said, asked.method === 'HEAD');
    await known?.undo(answer);
  }
  return fault;
}

/** The same request without what the fault does not need. */
async function shrunk(
  stage: Stage,
  asked: Asked,
  { whole, keep }: { whole: Values; keep: string },
  known: Known,
): Promise<Asked> {
  let least = whole;
  for (const name of Object.keys(whole)) {
    if (name === keep) continue;
    const { [name]: _dropped, ...less } = least;
    if ((await faultAt(stage, { ...asked, ...json(less) }, known)) !== null) least = less;
  }
  return { ...asked, ...json(least) };
}

/** How many operations are of the same kind. */
function kinOf(operations: readonly Operation[]): (operation: Operation) => number {
  const counts = new Map<string, number>();
  for (const operation of operations) counts.set(kindOf(operation), (counts.get(kindOf(operation)) ?? 0) + 1);
  return (operation) => counts.get(kindOf(operation)) ?? 1;
}

const LEAST_MAY = new Set(['sessao', 'ROLE_CAD_INFO_PESSOAL']);

function insidersOf({ authority }: Operation): Who[] {
  if (authority === 'externo') return ['candidate'];
  if (authority === 'publico') return ['nobody', 'administrator', 'candidate'];
  return LEAST_MAY.has(authority) ? ['administrator', 'least'] : ['administrator'];
}

const CELLS = HOSTILE.filter((value): value is string => typeof value === 'string' && value.length < 1_000);

/** So many for each effort; of a part of one by chance. */
const someOf =
  (chance: Chance, effort: number) =>
  <T>(of: readonly T[], count: number): T[] =>
    chance.some(of, Math.floor(count * effort + chance.int(100) / 100));

/** A body as it is sent: reports answer rows, for paper takes long and tells the same. */
function asked({ path }: Operation, body: unknown): Payload {
  const { text, headers } = json(body);
  return { text, headers: path.includes('/relatorios/') ? { ...headers, accept: 'application/json' } : headers };
}

function* plainCases(
  operation: Operation,
  known: Known,
  insiders: readonly Who[],
  chance: Chance,
  effort: number,
): Generator<Asked> {
  const { method, path } = operation;
  const { url, query } = known;
  const isRead = method === 'GET';
  const valid: Payload = known.body ? asked(operation, known.body) : {};
  const who = () => chance.pick(insiders);
  const some = someOf(chance, effort);
  // A removal would take the record away under the other cases: it is asked for one that is not there.
  const at = method === 'DELETE' ? path.replaceAll(/\{[^{}]+\}/g, '999999999') : url;

  // Whoever may not write is refused by every route that writes; of readings, everybody is asked for some.
  const asking = isRead ? some(WHO, 6) : WHO.filter((one) => !insiders.includes(one));
  for (const one of asking) yield { who: one, method, url: at, ...valid };
  yield { who: who(), method: isRead ? 'HEAD' : 'OPTIONS', url: at };
  for (const name of query)
    for (const value of some(QUERY_VALUES, 2)) yield { who: who(), method, url: `${at}?${encodeURIComponent(name)}=${value}` };
  for (const text of some(QUERIES, isRead ? 2 : 1)) yield { who: who(), method, url: at + text, ...valid };
  for (const name of path.match(/\{[^{}]+\}/g) ?? [])
    for (const id of some(PATH_IDS, 2)) yield { who: who(), method, url: addressed(path, at, name, id), ...valid };
  for (const headers of some(HEADERS, 1))
    yield { who: who(), method, url: at, ...valid, headers: { ...valid.headers, ...headers } };
  if (isRead) return;
  for (const payload of some(BODIES, 3)) yield { who: who(), method, url: at, ...payload };
  for (const payload of some(FORMS, operation.takesFile ? 6 : 1)) yield { who: who(), method, url: at, ...payload };
}

/** The address with another id at one of its places. */
function addressed(path: string, url: string, name: string, id: string): string {
  const parts = url.split('/');
  parts[path.split('/').indexOf(name)] = id;
  return parts.join('/');
}

interface BodyCase {
  asked: Asked;
  whole: Values;
  /** the property that the case is about */
  keep: string;
}

function* bodyCases(
  operation: Operation,
  { url, places }: Known,
  insiders: readonly Who[],
  chance: Chance,
  effort: number,
): Generator<BodyCase> {
  const { method, takesFile, path } = operation;
  const some = someOf(chance, effort);
  for (const { path: place, kind, base } of places) {
    for (const value of [...some(hostileTo(kind), 2), ...some(HOSTILE, 1)]) {
      const whole = withValue(base, place, value) as Values;
      yield { asked: { who: chance.pick(insiders), method, url, ...asked(operation, whole) }, whole, keep: place[0] ?? '' };
    }
  }
  if (!takesFile || !path.endsWith('/importar/analisar')) return;
  const root = path.replace('/importar/analisar', '');
  for (const text of some(CELLS, 1)) {
    const texts = [text, ...chance.some(CELLS, 5)];
    yield { asked: { who: 'administrator', method, url, ...sheetOf(root, texts) }, whole: {}, keep: '' };
  }
}
