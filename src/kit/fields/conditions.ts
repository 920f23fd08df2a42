import type { Field } from './field.ts';

type Condition<Context> = (values: Readonly<Record<string, unknown>>, context: Context) => unknown;

interface Conditions<Context> {
  visibleWhen?: Readonly<Record<string, Condition<Context> | undefined>> | undefined;
  requiredWhen?: Readonly<Record<string, Condition<Context> | undefined>> | undefined;
}

/** How a field is drawn beside these values: whether it is required, or null when it is hidden. */
export function drawnAs<Context>(
  { visibleWhen, requiredWhen }: Conditions<Context>,
  name: string,
  field: Field,
  values: Readonly<Record<string, unknown>>,
  context: Context,
): { required: boolean } | null {
  if (visibleWhen?.[name]?.(values, context) === false) return null;
  return { required: field.required || Boolean(requiredWhen?.[name]?.(values, context)) };
}
