import { z } from 'zod';
import { type Fields, says, type Values } from '#kit/fields/field.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { emptyOf, isEmpty, judgeRows, keptValue } from './check-rows.ts';
import { issuesOf } from './issues.ts';
import { type Context, type Issue, type Registry, writable } from './registry.ts';

type Checked<T> = { ok: true; value: T } | { ok: false; issues: Issue[] };

const schemas = new WeakMap<object, Map<string, z.ZodObject>>();
/** Most sets of fields that one registry's schemas are kept for. */
const mostKept = 100;

/** The schema of all fields but those. Zod compiles each new object, which takes a hundred times longer than judging by it: they are kept. */
function schemaOf(registry: Registry, apart: readonly string[]): z.ZodObject {
  let kept = schemas.get(registry);
  if (!kept) schemas.set(registry, (kept = new Map()));
  const key = apart.join(' ');
  let schema = kept.get(key);
  if (!schema) {
    const left = new Set(apart);
    const judged = writable(registry).filter(([name]) => !left.has(name));
    schema = z.object(Object.fromEntries(judged.map(([name, field]) => [name, field.schema])));
    if (kept.size >= mostKept) kept.clear();
    kept.set(key, schema);
  }
  return schema;
}

/**
 * Judges a record: form, API and import call this one function.
 * Fields that are not on the screen (`visibleWhen`) are emptied, not judged; those that the actor may not see (`sensitive`) keep what stands in
 * `context.before`, or begin empty. All faults are told at once, rules included as soon as every field has the right shape.
 */
export function check<F extends Fields>(registry: Registry<F>, input: unknown, context: Context): Checked<Values<F>> {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { ok: false, issues: [{ field: '', message: 'Envie um registro' }] };
  const given = { ...(input as Record<string, unknown>) };
  const apart: Record<string, unknown> = {};
  const unseen = new Set<string>();
  const issues: Issue[] = [];
  // What the actor may not see is in place before any condition looks at it.
  for (const [name, field] of writable(registry)) {
    if (!isHidden(field, context.can)) continue;
    unseen.add(name);
    apart[name] = given[name] = keptValue(field, context.before?.[name]);
  }
  for (const [name, field] of writable(registry)) {
    if (unseen.has(name)) continue;
    if (registry.visibleWhen?.[name]?.(given as Partial<Values<F>>, context) === false) apart[name] = emptyOf(field);
    else if (isEmpty(given[name])) {
      const asked = registry.requiredWhen?.[name]?.(given as Partial<Values<F>>, context);
      if (asked) issues.push({ field: name, message: asked === true ? says(field.label) : asked });
    }
  }
  for (const [name, field] of writable(registry)) {
    if (field.kind !== 'rows' || Object.hasOwn(apart, name)) continue;
    const judged = judgeRows(name, field, given[name], context);
    if (!judged) continue;
    issues.push(...judged.issues.filter((issue) => !issues.some((told) => told.field === issue.field)));
    for (const path of judged.unseen) unseen.add(path);
    apart[name] = judged.value;
  }
  const parsed = schemaOf(registry as unknown as Registry, Object.keys(apart)).safeParse(given);
  const told = new Set(issues.map(({ field }) => field));
  if (!parsed.success) issues.push(...issuesOf(parsed.error).filter(({ field }) => !told.has(field)));
  const value = { ...(parsed.success ? parsed.data : {}), ...apart } as Values<F>;
  if (issues.length === 0)
    for (const fault of registry.rules?.(value, context) ?? []) if (!isWithin(unseen, fault.field)) issues.push(fault);
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value };
}

/** Whether the path names one of those, or something inside it. */
const isWithin = (paths: ReadonlySet<string>, path: string): boolean =>
  paths.size > 0 && path.split('.').some((_part, index, parts) => paths.has(parts.slice(0, index + 1).join('.')));
