import { ActionIcon, Group, Menu, Paper, Table, Title, Tooltip, UnstyledButton, useComputedColorScheme } from '@mantine/core';
import { IconChartBar, IconDotsVertical, IconDownload, IconPhoto, IconPrinter, IconTable } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { saveFile } from '#kit/http/client.web.ts';
import classes from './chart.module.css';
import { type ChartData, type ChartLook, chartCsv, chartHeight, chartNumber, isEmptyChart } from './chart-option.ts';
import { SURFACES } from './contrast.ts';
import { Empty } from './empty.web.tsx';
import { FONT } from './font.web.ts';
import { ScreenLoading } from './loading.web.tsx';
import { pngOf, printSvg } from './print.web.ts';

const ChartDrawing = lazy(() => import('./chart-drawing.web.tsx').then((module) => ({ default: module.ChartDrawing })));

export interface ChartProps extends ChartData {
  title: string;
  /** heading of the table's first column */
  categoryLabel?: string;
  height?: number;
  isLoading?: boolean;
  /** a click on a slice, or on its row of the table: drill down */
  onSlice?: (index: number) => void;
  actions?: ReactNode;
}

const looks: Readonly<Record<'light' | 'dark', ChartLook>> = {
  light: { text: '#3B4149', line: '#DEE2E6', surface: SURFACES.light, font: FONT },
  dark: { text: '#C9CACC', line: '#454547', surface: SURFACES.dark, font: FONT },
};

/** A chart with its table, PNG and CSV export, print, and drill-down. */
export function Chart(props: ChartProps) {
  const { title, kind, categories, series, decimals, categoryLabel = 'Item', isLoading = false, onSlice, actions } = props;
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const look = looks[scheme];
  const figure = useRef<HTMLDivElement>(null);
  const [asTable, setAsTable] = useState(false);
  // callers make the arrays anew at each drawing; the content decides whether the chart is another one
  const content = JSON.stringify({ kind, categories, series, decimals });
  const chart = useMemo(() => JSON.parse(content) as ChartData, [content]);
  const height = props.height ?? chartHeight(chart);
  const isEmpty = isEmptyChart(chart);
  const fileName = title.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase();
  const svg = () => figure.current?.querySelector<SVGSVGElement>('svg') ?? null;
  const savePng = async () => {
    const drawing = svg();
    const blob = drawing ? await pngOf(drawing, look.surface) : null;
    if (blob) saveFile(blob, `${fileName}.png`);
  };
  return (
    <Paper component="section" p="md" aria-label={title}>
      <Group justify="space-between" align="flex-start" mb="xs" wrap="nowrap">
        <Title order={2} fz={16}>
          {title}
        </Title>
        <Group gap={4} wrap="nowrap">
          {actions}
          {!isEmpty && !isLoading && (
            <>
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
              <Menu position="bottom-end" shadow="md">
                <Menu.Target>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    c="var(--mantine-color-text)"
                    aria-label={`Ações do gráfico: ${title}`}
                  >
                    <IconDotsVertical size={18} aria-hidden="true" />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  {!asTable && (
                    <Menu.Item leftSection={<IconPhoto size={16} aria-hidden="true" />} onClick={() => void savePng()}>
                      Exportar PNG
                    </Menu.Item>
                  )}
                  <Menu.Item
                    leftSection={<IconDownload size={16} aria-hidden="true" />}
                    onClick={() =>
                      saveFile(new Blob([chartCsv(chart, categoryLabel)], { type: 'text/csv;charset=utf-8' }), `${fileName}.csv`)
                    }
                  >
                    Exportar CSV
                  </Menu.Item>
                  {!asTable && (
                    <Menu.Item
                      leftSection={<IconPrinter size={16} aria-hidden="true" />}
                      onClick={() => {
                        const drawing = svg();
                        if (drawing) printSvg(drawing, title);
                      }}
                    >
                      Imprimir
                    </Menu.Item>
                  )}
                </Menu.Dropdown>
              </Menu>
            </>
          )}
        </Group>
      </Group>
      {isLoading ? (
        <div style={{ minHeight: height }}>
          <ScreenLoading />
        </div>
      ) : isEmpty ? (
        <Empty message="Não existem dados para o gráfico." icon={<IconChartBar size={24} stroke={1.6} />} />
      ) : asTable ? (
        <ChartTable {...{ chart, title, categoryLabel }} {...(onSlice ? { onSlice } : {})} />
      ) : (
        <Suspense fallback={<div style={{ minHeight: height }} />}>
          <div
            ref={figure}
            role="img"
            aria-label={`${title}. ${summary(chart)}`}
            className={onSlice ? classes.clickable : undefined}
          >
            <ChartDrawing {...{ chart, look, height }} {...(onSlice ? { onSlice } : {})} />
          </div>
        </Suspense>
      )}
    </Paper>
  );
}

/** What a screen reader hears instead of the picture; the table has everything. */
function summary({ categories, series, decimals }: ChartData): string {
  const number = chartNumber(decimals);
  const few = categories.slice(0, 12);
  const said = series.map(
    ({ name, data }) => `${name}: ${few.map((category, index) => `${category} ${number(data[index] ?? 0)}`).join(', ')}`,
  );
  return `${said.join('. ')}${categories.length > few.length ? '. A tabela mostra os demais.' : '.'}`;
}

function ChartTable({
  chart,
  title,
  categoryLabel,
  onSlice,
}: {
  chart: ChartData;
  title: string;
  categoryLabel: string;
  onSlice?: (index: number) => void;
}) {
  const number = chartNumber(chart.decimals);
  return (
    <Table.ScrollContainer minWidth={280} mah={360}>
      <Table>
        <caption className="vinculo-hidden">{title}</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{categoryLabel}</Table.Th>
            {chart.series.map(({ name }) => (
              <Table.Th key={name} ta="right" scope="col">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {chart.categories.map((category, index) => (
            <Table.Tr key={`${category}-${index}`}>
              <Table.Th scope="row" fw={400}>
                {onSlice ? (
                  <UnstyledButton className={classes.slice} onClick={() => onSlice(index)}>
                    {category}
                  </UnstyledButton>
                ) : (
                  category
                )}
              </Table.Th>
              {chart.series.map(({ name, data }) => (
                <Table.Td key={name} ta="right">
                  {number(data[index] ?? 0)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
