import { Kbd } from '@mantine/core';
import { IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import type { MenuItem } from '#platform/menu/menu.ts';
import classes from './layout.module.css';

interface SideMenuProps {
  items: readonly MenuItem[];
  version: string;
  onSearch: () => void;
  /** after an item was followed: the drawer closes */
  onFollow?: () => void;
}

const holds = (item: MenuItem, path: string): boolean =>
  (item.caminho !== undefined && (path === item.caminho || path.startsWith(`${item.caminho}/`))) ||
  (item.itens ?? []).some((child) => holds(child, path));

/** The nested menu with 'Pesquisar Menu' above and the version below. */
export function SideMenu({ items, version, onSearch, onFollow }: SideMenuProps) {
  return (
    <div className={classes.menuBox}>
      <div style={{ padding: '12px 12px 6px' }}>
        <button type="button" className={classes.search} onClick={onSearch} aria-keyshortcuts="Control+K Meta+K">
          <IconSearch size={16} stroke={1.8} aria-hidden="true" />
          <span>Pesquisar Menu</span>
          <Kbd size="xs" aria-hidden="true">
            Ctrl K
          </Kbd>
        </button>
      </div>
      <nav aria-label="Menu" className={classes.menu}>
        <Branch items={items} {...(onFollow ? { onFollow } : {})} />
      </nav>
      {version !== '' && <div className={classes.version}>Versão {version}</div>}
    </div>
  );
}

function Branch({ items, onFollow }: Pick<SideMenuProps, 'items' | 'onFollow'>) {
  return (
    <ul>
      {items.map((item) =>
        item.itens && item.itens.length > 0 ? (
          <Section key={item.titulo} item={item} {...(onFollow ? { onFollow } : {})} />
        ) : item.caminho !== undefined ? (
          <li key={item.caminho}>
            <NavLink to={item.caminho} className={classes.item} {...(onFollow ? { onClick: onFollow } : {})}>
              <span>{item.titulo}</span>
            </NavLink>
          </li>
        ) : null,
      )}
    </ul>
  );
}

function Section({ item, onFollow }: { item: MenuItem; onFollow?: () => void }) {
  const { pathname } = useLocation();
  const isHere = holds(item, pathname);
  const [opened, setOpened] = useState(isHere);
  // Arriving by the search or a link opens the section; leaving it does not close what the user opened.
  useEffect(() => {
    if (isHere) setOpened(true);
  }, [isHere]);
  return (
    <li>
      <button type="button" className={classes.item} aria-expanded={opened} onClick={() => setOpened(!opened)}>
        <span>{item.titulo}</span>
        <IconChevronRight size={16} stroke={1.8} aria-hidden="true" />
      </button>
      {opened && <Branch items={item.itens ?? []} {...(onFollow ? { onFollow } : {})} />}
    </li>
  );
}
