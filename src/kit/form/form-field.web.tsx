import type { Control, FieldValues } from 'react-hook-form';
import { useWatch } from 'react-hook-form';
import type { Field } from '#kit/fields/field.ts';
import { FieldGrid } from '#kit/fields/field-grid.web.tsx';
import { fieldText } from '#kit/fields/field-text.ts';
import { FieldInput } from '#kit/fields/inputs.web.tsx';
import { isAbsent, isHidden } from '#kit/fields/sensitive.ts';
import { useCheckContext } from '#kit/ui/authority.web.tsx';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import classes from './form.module.css';
import type { RecordRow, RegistryView } from '#kit/registry/view.web.tsx';

interface Props {
  registry: AnyRegistry;
  name: string;
  control: Control;
  record?: RecordRow;
  inputs?: RegistryView['inputs'];
  readOnly?: boolean;
  /** asked for by something beyond the field's own declaration */
  required?: boolean;
}

/** A field of the form: drawn, marked and hidden as the declaration says. */
export function FormField(props: Props) {
  const { can } = useCheckContext();
  const field: Field = props.registry.fields[props.name];
  if (isAbsent(field, can)) return null;
  if (isHidden(field, can)) return <Shown {...props} field={field} />;
  const isConditional = props.registry.visibleWhen?.[props.name] || props.registry.requiredWhen?.[props.name];
  return isConditional ? <ConditionalField {...props} /> : <PlainField {...props} />;
}

// Only fields with a condition listen to the whole form: the others redraw for their own keys alone.
function ConditionalField(props: Props) {
  const { registry, name, control } = props;
  const context = useCheckContext();
  const values = useWatch({ control }) as FieldValues;
  if (registry.visibleWhen?.[name]?.(values, context) === false) return null;
  const field: Field = registry.fields[name];
  return (
    <PlainField
      {...props}
      required={props.required || field.required || Boolean(registry.requiredWhen?.[name]?.(values, context))}
    />
  );
}

function PlainField({ registry, name, control, record, inputs, readOnly, required }: Props) {
  const field: Field = registry.fields[name];
  // What names the record is the heading of its page.
  if (field.readOnly) return name === registry.label ? null : <Shown field={field} name={name} record={record} />;
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

/** What is read and not typed; a new record has nothing to show. */
function Shown({ field, name, record }: Pick<Props, 'name' | 'record'> & { field: Field }) {
  if (!record) return null;
  return (
    <FieldGrid.Cell field={field}>
      <div className={classes.shownLabel}>{field.label}</div>
      <div className={classes.shown}>{fieldText(field, record[name]) || '—'}</div>
    </FieldGrid.Cell>
  );
}
