import { Checkbox, CloseButton, Input, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { fold } from '#kit/br/text.ts';
import { toast } from '#kit/client/toast.web.ts';
import classes from './checklist.module.css';
import { type Option, type OptionValue, textOf } from './picker.web.tsx';

interface ChecklistOption<V extends OptionValue> extends Option<V> {
  /** heading above it; options of one group stand together */
  group?: string;
}

interface ChecklistProps<V extends OptionValue> {
  label: string;
  options: readonly ChecklistOption<V>[];
  value: readonly V[];
  onChange: (value: V[]) => void;
  /** most that may be marked */
  limit?: number;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  onBlur?: () => void;
  /** lines of the list on the screen */
  lines?: number;
}

const ROW = 32;
const VISIBLE = 15;
const BUFFER = 15;

/** How many marked records the filter hides, as a sentence. */
function hiddenSentence(hidden: number): string {
  if (hidden === 0) return '';
  if (hidden === 1) return 'Existe 1 item marcado, porém está oculto nessa filtragem.';
  return `Existem ${hidden} itens marcados, porém estão ocultos nessa filtragem.`;
}

/** What the list draws: a heading where a group begins, and the places of the options. */
function linesOf(options: readonly ChecklistOption<OptionValue>[]): (string | number)[] {
  return options.flatMap(({ group }, index) =>
    group !== undefined && group !== options[index - 1]?.group ? [group, index] : [index],
  );
}

/** Many records with marks: filter, mark all, virtual list, keyboard (arrows, Home, End, space). */
export function Checklist<V extends OptionValue>(props: ChecklistProps<V>) {
  const {
    label,
    options,
    value,
    onChange,
    limit = Number.POSITIVE_INFINITY,
    description,
    error,
    required,
    disabled,
    lines = VISIBLE / 2,
  } = props;
  const id = useId();
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const chosen = useMemo(() => new Set<OptionValue>(value), [value]);
  const shown = useMemo(() => {
    const text = fold(search);
    return options.filter((option) => {
      const folded = fold(option.label);
      return folded.includes(text) || fold(option.group ?? '').includes(text);
    });
  }, [options, search]);
  const lined = useMemo(() => linesOf(shown), [shown]);
  const marked = shown.filter((option) => chosen.has(option.value)).length;
  const hidden = options.filter((option) => chosen.has(option.value)).length - marked;
  const present = Math.max(0, Math.min(active, shown.length - 1));
  const rows = useVirtualizer({
    count: lined.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: BUFFER,
  });
  // With the first option its heading.
  const presentLine = present === 0 ? 0 : lined.indexOf(present);
  useEffect(() => {
    if (shown.length > 0) rows.scrollToIndex(presentLine, { align: 'auto' });
  }, [presentLine, rows, shown.length]);

  const put = (next: V[]) => {
    if (disabled) return;
    if (next.length > limit && next.length > value.length) return void toast.warn('Limite de registros selecionados atingido');
    onChange(next);
  };
  const toggle = (option: Option<V> | undefined) => {
    if (!option || option.disabled) return;
    put(chosen.has(option.value) ? value.filter((one) => one !== option.value) : [...value, option.value]);
  };
  const isAll = shown.length > 0 && marked === shown.length;
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
      PageDown: present + VISIBLE,
      PageUp: present - VISIBLE,
    };
    const to = steps[event.key];
    if (to !== undefined) setActive(Math.max(0, Math.min(shown.length - 1, to)));
    else if (event.key === ' ' || event.key === 'Enter') toggle(shown[present]);
    else return;
    event.preventDefault();
  };

  return (
    <Input.Wrapper
      label={label}
      withAsterisk={required ?? false}
      {...{ description, error }}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
    >
      <div className={classes.box} data-error={error ? true : undefined}>
        <div className={classes.head}>
          <Checkbox
            size="sm"
            checked={isAll}
            indeterminate={marked > 0 && !isAll}
            onChange={toggleAll}
            disabled={disabled || shown.length === 0}
            aria-label={`Marcar todos: ${label}`}
          />
          <TextInput
            size="xs"
            flex={1}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            placeholder="Filtrar"
            aria-label={`Filtrar: ${label}`}
            leftSection={<IconSearch size={14} aria-hidden="true" />}
            rightSection={search === '' ? null : <CloseButton size="xs" aria-label="Limpar" onClick={() => setSearch('')} />}
          />
          <Text size="xs" c="dimmed" aria-live="polite">
            <span aria-hidden="true">
              {value.length}/{options.length}
            </span>
            <span className="vinculo-hidden">{`${value.length} de ${options.length} marcados`}</span>
          </Text>
        </div>
        {shown.length === 0 ? (
          <div className={classes.empty}>{options.length === 0 ? 'Nada cadastrado ainda' : 'Sem resultados encontrados'}</div>
        ) : (
          // oxlint-disable-next-line jsx-a11y/aria-activedescendant-has-tabindex -- it has one
          <div
            ref={scroller}
            className={classes.list}
            style={{ height: Math.min(lined.length, lines) * ROW }}
            role="listbox"
            aria-multiselectable="true"
            aria-labelledby={`${id}-label`}
            aria-required={required || undefined}
            aria-disabled={disabled || undefined}
            aria-activedescendant={`${id}-${present}`}
            tabIndex={0}
            onKeyDown={onKeyDown}
            onBlur={props.onBlur}
          >
            <div role="presentation" className={classes.space} style={{ height: rows.getTotalSize() }}>
              {rows.getVirtualItems().map((row) => {
                const line = lined[row.index];
                if (typeof line === 'string') {
                  return (
                    <div
                      key={row.key}
                      role="presentation"
                      className={classes.group}
                      style={{ transform: `translateY(${row.start}px)` }}
                    >
                      {line}
                    </div>
                  );
                }
                const option = line === undefined ? undefined : shown[line];
                if (!option || line === undefined) return null;
                const isChosen = chosen.has(option.value);
                return (
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list has the focus and the keys
                  <div
                    key={row.key}
                    id={`${id}-${line}`}
                    role="option"
                    tabIndex={-1}
                    aria-label={option.group === undefined ? undefined : `${option.group} › ${option.label}`}
                    aria-selected={isChosen}
                    aria-setsize={shown.length}
                    aria-posinset={line + 1}
                    aria-disabled={option.disabled || undefined}
                    data-active={line === present || undefined}
                    className={classes.row}
                    style={{ transform: `translateY(${row.start}px)` }}
                    onClick={() => {
                      setActive(line);
                      toggle(option);
                    }}
                  >
                    <Checkbox.Indicator size="sm" checked={isChosen} aria-hidden="true" />
                    <span className={classes.text}>{textOf(option)}</span>
                  </div>
                );
              })}
            </div>
          </div>
        )}
        <div role="status">{hidden > 0 && <div className={classes.hidden}>{hiddenSentence(hidden)}</div>}</div>
      </div>
    </Input.Wrapper>
  );
}
