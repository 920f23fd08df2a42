import { useRef } from 'react';
import { type Option, type OptionValue, Picker, type PickerFrame, textOf } from './picker.web.tsx';

interface MultiSelectProps<V extends OptionValue> extends PickerFrame<V> {
  value: readonly V[];
  onChange: (value: V[], options: Option<V>[]) => void;
  /** labels of chosen options that may be missing from the loaded ones */
  selected?: readonly Option<V>[];
}

/** Several of many: one shows its name, more show '{0} Itens selecionados'. */
export function MultiSelect<V extends OptionValue>({ value, onChange, selected, ...frame }: MultiSelectProps<V>) {
  const known = useRef(new Map<V, Option<V>>());
  for (const option of selected ?? []) known.current.set(option.value, option);
  const optionOf = (one: V): Option<V> =>
    known.current.get(one) ?? frame.options?.find((option) => option.value === one) ?? { value: one, label: String(one) };
  const change = (next: V[]) => onChange(next, next.map(optionOf));
  const [first] = value;
  const summary = first === undefined ? '' : value.length === 1 ? textOf(optionOf(first)) : `${value.length} Itens selecionados`;
  return (
    <Picker
      {...frame}
      multiple
      values={value}
      summary={summary}
      onPick={(option) => {
        known.current.set(option.value, option);
        change(value.includes(option.value) ? value.filter((one) => one !== option.value) : [...value, option.value]);
      }}
      onClear={() => change([])}
    />
  );
}
