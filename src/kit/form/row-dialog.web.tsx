import { Alert, Button, Group } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ComponentType, useEffect, useRef } from 'react';
import { type Control, type FieldValues, FormProvider, type Resolver, useForm, useWatch } from 'react-hook-form';
import { useCheckContext } from '#kit/acting/authority.web.tsx';
import { genderOf } from '#kit/br/text.ts';
import { useOnceFilesArrive } from '#kit/client/under-way.web.ts';
import { drawnAs } from '#kit/fields/conditions.ts';
import type { Field, Fields } from '#kit/fields/field.ts';
import { FieldGrid } from '#kit/fields/field-grid.web.tsx';
import { FormFieldsContext } from '#kit/fields/form-fields.web.ts';
import { type InputProps, type Inputs, inputId } from '#kit/fields/input-state.web.ts';
import { PlainInput } from '#kit/fields/plain-input.web.tsx';
import { isHidden } from '#kit/fields/sensitive.ts';
import { type Issue, issuesOf } from '#kit/refusal/issues.ts';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { judgeRows } from './check-rows.ts';
import type { Context } from './form.ts';
import { errorsOf, INVALID } from './form-faults.web.ts';

/** A row as its dialog holds it: a saved one has an `id`. */
export type DialogRow = Record<string, unknown>;

export interface RowDialogOptions<R extends object = DialogRow> {
  /** one row, as in 'Inserir Formação' */
  singular: string;
  /** fields that cannot be changed in a saved row */
  locked?: readonly string[];
  inputs?: Inputs;
  /** rules across the fields of a row; `row` is judged already, `others` are the other rows of the list as the form holds them */
  rules?(row: R, others: readonly DialogRow[]): Iterable<Issue>;
  /** more controls at the foot of the dialog */
  foot?: ComponentType;
}

interface Props extends RowDialogOptions {
  field: Field;
  row: DialogRow;
  isNew: boolean;
  isReadOnly: boolean;
  others: readonly DialogRow[];
  onClose(row: DialogRow | null): void;
}

/** The dialog's form holds the row as a list of one, so that its inputs have names that no input of the form behind it has. */
const ROWS = 'linha';

/** One row of a list, edited in a dialog; its form stands inside the record's form without being part of it. */
export function RowDialog({ singular, field, row, isNew, isReadOnly, others, onClose, ...options }: Props) {
  const fields: Fields = field.fields ?? {};
  const context = useCheckContext();
  const form = useForm<FieldValues>({
    defaultValues: { [ROWS]: [row] },
    resolver: resolverFor(field, options.rules, others, context),
    shouldFocusError: false,
  });
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      first.current?.querySelector<HTMLElement>('input:not(:disabled), textarea')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, []);
  const save = form.handleSubmit(
    () => {
      const values = form.getValues(`${ROWS}.0`) as DialogRow;
      const kept = Object.fromEntries(Object.keys(fields).map((name) => [name, values[name]]));
      onClose({ ...(typeof row.id === 'number' ? { id: row.id } : {}), ...kept });
    },
    (errors) => {
      const faulty = (errors[ROWS] as unknown as Record<string, unknown>[] | undefined)?.[0] ?? {};
      const name = Object.keys(fields).find((one) => faulty[one]);
      if (name) document.getElementById(inputId(`${ROWS}.0.${name}`))?.focus();
    },
  );
  const { isWaiting, onceFilesArrive } = useOnceFilesArrive();
  const verb = isReadOnly ? '' : isNew ? 'Inserir ' : 'Editar ';
  return (
    <Dialog onClose={() => onClose(null)} title={`${verb}${singular}`} size={768} closeOnClickOutside={isReadOnly}>
      <FormFieldsContext value={{ [ROWS]: field }}>
        <FormProvider {...form}>
          <form
            noValidate
            aria-label={`${verb}${singular}`}
            onSubmit={(event) => {
              // React passes the event on to the record's form, which must not be saved by it.
              event.stopPropagation();
              event.preventDefault();
              void onceFilesArrive(save);
            }}
          >
            <div ref={first}>
              <FieldGrid>
                {Object.entries(fields)
                  .filter(([, one]) => !isHidden(one, context.can))
                  .map(([name, one]) => (
                    <RowField
                      key={name}
                      name={name}
                      field={one}
                      control={form.control}
                      rows={field}
                      own={options.inputs?.[name]}
                      readOnly={isReadOnly || (!isNew && typeof row.id === 'number' && options.locked?.includes(name) === true)}
                    />
                  ))}
              </FieldGrid>
            </div>
            {options.foot && !isReadOnly && <options.foot />}
            {form.formState.errors[ROWS] && (
              <Alert mt="md" color="red" role="alert" icon={<IconAlertCircle size={18} />} title={INVALID} />
            )}
            <Group justify="flex-end" mt="lg">
              <Button variant="default" onClick={() => onClose(null)}>
                {isReadOnly ? 'Fechar' : 'Cancelar'}
              </Button>
              {!isReadOnly && (
                <Button type="submit" loading={isWaiting}>
                  {isNew ? 'Adicionar' : 'Confirmar'}
                </Button>
              )}
            </Group>
          </form>
        </FormProvider>
      </FormFieldsContext>
    </Dialog>
  );
}

interface RowFieldProps {
  name: string;
  /** the field that holds the rows */
  rows: Field;
  field: Field;
  control: Control;
  own: ComponentType<InputProps> | undefined;
  readOnly: boolean;
}

function RowField({ name, rows, field, control, own: Input = PlainInput, readOnly }: RowFieldProps) {
  const world = useCheckContext();
  const values = (useWatch({ control, name: `${ROWS}.0` }) ?? {}) as DialogRow;
  const drawn = drawnAs(rows, name, field, values, world);
  if (!drawn) return null;
  return (
    <FieldGrid.Cell field={field}>
      <Input
        name={name}
        field={field}
        control={control}
        path={`${ROWS}.0.${name}`}
        readOnly={readOnly}
        required={drawn.required && !readOnly}
      />
    </FieldGrid.Cell>
  );
}

/** Judges a row as the record's own `check` will: each field, the row's conditions, and then the rules across fields. */
function resolverFor(field: Field, rules: RowDialogOptions['rules'], others: readonly DialogRow[], context: Context): Resolver {
  return (values) => {
    const { issues, row } = judgedRow(field, (values[ROWS] as DialogRow[])[0] ?? {}, context);
    const broken = issues.length === 0 && row ? [...(rules?.(row, others) ?? [])] : [];
    const all = [...issues, ...broken.map((issue) => ({ ...issue, field: `${ROWS}.0.${issue.field}` }))];
    return all.length === 0 ? { values, errors: {} } : { values: {}, errors: errorsOf(all) };
  };
}

function judgedRow(field: Field, values: DialogRow, context: Context): { issues: Issue[]; row?: DialogRow } {
  const judged = judgeRows(ROWS, field, [values], context);
  if (judged) {
    return { issues: judged.issues, row: (judged.value as DialogRow[])[0] };
  }
  const parsed = field.schema.safeParse([values]);
  if (parsed.success) return { issues: [], row: (parsed.data as DialogRow[])[0] };
  return { issues: issuesOf(parsed.error).map((issue) => ({ ...issue, field: `${ROWS}.${issue.field}` })) };
}

/** 'Idioma salvo com sucesso.' and its sisters, in the gender of the noun. */
export function toldOf(noun: string) {
  const end = genderOf(noun);
  return {
    saved: `${noun} salv${end} com sucesso.`,
    edited: `${noun} editad${end} com sucesso.`,
    removed: `${noun} removid${end} com sucesso.`,
  };
}
