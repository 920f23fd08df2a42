import { Modal, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { MenuItem } from '#platform/menu/menu.ts';
import { leavesOf, type MenuLeaf, searchLeaves } from '#platform/menu/menu-leaves.ts';
import classes from './layout.module.css';

const MOST = 50;

interface MenuSearchProps {
  items: readonly MenuItem[];
  opened: boolean;
  onClose: () => void;
}

/** 'Pesquisar Menu' over every item, with its path; arrows and Enter. */
export function MenuSearch({ items, opened, onClose }: MenuSearchProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Pesquisar Menu" size="lg" centered={false} yOffset="10vh">
      {opened && <MenuSearchBody items={items} onClose={onClose} />}
    </Modal>
  );
}

function MenuSearchBody({ items, onClose }: Omit<MenuSearchProps, 'opened'>) {
  const id = useId();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const leaves = useMemo(() => leavesOf(items), [items]);
  const found = useMemo(() => searchLeaves(leaves, text).slice(0, MOST), [leaves, text]);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  });
  const follow = (leaf: MenuLeaf | undefined) => {
    if (!leaf) return;
    onClose();
    void navigate(leaf.caminho);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setActive((active + 1) % Math.max(1, found.length));
    else if (event.key === 'ArrowUp') setActive((active - 1 + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter') follow(found[active]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        data-autofocus
        role="combobox"
        aria-label="Pesquisar Menu"
        aria-expanded={found.length > 0}
        aria-autocomplete="list"
        aria-controls={found.length > 0 ? id : undefined}
        aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        placeholder="Nome da tela"
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div role="status" className={found.length > 0 ? 'vinculo-hidden' : classes.version}>
        {found.length > 0 ? `${found.length} resultado(s)` : 'Sem resultados encontrados'}
      </div>
      {found.length > 0 && (
        <div ref={list} id={id} role="listbox" aria-label="Itens do menu" tabIndex={-1} className={classes.results}>
          {found.map((leaf, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input has the focus and the keys
            <div
              key={leaf.caminho}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={classes.result}
              onMouseMove={() => setActive(index)}
              onClick={() => follow(leaf)}
            >
              <div>{leaf.titulo}</div>
              <div className={classes.trail}>{leaf.trilha.join(' / ')}</div>
            </div>
          ))}
        </div>
      )}
    </>
  );
}
