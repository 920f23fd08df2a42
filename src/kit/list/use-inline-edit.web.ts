import { useState } from 'react';
import { useCan } from '#kit/acting/authority.web.tsx';
import { toast } from '#kit/client/toast.web.ts';
import { mayEditInline } from '#kit/registry/inline-edit.ts';
import type { ListPageProps, RecordRow } from '#kit/registry/view.web.tsx';
import { saveFields } from './save-fields.web.ts';
import type { ListController } from './use-list-controller.web.ts';

export type InlineEdit = ReturnType<typeof useInlineEdit>;

/** Refusals that the cell shows itself. */
const SAID_AT_CELL = ['FIELD_VALIDATION_VIOLATION', 'REGISTRO_ALTERADO'];

/** The edit of single values in the cells of a list, each through the ordinary save of its record. */
export function useInlineEdit({ path, registry, view }: ListPageProps, { asked, reload }: ListController) {
  const can = useCan();
  const [open, setOpen] = useState<{ id: number; name: string } | null>(null);
  const isPast = registry.asOf !== undefined && asked.filters[registry.asOf] !== undefined;
  return {
    /** A cell that a module draws says more than its value. */
    canEdit: (row: RecordRow, name: string) =>
      !isPast && !view?.cells?.[name] && row.acoes?.includes('editar') === true && mayEditInline(registry, name, can),
    isOpen: (row: RecordRow, name: string) => open?.id === row.id && open.name === name,
    open: (row: RecordRow, name: string) => setOpen({ id: row.id, name }),
    close: () => setOpen(null),
    async save(row: RecordRow, name: string, value: unknown) {
      try {
        await saveFields(path, registry, row, () => ({ [name]: value }), SAID_AT_CELL);
        toast.success('Registro salvo com sucesso.');
      } finally {
        // After a refusal as well: somebody else may have changed the record meanwhile.
        await reload();
      }
    },
  };
}
