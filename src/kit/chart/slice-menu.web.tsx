import { ActionIcon, Menu, ScrollArea, Tooltip } from '@mantine/core';
import { IconZoomIn } from '@tabler/icons-react';
import { Fragment } from 'react';
import { type ChartData, drawnSeries, type Slices } from './chart-data.ts';

/** What the slices lead to as a menu, for the keyboard and for slices too thin for a finger. */
export function SliceMenu({ title, chart, slices }: { title: string; chart: ChartData; slices: Slices }) {
  const { link, down, about, visit } = slices;
  const shown = drawnSeries(chart).map((one) => chart.series.indexOf(one));
  const lists = chart.categories.flatMap((_, index) => shown.flatMap((series) => link(index, series) ?? []));
  const parts = [
    ...[down, about].flatMap((deed) => {
      const items = chart.categories.flatMap((name, index) =>
        deed?.can(index) ? [{ name, run: () => deed.go(index), to: undefined }] : [],
      );
      return deed && items.length > 0 ? [{ label: deed.label, items }] : [];
    }),
    ...(lists.length > 0
      ? [{ label: 'Ver a lista', items: lists.map(({ name, to }) => ({ name, run: () => visit(to), to })) }]
      : []),
  ];
  if (parts.length === 0) return null;
  return (
    <Menu position="bottom-end" shadow="md">
      <Tooltip label="Detalhar">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" c="var(--mantine-color-text)" aria-label={`Detalhar: ${title}`}>
            <IconZoomIn size={18} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown maw={340}>
        <ScrollArea.Autosize mah={320} type="auto">
          {parts.map(({ label, items }) => (
            <Fragment key={label}>
              {parts.length > 1 && <Menu.Label>{label}</Menu.Label>}
              {items.map(({ name, run, to }, index) => (
                <Menu.Item key={to ?? `${name}-${index}`} onClick={run}>
                  {name}
                </Menu.Item>
              ))}
            </Fragment>
          ))}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  );
}
