import { Switch } from '@mantine/core';
import { useMemo } from 'react';
import { type Control, useController, useFormContext, useWatch } from 'react-hook-form';
import { Checklist } from '#kit/ui/inputs/checklist.web.tsx';
import { MultiSelect } from '#kit/ui/inputs/multi-select.web.tsx';
import type { PickerFrame } from '#kit/ui/inputs/picker.web.tsx';
import { Select } from '#kit/ui/inputs/select.web.tsx';
import { TreePicker } from '#kit/ui/inputs/tree-picker.web.tsx';
import { narrowingOf, ONLY_THESE } from './branch.ts';
import { besidePath, narrowedBy, useFormFields } from './form-fields.web.ts';
import { type InputProps, pickerFrame, useInput } from './input-state.web.ts';
import {
  asNamed,
  asOption,
  idOf,
  idsOf,
  loadOptions,
  MOST_OPTIONS,
  type Named,
  useIsTree,
  useNamed,
  useNames,
  useTree,
} from './options.web.ts';

interface RefBoxProps extends Omit<PickerFrame<number>, 'options' | 'load'> {
  /** the registry, `module/slug` */
  target: string;
  /** the field of the target that narrows the search, and the record that it must refer to */
  within?: string | undefined;
  outer?: number | null;
  /** `{id, nome}`, or a bare id whose name is loaded */
  value: unknown;
  onChange: (chosen: Named | null) => void;
}

/** One record of another registry: chosen in its tree, or searched while the user types. */
export function RefBox(props: RefBoxProps) {
  return useIsTree(props.target) ? <BranchBox {...props} /> : <NameBox {...props} />;
}

function BranchBox({ target, within: _within, outer: _outer, value, onChange, ...frame }: RefBoxProps) {
  const id = idOf(value);
  const chosen = useNamed(target, id === null ? [] : [value]);
  return (
    <TreePicker
      {...frame}
      {...useTree(target)}
      value={id === null ? [] : [id]}
      selected={chosen.map(asOption)}
      onChange={([option]) => onChange(option ? asNamed(option) : null)}
    />
  );
}

function NameBox({ target, within, outer = null, value, onChange, ...frame }: RefBoxProps) {
  const id = idOf(value);
  const [chosen] = useNamed(target, id === null ? [] : [value]);
  const load = useMemo(
    () => loadOptions(target, within === undefined || outer === null ? {} : { [within]: outer }),
    [target, within, outer],
  );
  return (
    <Select<number>
      {...frame}
      value={id}
      selected={chosen ? asOption(chosen) : null}
      onChange={(_id, option) => onChange(option ? asNamed(option) : null)}
      load={load}
    />
  );
}

/** The same as an input; `{id, nome}` in the form's state. */
export function RefInput(props: InputProps) {
  const input = useInput<unknown>(props);
  const { target = '', within } = props.field;
  const outer = useOuter(props);
  const emptyNarrowed = useEmptyNarrowed(props.path);
  return (
    <RefBox
      {...pickerFrame(input)}
      target={target}
      within={within}
      outer={outer}
      value={input.value}
      onChange={(chosen) => {
        input.onChange(chosen);
        if (idOf(chosen) !== idOf(input.value)) emptyNarrowed();
      }}
    />
  );
}

/** The record that narrows the search of this reference; null while none is chosen, or when no field narrows it. */
function useOuter({ control, field, path }: InputProps): number | null {
  const name = field.within === undefined ? '' : besidePath(path, field.within);
  return idOf(useWatch({ control, name, disabled: name === '' }));
}

/** Empties references that were chosen within the record of this input, because another state has other cities. */
function useEmptyNarrowed(path: string): () => void {
  const fields = useFormFields();
  // An input outside of a form (a filter) has no neighbours.
  const form = useFormContext() as ReturnType<typeof useFormContext> | null;
  return () => {
    for (const name of narrowedBy(fields, path)) form?.setValue(besidePath(path, name), null, { shouldDirty: true });
  };
}

/** Several records: chosen in their tree, in a checklist if one answer holds all names, or in a multi-select that searches. */
export function RefsInput(props: InputProps) {
  return useIsTree(props.field.target ?? '') ? <BranchesInput {...props} /> : <NamesInput {...props} />;
}

function BranchesInput(props: InputProps) {
  const input = useInput<unknown[] | null>(props);
  const target = props.field.target ?? '';
  const chosen = useNamed(target, input.value ?? []);
  const ids = idsOf(input.value);
  const narrowing = narrowingOf(useFormFields(), props.path);
  return (
    <>
      <TreePicker
        {...pickerFrame(input)}
        {...useTree(target)}
        multiple
        value={ids}
        selected={chosen.map(asOption)}
        onChange={(options) => input.onChange(options.map(asNamed))}
      />
      {narrowing !== undefined && ids.length > 0 && <FormOnlyThese name={narrowing} control={props.control} />}
    </>
  );
}

/** 'Só as escolhidas' of a form, a field of its own. */
function FormOnlyThese({ name, control }: { name: string; control: Control }) {
  const { field } = useController({ name, control });
  return <OnlyThese checked={field.value === true} onChange={field.onChange} />;
}

const OnlyThese = ({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) => (
  <Switch mt={8} size="sm" label={ONLY_THESE} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
);

function NamesInput(props: InputProps) {
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
      max={props.field.max}
      value={shared.value}
      options={offered.map(asOption)}
      onChange={(ids) => input.onChange(offered.filter(({ id }) => ids.includes(id)).map(({ id, nome }) => ({ id, nome })))}
    />
  );
}

interface RefsBoxProps {
  label: string;
  description?: string | undefined;
  target: string;
  value: number[];
  onChange: (ids: number[]) => void;
  /** of a tree: only these records, not those below them */
  only?: boolean;
  onOnly?: ((only: boolean) => void) | undefined;
}

/** Several references in a filter, as bare ids. */
export function RefsBox(props: RefsBoxProps) {
  return useIsTree(props.target) ? <BranchesBox {...props} /> : <NamesBox {...props} />;
}

function BranchesBox({ target, value, onChange, only = false, onOnly, ...frame }: RefsBoxProps) {
  const chosen = useNamed(target, value);
  return (
    <div>
      <TreePicker
        {...frame}
        {...useTree(target)}
        multiple
        value={value}
        selected={chosen.map(asOption)}
        onChange={(options) => onChange(options.map((option) => option.value))}
      />
      {onOnly && value.length > 0 && <OnlyThese checked={only} onChange={onOnly} />}
    </div>
  );
}

function NamesBox({ target, value, onChange, only: _only, onOnly: _onOnly, ...frame }: RefsBoxProps) {
  const chosen = useNamed(target, value);
  const load = useMemo(() => loadOptions(target), [target]);
  return <MultiSelect<number> {...frame} value={value} selected={chosen.map(asOption)} onChange={onChange} load={load} />;
}
