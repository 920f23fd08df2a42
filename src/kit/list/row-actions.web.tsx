import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { RowAction } from '#kit/registry/view.web.tsx';
import classes from './row-actions.module.css';

/** Up to five inline, more in a popup menu (document 1 §9). */
export const MOST_INLINE = 5;
/** Inline actions of a short row: opening the record, and its module's most frequent action. */
const INLINE_WHEN_SHORT = 2;

interface Props {
  /** name of the record, for the spoken labels */
  name: string;
  actions: readonly RowAction[];
  /** the first two alone inline, the others in the menu; by itself when there are more than five */
  isShort?: boolean;
  /** all of them in the menu */
  isMenu?: boolean;
}

/** Buttons of a row; they use the table's shared tooltip. */
export function RowActions({ name, actions, isShort = actions.length > MOST_INLINE, isMenu = false }: Props) {
  const most = isMenu ? 0 : isShort ? INLINE_WHEN_SHORT : actions.length;
  const inline = actions.slice(0, most);
  const rest = actions.slice(most);
  return (
    <div className={classes.actions}>
      {inline.map((action) => (
        <Inline key={action.label} action={action} name={name} />
      ))}
      {rest.length > 0 && <More name={name} actions={rest} />}
    </div>
  );
}

/** A link to a screen or a button with an action. */
function Inline({ action: { label, icon, danger, to, onClick }, name }: { action: RowAction; name: string }) {
  const looks = {
    className: classes.action,
    'data-tip': label,
    'aria-label': `${label}: ${name}`,
    ...(danger ? { 'data-danger': '' } : {}),
  };
  return to === undefined ? (
    <button type="button" {...looks} onClick={() => void onClick?.()}>
      {icon}
    </button>
  ) : (
    <Link {...looks} to={to}>
      {icon}
    </Link>
  );
}

interface MoreProps {
  name: string;
  actions: readonly RowAction[];
}

/** The button of a row's menu. The menu is made when it is first opened: one for each row would take longer to draw than the rest of the list. */
function More({ name, actions }: MoreProps) {
  const [isUsed, setUsed] = useState(false);
  const button = {
    className: classes.action,
    'data-tip': 'Mais ações',
    'aria-label': `Mais ações: ${name}`,
    children: <IconDots size={18} stroke={1.8} />,
  };
  if (isUsed) return <MoreMenu button={button} actions={actions} />;
  return <button type="button" {...button} aria-haspopup="menu" aria-expanded={false} onClick={() => setUsed(true)} />;
}

function MoreMenu({ button, actions }: Pick<MoreProps, 'actions'> & { button: ComponentProps<'button'> }) {
  const [isOpen, setOpen] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  // It stands in the place of the button that was pressed, and takes the focus back when it closes.
  useEffect(() => {
    target.current?.focus();
    setOpen(true);
  }, []);
  return (
    <Menu position="bottom-end" withinPortal opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <button type="button" {...button} ref={target} />
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.label}
            leftSection={action.icon}
            {...(action.danger ? { c: 'var(--mantine-color-error)' } : {})}
            {...deed(action)}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

// A link to a screen or a button with an action; the polymorphic props of the two have no common type.
const deed = ({ to, onClick }: RowAction): object =>
  to === undefined ? { onClick: () => void onClick?.() } : { component: Link, to };
