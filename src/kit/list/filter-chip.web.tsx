import { Popover, UnstyledButton } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import classes from './list-filters.module.css';
import { RemoveFilter } from './remove-filter.web.tsx';

interface Props {
  label: string;
  /** the value in words; absent while there is none */
  words?: ReactNode;
  opened: boolean;
  onOpen: (opened: boolean) => void;
  onRemove: () => void;
  /** the inputs of the filter */
  children: ReactNode;
}

/** A filter in use: what it says, its inputs when it is opened, and its end. */
export function FilterChip({ label, words, opened, onOpen, onRemove, children }: Props) {
  const dropdown = useRef<HTMLDivElement>(null);
  const chip = useRef<HTMLDivElement>(null);
  const name = useId();
  useEffect(() => {
    if (!opened) return;
    // On a phone the chips stand in a line that the thumb moves: this one may be out of sight.
    chip.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
    // Lists and calendars of its inputs float beside it, and are no outside.
    const outside = ({ target }: MouseEvent) => {
      const isInside =
        target instanceof Element &&
        (chip.current?.contains(target) ||
          dropdown.current?.contains(target) ||
          target.closest('[role="listbox"], [role="tree"], [role="option"], [role="dialog"], [data-combobox-option]'));
      if (!isInside) onOpen(false);
    };
    // An empty chip disappears as it closes: not before the click, or what is clicked moves away under the pointer.
    document.addEventListener('click', outside, true);
    return () => document.removeEventListener('click', outside, true);
  }, [opened, onOpen]);
  return (
    <div className={classes.chip} ref={chip}>
      <Popover
        opened={opened}
        onChange={onOpen}
        closeOnClickOutside={false}
        closeOnEscape={false}
        hideDetached={false}
        position="bottom-start"
        shadow="md"
        withinPortal
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <UnstyledButton className={classes.chipText} onClick={() => onOpen(!opened)}>
            <span className={classes.chipLabel}>
              {label}
              {words !== undefined && ': '}
            </span>
            {words}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown
          ref={dropdown}
          className={classes.editor}
          aria-labelledby={name}
          // An open list within takes the key for itself, and stays below this.
          onKeyDown={(event) => event.key === 'Escape' && onOpen(false)}
        >
          <span id={name} className="vinculo-hidden">
            {`Filtro: ${label}`}
          </span>
          {children}
        </Popover.Dropdown>
      </Popover>
      <RemoveFilter of={label} onClick={onRemove} />
    </div>
  );
}
