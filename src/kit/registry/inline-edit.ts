import type { World } from '#kit/acting/world.ts';
import type { Kind } from '#kit/fields/field.ts';
import { writable } from '#kit/form/form.ts';
import type { AnyRegistry } from './registry.ts';

/** Kinds whose input fits into a cell of a list. */
const IN_A_CELL: ReadonlySet<Kind> = new Set([
  'text',
  'integer',
  'number',
  'money',
  'percentage',
  'date',
  'month',
  'boolean',
  'choice',
  'email',
  'telefone',
]);

/**
 * The fields that a list edits in its cells: one plain value each, which neither an authority guards nor a day decides, and
 * which shows whatever the rest of the record says. The naming column is not among them: it leads to the record.
 */
export function inlineFields(registry: AnyRegistry): string[] {
  if (registry.inlineEdit === false || registry.readOnly || registry.trail === 'none') return [];
  const { successive, label, visibleWhen = {} } = registry;
  const apart = new Set<string>([label, ...(successive ? [successive.from, successive.until] : []), ...Object.keys(visibleWhen)]);
  return writable(registry).flatMap(([name, field]) =>
    IN_A_CELL.has(field.kind) && !field.sensitive && !field.detail && !field.unused && !field.reaches && !apart.has(name)
      ? [name]
      : [],
  );
}

/** Every cell of a list asks. */
const fieldsOf = new WeakMap<AnyRegistry, ReadonlySet<string>>();

/** Whether somebody who may edit the registry edits this field in a list. */
export function mayEditInline(registry: AnyRegistry, name: string, can: World['can']): boolean {
  const fields = fieldsOf.get(registry) ?? new Set(inlineFields(registry));
  fieldsOf.set(registry, fields);
  return can(`${registry.authority}_EDITAR`) && fields.has(name);
}
