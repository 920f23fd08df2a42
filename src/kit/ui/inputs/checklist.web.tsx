import { Checkbox, CloseButton, Input, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useMemo } from 'react';
import classes from './checklist.module.css';
import { type OptionValue, textOf } from './picker.web.tsx';
import { type ChecklistOption, useChecklist } from './use-checklist.web.ts';
import { useVirtualOptions } from './use-virtual-options.web.ts';

interface ChecklistProps<V extends OptionValue> {
  label: string;
  options: readonly ChecklistOption<V>[];
  value: readonly V[];
  onChange: (value: V[]) => void;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** the most marks */
  max?: number | undefined;
  onBlur?: () => void;
  /** number of visible lines */
  lines?: number;
}

const ROW = 32;
/** Lines of the list on the screen, and how many are drawn beyond them. */
const VISIBLE = 7.5;
const BUFFER = 15;

/** How many marked records the filter hides, as a sentence. */
function hiddenSentence(hidden: number): string {
  if (hidden === 0) return '';
  if (hidden === 1) return 'Existe 1 item marcado, porém está oculto nessa filtragem.';
  return `Existem ${hidden} itens marcados, porém estão ocultos nessa filtragem.`;
}

/** The lines of the list: a heading where a group begins, and the positions of the options. */
function linesOf(options: readonly ChecklistOption<OptionValue>[]): (string | number)[] {
  return options.flatMap(({ group }, index) =>
    group !== undefined && group !== options[index - 1]?.group ? [group, index] : [index],
  );
}

/** Many records with marks: filter, mark all, virtual list, keyboard (arrows, Home, End, space). */
export function Checklist<V extends OptionValue>(props: ChecklistProps<V>) {
  const { label, options, value, description, error, required, disabled, onBlur, lines = VISIBLE } = props;
  const id = useId();
  const { search, setSearch, shown, chosen, isAll, isSome, hidden, present, toggle, toggleAll, onKeyDown } = useChecklist(props);

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
            indeterminate={isSome}
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
          <MarkList {...{ id, shown, chosen, present, lines, required, disabled, onKeyDown, onBlur }} onToggle={toggle} />
        )}
        <div role="status">{hidden > 0 && <div className={classes.hidden}>{hiddenSentence(hidden)}</div>}</div>
      </div>
    </Input.Wrapper>
  );
}

interface MarkListProps {
  id: string;
  shown: readonly ChecklistOption<OptionValue>[];
  chosen: ReadonlySet<OptionValue>;
  /** position of the option that the keyboard is on */
  present: number;
  lines: number;
  required: boolean | undefined;
  disabled: boolean | undefined;
  onToggle: (place: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onBlur: (() => void) | undefined;
}

/** The options under their headings; only the visible ones are drawn. */
function MarkList(props: MarkListProps) {
  const { id, shown, chosen, present, lines, required, disabled, onToggle, onKeyDown, onBlur } = props;
  const lined = useMemo(() => linesOf(shown), [shown]);
  // With the first option its heading.
  const presentLine = present === 0 ? 0 : lined.indexOf(present);
  const { scroller, space, drawn } = useVirtualOptions({ count: lined.length, active: presentLine, line: ROW, ahead: BUFFER });
  return (
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
      onBlur={onBlur}
    >
      <div role="presentation" className={classes.space} style={space}>
        {drawn.map(({ key, index, style }) => {
          const line = lined[index];
          if (typeof line === 'string') {
            return (
              <div key={key} role="presentation" className={classes.group} style={style}>
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
              key={key}
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
              style={style}
              onClick={() => onToggle(line)}
            >
              <Checkbox.Indicator size="sm" checked={isChosen} aria-hidden="true" />
              <span className={classes.text}>{textOf(option)}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
