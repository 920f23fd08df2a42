import { Button, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { UNFINISHED } from '#kit/import/analysis.ts';
import { useImportDialog } from '#kit/import/use-import-dialog.web.tsx';
import { type ListView, viewsOf } from '#kit/query/list-state.ts';
import { useKnown } from '#kit/registry/known.web.ts';
import { useHalfAhead } from '#kit/registry/record-half.web.ts';
import { nameOfRow } from '#kit/registry/record-name.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { LeftOut, ListPageProps, OfRow, RecordRow } from '#kit/registry/view.web.tsx';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { later } from '#kit/ui/later.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { PrintHead } from '#kit/ui/print-head.web.tsx';
import { useAddress, useAddressId } from '#kit/ui/use-address.web.ts';
import { BulkBar } from './bulk-bar.web.tsx';
import { ListCard } from './list-card.web.tsx';
import { ListEmpty } from './list-empty.web.tsx';
import { ListFilters } from './list-filters.web.tsx';
import classes from './list-head.module.css';
import { ListLook } from './list-look.web.tsx';
import { ListMenu } from './list-menu.web.tsx';
import { ListViews } from './list-views.web.tsx';
import { TipArea } from './tip-area.web.tsx';
import { useInlineEdit } from './use-inline-edit.web.ts';
import { type ListController, type OwnList, useListController } from './use-list-controller.web.ts';
import { useRowActions } from './use-row-actions.web.tsx';

const ListBoard = later(() => import('./list-board.web.tsx').then((m) => m.ListBoard), <ScreenLoading />);
const ListCalendar = later(() => import('./list-calendar.web.tsx').then((m) => m.ListCalendar), <ScreenLoading />);
const HistoryDrawer = later(() => import('#kit/history/history-drawer.web.tsx').then((m) => m.HistoryDrawer));
const BulkEdit = later(() => import('./bulk-edit.web.tsx').then((m) => m.BulkEdit));
/** The views that are drawn by a component other than the table. */
const DRAWN = { lista: undefined, quadro: ListBoard, calendario: ListCalendar };
const VIEWS: Readonly<Record<ListView, string>> = { lista: 'Lista', quadro: 'Quadro', calendario: 'Calendário' };

const PAGE_SIZES = ['15', '30', '50', '100', '200', '500'];

export { askedByList } from './list-query.web.ts';

/** The list page of a registry, or the page that its view replaces it with. */
export function RegistryListPage(props: ListPageProps) {
  const List = props.view?.list ?? StandardList;
  return <List {...props} registry={useKnown(props.registry)} />;
}

/** What a view adds to the kit's own list page. */
interface Wrapped {
  own?: OwnList;
  /** above the filters: a search of its own */
  above?: ReactNode;
  /** the chip (`OriginChip`) of what narrows the list beside its filters */
  origin?: ReactNode;
  /** below the name of a row */
  below?: OfRow<ReactNode> | undefined;
  /** takes away what narrows the list beside its own filters; absent: nothing does */
  onClear?: (() => void) | undefined;
}

/** The kit's own list page, for views that only wrap it. */
export function StandardList({ own, above, origin, below, onClear, ...props }: ListPageProps & Wrapped) {
  const { path, registry, view, module } = props;
  const controller = useListController(props, own);
  const inline = useInlineEdit(props, controller);
  useHalfAhead(view, controller.list.data !== undefined);
  const { state, change } = controller;
  const [history, setHistory] = useState<RecordRow | null>(null);
  const unfinished = useAddressId(UNFINISHED);
  const [, setUnfinished] = useAddress(UNFINISHED);
  // The panel stands here and not in the empty list, which goes as soon as there are records.
  const [openImport, importing] = useImportDialog(
    path,
    registry,
    () => {
      setUnfinished('');
      return controller.reload();
    },
    controller.mayInsert ? unfinished : undefined,
  );
  const { linkOf, actionsOf } = useRowActions(props, controller, setHistory);
  const nameOf = (row: RecordRow) => nameOfRow(row, registry);
  const isFiltered = state.busca !== '' || Object.keys(state.filters).length > 0;
  const Notice = view?.notice;
  const Drawn = DRAWN[controller.view];
  return (
    <Page
      title={registry.title}
      breadcrumbs={[...(module ? [{ label: module }] : []), { label: registry.title }]}
      actions={<HeadActions {...props} controller={controller} />}
    >
      {Notice && <Notice />}
      <PrintHead>
        {state.busca !== '' && <p>Busca: “{state.busca}”</p>}
        {controller.rows.length < controller.total && (
          <p>{`Registros ${state.page * state.size + 1} a ${state.page * state.size + controller.rows.length} de ${controller.list.data?.hasMore ? 'mais de ' : ''}${controller.total.toLocaleString('pt-BR')}`}</p>
        )}
      </PrintHead>
      {above}
      <ListFilters registry={registry} state={state} change={change} lost={controller.lost} origin={origin}>
        <ListViews registry={registry} controller={controller} />
      </ListFilters>
      {Drawn ? (
        <Drawn {...props} controller={controller} linkOf={linkOf} actionsOf={actionsOf} />
      ) : (
        <ListCard
          registry={registry}
          list={controller.list}
          page={state.page}
          onPage={(page) => change({ page })}
          columns={controller.columns}
          isChosen={controller.chosenColumns !== null}
          isReady={controller.isReady}
          density={controller.density}
          inline={inline}
          linkOf={linkOf}
          below={below}
          cells={view?.cells}
          actionsOf={actionsOf}
          sort={state.sort}
          onSort={(sort) => change({ sort })}
          selected={controller.selected}
          onSelect={controller.select}
          empty={
            <ListEmpty
              path={path}
              registry={registry}
              mayInsert={controller.mayInsert}
              onClear={onClear ?? (isFiltered ? () => change({ busca: '', filters: {} }) : undefined)}
              onImport={openImport}
            />
          }
          bulk={<BulkBar {...props} controller={controller} />}
          foot={controller.total > 15 && <PageSize size={state.size} onChange={(size) => change({ size })} />}
        />
      )}
      {controller.deeds.dialog}
      {importing}
      {controller.editingMany !== false && (
        <BulkEdit
          {...props}
          first={controller.editingMany === true ? [] : controller.editingMany}
          ids={[...(controller.selected ?? [])]}
          onEnd={controller.edited}
          onClose={() => controller.editMany(false)}
        />
      )}
      {history && (
        <HistoryDrawer path={path} id={history.id} registry={registry} name={nameOf(history)} onClose={() => setHistory(null)} />
      )}
      {controller.failures.length > 0 && (
        <Failures
          failures={controller.failures}
          nameOf={(id) => {
            const row = controller.rows.find((other) => other.id === id);
            return row ? nameOf(row) : `Registro ${id}`;
          }}
          onClose={controller.forgetFailures}
        />
      )}
    </Page>
  );
}

/** How the list looks, what is made of it, and a new record. */
function HeadActions({ controller, ...props }: ListPageProps & { controller: ListController }) {
  const { registry, view } = props;
  const Extra = view?.listActions;
  return (
    <TipArea className={classes.actions}>
      <ViewSwitch registry={registry} view={controller.view} onChange={(next) => controller.change({ view: next })} />
      <ListLook registry={registry} controller={controller} />
      <ListMenu
        {...props}
        state={controller.asked}
        onImported={controller.reload}
        {...(controller.mayEditMany ? { onUndoEdit: controller.undoEdit } : {})}
      />
      {Extra && <Extra {...props} />}
      {controller.mayInsert && <Insert path={props.path} />}
    </TipArea>
  );
}

const Insert = ({ path }: { path: string }) => (
  <Button component={Link} to={`/${path}/new`} leftSection={<IconPlus size={18} aria-hidden />}>
    Inserir
  </Button>
);

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
    <NativeSelect
      size="xs"
      w={130}
      aria-label="Registros por página"
      data={PAGE_SIZES.map((one) => ({ value: one, label: `${one} por página` }))}
      value={String(size)}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    />
  );
}

interface FailuresProps {
  failures: readonly LeftOut[];
  nameOf: (id: number) => string;
  onClose: () => void;
}

function Failures({ failures, nameOf, onClose }: FailuresProps) {
  return (
    <Dialog onClose={onClose} title="O que não foi feito" size="lg">
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
    </Dialog>
  );
}
