import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useCan } from '#kit/acting/authority.web.tsx';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { columnsShown } from '#kit/query/list-column.ts';
import { pageQuery, useListState } from '#kit/query/use-list-state.web.ts';
import { hasBoard } from '#kit/registry/lifecycle.ts';
import { unsayable } from '#kit/registry/registry.ts';
import type { ListPageProps, RecordRow } from '#kit/registry/view.web.tsx';
import { type Failure, useTransitions } from '#kit/transition/use-transitions.web.tsx';
import { confirmRemoval } from '#kit/ui/confirm.web.tsx';
import { useListPage } from './list-card.web.tsx';
import { isTexts, usePersonal } from './use-personal.web.ts';

export type ListController = ReturnType<typeof useListController>;

/** What a list of records is and does, whatever draws it: a table, cards or a board. */
export function useListController(props: ListPageProps) {
  const { path, registry } = props;
  const can = useCan();
  const queries = useQueryClient();
  const { state, change } = useListState(registry);
  const [selected, select] = useState<ReadonlySet<number>>(new Set());
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const [chosen, chooseColumns] = usePersonal(`${path}:colunas`, isTexts);
  const isBoard = state.view === 'quadro' && hasBoard(registry);
  const mayEdit = !registry.readOnly && can(`${registry.authority}_EDITAR`);
  const mayInsert = mayEdit && !unsayable(registry, can);
  const mayRemove = !registry.readOnly && registry.trail !== 'none' && can(`${registry.authority}_EXCLUIR`);

  const list = useListPage(path, pageQuery(state), !isBoard);
  const pages = list.data?.totalPages ?? 0;
  // The last record of the last page is gone: show the page that is the last one now.
  useEffect(() => {
    if (!list.isPlaceholderData && pages > 0 && state.page >= pages) change({ page: pages - 1 });
  }, [list.isPlaceholderData, pages, state.page, change]);

  const columns = useMemo(() => columnsShown(registry, chosen, can), [registry, chosen, can]);
  const reload = () => queries.invalidateQueries({ queryKey: ['registro', path] });
  const deeds = useTransitions(props, reload);

  const remove = async (row: RecordRow) => {
    if (!(await confirmRemoval('Confirma exclusão?'))) return;
    // The client tells a refusal; a stale list is asked anew either way.
    const isDone = await api.delete(`${path}/${row.id}`, { versao: row.versao }).then(
      () => true,
      () => false,
    );
    if (isDone) {
      toast.success('Registro removido com sucesso.');
      select((was) => new Set([...was].filter((id) => id !== row.id)));
    }
    await reload();
  };

  /** What could not be done with the selected records stays selected, and is told. */
  const ended = (failed: readonly Failure[]) => {
    setFailures(failed);
    select(new Set(failed.map(({ id }) => id)));
  };

  const removeSelected = async () => {
    const message = selected.size === 1 ? 'Confirma exclusão?' : `Confirma exclusão dos ${selected.size} registros selecionados?`;
    if (!(await confirmRemoval(message))) return;
    const answer = await api
      .post<{ removidos: number; falhas: Failure[] }>(`${path}/excluir-varios`, { ids: [...selected] })
      .catch(() => null);
    if (!answer) return;
    if (answer.removidos > 0)
      toast.success(counted(answer.removidos, 'registro removido com sucesso.', 'registros removidos com sucesso.'));
    ended(answer.falhas);
    await reload();
  };

  return {
    state,
    change,
    isBoard,
    list,
    rows: list.data?.content ?? [],
    total: list.data?.totalElements ?? 0,
    columns,
    chooseColumns,
    /** null: there is nothing to do with several records */
    selected: mayRemove || deeds.bulkActions.length > 0 ? selected : null,
    select,
    failures,
    forgetFailures: () => setFailures([]),
    mayEdit,
    mayInsert,
    mayRemove,
    deeds,
    remove,
    removeSelected,
    ended,
    reload,
  };
}
