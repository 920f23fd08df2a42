import { Menu, type MenuProps } from '@mantine/core';
import { cloneElement, type ReactElement, type ReactNode, type RefAttributes, useEffect, useRef, useState } from 'react';

type Pressed = { onClick?: () => void; 'aria-haspopup'?: 'menu'; 'aria-expanded'?: boolean } & RefAttributes<HTMLButtonElement>;

interface Props extends Omit<MenuProps, 'opened' | 'onChange' | 'children'> {
  /** the button, without an action of its own */
  target: ReactElement<Pressed>;
  /** its items */
  children: () => ReactNode;
  /** of the box of the items */
  dropdown?: { className?: string | undefined; mah?: number };
}

/** A button with its menu, which is made when it is first opened: closed ones took much of the time that a screen is drawn in. */
export function LateMenu({ target, children, dropdown, ...menu }: Props) {
  const [isUsed, setUsed] = useState(false);
  if (isUsed) return <Made {...menu} target={target} items={children} dropdown={dropdown} />;
  return cloneElement(target, { 'aria-haspopup': 'menu', 'aria-expanded': false, onClick: () => setUsed(true) });
}

interface MadeProps extends Omit<Props, 'children'> {
  items: () => ReactNode;
}

function Made({ target, items, dropdown, ...menu }: MadeProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // It stands in the place of the button that was pressed, and takes the focus back when it closes.
  useEffect(() => {
    button.current?.focus();
    setOpen(true);
  }, []);
  return (
    <Menu withinPortal {...menu} opened={isOpen} onChange={setOpen}>
      <Menu.Target>{cloneElement(target, { ref: button })}</Menu.Target>
      <Menu.Dropdown {...dropdown}>{items()}</Menu.Dropdown>
    </Menu>
  );
}
