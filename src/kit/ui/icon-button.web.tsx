import { ActionIcon, Tooltip } from '@mantine/core';
import { IconTrash, type TablerIcon } from '@tabler/icons-react';
import classes from './icon-button.module.css';

interface IconButtonProps {
  icon: TablerIcon;
  /** what it does, in a word or two */
  tip: string;
  /** the action with its object, for users who do not see the row around it */
  label: string;
  color?: string;
  /** inactive for the moment, but keeps the focus */
  isStill?: boolean;
  /** `data-mark`, to find it by when its row has moved */
  mark?: string;
  onClick?: () => void;
}

/** An icon button for an action on the thing beside it. */
export function IconButton({ icon: Icon, tip, label, isStill = false, color, mark, onClick }: IconButtonProps) {
  return (
    <Tooltip label={tip} multiline maw={320}>
      <ActionIcon
        variant="subtle"
        {...(color === undefined ? { color: 'gray', c: 'var(--mantine-color-text)' } : { color })}
        aria-label={label}
        {...(isStill || !onClick ? { 'aria-disabled': true } : {})}
        {...(isStill ? { className: classes.still } : {})}
        {...(mark === undefined ? {} : { 'data-mark': mark })}
        onClick={() => !isStill && onClick?.()}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** Red, with the bin; `confirmRemoval` asks before a removal. */
export function RemoveButton({ of, onClick }: { of: string; onClick: () => void }) {
  return <IconButton icon={IconTrash} tip="Remover" label={`Remover ${of}`} color="red.8" onClick={onClick} />;
}
