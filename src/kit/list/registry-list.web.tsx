import { Button, Modal, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { IconCopy, IconEdit, IconEye, IconHistory, IconPlus, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import { ApiError } from '#kit/client/client.web.ts';
import { HistoryDrawer } from '#kit/history/history-drawer.web.tsx';
import { type ListView, viewsOf } from '#kit/query/use-list-state.web.ts';
import { useKnown } from '#kit/registry/known.web.ts';
import { nameOfRow } from '#kit/registry/record-name.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { ListPageProps, RecordRow, RowAction } from '#kit/registry/view.web.tsx';
import type { Failure } from '#kit/transition/use-transitions.web.tsx';
import { FilterPanel, FilterToggle, useFilterPanel } from '#kit/ui/filter-panel.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { isPhone } from '#kit/ui/phone.web.ts';
import { BulkBar } from './bulk-bar.web.tsx';
import { ListCard } from './list-card.web.tsx';
import { ListFilters } from './list-filters.web.tsx';
import { ListMenu } from './list-menu.web.tsx';
import { useListController } from './use-list-controller.web.ts';

const ListBoard = lazy(() => import('./list-board.web.tsx').then((module) => ({ default: module.ListBoard })));

const ListCalendar = lazy(() => import('./list-calendar.web.tsx').then((module) => ({ default: module.ListCalendar })));
/** The views that are drawn by a component other than the table. */
const DRAWN = { lista: undefined, quadro: ListBoard, calendario: ListCalendar };
const VIEWS: Readonly<Record<ListView, string>> = { lista: 'Lista', quadro: 'Quadro', calendario: 'Calendário' };
const BulkEdit = lazy(() => import('./bulk-edit.web.tsx').then((module) => ({ default: module.BulkEdit })));

const COPY = 'Copiar';
const PAGE_SIZES = ['15', '30', '50', '100', '200', '500'];

/** The list page of a registry, or the page that its view replaces it with. */
export function RegistryListPage(props: ListPageProps) {
  const List = props.view?.list ?? StandardList;
  return <List {...props} registry={useKnown(props.registry)} />;
}

/** The kit's own list page, for views that only wrap it. */
export function StandardList(props: ListPageProps) {
  const { path, registry, view, module } = props;
  const can = useCan();
  const controller = useListController(props);
  const { state, change, mayInsert, deeds } = controller;
  const panel = useFilterPanel(!isPhone());
  const [history, setHistory] = useState<RecordRow | null>(null);
  const nameOf = (row: RecordRow) => nameOfRow(row, registry);

  // A list of a past day opens its records on that day.
  const asOf = registry.asOf === undefined ? undefined : state.filters[registry.asOf];
  const linkOf = (row: RecordRow) => `/${path}/${row.id}${asOf ? `?${registry.asOf}=${asOf}` : ''}`;
  const actionsOf = (row: RecordRow): RowAction[] => {
    const own = (view?.rowActions?.(row) ?? []).filter(({ authority = [] }) => [authority].flat().every(can));
    const allows = (deed: string) => row.acoes?.includes(deed) === true;
    return [
      allows('editar')
        ? { label: 'Editar', icon: <IconEdit size={18} stroke={1.8} />, to: linkOf(row) }
        : { label: 'Visualizar', icon: <IconEye size={18} stroke={1.8} />, to: linkOf(row) },
      ...deeds.actionsOf(row),
      ...own.map((action) => (action.onClick ? { ...action, onClick: () => deed(action.onClick) } : action)),
      // A module's own copy action takes along what the record alone does not hold.
      ...(mayInsert && !own.some(({ label }) => label === COPY)
        ? [{ label: COPY, icon: <IconCopy size={18} stroke={1.8} />, to: `/${path}/new?copiarDe=${row.id}` }]
        : []),
      { label: 'Histórico', icon: <IconHistory size={18} stroke={1.8} />, onClick: () => setHistory(row) },
      ...(allows('excluir')
        ? [
            {
              label: 'Excluir',
              icon: <IconTrash size={18} stroke={1.8} />,
              danger: true,
              onClick: () => controller.remove(row),
            },
          ]
        : []),
    ];
  };
  /** The list is loaded again after an action, and after a refused one, which the client shows. */
  const deed = async (work: RowAction['onClick']) => {
    try {
      await work?.();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      await controller.reload();
    }
  };

  const isFiltered = state.busca !== '' || Object.keys(state.filters).length > 0;
  const insert = mayInsert && (
    <Button component={Link} to={`/${path}/new`} leftSection={<IconPlus size={18} aria-hidden />}>
      Inserir
    </Button>
  );
  const clear = (
    <Button variant="default" onClick={() => change({ busca: '', filters: {} })}>
      Limpar filtros
    </Button>
  );
  const Drawn = DRAWN[controller.view];
  const Extra = view?.listActions;

  return (
    <Page
      title={registry.title}
      breadcrumbs={[...(module ? [{ label: module }] : []), { label: registry.title }]}
      actions={
        <>
          <ViewSwitch registry={registry} view={controller.view} onChange={(next) => change({ view: next })} />
          <FilterToggle panel={panel} count={Object.keys(state.filters).length + (state.busca ? 1 : 0)} />
          <ListMenu
            {...props}
            state={state}
            change={change}
            columns={controller.columns.map(({ name }) => name)}
            onColumns={controller.chooseColumns}
            onImported={controller.reload}
            {...(controller.mayEditMany ? { onUndoEdit: controller.undoEdit } : {})}
          />
          {Extra && <Extra {...props} />}
          {insert}
        </>
      }
    >
      <FilterPanel panel={panel}>
        <ListFilters registry={registry} path={path} state={state} change={change} />
      </FilterPanel>
      {Drawn ? (
        <Suspense fallback={<ScreenLoading />}>
          <Drawn {...props} controller={controller} linkOf={linkOf} actionsOf={actionsOf} />
        </Suspense>
      ) : (
        <ListCard
          registry={registry}
          list={controller.list}
          page={state.page}
          onPage={(page) => change({ page })}
          columns={controller.columns}
          linkOf={linkOf}
          cells={view?.cells}
          actionsOf={actionsOf}
          sort={state.sort}
          onSort={(sort) => change({ sort })}
          selected={controller.selected}
          onSelect={controller.select}
          emptyAction={isFiltered ? clear : insert}
          bulk={<BulkBar controller={controller} />}
          foot={controller.total > 15 && <PageSize size={state.size} onChange={(size) => change({ size })} />}
        />
      )}
      {deeds.dialog}
      {controller.isEditingMany && (
        <Suspense>
          <BulkEdit
            {...props}
            ids={[...(controller.selected ?? [])]}
            onEnd={controller.edited}
            onClose={() => controller.editMany(false)}
          />
        </Suspense>
      )}
      {history && (
        <HistoryDrawer path={path} id={history.id} registry={registry} name={nameOf(history)} onClose={() => setHistory(null)} />
      )}
      <Failures
        failures={controller.failures}
        nameOf={(id) => {
          const row = controller.rows.find((other) => other.id === id);
          return row ? nameOf(row) : `Registro ${id}`;
        }}
        onClose={controller.forgetFailures}
      />
    </Page>
  );
}

/** Table, board or calendar: the same records, the same address but for `visao`. */
function ViewSwitch({ registry, view, onChange }: ViewSwitchProps) {
  const views = viewsOf(registry);
  if (views.length === 1) return null;
  return (
    <SegmentedControl
      aria-label="Mostrar como"
      value={view}
      onChange={(next) => onChange(next as ListView)}
      data={views.map((value) => ({ value, label: VIEWS[value] }))}
    />
  );
}

interface ViewSwitchProps {
  registry: AnyRegistry;
  view: ListView;
  onChange: (view: ListView) => void;
}

function PageSize({ size, onChange }: { size: number; onChange: (size: number) => void }) {
  return (
    <Select
      size="xs"
      w={130}
      aria-label="Registros por página"
      data={PAGE_SIZES.map((one) => ({ value: one, label: `${one} por página` }))}
      value={String(size)}
      onChange={(next) => onChange(Number(next ?? 15))}
      allowDeselect={false}
    />
  );
}

interface FailuresProps {
  failures: readonly Failure[];
  nameOf: (id: number) => string;
  onClose: () => void;
}

function Failures({ failures, nameOf, onClose }: FailuresProps) {
  return (
    <Modal opened={failures.length > 0} onClose={onClose} title="O que não foi feito" size="lg">
      <Stack gap="xs">
        {failures.map(({ id, nome, message }) => (
          <Text key={id} size="sm">
            <b>{nome ?? nameOf(id)}</b>: {message}
          </Text>
        ))}
        <Button variant="default" ml="auto" mt="sm" onClick={onClose}>
          Fechar
        </Button>
      </Stack>
    </Modal>
  );
}
