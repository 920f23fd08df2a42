import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import { counted } from '#kit/br/text.ts';
import { ApiError, api } from '#kit/client/client.web.ts';
import { offer } from '#kit/client/offer.web.tsx';
import { toast } from '#kit/client/toast.web.ts';
import { columnsShown } from '#kit/query/list-column.ts';
import { type ListState, readListState, saysNothing, viewsOf } from '#kit/query/list-state.ts';
import type { SavedView } from '#kit/query/saved-view.ts';
import { useListState } from '#kit/query/use-list-state.web.ts';
import { type BulkEdited, bulkFieldsFor, bulkFirst } from '#kit/registry/bulk-edit.ts';
import { unsayable } from '#kit/registry/registry.ts';
import { removeRecord, removeSeveral } from '#kit/registry/removal.web.tsx';
import type { LeftOut, ListPageProps, RecordRow } from '#kit/registry/view.web.tsx';
import { useTransitions } from '#kit/transition/use-transitions.web.tsx';
import { firstView, listQuery } from './list-query.web.ts';
import { useListViews } from './use-list-views.web.ts';

export type ListController = ReturnType<typeof useListController>;

/** What a list is beyond its registry and the address. */
export interface OwnList {
  /** parameters of the address that are not the list's, and stay as the list changes; the same array each time */
  beside?: readonly string[];
  /** the list's request, when it is more than the address holds */
  asked?: (state: ListState) => ListState;
  /** the default columns */
  columns?: (state: ListState) => readonly string[] | undefined;
  /** `module/slug` of the records behind the rows: a save of one loads the list again, and removal removes them */
  of?: string;
  /** part of another screen: it has no views of its own, and its user chooses no columns */
  isPart?: boolean;
}

/** The state and actions of a list of records, however it is drawn: as a table, cards or a board. */
export function useListController(props: ListPageProps, own: OwnList = {}) {
  const { path, registry } = props;
  const records = own.of ?? path;
  const can = useCan();
  const queries = useQueryClient();
  const { state, change, lost, isBare } = useListState(registry, own.beside);
  const asked = own.asked?.(state) ?? state;
  const [selected, select] = useState<ReadonlySet<number>>(new Set());
  const [failures, setFailures] = useState<readonly LeftOut[]>([]);
  const [editingMany, editMany] = useState<boolean | readonly string[]>(false);
  const views = useListViews(path, own.isPart !== true);
  const { applied, applyView, chooseColumns, isBeginning } = useAppliedView(registry, views, change, isBare);
  const { colunas: chosen } = views;
  const view = viewsOf(registry).includes(state.view) ? state.view : 'lista';
  const mayEdit = !registry.readOnly && can(`${registry.authority}_EDITAR`);
  const mayInsert = mayEdit && !unsayable(registry, can);
  const mayRemove = !registry.readOnly && registry.trail !== 'none' && can(`${registry.authority}_EXCLUIR`);
  const mayEditMany = mayEdit && can(registry.authority) && Object.keys(bulkFieldsFor(registry, can)).length > 0;

  // Its own bar of several: removal is not offered where no selected row on the page allows it.
  const bulkOffered = mayEditMany ? bulkFieldsFor(registry, can) : {};
  const quickEdits = bulkFirst(registry).flatMap((name) => {
    const field = bulkOffered[name];
    return field ? [{ name, label: field.label }] : [];
  });
  const ownBulk = (props.view?.bulkActions ?? []).some(({ authority = [] }) => [authority].flat().every(can));

  const list = useQuery({ ...listQuery(path, records, asked), enabled: view === 'lista' });
  // Rows that were asked for before the view was known are none of it, and the view's own may still be on their way.
  const [isBegun, setBegun] = useState(false);
  const isReady = views.isReady && !isBeginning && (isBegun || !list.isPlaceholderData);
  if (isReady && !isBegun) setBegun(true);
  const pages = list.data?.totalPages ?? 0;
  // When the last record of the last page has gone, show the page that is the last one now.
  useEffect(() => {
    if (!list.isPlaceholderData && pages > 0 && state.page >= pages) change({ page: pages - 1 });
  }, [list.isPlaceholderData, pages, state.page, change]);

  /** People are removed one by one; and none is offered when every selected record of the page refuses. */
  const mayRemoveSelected =
    mayRemove &&
    !registry.people &&
    [...selected].some((id) => list.data?.content.find((row) => row.id === id)?.acoes?.includes('excluir') !== false);

  const usual = own.columns?.(asked);
  const columns = useMemo(() => columnsShown(registry, chosen ?? usual ?? null, can), [registry, chosen, usual, can]);
  const reload = () => queries.invalidateQueries({ queryKey: ['registro', records] });
  const deeds = useTransitions(props, reload);

  const removing = { path: records, registry, reload };
  const remove = async (row: Pick<RecordRow, 'id' | 'versao'>) => {
    if (await removeRecord(removing, row)) select((was) => new Set([...was].filter((id) => id !== row.id)));
  };

  /** Records that could not be changed stay selected, and the notice counts them. */
  const ended = (failed: readonly LeftOut[]) => {
    setFailures(failed);
    select(new Set(failed.map(({ id }) => id)));
  };

  const removeSelected = async () => {
    const stay = await removeSeveral(removing, [...selected]);
    if (stay) ended(stay);
  };

  /** Runs a module's own action on the selected records. */
  const act = async (work: () => Promise<readonly LeftOut[] | undefined>) => {
    // The client shows a refusal.
    const left = await work().catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      return undefined;
    });
    if (left) ended(left);
    await reload();
  };

  /** Undoes an edit of several records; records changed since are reported and left. */
  const undoEdit = async (edicao: number) => {
    const answer = await api
      .post<{ desfeitos: number; falhas: LeftOut[] }>(`${path}/editar-varios/${edicao}/desfazer`)
      .catch(() => null);
    if (!answer) return;
    if (answer.desfeitos > 0)
      toast.success(counted(answer.desfeitos, 'registro voltou ao que era.', 'registros voltaram ao que eram.'));
    setFailures(answer.falhas);
    await reload();
  };

  const edited = async ({ id, alterados, falhas }: BulkEdited) => {
    editMany(false);
    const done = counted(alterados, 'registro alterado.', 'registros alterados.');
    if (alterados > 0) offer(done, 'Desfazer', () => undoEdit(id));
    ended(falhas);
    await reload();
  };

  return {
    /** the state in the address */
    state,
    /** the state that is requested */
    asked,
    change,
    /** the view that is drawn: the address's, if the registry has it */
    view,
    list,
    rows: list.data?.content ?? [],
    total: list.data?.totalElements ?? 0,
    columns,
    /** null: nobody chose them */
    chosenColumns: chosen,
    chooseColumns,
    views,
    /** the columns of the list are known, and the view that it begins with is the one that its rows are of */
    isReady,
    /** the view that was applied last */
    appliedView: applied,
    applyView,
    density: views.densidade ?? 'confortavel',
    /** labels of the filters of the address that no longer exist */
    lost,
    /** null: no action applies to several records */
    selected: mayRemove || mayEditMany || deeds.bulkActions.length > 0 || ownBulk ? selected : null,
    select,
    failures,
    forgetFailures: () => setFailures([]),
    mayEdit,
    mayInsert,
    mayRemove,
    mayRemoveSelected,
    mayEditMany,
    quickEdits,
    /** false: nothing is edited; names: these fields are chosen at the beginning */
    editingMany,
    editMany,
    edited,
    undoEdit,
    deeds,
    remove,
    removeSelected,
    act,
    ended,
    reload,
  };
}

