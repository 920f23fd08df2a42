import { CloseButton, Combobox, InputBase, Loader, useCombobox } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { fold } from '#kit/br/text.ts';
import type { InputFrame } from './input-frame.web.ts';
import classes from './picker.module.css';
import { type Option, OptionList, type OptionValue } from './picker-options.web.tsx';

export { type Branch, type Option, type OptionValue, textOf } from './picker-options.web.tsx';

/** The outer properties that single and multiple choice share. */
export interface PickerFrame<V extends OptionValue> extends InputFrame {
  placeholder?: string;
  clearable?: boolean;
  /** all options, when they are few enough to be loaded */
  options?: readonly Option<V>[];
  /** options that match a text, loaded from the server 250 ms after the last key; a failure is an empty list */
  load?: (search: string, signal: AbortSignal) => Promise<readonly Option<V>[]>;
}

interface PickerProps<V extends OptionValue> extends PickerFrame<V> {
  multiple: boolean;
  values: readonly V[];
  /** what the closed input shows */
  summary: string;
  onPick: (option: Option<V>) => void;
  onClear: () => void;
  /** the options are a tree */
  tree?: {
    /** the lines of the open list */
    find: (search: string) => readonly Option<V>[];
    fold: (option: Option<V>, open: boolean) => void;
    isLoading: boolean;
    onOpen: () => void;
  };
}

/** The line of the first option that matches a search. */
const FIRST = -2;
/** The line of the chosen option, as soon as it is there. */
const CHOSEN = -3;
const AUTOCOMPLETE_DELAY = 250;
const none: readonly never[] = [];

