import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { RowAction } from '#kit/registry/view.web.tsx';
import { LateMenu } from '#kit/ui/late-menu.web.tsx';
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
  /** nobody sees them yet: the buttons are there for the keyboard and for screen readers, without their pictures */
  isUnseen?: boolean;
}

/** Buttons of a row; they use the table's shared tooltip. */
export function RowActions({ name, actions, isShort = actions.length > MOST_INLINE, isMenu = false, isUnseen = false }: Props) {
  const most = isMenu ? 0 : isShort ? INLINE_WHEN_SHORT : actions.length;
  const inline = actions.slice(0, most);
  const rest = actions.slice(most);
  return (
    <div className={classes.actions}>
      {inline.map((action) => (
        <Inline key={action.label} action={action} name={name} picture={isUnseen ? null : action.icon} />
      ))}
      {rest.length > 0 && <More name={name} actions={rest} picture={isUnseen ? null : <IconDots size={18} stroke={1.8} />} />}
    </div>
  );
}

interface InlineProps {
  action: RowAction;
  name: string;
  picture: ReactNode;
}

/** A link to a screen or a button with an action. */
function Inline({ action: { label, danger, to, onClick }, name, picture }: InlineProps) {
  const looks = {
    className: classes.action,
    'data-tip': label,
    'aria-label': `${label}: ${name}`,
    ...(danger ? { 'data-danger': '' } : {}),
  };
  return to === undefined ? (
    <button type="button" {...looks} onClick={() => void onClick?.()}>
      {picture}
    </button>
  ) : (
    <Link {...looks} to={to}>
      {picture}
    </Link>
  );
}

interface MoreProps {
  name: string;
  actions: readonly RowAction[];
  picture: ReactNode;
}

function More({ name, actions, picture }: MoreProps) {
  return (
    <LateMenu
      position="bottom-end"
      target={
        <button type="button" className={classes.action} data-tip="Mais ações" aria-label={`Mais ações: ${name}`}>
          {picture}
        </button>
      }
    >
      {() =>
        actions.map((action) => (
          <Menu.Item
            key={action.label}
            leftSection={action.icon}
            {...(action.danger ? { c: 'var(--mantine-color-error)' } : {})}
            {...deed(action)}
          >
            {action.label}
          </Menu.Item>
        ))
      }
    </LateMenu>
  );
}

// A link to a screen or a button with an action; the polymorphic props of the two have no common type.
const deed = ({ to, onClick }: RowAction): object =>
  to === undefined ? { onClick: () => void onClick?.() } : { component: Link, to };
