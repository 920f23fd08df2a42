import { useCan } from '#kit/acting/authority.web.tsx';
import { addDays, formatDate } from '#kit/br/date.ts';
import { ApiError } from '#kit/client/client.web.ts';
import { offer } from '#kit/client/offer.web.tsx';
import { toast } from '#kit/client/toast.web.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import type { ListPageProps, RecordRow } from '#kit/registry/view.web.tsx';
import { saveFields } from './save-fields.web.ts';
import type { ListController } from './use-list-controller.web.ts';

/** Moves a record of a calendar by some days, through its ordinary save. A refusal is shown, and the calendar loaded again. */
export function useMoveDays(
  { path, registry, controller }: ListPageProps & { controller: ListController },
  callOf: (row: RecordRow) => string,
) {
  const can = useCan();
  const { from = '', to } = registry.calendar ?? {};
  const names = to === undefined ? [from] : [from, to];
  const isWritten = names.every((name) => {
    const field = registry.fields[name];
    return field && !field.readOnly && !isHidden(field, can);
  });
  const canMove = (row: RecordRow) => isWritten && !registry.readOnly && row.acoes?.includes('editar') === true;

  const save = (row: RecordRow, days: number) =>
    saveFields(path, registry, row, (record) =>
      Object.fromEntries(
        names.flatMap((name) => (typeof record[name] === 'string' ? [[name, addDays(record[name], days)]] : [])),
      ),
    );
  const attempt = async (row: RecordRow, days: number): Promise<RecordRow | null> => {
    try {
      return await save(row, days);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The client shows every other failure.
      if (error.code === 'FIELD_VALIDATION_VIOLATION')
        toast.error([...new Set((error.errors ?? [error]).map(({ message }) => message))].join(' '));
      return null;
    } finally {
      await controller.reload();
    }
  };

  const move = async (row: RecordRow, days: number): Promise<void> => {
    if (days === 0) return;
    const moved = await attempt(row, days);
    if (moved) offer(`${callOf(row)}: ${formatDate(addDays(String(row[from]), days))}`, 'Desfazer', () => attempt(moved, -days));
  };
  return { canMove, move };
}
