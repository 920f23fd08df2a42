import type { Control, FieldValues } from 'react-hook-form';
import { useWatch } from 'react-hook-form';
import { useCheckContext } from '#kit/acting/authority.web.tsx';
import { drawnAs } from '#kit/fields/conditions.ts';
import { type Field, fieldOf } from '#kit/fields/field.ts';
import { FieldGrid } from '#kit/fields/field-grid.web.tsx';
import { fieldText } from '#kit/fields/field-text.ts';
import type { Inputs } from '#kit/fields/input-state.web.ts';
import { FieldInput } from '#kit/fields/inputs.web.tsx';
import { isAbsent, isHidden } from '#kit/fields/sensitive.ts';
import classes from './form.module.css';
import type { AnyForm } from './form.ts';

interface Props {
  form: AnyForm;
  name: string;
  control: Control;
  /** the saved record, for fields that are only read */
  record?: Readonly<Record<string, unknown>>;
  inputs?: Inputs;
  readOnly?: boolean;
  /** required by something beyond the field's own declaration */
  required?: boolean;
}

/** A field of the form: drawn, marked and hidden as the declaration says. */
export function FormField(props: Props) {
  const { can } = useCheckContext();
  const field = fieldOf(props.form, props.name);
  // The input of the tree beside it draws it.
  if (isAbsent(field, can) || field.narrows !== undefined) return null;
  if (isHidden(field, can)) return <Shown {...props} field={field} />;
  const isConditional = props.form.visibleWhen?.[props.name] || props.form.requiredWhen?.[props.name];
  return isConditional ? <ConditionalField {...props} /> : <PlainField {...props} />;
}

// Only fields with a condition listen to the whole form: the others are drawn again for their own changes alone.
function ConditionalField(props: Props) {
  const { form, name, control } = props;
  const context = { ...useCheckContext(), ...(props.record ? { before: props.record } : {}) };
  const values = useWatch({ control }) as FieldValues;
  const drawn = drawnAs(form, name, fieldOf(form, name), values, context);
  return drawn && <PlainField {...props} required={props.required || drawn.required} />;
}

function PlainField({ form, name, control, record, inputs, readOnly, required }: Props) {
  const field = fieldOf(form, name);
  if (field.readOnly) return <Shown field={field} name={name} record={record} />;
  const Input = inputs?.[name] ?? FieldInput;
  return (
    <FieldGrid.Cell field={field} path={name}>
      <Input
        name={name}
        field={field}
        control={control}
        path={name}
        readOnly={readOnly}
        {...(required === undefined ? {} : { required: required && !readOnly })}
      />
    </FieldGrid.Cell>
  );
}

/** A field that is only read; a new record has nothing to show. */
function Shown({ field, name, record }: Pick<Props, 'name' | 'record'> & { field: Field }) {
  if (!record) return null;
  return (
    <FieldGrid.Cell field={field}>
      <ShownValue field={field} value={record[name]} />
    </FieldGrid.Cell>
  );
}

/** A value of a form that nobody types: its label and its text. */
export function ShownValue({ field, value }: { field: Field; value: unknown }) {
  return (
    <>
      <div className={classes.shownLabel}>{field.label}</div>
      <div className={classes.shown}>{fieldText(field, value) || '—'}</div>
    </>
  );
}
