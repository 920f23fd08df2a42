import { type Acting, worldOf } from '#kit/acting/acting.server.ts';
import type { Fields, Values } from '#kit/fields/field.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { check } from './check.ts';
import type { Form } from './form.ts';

/** A body as the form reads it; all faults at once. */
export function demandForm<F extends Fields>(form: Form<F>, body: unknown, acting: Acting): Values<F> {
  const checked = check(form, body ?? {}, worldOf(acting));
  if (!checked.ok) throw refuse.invalid(checked.issues);
  return checked.value;
}
