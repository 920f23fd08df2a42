import { Button, Group } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { api, queryString } from '#kit/client/client.web.ts';
import type { Field } from '#kit/fields/field.ts';
import type { AnyDashboard, Indicator, IndicatorData, Serie } from '#kit/indicator/indicator.ts';
import { IndicatorTile } from '#kit/indicator/tile.web.tsx';
import { FilterToggle, useFilterPanel } from '#kit/ui/filter-panel.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { useSession } from '#platform/session/session.web.tsx';
import classes from './dashboard.module.css';
import { idsIn, type Texts } from './dashboard.web.ts';
import { DashboardFilter } from './dashboard-filter.web.tsx';
import { filterValue } from './filter-value.ts';
import { PrintHead } from './print-head.web.tsx';

/** `{a: [1, 2]}` as a body has it. */
const bodyOf = (dashboard: AnyDashboard, texts: Texts) =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const field: Field | undefined = dashboard.filter[name];
      return [name, name === 'empresasIds' ? idsIn(text) : field ? filterValue(field, text) : text];
    }),
  );

/** The filter as it counts: what was chosen, and the defaults of the rest. */
function textsOf(dashboard: AnyDashboard, texts: Texts, today: string): Texts {
  const start = Object.entries(dashboard.start?.(today) ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  return { ...Object.fromEntries(start), ...texts };
}

/** A dashboard: filter in the address bar, one tile for each indicator that the session may see, print layout. */
export function DashboardPage({ dashboard }: { dashboard: AnyDashboard }) {
  const [search, setSearch] = useSearchParams();
  const panel = useFilterPanel(false);
  const { can, empresa } = useSession();
  const { moduleTitle } = useActing();
  const texts = useMemo(() => {
    const names = ['empresasIds', ...Object.keys(dashboard.filter)];
    return Object.fromEntries(names.flatMap((name) => (search.get(name) ? [[name, search.get(name) as string]] : [])));
  }, [search, dashboard]);
  const shown = dashboard.indicators.filter(({ needs }) => !needs || can(needs));
  const apply = (next: Readonly<Record<string, string>>) => setSearch(new URLSearchParams(next), { replace: true });
  return (
    <Page
      title={dashboard.title}
      breadcrumbs={[{ label: moduleTitle('analytics') }, { label: dashboard.title }]}
      actions={
        <Group gap="xs" className="vinculo-no-print">
          <FilterToggle panel={panel} count={Object.keys(texts).length} />
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} stroke={1.8} aria-hidden="true" />}
            onClick={() => window.print()}
          >
            Imprimir
          </Button>
        </Group>
      }
    >
      <PrintHead {...{ dashboard, texts }} />
      <DashboardFilter key={JSON.stringify(texts)} {...{ dashboard, panel, texts }} onApply={apply} />
      <div className={classes.grid}>
        {shown.map((indicator) => (
          <div key={indicator.id} className={indicator.wide ? classes.wide : undefined}>
            <Tile key={JSON.stringify([empresa?.id, texts])} {...{ dashboard, indicator, texts }} />
          </div>
        ))}
      </div>
    </Page>
  );
}

const quiet = { quiet: true } as const;

function Tile({ dashboard, indicator, texts }: { dashboard: AnyDashboard; indicator: Indicator; texts: Texts }) {
  const { empresa } = useSession();
  const queries = useQueryClient();
  const root = `/api/analytics/${dashboard.id}`;
  const { data, isError } = useQuery({
    queryKey: ['analytics', dashboard.id, indicator.id, empresa?.id, texts],
    queryFn: async () => {
      const whole =
        dashboard.method === 'GET'
          ? await api.get<Record<string, IndicatorData>>(root, { ...texts, indicadores: indicator.id }, quiet)
          : await api.post<Record<string, IndicatorData>>(
              root,
              { ...bodyOf(dashboard, texts), indicadores: [indicator.id] },
              quiet,
            );
      return whole[indicator.id] as IndicatorData;
    },
    retry: false,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
  const { drill } = indicator;
  const loadChildren = (id: number) =>
    drill?.to === 'children'
      ? queries.fetchQuery({
          queryKey: ['analytics', dashboard.id, indicator.id, empresa?.id, texts, id],
          queryFn: () => api.get<Serie[]>(`${root}/${drill.path}`, { ...texts, [drill.param]: id }, quiet),
          retry: false,
          staleTime: 60_000,
        })
      : Promise.resolve([]);
  const save = (formato: 'xlsx' | 'csv', pai: number | null) =>
    void api
      .blob(`analytics/${dashboard.id}/exportar${queryString({ ...texts, indicador: indicator.id, formato, pai })}`)
      .catch(() => null);
  const { today } = useActing().context;
  const filter = textsOf(dashboard, texts, today);
  return (
    <IndicatorTile {...{ indicator, filter, today, data, loadChildren }} panel={dashboard.id} failed={isError} onExport={save} />
  );
}