/** Options of the open list: filtered here, or loaded. */
function useOptions<V extends OptionValue>(
  { options, load, tree }: Pick<PickerProps<V>, 'options' | 'load' | 'tree'>,
  search: string,
  isOpen: boolean,
): { found: readonly Option<V>[]; isLoading: boolean } {
  const [loaded, setLoaded] = useState<{ search: string; items: readonly Option<V>[] } | null>(null);
  const loader = useRef(load);
  loader.current = load;
  const isAsync = load !== undefined;
  useEffect(() => {
    if (!isAsync || !isOpen) return;
    const controller = new AbortController();
    const ask = async () => {
      const items = await loader.current?.(search, controller.signal).catch(() => none);
      if (!controller.signal.aborted) setLoaded({ search, items: items ?? none });
    };
    const timer = setTimeout(() => void ask(), search === '' ? 0 : AUTOCOMPLETE_DELAY);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [isAsync, isOpen, search]);
  const find = tree?.find;
  const filtered = useMemo(() => {
    if (isAsync || !isOpen) return none;
    if (find) return find(search);
    const words = fold(search).split(' ').filter(Boolean);
    if (words.length === 0) return options ?? none;
    return (options ?? none).filter(({ label }) => {
      const text = fold(label);
      return words.every((word) => text.includes(word));
    });
  }, [isAsync, isOpen, options, search, find]);
  if (!isAsync) return { found: filtered, isLoading: isOpen && tree?.isLoading === true };
  return { found: loaded?.items ?? none, isLoading: isOpen && loaded?.search !== search };
}

/** The state of a picker: what is typed, which line the keyboard is on, and what its keys do. */
function usePicker<V extends OptionValue>(props: PickerProps<V>) {
  const { multiple, values, onPick, onClear, options, load, tree, clearable = true, disabled, readOnly } = props;
  const combobox = useCombobox();
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(-1);
  const isOpen = combobox.dropdownOpened;
  const { found, isLoading } = useOptions({ options, load, ...(tree ? { tree } : {}) }, search, isOpen);
  const chosen = useMemo(() => new Set<OptionValue>(values), [values]);
  const present =
    active === FIRST
      ? found.findIndex(({ branch }) => !branch?.isAbove)
      : active === CHOSEN
        ? found.findIndex(({ value }) => chosen.has(value))
        : Math.min(active, found.length - 1);

  const open = () => {
    if (disabled || readOnly || isOpen) return;
    combobox.openDropdown();
    tree?.onOpen();
    setActive(multiple ? -1 : CHOSEN);
  };
  const close = () => {
    combobox.closeDropdown();
    setSearch('');
    setActive(-1);
  };
  const pick = (option: Option<V> | undefined) => {
    if (!option || option.disabled) return;
    onPick(option);
    if (!multiple) close();
  };
  /** Into the branch, or out of it: unfolds or folds it first. */
  const walk = (isInto: boolean) => {
    const option = found[present];
    if (!option?.branch) return;
    const { open: isUnfolded, level } = option.branch;
    if (isInto ? isUnfolded === false : isUnfolded === true) tree?.fold(option, isInto);
    else if (isInto) setActive(isUnfolded ? present + 1 : present);
    else {
      const above = found.slice(0, present).findLastIndex(({ branch }) => branch?.level === level - 1);
      if (above >= 0) setActive(above);
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const move = (to: number) => {
      event.preventDefault();
      if (!isOpen) return open();
      setActive(Math.max(0, Math.min(found.length - 1, to)));
    };
    if (event.key === 'ArrowDown') move(present + 1);
    else if (event.key === 'ArrowUp') move(present - 1);
    else if (event.key === 'PageDown' && isOpen) move(present + 8);
    else if (event.key === 'PageUp' && isOpen) move(present - 8);
    else if (tree && isOpen && event.key === 'Home') move(0);
    else if (tree && isOpen && event.key === 'End') move(found.length - 1);
    else if (tree && isOpen && search === '' && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      event.preventDefault();
      walk(event.key === 'ArrowRight');
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      pick(found[present] ?? (found.length === 1 ? found[0] : undefined));
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Backspace' && !multiple && !isOpen && clearable && !readOnly && values.length > 0) {
      event.preventDefault();
      onClear();
    }
  };
  const type = (text: string) => {
    if (!isOpen) open();
    setSearch(text);
    setActive(FIRST);
  };
  return { combobox, search, isOpen, found, isLoading, chosen, present, open, close, pick, type, onKeyDown };
}

/** Combobox with a virtual list; the kit's select and multi-select are made of it. */
export function Picker<V extends OptionValue>(props: PickerProps<V>) {
  const { multiple, values, summary, onClear, clearable = true, ref, onBlur, placeholder = 'Selecione...' } = props;
  const { disabled, readOnly, label, description, error, required, name, id } = props;
  const listId = useId();
  const { combobox, search, isOpen, found, isLoading, chosen, present, open, close, pick, type, onKeyDown } = usePicker(props);
  const canClear = clearable && values.length > 0 && !disabled && !readOnly;
  return (
    <Combobox store={combobox} onClose={close} withinPortal shadow="md" transitionProps={{ duration: 0 }}>
      <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
        <InputBase
          {...{ ref, label, description, error, disabled, readOnly, name, id }}
          withAsterisk={required ?? false}
          aria-required={required || undefined}
          aria-label={props['aria-label']}
          role="combobox"
          aria-expanded={isOpen}
          aria-haspopup={props.tree ? 'tree' : 'listbox'}
          aria-autocomplete="list"
          aria-controls={isOpen ? listId : undefined}
          {...(isOpen && present >= 0 ? { 'aria-activedescendant': `${listId}-${present}` } : {})}
          autoComplete="off"
          // Escape closes only the open list: a dialog around it receives the key before this input does.
          data-mantine-stop-propagation={isOpen || undefined}
          // A long name is cut by the input.
          title={!isOpen && summary !== '' ? summary : undefined}
          value={isOpen ? search : summary}
          placeholder={readOnly ? '' : isOpen && summary !== '' ? summary : placeholder}
          // The first key over a chosen label starts a new search.
          onChange={({ currentTarget: { value } }) => type(isOpen ? value : value.replace(summary, ''))}
          onClick={open}
          onKeyDown={onKeyDown}
          onBlur={() => {
            close();
            onBlur?.();
          }}
          classNames={{ input: classes.input ?? '' }}
          rightSectionPointerEvents={canClear ? 'all' : 'none'}
          rightSection={isLoading ? <Loader size={16} /> : canClear ? <Clear onClick={onClear} /> : !readOnly && <Arrows />}
        />
      </Combobox.Target>
      <Combobox.Dropdown p={4}>
        {isOpen && (
          <OptionList
            {...{ listId, found, chosen, multiple, isLoading }}
            isSearching={search.trim() !== ''}
            {...(props.tree ? { onFold: props.tree.fold } : {})}
            active={present}
            label={typeof label === 'string' ? label : (props['aria-label'] ?? 'Opções')}
            onPick={pick}
          />
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

const Arrows = () => <IconSelector size={16} stroke={1.6} aria-hidden="true" />;

/** Empties the picker; the input keeps the focus. */
const Clear = ({ onClick }: { onClick: () => void }) => (
  <CloseButton size="sm" aria-label="Limpar" tabIndex={-1} onMouseDown={(event) => event.preventDefault()} onClick={onClick} />
);
