import { type KeyboardEvent, useMemo, useState } from 'react';
import { fold } from '#kit/br/text.ts';
import { toast } from '#kit/client/toast.web.ts';
import type { Option, OptionValue } from './picker.web.tsx';

export interface ChecklistOption<V extends OptionValue> extends Option<V> {
  /** heading above it; options of one group stand together */
  group?: string;
}

interface Marks<V extends OptionValue> {
  options: readonly ChecklistOption<V>[];
  value: readonly V[];
  onChange: (value: V[]) => void;
  disabled?: boolean;
  /** the most marks */
  max?: number | undefined;
}

/** Options of a page key. */
const PAGE = 15;

/** The visible, marked and active options of a checklist, and the actions that mark them. */
export function useChecklist<V extends OptionValue>({ options, value, onChange, disabled, max }: Marks<V>) {
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const chosen = useMemo(() => new Set<OptionValue>(value), [value]);
  const shown = useMemo(() => {
    const text = fold(search);
    return options.filter(({ label, group = '' }) => fold(label).includes(text) || fold(group).includes(text));
  }, [options, search]);
  const marked = shown.filter((option) => chosen.has(option.value)).length;
  const isAll = shown.length > 0 && marked === shown.length;
  const present = Math.max(0, Math.min(active, shown.length - 1));

  const put = (next: V[]) => {
    if (disabled) return;
    const isTooMany = max !== undefined && next.length > Math.max(max, value.length);
    if (isTooMany) toast.warn('Limite de registros selecionados atingido');
    onChange(isTooMany ? next.slice(0, Math.max(max, value.length)) : next);
  };
  const toggle = (place: number) => {
    setActive(place);
    const option = shown[place];
    if (!option || option.disabled) return;
    put(chosen.has(option.value) ? value.filter((one) => one !== option.value) : [...value, option.value]);
  };
  const toggleAll = () => {
    const all = new Set(shown.map((option) => option.value));
    if (isAll) return put(value.filter((one) => !all.has(one)));
    put([...value, ...shown.filter((option) => !option.disabled && !chosen.has(option.value)).map((option) => option.value)]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowDown: present + 1,
      ArrowUp: present - 1,
      Home: 0,
      End: shown.length - 1,
      PageDown: present + PAGE,
      PageUp: present - PAGE,
    };
    const to = steps[event.key];
    if (to !== undefined) setActive(Math.max(0, Math.min(shown.length - 1, to)));
    else if (event.key === ' ' || event.key === 'Enter') toggle(present);
    else return;
    event.preventDefault();
  };

  return {
    search,
    setSearch,
    shown,
    chosen,
    isAll,
    isSome: marked > 0 && !isAll,
    /** how many marked ones the filter hides */
    hidden: options.filter((option) => chosen.has(option.value)).length - marked,
    present,
    toggle,
    toggleAll,
    onKeyDown,
  };
}
