import { type Field, type Fields, fieldOf } from '#kit/fields/field.ts';
import { kinds } from '#kit/fields/kinds.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { lookup, messages } from './declared.server.ts';
import { multipart } from './server-process.server.ts';
import { type Client, done } from './test-app.server.ts';

type Values = Record<string, unknown>;
type Page = { content: (Values & { id: number })[] };

/**
 * For tests: records that satisfy every rule of their registry, made from the declarations, with the records that they refer to.
 */
export interface Samples {
  /** a record that can be saved; each call gives another one */
  sample(registry: AnyRegistry): Promise<Values>;
  /** the values of these fields, valid one by one */
  values(fields: Fields): Promise<Values>;
  /** the id of a record of the registry `module/slug`: one made here, or any, or a new one */
  existing(target: string): Promise<number>;
  /** forgets which records exist: somebody else may have removed them */
  forget(): void;
}

/** Registries without a form: the database adds their records beside those of another registry. */
const KEPT_BESIDE: Record<string, string> = { 'cargo-salario/competencias': 'cargo-salario/conhecimentos' };

export function createSamples(admin: Client): Samples {
  let counter = 1;
  const made = new Map<string, Promise<number>>();
  const inside = new Map<string, Promise<number | undefined>>();
  /** ids of records made here: the dates of the samples fit them */
  const own = new Map<string, number>();

  function existing(target: string): Promise<number> {
    let id = made.get(target);
    if (!id) made.set(target, (id = makeOne(target)));
    return id;
  }

  async function makeOne(target: string): Promise<number> {
    const { lifecycle } = lookup(target);
    // A record that has left its first state may take no further records.
    const isOpen = (record: Values) =>
      (!lifecycle || record[lifecycle.field] === lifecycle.initial) && (!(target in JUDGED) || record.status === 'A');
    const mine = own.get(target);
    const kept = mine === undefined ? undefined : await admin('GET', `/api/${target}/${mine}`);
    if (mine !== undefined && kept?.status === 200 && isOpen(kept.body as Values)) return mine;
    const there = (await admin('GET', `/api/${target}?page=0&size=${lifecycle ? 100 : 1}`)).body as Partial<Page>;
    const open = there.content?.find(isOpen);
    if (open) return open.id;
    const source = KEPT_BESIDE[target];
    if (source) {
      await makeOne(source);
      return makeOne(target);
    }
    const id = await makeNew(target);
    own.set(target, id);
    return id;
  }

  async function makeNew(target: string): Promise<number> {
    const { id } = await done(admin, 'POST', `/api/${target}`, await sample(lookup(target)));
    if (JUDGED[target]) await done(admin, 'POST', `/api/${target}/${id}/${JUDGED[target]}`, {});
    return id;
  }

  async function valueOf(field: Field, n: number): Promise<unknown> {
    if (field.kind === 'file' || field.kind === 'image') return null;
    if (field.kind === 'files') return [];
    if (field.kind === 'ref') return field.required ? existing(field.target ?? '') : null;
    if (field.kind === 'refs') return (field.min ?? 0) > 0 ? [await existing(field.target ?? '')] : [];
    if (field.kind === 'rows') return (field.min ?? 0) > 0 ? [await filled(field.fields ?? {}, n)] : [];
    if (field.kind === 'choices' && !field.options) return ['ROLE_CAD_ESTADO'];
    return kinds[field.kind].sample(field, n);
  }

  async function filled(fields: Fields, n: number): Promise<Values> {
    const record: Values = {};
    for (const [name, field] of Object.entries(fields))
      if (!field.readOnly) record[name] = field.initial ?? (await valueOf(field, n));
    return record;
  }

  /** A file that no record refers to yet: one for each record. */
  async function sentFile(): Promise<number> {
    const { body, headers } = multipart('anexo.txt', Buffer.from(`anexo ${counter}`));
    const answer = await admin('POST', '/api/arquivos', body, headers);
    if (answer.status !== 201) throw new Error(`arquivos: ${answer.status} ${JSON.stringify(answer.body)}`);
    return (answer.body as { id: number }).id;
  }

  /** A record within the one of the field beside it. */
  function firstWithin({ target, within = '' }: Field, record: Values): Promise<number | undefined> {
    const url = `/api/${target}?page=0&size=1&${within}=${String(record[within])}`;
    let found = inside.get(url);
    if (!found) inside.set(url, (found = admin('GET', url).then(({ body }) => (body as Page).content[0]?.id)));
    return found;
  }

  async function sample(registry: AnyRegistry): Promise<Values> {
    const record = await filled(registry.fields, counter++);
    for (const name of Object.keys(registry.requiredWhen ?? {})) {
      const field = fieldOf(registry, name);
      if (field.kind === 'ref') record[name] ??= await (field.within ? firstWithin(field, record) : existing(field.target ?? ''));
      if (field.kind === 'file') record[name] ??= await sentFile();
    }
    const once = ONCE_EACH[registry.id];
    if (once) record[once] = await makeNew(fieldOf(registry, once).target ?? '');
    const beyond = registry.id === 'modelos-mensagens' ? templateOf(counter) : registry.sample?.(record, counter);
    return { ...record, ...beyond, ...(ASKED.has(registry.id) ? { confirma: true } : {}) };
  }

  return {
    sample,
    values: (fields) => filled(fields, counter++),
    existing,
    forget() {
      made.clear();
      inside.clear();
    },
  };
}

/** Registries that ask before they save what is seldom meant: a sample's salary may be any. */
const ASKED: ReadonlySet<string> = new Set(['talentos', 'reajustes-colaboradores']);

/** Registries whose records serve others once somebody has approved them, and the transition that does. */
const JUDGED: Record<string, string> = { 'captacao/solicitacoes-pessoal': 'aprovar' };

/** References of which no two records of a registry may have the same. */
const ONCE_EACH: Record<string, string> = { candidaturas: 'candidato', pareceres: 'candidatura' };

/** A template of a declared message. */
function templateOf(n: number): Values {
  const type = [...messages.values()][n % messages.size];
  return { tipo: type?.id, assunto: `Aviso ${n}`, corpo: `<p>${type?.text}</p>` };
}
