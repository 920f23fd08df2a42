import { Checkbox } from '@mantine/core';
import { IconCheck, IconChevronRight } from '@tabler/icons-react';
import classes from './picker.module.css';
import { useVirtualOptions } from './use-virtual-options.web.ts';

export type OptionValue = string | number;

export interface Option<V extends OptionValue = OptionValue> {
  value: V;
  label: string;
  /** shown after the label and no part of it: '(Inativo)' */
  note?: string;
  /** what tells options of one label apart */
  detail?: string;
  disabled?: boolean;
  /** of a tree: where it stands */
  branch?: Branch;
}

/** The place of an option in a tree. */
export interface Branch {
  /** from 1, at the top */
  level: number;
  /** among those of one parent, from 1 */
  position: number;
  siblings: number;
  /** whether what stands below is shown; absent where there is nothing below */
  open?: boolean;
  /** shown because something below it was found */
  isAbove?: boolean;
}

/** An option as people read it. */
export const textOf = ({ label, note, detail }: Option<OptionValue>): string =>
  [note ? `${label} ${note}` : label, detail].filter(Boolean).join(' · ');

const ROW = 34;
/** Deeper levels than this move no further to the right, so that their names keep their place. */
const DEEPEST = 9;
const indentOf = ({ level }: Branch) => 4 + (Math.min(level, DEEPEST) - 1) * 16;

/** What assistive technology is told of an option's place. */
const placeOf = ({ branch }: Option<OptionValue>, index: number, count: number) =>
  branch
    ? {
        'aria-level': branch.level,
        'aria-posinset': branch.position,
        'aria-setsize': branch.siblings,
        'aria-expanded': branch.open,
      }
    : { 'aria-posinset': index + 1, 'aria-setsize': count };

/** Folds and unfolds what stands below an option. */
const Twist = ({ open, onFold }: { open: boolean | undefined; onFold?: () => void }) => (
  <span
    aria-hidden="true"
    className={classes.twist}
    data-open={open || undefined}
    onClick={(event) => {
      if (open === undefined || !onFold) return;
      event.stopPropagation();
      onFold();
    }}
  >
    {open !== undefined && <IconChevronRight size={16} />}
  </span>
);

interface OptionListProps<V extends OptionValue> {
  listId: string;
  label: string;
  found: readonly Option<V>[];
  chosen: ReadonlySet<OptionValue>;
  multiple: boolean;
  isLoading: boolean;
  isSearching: boolean;
  active: number;
  onPick: (option: Option<V>) => void;
  /** of a tree */
  onFold?: (option: Option<V>, open: boolean) => void;
}

/** The open list of a picker: lines that one may choose, or the lines of a tree. */
export function OptionList<V extends OptionValue>({
  listId,
  label,
  found,
  chosen,
  multiple,
  isLoading,
  isSearching,
  active,
  onPick,
  onFold,
}: OptionListProps<V>) {
  const { scroller, space, drawn } = useVirtualOptions({ count: found.length, active, line: ROW, ahead: 8 });
  if (found.length === 0) {
    const nothing = isSearching ? 'Sem resultados encontrados' : 'Nada para escolher ainda';
    return <div className={classes.empty}>{isLoading ? 'Carregando...' : nothing}</div>;
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its role is one of two
    <div
      ref={scroller}
      id={listId}
      role={onFold ? 'tree' : 'listbox'}
      aria-label={label}
      aria-multiselectable={multiple}
      tabIndex={-1}
      className={classes.list}
      onMouseDown={(event) => event.preventDefault()}
    >
      <div role="presentation" className={classes.space} style={space}>
        {drawn.map(({ key, index, style }) => {
          const option = found[index];
          if (!option) return null;
          const isChosen = chosen.has(option.value);
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the combobox has the focus and the keys; its role is one of two
            <div
              key={key}
              id={`${listId}-${index}`}
              role={option.branch ? 'treeitem' : 'option'}
              tabIndex={-1}
              aria-selected={isChosen}
              aria-disabled={option.disabled || undefined}
              {...placeOf(option, index, found.length)}
              data-active={index === active || undefined}
              className={classes.option}
              style={option.branch ? { ...style, paddingLeft: indentOf(option.branch) } : style}
              onClick={() => onPick(option)}
            >
              {option.branch && (
                <Twist
                  open={option.branch.open}
                  {...(isSearching ? {} : { onFold: () => onFold?.(option, option.branch?.open === false) })}
                />
              )}
              {multiple && <Checkbox.Indicator size="xs" checked={isChosen} aria-hidden="true" />}
              <span
                className={classes.text}
                data-above={option.branch?.isAbove || undefined}
                title={option.detail === undefined ? undefined : textOf(option)}
              >
                {textOf(option)}
              </span>
              {!multiple && isChosen && <IconCheck size={16} aria-hidden="true" />}
            </div>
          );
        })}
      </div>
    </div>
  );
}
