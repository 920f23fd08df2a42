import { Button, Group, SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCheckContext } from '#kit/acting/authority.web.tsx';
import { narrowingOf } from '#kit/fields/branch.ts';
import { inOrder } from '#kit/fields/choice.ts';
import { MonthBox } from '#kit/fields/date-inputs.web.tsx';
import { type Field, type Fields, holdsNumber } from '#kit/fields/field.ts';
import { NumberBox } from '#kit/fields/number-input.web.tsx';
import { RefsBox } from '#kit/fields/reference-inputs.web.tsx';
import { check } from '#kit/form/check.ts';
import type { AnyDashboard } from '#kit/indicator/indicator.ts';
import { FilterPanel, type FilterPanelState } from '#kit/ui/filter-panel.web.tsx';
import { DateInput } from '#kit/ui/inputs/date-input.web.tsx';
import { MultiSelect } from '#kit/ui/inputs/multi-select.web.tsx';
import { Select } from '#kit/ui/inputs/select.web.tsx';
import { companiesOf, idsIn, type Texts } from './dashboard.web.ts';
import { filterValue } from './filter-value.ts';

interface Props {
  dashboard: AnyDashboard;
  panel: FilterPanelState;
  /** the filter in the address bar, by the names of the wire */
  texts: Texts;
  onApply: (texts: Texts) => void;
}

/** Period, companies, areas and the dashboard's own filters; nothing is requested before 'Aplicar'. */
export function DashboardFilter({ dashboard, panel, texts, onApply }: Props) {
  const { empresaId } = useActing();
  const context = useCheckContext();
  const [draft, setDraft] = useState<Texts>(texts);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const fields: Fields = dashboard.filter;
  const start = dashboard.start?.(context.today) ?? {};
  const { data: companies = [] } = useQuery({ ...companiesOf(dashboard.id, empresaId), enabled: panel.opened });
  const chosen = idsIn(draft.empresasIds);
  const isOwnAlone = chosen.length === 0 || (chosen.length === 1 && chosen[0] === empresaId);
  /** The switch of a filter by a tree. */
  const onlyOf = (name: string | undefined) =>
    name === undefined ? {} : { only: draft[name] === 'true', onOnly: (only: boolean) => put(name, only ? 'true' : '') };
  const put = (name: string, text: string) => setDraft((was) => ({ ...was, [name]: text }));
  const apply = () => {
    const used = Object.fromEntries(Object.entries(draft).filter(([, text]) => text !== ''));
    if (!isOwnAlone) for (const name of dashboard.ownOnly ?? []) delete used[name];
    const values = Object.fromEntries(
      Object.entries(fields).flatMap(([name, field]) => {
        const text = used[name];
        return text === undefined ? (name in start ? [[name, start[name]]] : []) : [[name, filterValue(field, text)]];
      }),
    );
    const judged = check(dashboard.filterForm, values, context);
    setFaults(judged.ok ? {} : Object.fromEntries(judged.issues.map(({ field, message }) => [field, message])));
    if (judged.ok) onApply(used);
  };
  return (
    <FilterPanel panel={panel}>
      <form
        noValidate
        aria-label="Filtro do painel"
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="md">
          {companies.length > 1 && (
            <MultiSelect<number>
              label="Empresas"
              options={companies.map(({ id, nome }) => ({ value: id, label: nome }))}
              value={chosen.length === 0 && empresaId !== null ? [empresaId] : chosen}
              onChange={(ids) => put('empresasIds', ids.join(','))}
            />
          )}
          {Object.entries(fields).map(([name, field]) =>
            field.narrows !== undefined || ((dashboard.ownOnly ?? []).includes(name) && !isOwnAlone) ? null : (
              <FilterInput
                key={name}
                field={field}
                text={draft[name] ?? ''}
                start={start[name]}
                error={faults[name]}
                onChange={(text) => put(name, text)}
                {...onlyOf(narrowingOf(fields, name))}
              />
            ),
          )}
        </SimpleGrid>
        <Group justify="flex-end" mt="md" gap="xs">
          <Button variant="default" onClick={() => onApply({})}>
            Limpar
          </Button>
          <Button type="submit">Aplicar</Button>
        </Group>
      </form>
    </FilterPanel>
  );
}

interface InputProps {
  field: Field;
  text: string;
  /** the default, while the text is empty */
  start: unknown;
  error: string | undefined;
  onChange: (text: string) => void;
  only?: boolean;
  onOnly?: (only: boolean) => void;
}

const YES_NO = { true: 'Sim', false: 'Não' };

function FilterInput({ field, text, start, error, onChange, only = false, onOnly }: InputProps) {
  const { label, hint: description } = field;
  const shown = text === '' && typeof start === 'string' ? start : text;
  const frame = { label, description, error };
  switch (field.kind) {
    case 'ref':
    case 'refs': {
      const ids = field.kind === 'refs' ? idsIn(text) : idsIn(text).slice(0, 1);
      const put = (next: readonly number[]) => onChange((field.kind === 'refs' ? next : next.slice(-1)).join(','));
      return (
        <RefsBox label={label} description={description} target={field.target} value={ids} onChange={put} {...{ only, onOnly }} />
      );
    }
    case 'date':
      return <DateInput label={label} value={shown} onChange={onChange} error={error} />;
    case 'month':
      return <MonthBox {...frame} value={shown} onChange={(month) => onChange(month ?? '')} />;
    case 'boolean':
    case 'choice': {
      const options = inOrder(field.kind === 'boolean' ? YES_NO : field.options);
      return <Select<string> {...frame} options={options} value={shown || null} onChange={(code) => onChange(code ?? '')} />;
    }
    case 'choices': {
      const codes = shown === '' ? [] : shown.split(',');
      const put = (next: readonly string[]) => onChange(next.join(','));
      return <MultiSelect<string> {...frame} options={inOrder(field.options)} value={codes} onChange={put} />;
    }
    default:
      return holdsNumber(field) ? (
        <NumberBox
          {...{ field, label }}
          value={text === '' ? null : Number(text)}
          onChange={(value) => onChange(value === null ? '' : String(value))}
        />
      ) : (
        <TextInput {...frame} value={shown} onChange={(event) => onChange(event.currentTarget.value)} autoComplete="off" />
      );
  }
}
