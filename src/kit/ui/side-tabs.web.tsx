import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import classes from './side-tabs.module.css';

interface SideTab {
  value: string;
  title: string;
  /** beside the title */
  mark?: ReactNode;
}

interface Props {
  /** names the index for screen readers */
  label: string;
  tabs: readonly SideTab[];
  value: string;
  onChange: (value: string) => void;
  children: (value: string) => ReactNode;
  /** keeps what is not shown, as a form must */
  keepMounted?: boolean;
}

/**
 * Parts of a page with an index at its side, or above it, on a narrow screen, in one line that scrolls. One part needs no index.
 * Its parts are plain: the library's draw the whole index twice before a record is seen.
 */
export function SideTabs({ label, tabs, value, onChange, children, keepMounted = false }: Props) {
  const isNarrow = useMediaQuery('(max-width: 62em)', false);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (isNarrow)
      list.current
        ?.querySelector(`[data-value="${CSS.escape(value)}"]`)
        ?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [isNarrow, value]);
  const [only] = tabs;
  if (tabs.length < 2) return only ? children(only.value) : null;
  const parts = keepMounted ? tabs : tabs.filter((tab) => tab.value === value);
  return (
    <div className={classes.frame}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        aria-orientation={isNarrow ? 'horizontal' : 'vertical'}
        className={classes.list}
      >
        {tabs.map(({ value: own, title, mark }) => (
          <button
            key={own}
            type="button"
            role="tab"
            id={`${id}${own}-tab`}
            aria-selected={own === value}
            {...(keepMounted || own === value ? { 'aria-controls': `${id}${own}` } : {})}
            tabIndex={own === value ? 0 : -1}
            className={`${classes.tab} mantine-focus-auto`}
            data-value={own}
            onClick={() => onChange(own)}
            onKeyDown={(event) => walk(event, isNarrow)}
          >
            <span>{title}</span>
            {mark}
          </button>
        ))}
      </div>
      <div>
        {parts.map(({ value: own }) => (
          <div key={own} role="tabpanel" id={`${id}${own}`} aria-labelledby={`${id}${own}-tab`} hidden={own !== value}>
            {children(own)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The arrows along the index, Home and End open the part they reach. */
function walk(event: KeyboardEvent<HTMLElement>, isNarrow: boolean): void {
  const tabs = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
  const at = tabs.indexOf(event.currentTarget);
  const [back, on] = isNarrow ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  const places: Record<string, number> = { [back]: at - 1, [on]: (at + 1) % tabs.length, Home: 0, End: -1 };
  const place = places[event.key];
  if (place === undefined) return;
  event.preventDefault();
  const next = tabs.at(place);
  next?.focus();
  next?.click();
}
