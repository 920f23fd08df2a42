import {
  ActionIcon,
  Group,
  Menu,
  Paper,
  ScrollArea,
  Text,
  Title,
  Tooltip,
  UnstyledButton,
  useComputedColorScheme,
} from '@mantine/core';
import {
  IconChartBar,
  IconDotsVertical,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconPhoto,
  IconPrinter,
  IconSvg,
  IconTable,
  IconZoomIn,
} from '@tabler/icons-react';
import { Fragment, lazy, type ReactNode, type RefObject, Suspense, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { saveFile } from '#kit/client/client.web.ts';
import { SURFACES } from '#kit/ui/contrast.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { FONT } from '#kit/ui/font.web.ts';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { pngOf, printSvg, svgOf } from '#kit/ui/print.web.ts';
import classes from './chart.module.css';
import { chartCsv } from './chart-csv.ts';
import { type ChartData, chartHeight, drawnSeries, isEmptyChart, type Slices, seriesNumber } from './chart-data.ts';
import type { ChartLook } from './chart-option.ts';
import { PlainDrawing } from './plain-drawing.web.tsx';

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
  /** fetches the table from the server; without it a CSV is made here */
  onExport?: ((format: 'xlsx' | 'csv') => void) | undefined;
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
              {capitalised(period)}
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
              <ChartMenu
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

interface ChartMenuProps {
  chart: ChartData;
  title: string;
  period: string | undefined;
  categoryLabel: string;
  onExport: ChartProps['onExport'];
  /** where the picture stands; null while the table does */
  figure: RefObject<HTMLElement | null> | null;
  surface: string;
}

/** Exports of a chart: the picture as a PNG, the figures as a sheet. */
function ChartMenu({ chart, title, period, categoryLabel, onExport, figure, surface }: ChartMenuProps) {
  const fileName = title.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase();
  const caption = period ? [title, capitalised(period)] : [title];
  const withPicture = (use: (svg: SVGSVGElement) => unknown) => () => {
    const svg = figure?.current?.querySelector<SVGSVGElement>('svg');
    if (svg) void use(svg);
  };
  const savePng = withPicture(async (svg) => {
    const blob = await pngOf(svg, surface, caption);
    if (blob) saveFile(blob, `${fileName}.png`);
  });
  const saveSvg = withPicture((svg) => saveFile(svgOf(svg, surface, caption), `${fileName}.svg`));
  const print = withPicture((svg) => printSvg(svg, caption.join(', ')));
  const saveCsv = () =>
    saveFile(
      new Blob([chartCsv(chart, period ? `${categoryLabel} (${period})` : categoryLabel)], { type: 'text/csv;charset=utf-8' }),
      `${fileName}.csv`,
    );
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" c="var(--mantine-color-text)" aria-label={`Ações do gráfico: ${title}`}>
          <IconDotsVertical size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {figure && (
          <>
            <Menu.Item leftSection={<IconPhoto size={16} aria-hidden="true" />} onClick={savePng}>
              Exportar PNG
            </Menu.Item>
            <Menu.Item leftSection={<IconSvg size={16} aria-hidden="true" />} onClick={saveSvg}>
              Exportar SVG
            </Menu.Item>
          </>
        )}
        {onExport && (
          <Menu.Item leftSection={<IconFileSpreadsheet size={16} aria-hidden="true" />} onClick={() => onExport('xlsx')}>
            Exportar XLSX
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconFileTypeCsv size={16} aria-hidden="true" />}
          onClick={() => (onExport ? onExport('csv') : saveCsv())}
        >
          Exportar CSV
        </Menu.Item>
        {figure && (
          <Menu.Item leftSection={<IconPrinter size={16} aria-hidden="true" />} onClick={print}>
            Imprimir
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What the slices lead to as a menu, for the keyboard and for slices too thin for a finger. */
function SliceMenu({ title, chart, slices }: { title: string; chart: ChartData; slices: Slices }) {
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
