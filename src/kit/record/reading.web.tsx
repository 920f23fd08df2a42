import { Anchor, Image, Switch } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useCheckContext } from '#kit/acting/authority.web.tsx';
import { telefone } from '#kit/br/telefone.ts';
import { FieldCell } from '#kit/fields/cells.web.tsx';
import { type Field, fieldOf } from '#kit/fields/field.ts';
import { FieldGrid } from '#kit/fields/field-grid.web.tsx';
import { fieldText } from '#kit/fields/field-text.ts';
import { fileAddress } from '#kit/fields/file-address.ts';
import { formValues } from '#kit/fields/form-values.web.ts';
import { FieldInput } from '#kit/fields/inputs.web.tsx';
import { isAbsent } from '#kit/fields/sensitive.ts';
import { traits } from '#kit/fields/traits.ts';
import { FormField } from '#kit/form/form-field.web.tsx';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { RecordRow, RegistryView } from '#kit/registry/view.web.tsx';
import { ReadRows } from './read-rows.web.tsx';
import classes from './reading.module.css';

interface Props {
  registry: AnyRegistry;
  view: RegistryView | undefined;
  record: RecordRow;
  /** the fields of the section */
  fields: readonly string[];
  showsEmpty: boolean;
  onShowEmpty: (shows: boolean) => void;
}

const isEmpty = (field: Field, value: unknown) =>
  field.kind === 'rows' ? !Array.isArray(value) || value.length === 0 : fieldText(field, value) === '';

/** The values of a section, to be read: labels with values, then the child rows as tables. Empty ones are shown when asked for. */
export function Reading({ registry, view, record, fields, showsEmpty, onShowEmpty }: Props) {
  const world = useCheckContext();
  const context = { ...world, before: record };
  const values = formValues(registry.fields, record);
  const told = fields
    .map((name) => ({ name, field: fieldOf(registry, name) }))
    .filter(
      ({ name, field }) =>
        !isAbsent(field, world.can) &&
        registry.visibleWhen?.[name]?.(values, context) !== false &&
        !(name === registry.label && field.readOnly),
    );
  const byInput = (name: string, field: Field) => field.kind === 'richText' || view?.readByInput?.includes(name) === true;
  const filled = told.filter(({ name, field }) => byInput(name, field) || !isEmpty(field, record[name]));
  const shown = showsEmpty ? told : filled;
  const lists = shown.filter(({ name, field }) => field.kind === 'rows' && !byInput(name, field));
  const own = shown.filter(({ name, field }) => byInput(name, field));
  // An area code is read with its number.
  const codes = new Set(filled.map(({ field }) => field.areaCode));
  const plain = shown.filter((one) => !lists.includes(one) && !own.includes(one) && !codes.has(one.name));
  const hidden = told.length - filled.length;
  return (
    <>
      {shown.length === 0 && <div className={classes.none}>Nada informado.</div>}
      {plain.length > 0 && (
        <dl className={classes.grid}>
          {plain.map(({ name, field }) => (
            <div key={name} className={classes.item} data-span={traits[field.kind].isLong ? 12 : field.span}>
              <dt>{field.label}</dt>
              <dd {...(field.kind === 'longText' ? { 'data-long': true } : {})}>
                <Value field={field} value={wholeNumber(field, record, name)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {lists.map(({ name, field }) => (
        <ReadRows key={name} field={field} value={record[name]} />
      ))}
      {own.length > 0 && <ByInput {...{ registry, view, record }} names={own.map(({ name }) => name)} />}
      {hidden > 0 && (
        <div className={`${classes.foot} vinculo-no-print`}>
          <Switch
            size="sm"
            label={`Mostrar campos vazios (${hidden})`}
            checked={showsEmpty}
            onChange={(event) => onShowEmpty(event.currentTarget.checked)}
          />
        </div>
      )}
    </>
  );
}

/** A telephone number with its area code; any other value as it is. */
function wholeNumber({ areaCode }: Field, record: RecordRow, name: string): unknown {
  const [code, number] = [areaCode === undefined ? undefined : record[areaCode], record[name]];
  return typeof code === 'string' && typeof number === 'string' ? telefone.format(`${code}${number}`) : number;
}

function Value({ field, value }: { field: Field; value: unknown }) {
  const text = fieldText(field, value);
  if (text === '') return <span className={classes.none}>—</span>;
  if (field.kind === 'longText') return <>{text}</>;
  if (field.kind === 'email')
    return (
      <Anchor href={`mailto:${text}`} inherit>
        {text}
      </Anchor>
    );
  if (field.kind === 'image' && typeof (value as { id?: number }).id === 'number')
    return <Image src={fileAddress(value as { id: number })} alt={text} w={96} h={96} radius="md" fit="cover" />;
  return <FieldCell field={field} value={value} />;
}

/** A value that no text can show: the form's own input, which is read-only here. */
function ByInput({ registry, view, record, names }: Pick<Props, 'registry' | 'view' | 'record'> & { names: readonly string[] }) {
  const { control } = useForm({ defaultValues: formValues(registry.fields, record) });
  return (
    <div className={classes.wide}>
      <FieldGrid>
        {names.map((name) => (
          <FormField
            key={name}
            form={registry}
            name={name}
            control={control}
            record={record}
            inputs={{ [name]: FieldInput, ...view?.inputs }}
            readOnly
          />
        ))}
      </FieldGrid>
    </div>
  );
}
