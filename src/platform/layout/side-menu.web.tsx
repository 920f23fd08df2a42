import { Kbd } from '@mantine/core';
import { IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import type { MenuItem } from '#platform/menu/menu.ts';
import classes from './layout.module.css';

interface SideMenuProps {
  items: readonly MenuItem[];
  version: string;
  onSearch: () => void;
  /** closes the drawer after an item was followed */
  onFollow?: () => void;
}

const holds = (item: MenuItem, path: string): boolean =>
  (item.caminho !== undefined && (path === item.caminho || path.startsWith(`${item.caminho}/`))) ||
  (item.itens ?? []).some((child) => holds(child, path));

/** The module's own page lists the same items as the section. */
const isPageOf = (item: MenuItem, path: string): boolean =>
  path !== '/' && (item.itens ?? []).some(({ caminho }) => caminho?.startsWith(`${path}/`));

/** The one item of an address: a record belongs to its list, a screen below another item to itself. */
export const presentOf = (items: readonly MenuItem[], path: string): string | undefined =>
  items
    .flatMap(({ caminho }) => (caminho !== undefined && (path === caminho || path.startsWith(`${caminho}/`)) ? [caminho] : []))
    .toSorted((a, b) => b.length - a.length)[0];

/** The nested menu with 'Pesquisar Menu' above and the version below. */
export function SideMenu({ items, version, onSearch, onFollow }: SideMenuProps) {
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  // An item reached by a link or the search may be out of view; its section opens a moment after the address changed.
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      nav.current?.querySelector(`[aria-current=page][href="${pathname}"]`)?.scrollIntoView({ block: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
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
      <nav ref={nav} aria-label="Menu" className={classes.menu}>
        <Branch items={items} {...(onFollow ? { onFollow } : {})} />
      </nav>
      {version !== '' && <div className={classes.version}>Versão {version}</div>}
    </div>
  );
}

interface BranchProps extends Pick<SideMenuProps, 'items' | 'onFollow'> {
  /** address of the screen with all of them */
  all?: string;
}

function Branch({ items, all, onFollow }: BranchProps) {
  const here = presentOf(items, useLocation().pathname);
  return (
    <ul>
      {all !== undefined && (
        <li>
          <NavLink to={all} end className={classes.item} {...(onFollow ? { onClick: onFollow } : {})}>
            <span>Ver todos</span>
          </NavLink>
        </li>
      )}
      {items.map((item) =>
        item.itens && item.itens.length > 0 ? (
          <Section key={item.titulo} item={item} {...(onFollow ? { onFollow } : {})} />
        ) : item.caminho !== undefined ? (
          <li key={item.caminho}>
            <Link
              to={item.caminho}
              className={classes.item}
              {...(item.caminho === here ? { 'aria-current': 'page' as const } : {})}
              {...(onFollow ? { onClick: onFollow } : {})}
            >
              <span>{item.titulo}</span>
            </Link>
          </li>
        ) : null,
      )}
    </ul>
  );
}

function Section({ item, onFollow }: { item: MenuItem; onFollow?: () => void }) {
  const { pathname } = useLocation();
  const isHere = holds(item, pathname) || isPageOf(item, pathname);
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
      {opened && (
        <Branch items={item.itens ?? []} {...(item.caminho ? { all: item.caminho } : {})} {...(onFollow ? { onFollow } : {})} />
      )}
    </li>
  );
}