/** Views change the address, and the columns beside it. A list that is opened without a query begins with its user's own view. */
function useAppliedView(
  registry: ListPageProps['registry'],
  views: ReturnType<typeof useListViews>,
  change: (patch: Partial<ListState>) => void,
  isBare: boolean,
) {
  const [applied, setApplied] = useState<number | null>(null);
  const { like, isReady } = views;
  const present = String(views.colunas ?? '');
  const chooseColumns = (colunas: readonly string[] | null) => String(colunas ?? '') !== present && like({ colunas });
  const applyView = ({ id, query, colunas, densidade }: SavedView) => {
    setApplied(id);
    chooseColumns(colunas);
    if (densidade !== null && densidade !== views.densidade) like({ densidade });
    change(readListState(registry, new URLSearchParams(query)));
  };
  const [search] = useSearchParams();
  const isNamed = search.has('vista');
  const here = search.toString();
  // The address that gives way to the view which the list begins with: what it shows is not shown.
  const [giving, setGiving] = useState<string | null>(null);
  const [isJudged, setJudged] = useState(false);
  if (isReady && !isJudged) {
    setJudged(true);
    const first = firstView(views.visoes, search, isBare);
    if (first && (isNamed || !saysNothing(registry, new URLSearchParams(first.query)))) setGiving(here);
  } else if (giving !== null && giving !== here) setGiving(null);
  const begins = useRef(isBare);
  useEffect(() => {
    if (!isReady || !(begins.current || isNamed)) return;
    // An address may name the view that opens it; what the view says then takes its place.
    const first = firstView(views.visoes, search, begins.current);
    begins.current = false;
    if (first) applyView(first);
    else if (isNamed) change({});
  });
  return { applied, applyView, chooseColumns, isBeginning: !isJudged || giving === here };
}
