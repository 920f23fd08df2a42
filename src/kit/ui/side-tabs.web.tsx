import { Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';
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

/** Parts of a page with an index at its side, or above it, on a narrow screen, in one line that scrolls. One part needs no index. */
export function SideTabs({ label, tabs, value, onChange, children, keepMounted = false }: Props) {
  const isNarrow = useMediaQuery('(max-width: 62em)', false);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNarrow)
      list.current
        ?.querySelector(`[data-value="${CSS.escape(value)}"]`)
        ?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [isNarrow, value]);
  const [only] = tabs;
  if (tabs.length < 2) return only ? children(only.value) : null;
  return (
    <Tabs
      value={value}
      onChange={(next) => onChange(next ?? value)}
      variant="none"
      orientation={isNarrow ? 'horizontal' : 'vertical'}
      className={classes.frame}
      keepMounted={keepMounted}
      {...(keepMounted ? { keepMountedMode: 'display-none' as const } : {})}
    >
      <Tabs.List ref={list} className={classes.list} aria-label={label}>
        {tabs.map(({ value: own, title, mark }) => (
          <Tabs.Tab key={own} value={own} className={classes.tab} data-value={own} rightSection={mark}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <div>
        {tabs.map(({ value: own }) => (
          <Tabs.Panel key={own} value={own}>
            {children(own)}
          </Tabs.Panel>
        ))}
      </div>
    </Tabs>
  );
}
