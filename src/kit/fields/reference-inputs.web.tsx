import { useMemo } from 'react';
import { Checklist } from '#kit/ui/checklist.web.tsx';
import { MultiSelect } from '#kit/ui/multi-select.web.tsx';
import { Select } from '#kit/ui/select.web.tsx';
import { type InputProps, pickerFrame, useInput } from './input-state.web.ts';
import { asNamed, asOption, idOf, idsOf, loadOptions, MOST_OPTIONS, useNamed, useNames } from './options.web.ts';

/** One record of another registry, found as one types; `{id, nome}` in the form's state. */
export function RefInput(props: InputProps) {
  const input = useInput<unknown>(props);
  const target = props.field.target ?? '';
  const id = idOf(input.value);
  const [chosen] = useNamed(target, id === null ? [] : [input.value]);
  const load = useMemo(() => loadOptions(target), [target]);
  return (
    <Select<number>
      {...pickerFrame(input)}
      value={id}
      selected={chosen ? asOption(chosen) : null}
      onChange={(_id, option) => input.onChange(option ? asNamed(option) : null)}
      load={load}
    />
  );
}

/** Several records: a checklist while all names fit into one answer, a searching multi-select beyond. */
export function RefsInput(props: InputProps) {
  const input = useInput<unknown[] | null>(props);
  const target = props.field.target ?? '';
  const chosen = useNamed(target, input.value ?? []);
  const all = useNames(target);
  const load = useMemo(() => loadOptions(target), [target]);
  const names = all.data ?? [];
  const shared = { ...pickerFrame(input), value: idsOf(input.value) };
  if (props.bare || names.length >= MOST_OPTIONS) {
    return (
      <MultiSelect<number>
        {...shared}
        selected={chosen.map(asOption)}
        onChange={(_ids, options) => input.onChange(options.map(asNamed))}
        load={load}
      />
    );
  }
  const offered = [...names, ...chosen.filter(({ id }) => !names.some((named) => named.id === id))];
  return (
    <Checklist<number>
      label={props.field.label}
      description={props.field.hint}
      error={input.error}
      required={input.isRequired}
      disabled={input.isReadOnly}
      value={shared.value}
      options={offered.map(asOption)}
      onChange={(ids) => input.onChange(offered.filter(({ id }) => ids.includes(id)).map(({ id, nome }) => ({ id, nome })))}
    />
  );
}

interface RefsBoxProps {
  label: string;
  target: string;
  value: number[];
  onChange: (ids: number[]) => void;
}

/** References as a filter holds them: bare ids. */
export function RefsBox({ label, target, value, onChange }: RefsBoxProps) {
  const chosen = useNamed(target, value);
  const load = useMemo(() => loadOptions(target), [target]);
  return <MultiSelect<number> label={label} value={value} selected={chosen.map(asOption)} onChange={onChange} load={load} />;
}
