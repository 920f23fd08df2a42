import { IconArrowRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useCan } from '#kit/acting/authority.web.tsx';
import type { Transition } from '#kit/registry/lifecycle.ts';
import type { ListPageProps, RecordRow, RowAction } from '#kit/registry/view.web.tsx';
import { later } from '#kit/ui/later.web.tsx';
import type { Bulk } from './transition-dialog.web.tsx';

const OneRecord = later(() => import('./transition-dialog.web.tsx').then((m) => m.OneRecord));
const SeveralRecords = later(() => import('./transition-dialog.web.tsx').then((m) => m.SeveralRecords));

/** The initial values of the dialog, when a button gives more than the name of the transition. */
type Start = Readonly<Record<string, unknown>>;

type Asked = { name: string; row: RecordRow; start?: Start } | { name: string; bulk: Bulk };

/**
 * The transitions and deeds of a registry's records as buttons of a row and of a record's page, and the dialog that they open. The
 * server decides which ones a record allows (`acoes`). `onDone` loads the screen's data again, after a refusal as well.
 */
export function useTransitions({ path, registry, view }: ListPageProps, onDone: () => unknown) {
  const can = useCan();
  const [asked, setAsked] = useState<Asked | null>(null);
  const transitions: Readonly<Record<string, Transition>> = registry.lifecycle?.transitions ?? {};

  const actionsOf = (row: RecordRow): RowAction[] => {
    const first = view?.first?.(row) ?? [];
    const place = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length);
    return [...Object.entries(transitions), ...Object.entries(registry.deeds ?? {})]
      .filter(([name]) => row.acoes?.includes(name) && (name in transitions || view?.deeds?.[name]))
      .sort(([one], [other]) => place(one) - place(other))
      .map(([name, { label, danger = false }]) => {
        const deed = view?.deeds?.[name];
        return {
          label,
          icon: deed?.icon ?? view?.icons?.[name] ?? <IconArrowRight size={18} stroke={1.8} />,
          danger,
          ...(deed && 'to' in deed ? { to: deed.to(row) } : { onClick: () => setAsked({ name, row }) }),
        };
      });
  };

  const bulkActions = Object.entries(transitions)
    .filter(([, { bulk, authority }]) => bulk && can(authority))
    .map(([name, { label, danger = false }]) => ({ name, label, danger, ask: (bulk: Bulk) => setAsked({ name, bulk }) }));

  /** The transition by which the reader may move the record to a state; undefined: none. */
  const leadsTo = (row: RecordRow, state: string) =>
    Object.keys(transitions).find((name) => transitions[name]?.to === state && row.acoes?.includes(name));

  const ask = (name: string, row: RecordRow, start?: Start) => setAsked({ name, row, ...(start ? { start } : {}) });

  const close = async () => {
    setAsked(null);
    await onDone();
  };
  const transition = asked && transitions[asked.name];
  const deed = asked && view?.deeds?.[asked.name];
  const Foot = asked && view?.feet?.[asked.name];
  const dialog: ReactNode =
    asked && 'row' in asked && deed && 'dialog' in deed ? (
      <deed.dialog path={path} record={asked.row} onClose={() => void close()} />
    ) : asked && transition ? (
      'row' in asked ? (
        <OneRecord
          path={path}
          name={asked.name}
          transition={transition}
          row={asked.row}
          start={asked.start}
          foot={Foot && <Foot ids={[asked.row.id]} />}
          onClose={() => void close()}
        />
      ) : (
        <SeveralRecords
          path={path}
          name={asked.name}
          transition={transition}
          {...asked.bulk}
          foot={Foot && <Foot ids={asked.bulk.ids} />}
          onClose={() => void close()}
        />
      )
    ) : null;
  return { actionsOf, bulkActions, leadsTo, ask, dialog };
}
