import { useCallback, useMemo, useState } from 'react';
import { type Option, Picker, type PickerFrame, textOf } from './picker.web.tsx';
import { forestOf, linesOf, type TreeOption, unfoldedAtFirst } from './tree-lines.web.ts';

interface TreePickerProps extends Omit<PickerFrame<number>, 'options' | 'load'> {
  /** several may be chosen */
  multiple?: boolean;
  /** the whole tree; undefined while it is loaded */
  options: readonly TreeOption[] | undefined;
  /** the list is opened: time to load the tree */
  onOpen?: () => void;
  value: readonly number[];
  /** the chosen ones, while the tree is not loaded or lacks them */
  selected?: readonly Option<number>[];
  onChange: (chosen: Option<number>[]) => void;
}

const none: readonly never[] = [];
const nothing = () => undefined;

/** One or several of a tree: typing searches and keeps what stands above in sight, arrows walk, fold and unfold. */
export function TreePicker(props: TreePickerProps) {
  const { multiple = false, options, onOpen = nothing, value, selected = none, onChange, ...frame } = props;
  const [folding, setFolding] = useState<ReadonlySet<number> | null>(null);
  const forest = useMemo(() => forestOf(options ?? none), [options]);
  // What is unfolded does not move while somebody chooses.
  const [chosenAtFirst, setChosenAtFirst] = useState(value);
  const open = useMemo(() => folding ?? unfoldedAtFirst(options ?? none, chosenAtFirst), [folding, options, chosenAtFirst]);
  const find = useCallback((search: string) => linesOf(forest, open, search), [forest, open]);
  const optionOf = (one: number): Option<number> =>
    options?.find((option) => option.value === one) ??
    selected.find((option) => option.value === one) ?? { value: one, label: `#${one}` };
  const [first] = value;
  const summary = first === undefined ? '' : value.length === 1 ? textOf(optionOf(first)) : `${value.length} Itens selecionados`;
  return (
    <Picker<number>
      {...frame}
      multiple={multiple}
      values={value}
      summary={summary}
      tree={{
        find,
        isLoading: options === undefined,
        fold: (option, isOpen) => {
          const next = new Set(open);
          if (isOpen) next.add(option.value);
          else next.delete(option.value);
          setFolding(next);
        },
        onOpen: () => {
          setChosenAtFirst(value);
          onOpen();
        },
      }}
      onPick={({ value: picked }) => {
        const next = !multiple ? [picked] : value.includes(picked) ? value.filter((one) => one !== picked) : [...value, picked];
        onChange(next.map(optionOf));
      }}
      onClear={() => onChange([])}
    />
  );
}
