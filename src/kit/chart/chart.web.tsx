import { ActionIcon, Group, Paper, Text, Title, Tooltip, UnstyledButton, useComputedColorScheme } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { upperFirst } from '#kit/br/text.ts';
import { SURFACES } from '#kit/ui/contrast.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { FONT } from '#kit/ui/font.web.ts';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import classes from './chart.module.css';
import { type ChartData, chartHeight, drawnSeries, isEmptyChart, type Slices, seriesNumber } from './chart-data.ts';
import type { ChartLook } from './chart-look.ts';
import { ExportMenu, type Exports } from './export-menu.web.tsx';
import { PlainDrawing } from './plain-drawing.web.tsx';
import { SliceMenu } from './slice-menu.web.tsx';

const ChartDrawing = lazy(() => import('./chart-drawing.web.tsx').then((module) => ({ default: module.ChartDrawing })));

interface ChartProps extends ChartData {
  title: string;
  /** heading of the table's first column */
  categoryLabel?: string;
  height?: number;
  isLoading?: boolean;
  /** as of which day, or from which to which: 'em 22/11/2026' */
  period?: string | undefined;
  /** what a slice leads to: by a click, by the menu 'Detalhar' and from the table */
  slices?: Slices | undefined;
  actions?: ReactNode;
  /** a sentence under the title */
  hint?: string | undefined;
  /** between title and picture */
  head?: ReactNode;
  /** under the picture or its table */
  foot?: ReactNode;
  /** bars of one series or lines drawn without the library of charts, for a page that must be there at once */
  plain?: boolean;
  /** a sentence shown under an empty chart: how to fill it */
  emptyHint?: string;
  onExport?: Exports['onExport'];
}

const looks: Readonly<Record<'light' | 'dark', ChartLook>> = {
  light: { text: '#3B4149', line: '#DEE2E6', surface: SURFACES.light, font: FONT },
  dark: { text: '#C9CACC', line: '#454547', surface: SURFACES.dark, font: FONT },
};

/** A chart with its table, PNG and CSV export, print, and drill-down. */
export function Chart(props: ChartProps) {
  const { title, kind, categories, series, decimals, max, categoryLabel = 'Item', isLoading = false, slices, actions } = props;
  const { hint, period, head, foot, emptyHint, onExport } = props;
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const look = looks[scheme];
  const figure = useRef<HTMLDivElement>(null);
  const [asTable, setAsTable] = useState(false);
  // callers make new arrays at each drawing, so the content decides whether the chart has changed
  const content = JSON.stringify({ kind, categories, series, decimals, max });
  const chart = useMemo(() => JSON.parse(content) as ChartData, [content]);
  const height = props.height ?? chartHeight(chart);
  const isEmpty = isEmptyChart(chart);
  const Drawing = props.plain ? PlainDrawing : ChartDrawing;
  return (
    <Paper component="section" p="md" className={classes.tile} aria-label={title}>
      <Group justify="space-between" align="flex-start" mb="xs" gap="xs">
        <div className={classes.name}>
          <Title order={2} fz={16}>
            {title}
          </Title>
          {period && (
            <Text size="xs" fw={500} mt={2}>
              {upperFirst(period)}
            </Text>
          )}
          {hint && (
            <Text size="xs" c="dimmed" mt={2}>
              {hint}
            </Text>
          )}
        </div>
        <Group gap={4} wrap="nowrap" className="vinculo-no-print">
          {actions}
          {!isEmpty && !isLoading && (
            <>
              {slices && !asTable && <SliceMenu {...{ title, chart, slices }} />}
              <Tooltip label={asTable ? 'Ver gráfico' : 'Ver tabela'}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  c="var(--mantine-color-text)"
                  aria-label={`${asTable ? 'Ver gráfico' : 'Ver tabela'}: ${title}`}
                  onClick={() => setAsTable(!asTable)}
                >
                  {asTable ? <IconChartBar size={18} aria-hidden="true" /> : <IconTable size={18} aria-hidden="true" />}
                </ActionIcon>
              </Tooltip>
              <ExportMenu
                {...{ chart, title, period, categoryLabel, onExport }}
                figure={asTable ? null : figure}
                surface={look.surface}
              />
            </>
          )}
        </Group>
      </Group>
      {head}
      {isLoading ? (
        <div style={{ minHeight: height }}>
          <ScreenLoading />
        </div>
      ) : isEmpty ? (
        <Empty
          message={['Não existem dados para o gráfico.', emptyHint].filter(Boolean).join(' ')}
          icon={<IconChartBar size={24} stroke={1.6} />}
        />
      ) : asTable ? (
        <ChartTable {...{ chart, title, categoryLabel, slices }} />
      ) : (
        <Suspense fallback={<div style={{ minHeight: height }} />}>
          <div ref={figure} role="img" aria-label={`${title}. ${summary(chart)}`} className={classes.figure}>
            <Drawing {...{ chart, look, height, slices }} />
          </div>
        </Suspense>
      )}
      {foot}
    </Paper>
  );
}

/** What a screen reader hears instead of the picture; the table has everything. */
function summary(chart: ChartData): string {
  const { categories, decimals } = chart;
  const few = categories.slice(0, 12);
  const sentences = drawnSeries(chart).map(
    (one) => `${one.name}: ${few.map((category, index) => `${category} ${cell(one, index, decimals)}`).join(', ')}`,
  );
  return `${sentences.join('. ')}${categories.length > few.length ? '. A tabela mostra os demais.' : '.'}`;
}

const cell = (series: ChartData['series'][number], index: number, decimals: number | undefined) => {
  const value = series.data[index];
  return value === null || value === undefined ? '–' : seriesNumber(series, decimals)(value);
};

function ChartTable({
  chart,
  title,
  categoryLabel,
  slices,
}: {
  chart: ChartData;
  title: string;
  categoryLabel: string;
  slices: Slices | undefined;
}) {
  return (
    <PlainTable
      caption={title}
      minWidth={280}
      maxHeight={360}
      rows={chart.categories}
      keyOf={(category, index) => `${category}-${index}`}
      columns={[
        {
          title: categoryLabel,
          isHeading: true,
          cell: (category, index) =>
            slices?.down?.can(index) ? (
              <UnstyledButton className={classes.slice} onClick={() => slices.down?.go(index)}>
                {category}
              </UnstyledButton>
            ) : (
              category
            ),
        },
        ...chart.series.map((one, place) => ({
          title: one.name,
          figures: true,
          cell: (_category: string, index: number) => {
            const text = cell(one, index, chart.decimals);
            const there = slices?.link(index, place);
            return there ? (
              <Link className={classes.slice} to={there.to} aria-label={`${text}: ver ${there.name}`}>
                {text}
              </Link>
            ) : (
              text
            );
          },
        })),
      ]}
    />
  );
}
