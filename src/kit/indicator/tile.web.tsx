import { Button, Modal, Text } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { Chart } from '#kit/chart/chart.web.tsx';
import type { ChartKind } from '#kit/chart/chart-data.ts';
import { seriesNumber } from '#kit/chart/chart-data.ts';
import { toast } from '#kit/client/toast.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import type { Indicator, IndicatorData, Serie } from './indicator.ts';
import classes from './tile.module.css';

interface Props {
  indicator: Indicator;
  /** undefined while it is loaded */
  data: IndicatorData | undefined;
  /** true when loading failed; the client has shown the cause */
  failed?: boolean;
  loadChildren: (id: number) => Promise<readonly Serie[]>;
  onExport: (format: 'xlsx' | 'csv', parent: number | null) => void;
}

interface Level {
  id: number;
  nome: string;
  series: readonly Serie[];
}

const drawn: Readonly<Record<Indicator['kind'], ChartKind>> = {
  bar: 'bar',
  line: 'line',
  doughnut: 'doughnut',
  radar: 'radar',
  funnel: 'funnel',
  absenteeism: 'line',
  turnover: 'line',
};

/**
 * One indicator of a dashboard: headline, chart, table, drill-down. Drilled levels belong to one set of data, so the caller gives
 * a `key` for each filter.
 */
export function IndicatorTile({ indicator, data, failed = false, loadChildren, onExport }: Props) {
  const { title, kind, category, hint, drill } = indicator;
  const [way, setWay] = useState<readonly Level[]>([]);
  const [described, setDescribed] = useState<Serie | null>(null);
  const level = way.at(-1);
  const series = level?.series ?? data?.series ?? [];
  const open = async (index: number) => {
    const serie = series[index];
    if (!serie || !drill) return;
    if (drill.to === 'description') {
      if (serie.descricao) setDescribed(serie);
      else toast.info(drill.none);
      return;
    }
    if (serie.id === null || serie.id === undefined) return toast.info(drill.none);
    const children = await loadChildren(serie.id).catch(() => null);
    if (children === null) return;
    if (children.length === 0) toast.info(drill.none);
    else setWay([...way, { id: serie.id, nome: serie.label, series: children }]);
  };
  if (failed)
    return (
      <section className="vinculo-card" aria-label={title}>
        <Empty message={`Não foi possível carregar: ${title}.`} />
      </section>
    );
  return (
    <>
      <Chart
        kind={drawn[kind]}
        title={way.length === 0 ? title : `${title}: ${way.map(({ nome }) => nome).join(' > ')}`}
        hint={hint}
        isLoading={data === undefined}
        categoryLabel={category}
        categories={series.map(({ label }) => label)}
        series={(data?.colunas ?? []).map(({ nome, formato = 'integer', desenha }, index) => ({
          name: nome,
          format: formato,
          ...(desenha === undefined ? {} : { drawn: desenha }),
          data: series.map(({ data: values }) => values[index] ?? null),
        }))}
        {...(drill ? { onSlice: (index: number) => void open(index) } : {})}
        onExport={(format) => onExport(format, level?.id ?? null)}
        actions={
          level && drill?.to === 'children' ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArrowUp size={14} aria-hidden="true" />}
              onClick={() => setWay(way.slice(0, -1))}
            >
              {drill.up}
            </Button>
          ) : null
        }
        head={way.length === 0 && data ? <Highlights data={data} /> : null}
        foot={data ? <Foot indicator={indicator} data={data} /> : null}
      />
      <Modal opened={described !== null} onClose={() => setDescribed(null)} title={described?.label}>
        <Text>{described?.descricao}</Text>
      </Modal>
    </>
  );
}

function Highlights({ data: { destaques = [] } }: { data: IndicatorData }) {
  if (destaques.length === 0) return null;
  return (
    <dl className={classes.highlights}>
      {destaques.map(({ rotulo, valor, formato = 'integer' }) => (
        <div key={rotulo}>
          <dt>{rotulo}</dt>
          <dd>{valor === null ? '–' : seriesNumber({ format: formato })(valor)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Foot({ indicator, data: { aviso, linhas = [] } }: { indicator: Indicator; data: IndicatorData }) {
  const columns = Object.entries(indicator.rows ?? {});
  return (
    <>
      {linhas.length > 0 && (
        <PlainTable
          caption={`${indicator.title} por empresa`}
          fz={13}
          minWidth={280}
          maxHeight={240}
          rows={linhas}
          keyOf={({ empresaNome }, index) => `${empresaNome}-${index}`}
          columns={columns.map(([key, { label, format }]) => ({
            title: label,
            figures: format !== undefined,
            cell: (linha: (typeof linhas)[number]) => {
              const value = linha[key];
              if (value === null || value === undefined) return '–';
              return format ? seriesNumber({ format })(Number(value)) : value;
            },
          }))}
        />
      )}
      {aviso && (
        <Text size="xs" c="dimmed" mt="xs">
          {aviso}
        </Text>
      )}
    </>
  );
}
