import { Button, Group, Kbd, Modal, Switch, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type MenuItem, pageOf } from '#platform/menu/menu.ts';
import { useSession } from '#platform/session/session.web.tsx';
import classes from './keys.module.css';

/** The second key of a pair counts for this long. */
const PAIR_MS = 1_200;

const isTyping = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable]:not([contenteditable="false"])') !== null;

/** What a key reaches on the present screen, if the screen has it. */
const onScreen = {
  search: () =>
    document.querySelector<HTMLInputElement>(
      'main input[type="search"], main search input, main input[placeholder^="Buscar por"]',
    ),
  insert: () =>
    [...document.querySelectorAll<HTMLAnchorElement>('main a[href*="/new"]')].find(
      (link) => new URL(link.href).pathname === `${location.pathname}/new`,
    ),
};

/** The keys of every screen; none of them acts while somebody types or a dialog is open. */
export function Keys() {
  const { menu } = useSession();
  const navigate = useNavigate();
  const [isShown, setIsShown] = useState(false);
  const [isOn, setIsOn] = useLocalStorage({ key: 'vinculo.teclas', defaultValue: true, getInitialValueInEffect: false });
  const began = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (event.defaultPrevented || ctrlKey || metaKey || altKey || event.repeat || isTyping(target)) return;
      if (document.querySelector('[role=dialog], [role=menu]')) return;
      const isSecond = event.timeStamp - began.current < PAIR_MS;
      began.current = Number.NEGATIVE_INFINITY;
      const act = deedOf(key.toLowerCase(), isSecond);
      if (!act) return;
      event.preventDefault();
      act();
    };
    const deedOf = (key: string, isSecond: boolean): (() => void) | undefined => {
      if (key === '?') return () => setIsShown(true);
      if (!isOn) return undefined;
      if (isSecond) {
        const path = key === 'i' ? '/' : pathOf(menu, key);
        return path === undefined ? undefined : () => void navigate(path);
      }
      if (key === 'g') return () => void (began.current = performance.now());
      if (key === '/') return reach(onScreen.search(), (input) => input.focus());
      if (key === 'n') return reach(onScreen.insert(), (link) => link.click());
      return undefined;
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOn, menu, navigate]);
  return (
    <Modal opened={isShown} onClose={() => setIsShown(false)} title="Teclas de atalho" size="md">
      <KeyList menu={menu} />
      <Group justify="space-between" mt="lg">
        <Switch label="Usar teclas de uma letra" checked={isOn} onChange={(event) => setIsOn(event.currentTarget.checked)} />
        <Button variant="default" onClick={() => setIsShown(false)}>
          Fechar
        </Button>
      </Group>
    </Modal>
  );
}

const reach = <E extends Element>(found: E | null | undefined, act: (found: E) => void) => (found ? () => act(found) : undefined);

const pathOf = (menu: readonly MenuItem[], key: string): string | undefined => {
  const module = menu.find(({ tecla }) => tecla === key);
  return module && pageOf(module);
};

function KeyList({ menu }: { menu: readonly MenuItem[] }) {
  return (
    <>
      <Section
        title="Em toda tela"
        keys={[
          [['Ctrl', 'K'], 'Pesquisar telas, pessoas, registros e ações'],
          [['?'], 'Mostrar estas teclas'],
        ]}
      />
      <Section
        title="Na lista e na ficha"
        keys={[
          [['/'], 'Ir à pesquisa da lista'],
          [['N'], 'Inserir um registro'],
          [['Ctrl', 'S'], 'Salvar'],
        ]}
      />
      <Section
        title="Ir para"
        keys={[
          [['G', 'I'], 'Início'],
          ...menu.flatMap(({ titulo, tecla }) => (tecla ? [[['G', tecla.toUpperCase()], titulo] as const] : [])),
        ]}
      />
    </>
  );
}

function Section({ title, keys }: { title: string; keys: readonly (readonly [readonly string[], string])[] }) {
  return (
    <section className={classes.section}>
      <Text component="h3" size="sm" fw={600} mb={6}>
        {title}
      </Text>
      <dl className={classes.keys}>
        {keys.map(([pressed, does]) => (
          <div key={does}>
            <dt>
              {pressed.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
