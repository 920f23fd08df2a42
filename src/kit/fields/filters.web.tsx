import { TextInput } from '@mantine/core';
import { DateInput } from '#kit/ui/inputs/date-input.web.tsx';
import { MultiSelect } from '#kit/ui/inputs/multi-select.web.tsx';
import { Select } from '#kit/ui/inputs/select.web.tsx';
import { chosenIn, chosenText } from './branch.ts';
import { inOrder } from './choice.ts';
import { MonthBox } from './date-inputs.web.tsx';
import type { Field } from './field.ts';
import { NumberBox } from './number-input.web.tsx';
import { RefsBox } from './reference-inputs.web.tsx';
import { traits } from './traits.ts';

interface FilterProps {
  name: string;
  field: Field;
  /** the texts in the address bar, under the query names (`admissaoIni`, `admissaoFim`) */
  values: Readonly<Record<string, string>>;
  onChange: (change: Record<string, string>) => void;
}

const split = (text: string | undefined) => (text ? text.split(',') : []);

const flags = {
  activity: [
    { value: 'true', label: 'Ativos' },
    { value: 'false', label: 'Inativos' },
  ],
  other: [
    { value: 'true', label: 'Sim' },
    { value: 'false', label: 'Não' },
  ],
};

/** The filter of a field in a list: part of the text, some of the values, from–to, or yes/no. */
export function FieldFilter({ name, field, values, onChange }: FilterProps) {
  switch (traits[field.kind].filter) {
    case 'contains':
      return (
        <TextInput
          label={field.label}
          value={values[name] ?? ''}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
          autoComplete="off"
        />
      );
    case 'in':
      if (field.kind === 'ref' || field.kind === 'refs') {
        const { parts, only } = chosenIn(values[name] ?? '');
        return (
          <RefsBox
            label={field.label}
            target={field.target ?? ''}
            value={parts.map(Number)}
            onChange={(ids) => onChange({ [name]: chosenText(ids, only) })}
            only={only}
            onOnly={(isOnly) => onChange({ [name]: chosenText(parts, isOnly) })}
          />
        );
      }
      return (
        <MultiSelect<string>
          label={field.label}
          options={inOrder(field.options)}
          value={split(values[name])}
          onChange={(codes) => onChange({ [name]: codes.join(',') })}
        />
      );
    case 'flag':
      return (
        <Select<string>
          label={field.activity ? 'Situação' : field.label}
          placeholder="Todos"
          options={field.activity ? flags.activity : flags.other}
          value={values[name] || null}
          onChange={(flag) => onChange({ [name]: flag ?? '' })}
        />
      );
    case 'range':
      return (
        <>
          <Bound
            field={field}
            label={boundLabel(field.label, 'de')}
            value={values[`${name}Ini`] ?? ''}
            onChange={(text) => onChange({ [`${name}Ini`]: text })}
          />
          <Bound
            field={field}
            label={boundLabel(field.label, 'até')}
            value={values[`${name}Fim`] ?? ''}
            onChange={(text) => onChange({ [`${name}Fim`]: text })}
          />
        </>
      );
    case 'none':
      return null;
  }
}

/** 'Admissão de' and 'Admissão até'; a label that already ends in 'de' gets '(início)' and '(fim)'. */
const boundLabel = (label: string, bound: 'de' | 'até') =>
  label.endsWith(' de') ? `${label} (${bound === 'de' ? 'início' : 'fim'})` : `${label} ${bound}`;

interface BoundProps {
  field: Field;
  label: string;
  value: string;
  onChange: (text: string) => void;
}

function Bound({ field, label, value, onChange }: BoundProps) {
  if (field.kind === 'date' || field.kind === 'instant')
    return <DateInput label={label} value={value || null} onChange={onChange} />;
  if (field.kind === 'month') return <MonthBox label={label} value={value} onChange={(month) => onChange(month ?? '')} />;
  return (
    <NumberBox
      field={field}
      label={label}
      value={value === '' ? null : Number(value)}
      onChange={(number) => onChange(number === null ? '' : String(number))}
    />
  );
}
