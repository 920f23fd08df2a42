import { ActionIcon, Kbd, Tooltip } from '@mantine/core';
import {
  IconChevronRight,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSearch,
  IconStarFilled,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import type { Favorito } from '#platform/menu/favoritos.ts';
import { FavouriteList } from '#platform/menu/favourite-list.web.tsx';
import { type MenuItem, pageOf } from '#platform/menu/menu.ts';
import { leavesOf } from '#platform/menu/menu-leaves.ts';
import { ModuleIcon } from '#platform/menu/module-icon.web.tsx';
import classes from './side-menu.module.css';

interface SideMenuProps {
  items: readonly MenuItem[];
  favourites: readonly Favorito[];
  onMoveFavourite: (caminho: string, to: number) => unknown;
  version: string;
  onSearch: () => void;
  /** closes the drawer after an item was followed */
  onFollow?: () => void;
  /** the menu is a rail of icons; absent in the drawer, which is never one */
  rail?: { isRail: boolean; toggle: () => void };
}

/** With more entries than this, a module opens with its first group alone. */
const MANY = 20;

const begins = (path: string, caminho: string) => path === caminho || path.startsWith(`${caminho}/`);

/** Whether a path is the item's own, or of something below it. */
const holds = (item: MenuItem, path: string): boolean =>
  (item.caminho !== undefined && begins(path, item.caminho)) || (item.itens ?? []).some((child) => holds(child, path));

/**
 * The one link of an address: a record belongs to its list, a screen below another item to itself, and what is reached from a link
 * to that link.
 */
export function presentOf(items: readonly MenuItem[], path: string): string | undefined {
  const links = (all: readonly MenuItem[], link?: string): (readonly [own: string, link: string])[] =>
    all.flatMap(({ caminho, itens = [] }) => [
      ...(caminho === undefined ? [] : [[caminho, link ?? caminho] as const]),
      ...links(itens, link ?? caminho),
    ]);
  return links(items)
    .filter(([own]) => begins(path, own))
    .toSorted(([a], [b]) => b.length - a.length)[0]?.[1];
}

/** The modules, one open at a time, below the search and the favourites; the version below. */
export function SideMenu({ items, favourites, onMoveFavourite, version, onSearch, onFollow, rail }: SideMenuProps) {
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  const here = items.find((item) => begins(pathname, pageOf(item)))?.titulo;
  const [opened, setOpened] = useState(here);
  // Arriving by the search or a link opens the module.
  useEffect(() => {
    if (here !== undefined) setOpened(here);
  }, [here]);
  // An item reached by a link or the search may be out of view; its module opens a moment after the address changed.
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
  const follow = onFollow ? { onClick: onFollow } : {};
  if (rail?.isRail) return <Rail items={items} here={here} onSearch={onSearch} toggle={rail.toggle} />;
  const present = presentOf(items, pathname);
  return (
    <div className={classes.box}>
      <div className={classes.top}>
        <button type="button" className={classes.search} onClick={onSearch} aria-keyshortcuts="Control+K Meta+K">
          <IconSearch size={16} stroke={1.8} aria-hidden="true" />
          <span>Pesquisar Menu</span>
          <Kbd size="xs" aria-hidden="true">
            Ctrl K
          </Kbd>
        </button>
      </div>
      <nav ref={nav} aria-label="Menu" className={classes.menu}>
        {favourites.length > 0 && (
          <section aria-labelledby="favoritos" className={classes.favourites}>
            <h2 id="favoritos" className={classes.heading}>
              <IconStarFilled size={12} aria-hidden="true" />
              Favoritos
            </h2>
            <FavouriteList favourites={favourites} onMove={onMoveFavourite} className={classes.item} onFollow={onFollow} />
          </section>
        )}
        <ul>
          {items.map((module) => (
            <li key={module.titulo}>
              <button
                type="button"
                className={classes.module}
                data-ahead={pageOf(module)}
                aria-expanded={module.titulo === opened}
                data-here={module.titulo === here || undefined}
                onClick={() => setOpened(module.titulo === opened ? undefined : module.titulo)}
              >
                <ModuleIcon name={module.icone} />
                <span>{module.titulo}</span>
                <IconChevronRight size={16} stroke={1.8} aria-hidden="true" className={classes.chevron} />
              </button>
              {module.titulo === opened && <Opened module={module} present={present} follow={follow} />}
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.foot}>
        {version !== '' && (
          <Link to="/novaInstalacao/gerarTicket" onClick={onFollow} className={classes.version} title="Sobre esta instalação">
            Versão {version}
          </Link>
        )}
        {rail && (
          <ActionIcon
            variant="subtle"
            color="gray"
            c="inherit"
            aria-label="Recolher menu"
            title="Recolher menu"
            onClick={rail.toggle}
          >
            <IconLayoutSidebarLeftCollapse size={18} stroke={1.6} />
          </ActionIcon>
        )}
      </div>
    </div>
  );
}

interface BranchProps {
  /** address of the link that the present screen belongs to */
  present: string | undefined;
  follow: { onClick?: () => void };
}

/** An opened module: its own page, then its groups and links. */
function Opened({ module, present, follow }: BranchProps & { module: MenuItem }) {
  const { itens = [] } = module;
  const isLong = leavesOf(itens.filter(({ caminho }) => caminho === undefined)).length > MANY;
  return (
    <ul className={classes.opened}>
      <li>
        <NavLink to={pageOf(module)} end className={classes.item} {...follow}>
          <span>Visão geral</span>
        </NavLink>
      </li>
      {itens.map((item, index) =>
        item.caminho === undefined ? (
          <Group
            key={item.titulo}
            group={item}
            present={present}
            follow={follow}
            isClosed={item.fechado === true || (isLong && index > 0)}
          />
        ) : (
          <MenuLink key={item.caminho} item={item} present={present} follow={follow} />
        ),
      )}
    </ul>
  );
}

function Group({ group, isClosed, present, follow }: BranchProps & { group: MenuItem; isClosed: boolean }) {
  const { pathname } = useLocation();
  const isHere = holds(group, pathname);
  const [opened, setOpened] = useState(isHere || !isClosed);
  useEffect(() => {
    if (isHere) setOpened(true);
  }, [isHere]);
  return (
    <li>
      <button type="button" className={classes.heading} aria-expanded={opened} onClick={() => setOpened(!opened)}>
        <span>{group.titulo}</span>
        <IconChevronRight size={14} stroke={1.8} aria-hidden="true" className={classes.chevron} />
      </button>
      {opened && (
        <ul>
          {(group.itens ?? []).map((item) => (
            <MenuLink key={item.caminho ?? item.titulo} item={item} present={present} follow={follow} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** One link; what stands below it is reached from its screen. */
function MenuLink({ item, present, follow }: BranchProps & { item: MenuItem }) {
  const isHere = item.caminho === present;
  return (
    <li>
      <Link
        to={item.caminho ?? '/'}
        className={classes.item}
        {...(isHere ? { 'aria-current': 'page' as const } : {})}
        {...follow}
      >
        <span>{item.titulo}</span>
      </Link>
    </li>
  );
}

/** The menu as a rail: an icon for each module leads to its page. */
function Rail({
  items,
  here,
  onSearch,
  toggle,
}: {
  items: readonly MenuItem[];
  here: string | undefined;
  onSearch: () => void;
  toggle: () => void;
}) {
  const Expand = IconLayoutSidebarLeftExpand;
  return (
    <div className={classes.box} data-rail>
      <div className={classes.top}>
        <Tooltip label="Pesquisar Menu (Ctrl K)" position="right">
          <button
            type="button"
            className={classes.search}
            aria-label="Pesquisar Menu"
            aria-keyshortcuts="Control+K Meta+K"
            onClick={onSearch}
          >
            <IconSearch size={18} stroke={1.8} aria-hidden="true" />
          </button>
        </Tooltip>
      </div>
      <nav aria-label="Menu" className={classes.menu}>
        <ul>
          {items.map((module) => (
            <li key={module.titulo}>
              <Tooltip label={module.titulo} position="right">
                <Link
                  to={pageOf(module)}
                  className={classes.module}
                  aria-label={module.titulo}
                  data-here={module.titulo === here || undefined}
                >
                  <ModuleIcon name={module.icone} />
                </Link>
              </Tooltip>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.foot}>
        <ActionIcon variant="subtle" color="gray" c="inherit" aria-label="Expandir menu" title="Expandir menu" onClick={toggle}>
          <Expand size={18} stroke={1.6} />
        </ActionIcon>
      </div>
    </div>
  );
}
