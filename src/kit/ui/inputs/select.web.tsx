import { useState } from 'react';
import { type Option, type OptionValue, Picker, type PickerFrame, textOf } from './picker.web.tsx';

interface SelectProps<V extends OptionValue> extends PickerFrame<V> {
  value: V | null;
  onChange: (value: V | null, option: Option<V> | null) => void;
  /** the chosen option, when it may be missing from the loaded ones (a record brings its id and name) */
  selected?: Option<V> | null;
}

/** One of many; thousands of options cost nothing, and `load` asks the server. */
export function Select<V extends OptionValue>({ value, onChange, selected, ...frame }: SelectProps<V>) {
  const [picked, setPicked] = useState<Option<V> | null>(null);
  const known =
    [picked, selected].find((option) => option?.value === value) ?? frame.options?.find((option) => option.value === value);
  return (
    <Picker
      {...frame}
      multiple={false}
      values={value === null ? [] : [value]}
      summary={value === null ? '' : known ? textOf(known) : String(value)}
      onPick={(option) => {
        setPicked(option);
        onChange(option.value, option);
      }}
      onClear={() => onChange(null, null)}
    />
  );
}
