import { Button, Paper } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconFilter, IconFilterOff } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useLocation } from 'react-router';

/** State of a filter panel whose button stands in the page's head: `{opened, toggle, id}`. Each screen's is remembered in the browser, closed too. */
export function useFilterPanel(initiallyOpen = true) {
  const id = useId();
  const { pathname } = useLocation();
  const [remembered, remember] = useLocalStorage<boolean | null>({
    key: `vinculo:filtro:${pathname}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const opened = remembered ?? initiallyOpen;
  return { id, opened, toggle: () => remember(!opened) };
}

export type FilterPanelState = ReturnType<typeof useFilterPanel>;

/** 'Exibir Filtro' / 'Ocultar Filtro'. */
export function FilterToggle({ panel, count = 0 }: { panel: FilterPanelState; count?: number }) {
  const Icon = panel.opened ? IconFilterOff : IconFilter;
  return (
    <Button
      variant="default"
      leftSection={<Icon size={18} stroke={1.8} aria-hidden="true" />}
      onClick={panel.toggle}
      aria-expanded={panel.opened}
      {...(panel.opened ? { 'aria-controls': panel.id } : {})}
    >
      {panel.opened ? 'Ocultar Filtro' : 'Exibir Filtro'}
      {!panel.opened && count > 0 ? ` (${count})` : ''}
    </Button>
  );
}

/** The card with the filters; absent from the page while hidden. */
export function FilterPanel({ panel, children }: { panel: FilterPanelState; children: ReactNode }) {
  if (!panel.opened) return null;
  return (
    <Paper component="section" aria-label="Filtro" id={panel.id} p="md" mb="md">
      {children}
    </Paper>
  );
}
