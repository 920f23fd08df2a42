import { z } from 'zod';
import { fieldsIn } from '#kit/fields/called.ts';
import { emptyOf, type Fields, MOST_ITEMS, says, type Values } from '#kit/fields/field.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { type Issue, issuesOf } from '#kit/refusal/issues.ts';
import { accepted } from './accepted.ts';
import { isEmpty, judgeRows, keptValue, rowsTooMany } from './check-rows.ts';
import { type AnyForm, type Context, type Form, writable } from './form.ts';

type Checked<T> = { ok: true; value: T } | { ok: false; issues: Issue[] };

const schemas = new WeakMap<object, Map<string, z.ZodObject>>();
/** Most rows of all lists of one form: each of them is judged before anybody else is served. */
const MOST_ROWS = 3_000;
/** Most sets of fields that one form's schemas are kept for. */
const mostKept = 100;

/**
 * The schema of all fields except those. Zod compiles each new object, which takes a hundred times longer than judging by it, so
 * the objects are cached.
 */
function schemaOf(form: AnyForm, apart: readonly string[]): z.ZodObject {
  let kept = schemas.get(form);
  if (!kept) schemas.set(form, (kept = new Map()));
  const key = apart.join(' ');
  let schema = kept.get(key);
  if (!schema) {
    const left = new Set(apart);
    const judged = writable(form).filter(([name]) => !left.has(name));
    schema = z.object(Object.fromEntries(judged.map(([name, field]) => [name, field.schema])));
    if (kept.size >= mostKept) kept.clear();
    kept.set(key, schema);
  }
  return schema;
}

/**
 * Judges what was filled in: screen, API and import call this one function. Fields that are not on the screen (`visibleWhen`) are
 * emptied, not judged; fields that the actor may not see (`sensitive`) keep the value of `context.before`, or begin empty. All
 * faults are answered at once: a rule runs as soon as the fields that it reads have the right shape. Conditions read each field
 * as its own schema accepts it.
 */
export function check<F extends Fields>(form: Form<F>, input: unknown, context: Context): Checked<Values<F>> {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { ok: false, issues: [{ field: '', message: 'Envie um registro' }] };
  const given = { ...(input as Record<string, unknown>) };
  const apart: Record<string, unknown> = {};
  const unseen = new Set<string>();
  const issues: Issue[] = [];
  const reported = new Set<string>();
  /** One by one: a list may bring more faults than a call takes arguments. */
  const tell = (found: Iterable<Issue>) => {
    const before = new Set(reported);
    for (const issue of found) {
      if (before.has(issue.field)) continue;
      reported.add(issue.field);
      issues.push(issue);
    }
  };
  // Hidden values are in place before any condition reads them.
  for (const [name, field] of writable(form)) {
    if (!isHidden(field, context.can)) continue;
    unseen.add(name);
    apart[name] = given[name] = keptValue(field, context.before?.[name]);
  }
  let together = 0;
  for (const [name, field] of writable(form)) {
    const list = given[name];
    // A list that is too long is refused by its own schema.
    if (field.kind !== 'rows' || unseen.has(name) || !Array.isArray(list) || list.length > MOST_ITEMS) continue;
    together += list.length;
    const message =
      rowsTooMany(field, list, context.before?.[name], context) ??
      (together > MOST_ROWS ? `São permitidos no máximo ${MOST_ROWS} itens em todas as listas juntas` : undefined);
    if (message === undefined) continue;
    tell([{ field: name, message }]);
    given[name] = [];
  }
  const seen = accepted(form.fields, given, { ...apart }) as Partial<Values<F>>;
  for (const [name, field] of writable(form)) {
    if (unseen.has(name)) continue;
    if (form.visibleWhen?.[name]?.(seen, context) === false) apart[name] = emptyOf(field);
    else if (isEmpty(given[name])) {
      const asked = form.requiredWhen?.[name]?.(seen, context);
      if (asked) tell([{ field: name, message: asked === true ? says(field.label) : asked }]);
    }
  }
  for (const [name, field] of writable(form)) {
    if (field.kind !== 'rows' || Object.hasOwn(apart, name)) continue;
    const judged = judgeRows(name, field, given[name], context);
    if (!judged) continue;
    tell(judged.issues);
    for (const path of judged.unseen) unseen.add(path);
    apart[name] = judged.value;
  }
  const parsed = schemaOf(form, Object.keys(apart)).safeParse(given);
  if (!parsed.success) tell(issuesOf(parsed.error));
  const value = { ...(parsed.success ? parsed.data : {}), ...apart } as Values<F>;
  const judgedByRules = issues.length === 0 ? value : soundPart(form, given, value, issues);
  const faulty = new Set(reported);
  for (const fault of whatCanBeJudged(() => form.rules?.(judgedByRules, context) ?? []))
    if (!isWithin(unseen, fault.field) && !faulty.has(fault.field)) issues.push(fault);
  return issues.length > 0 ? { ok: false, issues: asCalled(form, issues, context) } : { ok: true, value };
}

/** A rule looked at a field that is faulty itself. */
class Unsound extends Error {}
const UNSOUND = new Unsound();

/** The parsed values of the fields without a fault. Reading another field throws, so that rules never see an unjudged value. */
function soundPart<F extends Fields>(
  form: Form<F>,
  given: Readonly<Record<string, unknown>>,
  value: Values<F>,
  issues: readonly Issue[],
): Values<F> {
  const unsound = new Set(issues.map(({ field }) => field.split('.')[0] ?? ''));
  const sound: Record<string, unknown> = { ...value };
  for (const [name, field] of writable(form)) {
    if (unsound.has(name) || Object.hasOwn(sound, name)) continue;
    const parsed = field.schema.safeParse(given[name]);
    if (parsed.success) sound[name] = parsed.data;
    else unsound.add(name);
  }
  return new Proxy(sound, {
    get(target, name) {
      if (typeof name === 'string' && unsound.has(name)) throw UNSOUND;
      return Reflect.get(target, name);
    },
  }) as Values<F>;
}

/** The issues of a rule up to its first read of a faulty field. Rules passed to `eachRule` do not stop each other. */
function* whatCanBeJudged(rule: () => Iterable<Issue>): Generator<Issue> {
  try {
    yield* rule();
  } catch (error) {
    if (error !== UNSOUND) throw error;
  }
}

/** Runs rules that read different fields one by one, so that a fault of one field silences only the rules that read it. */
export function* eachRule(...rules: readonly (() => Iterable<Issue>)[]): Generator<Issue> {
  for (const rule of rules) yield* whatCanBeJudged(rule);
}

/** Sentences begin with a field's label, which the company may have replaced. */
function asCalled<F extends Fields>(form: Form<F>, issues: Issue[], { settings }: Context): Issue[] {
  if (!form.called) return issues;
  const known = fieldsIn(form, settings);
  return issues.map((issue) => {
    const [own, named] = [form.fields[issue.field]?.label, known[issue.field]?.label];
    const isOther = own !== undefined && named !== undefined && own !== named && issue.message.startsWith(own);
    return isOther ? { ...issue, message: named + issue.message.slice(own.length) } : issue;
  });
}

/** Whether the path is one of those, or inside one of them. */
const isWithin = (paths: ReadonlySet<string>, path: string): boolean =>
  paths.size > 0 && path.split('.').some((_part, index, parts) => paths.has(parts.slice(0, index + 1).join('.')));
