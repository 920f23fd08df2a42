import { IconCopy, IconEdit, IconEye, IconHistory, IconTrash } from '@tabler/icons-react';
import { useCan } from '#kit/acting/authority.web.tsx';
import { ApiError } from '#kit/client/client.web.ts';
import { EDITING } from '#kit/form/use-unsaved-guard.web.ts';
import type { ListPageProps, RecordRow, RowAction } from '#kit/registry/view.web.tsx';
import type { ListController } from './use-list-controller.web.ts';

const COPY = 'Copiar';

/** Where a row of a standard list leads, and what can be done with it. */
export function useRowActions(
  { path, registry, view }: ListPageProps,
  controller: ListController,
  onHistory: (row: RecordRow) => void,
) {
  const can = useCan();
  const { state, mayInsert, deeds } = controller;
  // A list of a past day opens its records on that day.
  const asOf = registry.asOf === undefined ? undefined : state.filters[registry.asOf];
  const linkOf = (row: RecordRow) => `/${path}/${row.id}${asOf ? `?${registry.asOf}=${asOf}` : ''}`;
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
  const actionsOf = (row: RecordRow): RowAction[] => {
    const own = (view?.rowActions?.(row) ?? []).filter(({ authority = [] }) => [authority].flat().every(can));
    const allows = (name: string) => row.acoes?.includes(name) === true;
    return [
      allows('editar')
        ? { label: 'Editar', icon: <IconEdit size={18} stroke={1.8} />, to: `/${path}/${row.id}?${EDITING}=1` }
        : { label: 'Visualizar', icon: <IconEye size={18} stroke={1.8} />, to: linkOf(row) },
      ...deeds.actionsOf(row),
      ...own.map((action) => (action.onClick ? { ...action, onClick: () => deed(action.onClick) } : action)),
      // A module's own copy action takes along what the record alone does not hold.
      ...(mayInsert && !own.some(({ label }) => label === COPY)
        ? [{ label: COPY, icon: <IconCopy size={18} stroke={1.8} />, to: `/${path}/new?copiarDe=${row.id}` }]
        : []),
      { label: 'Histórico', icon: <IconHistory size={18} stroke={1.8} />, onClick: () => onHistory(row) },
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
  return { linkOf, actionsOf };
}
