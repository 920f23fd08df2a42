import { Button, Menu } from '@mantine/core';
import { IconCalendarPlus, IconChevronDown, IconHistory, IconLink, IconPrinter, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useHref, useNavigate } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import { ApiError } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { listAddress } from '#kit/query/use-list-state.web.ts';
import { removeRecord } from '#kit/registry/removal.web.tsx';
import type { FormPageProps, RecordRow, RowAction } from '#kit/registry/view.web.tsx';
import { useTransitions } from '#kit/transition/use-transitions.web.tsx';
import { LateMenu } from '#kit/ui/late-menu.web.tsx';
import { later } from '#kit/ui/later.web.tsx';
import { usePhone } from '#kit/ui/phone.web.ts';
import { useAddress } from '#kit/ui/use-address.web.ts';

const HistoryDrawer = later(() => import('#kit/history/history-drawer.web.tsx').then((m) => m.HistoryDrawer));

const UNSAVED = 'Salve as alterações, ou saia sem salvá-las, antes de continuar.';

/** Deeds beside the name; the others are in the menu. */
const MOST_INLINE = 3;

interface Props extends FormPageProps {
  title: string;
  record: RecordRow;
  /** the record is being edited beside them */
  isDirty?: boolean;
  onReload?: () => Promise<unknown>;
}

/** What may be done with a saved record besides editing it: transitions and deeds as buttons, the rest in a menu. */
export function RecordDeeds(props: Props) {
  const { path, registry, view, title, record, back, isDirty = false, onReload } = props;
  const navigate = useNavigate();
  const href = useHref(`/${path}/${record.id}`);
  const can = useCan();
  const queries = useQueryClient();
  const isPhone = usePhone();
  const [showsHistory, setShowsHistory] = useState(false);
  const reload = async () => {
    await Promise.all([
      // The record itself is read by `onReload`.
      queries.invalidateQueries({ queryKey: ['registro', path], predicate: ({ queryKey }) => queryKey.length !== 3 }),
      onReload?.(),
    ]);
  };
  const deeds = useTransitions(props, reload);
  // A link elsewhere may lead to a deed (`?ato=promover`): its dialog is open on arrival.
  const [asked, setAsked] = useAddress('ato');
  const opened = useRef('');
  useEffect(() => {
    // The address changes a moment after it was asked to: until then the deed is not opened again.
    if (asked === opened.current) return;
    opened.current = asked;
    if (asked === '') return;
    setAsked('');
    if (record.acoes?.includes(asked)) deeds.ask(asked, record);
  });

  const run = async (work: RowAction['onClick']) => {
    try {
      await work?.();
    } catch (error) {
      // The client has shown it.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      await reload();
    }
  };
  const own = (view?.rowActions?.(record) ?? [])
    .filter(({ authority = [] }) => [authority].flat().every(can))
    .map((action) =>
      action.onClick ? { ...action, onClick: () => (isDirty ? toast.warn(UNSAVED) : run(action.onClick)) } : action,
    );
  const all = deeds
    .actionsOf(record)
    .map((action) => (action.onClick && isDirty ? { ...action, onClick: () => toast.warn(UNSAVED) } : action));
  const inline = all.slice(0, isPhone ? 1 : MOST_INLINE);
  const kit: RowAction[] = [
    // A record that leads to nobody has no history.
    ...(registry.trail === 'none'
      ? []
      : [{ label: 'Histórico', icon: <IconHistory size={18} stroke={1.8} />, onClick: () => setShowsHistory(true) }]),
    {
      label: 'Copiar link',
      icon: <IconLink size={18} stroke={1.8} />,
      onClick: async () => {
        await navigator.clipboard.writeText(`${location.origin}${href}`);
        toast.success('Link copiado.');
      },
    },
    ...(registry.calendar
      ? [
          {
            label: 'Pôr no calendário',
            icon: <IconCalendarPlus size={18} stroke={1.8} />,
            onClick: () => window.location.assign(`/api/calendario/evento?cadastro=${encodeURIComponent(path)}&id=${record.id}`),
          },
        ]
      : []),
    { label: 'Imprimir', icon: <IconPrinter size={18} stroke={1.8} />, onClick: () => window.print() },
  ];
  const listed = () =>
    queries.invalidateQueries({ queryKey: ['registro', path], predicate: ({ queryKey }) => queryKey.length !== 3 });
  const remove = async () => {
    // The record itself is not read again: it is gone, or stays as it is.
    if (await removeRecord({ path, registry, reload: listed }, record))
      await navigate(back ?? listAddress(path), { replace: true });
  };
  const removal: RowAction[] = record.acoes?.includes('excluir')
    ? [
        {
          label: 'Excluir',
          danger: true,
          icon: <IconTrash size={18} stroke={1.8} />,
          onClick: () => (isDirty ? toast.warn(UNSAVED) : remove()),
        },
      ]
    : [];
  const groups = [all.slice(inline.length), own, kit, removal].filter(({ length }) => length > 0);
  return (
    <>
      {inline.map((action) => (
        <Button
          key={action.label}
          variant="default"
          leftSection={action.icon}
          {...(action.danger ? { c: 'var(--mantine-color-error)' } : {})}
          {...deedOf(action)}
        >
          {action.label}
        </Button>
      ))}
      <LateMenu
        position="bottom-end"
        target={
          <Button variant="default" rightSection={<IconChevronDown size={16} stroke={1.8} aria-hidden />}>
            {inline.length > 0 ? 'Mais ações' : 'Ações'}
          </Button>
        }
      >
        {() =>
          groups.flatMap((actions, place) => [
            ...(place > 0 ? [<Menu.Divider key={`linha-${place}`} />] : []),
            ...actions.map((action) => (
              <Menu.Item
                key={action.label}
                leftSection={action.icon}
                {...(action.danger ? { c: 'var(--mantine-color-error)' } : {})}
                {...deedOf(action)}
              >
                {action.label}
              </Menu.Item>
            )),
          ])
        }
      </LateMenu>
      {deeds.dialog}
      {showsHistory && (
        <HistoryDrawer path={path} id={record.id} registry={registry} name={title} onClose={() => setShowsHistory(false)} />
      )}
    </>
  );
}

// A link to a screen or a button with an action; the polymorphic props of the two have no common type.
const deedOf = ({ to, onClick }: RowAction): object =>
  to === undefined ? { onClick: () => void onClick?.() } : { component: Link, to };
