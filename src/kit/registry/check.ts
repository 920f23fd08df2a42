import { z } from 'zod';
import { type Fields, type Kind, says, type Values } from '#kit/fields/field.ts';
import { type Context, type Issue, type Registry, writable } from './registry.ts';

export type Checked<T> = { ok: true; value: T } | { ok: false; issues: Issue[] };

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const emptyOf = (kind: Kind) => (kind === 'boolean' ? false : ['refs', 'rows', 'choices', 'emails'].includes(kind) ? [] : null);

const schemas = new WeakMap<object, z.ZodObject>();

function schemaOf(registry: Registry): z.ZodObject {
  const known = schemas.get(registry);
  if (known) return known;
  const made = z.object(Object.fromEntries(writable(registry).map(([name, field]) => [name, field.schema])));
  schemas.set(registry, made);
  return made;
}

/** Zod's faults as ours: the path dotted, one sentence each, in Portuguese whatever Zod would say. */
export function issuesOf(error: z.ZodError): Issue[] {
  return error.issues.map((issue) => ({
    field: issue.path.join('.'),
    message: /[À-ú]|obrigat|inválid|deve|máximo|permitid/i.test(issue.message) ? issue.message : 'Valor inválido',
  }));
}

/**
 * Judges a record: form, API and import call this one function.
 * Fields that are not on the screen (`visibleWhen`) are emptied, not judged. All faults are told at once, rules included
 * as soon as every field has the right shape.
 */
export function check<F extends Fields>(registry: Registry<F>, input: unknown, context: Context): Checked<Values<F>> {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { ok: false, issues: [{ field: '', message: 'Envie um registro' }] };
  const given = { ...(input as Record<string, unknown>) };
  const hidden = new Set<string>();
  const emptied: Record<string, unknown> = {};
  const issues: Issue[] = [];
  for (const [name, field] of writable(registry)) {
    if (registry.visibleWhen?.[name]?.(given as Partial<Values<F>>, context) === false) {
      hidden.add(name);
      emptied[name] = emptyOf(field.kind);
    } else if (registry.requiredWhen?.[name]?.(given as Partial<Values<F>>, context) && isEmpty(given[name])) {
      issues.push({ field: name, message: says(field.label) });
    }
  }
  const schema = schemaOf(registry as unknown as Registry);
  const judged =
    hidden.size === 0 ? schema : schema.omit(Object.fromEntries([...hidden].map((name) => [name, true as const])) as never);
  const parsed = judged.safeParse(given);
  const told = new Set(issues.map(({ field }) => field));
  if (!parsed.success) issues.push(...issuesOf(parsed.error).filter(({ field }) => !told.has(field)));
  const value = { ...(parsed.success ? parsed.data : {}), ...emptied } as Values<F>;
  if (issues.length === 0) issues.push(...(registry.rules?.(value, context) ?? []));
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value };
}
