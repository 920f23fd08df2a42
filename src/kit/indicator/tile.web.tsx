import { Button, Modal, Text } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { counted } from '#kit/br/text.ts';
import { Chart } from '#kit/chart/chart.web.tsx';
import { type ChartKind, type Slices, seriesNumber } from '#kit/chart/chart-data.ts';
import { toast } from '#kit/client/toast.web.ts';
import { SLICE } from '#kit/query/list-state.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { dayOf, type Indicator, type IndicatorData, opensAt, periodText, type Serie } from './indicator.ts';
import { sliceText } from './slice.ts';
import classes from './tile.module.css';

interface Props {
  indicator: Indicator;
  /** the dashboard, and its filter by the names of the wire, with what counts where nothing was chosen */
  panel: string;
  filter: Readonly<Record<string, string>>;
  today: string;
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
  /** the slice that led here */
  from: Serie;
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
export function IndicatorTile(props: Props) {
  const { indicator, data, failed = false, loadChildren, onExport } = props;
  const { title, kind, category, hint, drill } = indicator;
  const visit = useNavigate();
  const [way, setWay] = useState<readonly Level[]>([]);
  const [described, setDescribed] = useState<Serie | null>(null);
  const level = way.at(-1);
  const series = level?.series ?? data?.series ?? [];
  const goDown = async (serie: Serie) => {
    if (drill?.to !== 'children' || serie.id === null || serie.id === undefined) return;
    const children = await loadChildren(serie.id).catch(() => null);
    if (children === null) return;
    if (children.length === 0) toast.info(drill.none);
    else setWay([...way, { id: serie.id, nome: serie.label, from: serie, series: children }]);
  };
  const linkOf = (serie: Serie | undefined, column: number) => (data && serie ? listBehind(props, data, serie, column) : null);
  const slices: Slices = {
    link: (index, column) => linkOf(series[index], column),
    visit: (to) => void visit(to),
    ...(drill?.to === 'children'
      ? {
          down: {
            label: drill.down,
            can: (index: number) => typeof series[index]?.id === 'number' && series[index].temFilhas !== false,
            go: (index: number) => void (series[index] && goDown(series[index])),
          },
        }
      : {}),
    ...(drill?.to === 'description'
      ? {
          about: {
            label: drill.label,
            can: (index: number) => Boolean(series[index]?.descricao),
            go: (index: number) => setDescribed(series[index] ?? null),
          },
        }
      : {}),
  };
  const whole = linkOf(level?.from, 0);
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
        slices={slices}
        period={periodText(indicator, props.filter)}
        onExport={(format) => onExport(format, level?.id ?? null)}
        actions={
          level && drill?.to === 'children' ? (
            <>
              {whole && (
                <Button size="xs" variant="default" component={Link} to={whole.to}>
                  {`Ver ${whole.count}`}
                </Button>
              )}
              <Button
                size="xs"
                variant="default"
                leftSection={<IconArrowUp size={14} aria-hidden="true" />}
                onClick={() => setWay(way.slice(0, -1))}
              >
                {drill.up}
              </Button>
            </>
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

/** The list behind a number: its address, and what it holds. */
function listBehind(
  { indicator, panel, filter, today }: Props,
  { colunas, fechado }: IndicatorData,
  serie: Serie,
  column: number,
) {
  const { opens } = indicator;
  if (typeof opens === 'string' || fechado !== undefined) return null;
  const records = opensAt(opens, serie, column);
  if (records === null) return null;
  const part = opens.columns ? column : 0;
  const fatia = sliceText({ panel, indicator: indicator.id, column: part, key: serie.fatia ?? serie.label, filter });
  const day = dayOf(indicator, filter);
  const count = counted(records, opens.of[0], opens.of[1]);
  return {
    to: `/${opens.list}?${new URLSearchParams({ [SLICE]: fatia, ...(day !== undefined && day !== today ? { em: day } : {}) })}`,
    name: `${[serie.label, ...(opens.columns ? [colunas[column]?.nome ?? ''] : [])].join(', ')}: ${count}`,
    count,
  };
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

function Foot({ indicator, data: { aviso, fechado, series, linhas = [] } }: { indicator: Indicator; data: IndicatorData }) {
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
      {[aviso, series.length > 0 ? fechado : undefined].map(
        (sentence) =>
          sentence && (
            <Text key={sentence} size="xs" c="dimmed" mt="xs">
              {sentence}
            </Text>
          ),
      )}
    </>
  );
}
