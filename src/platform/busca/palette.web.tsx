import { Loader, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { usePersonKey } from '#kit/acting/authority.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { visitedScreens } from '#platform/home/visits.web.ts';
import { leavesOf } from '#platform/menu/menu-leaves.ts';
import { useFavourites } from '#platform/menu/use-favourites.web.ts';
import { useSession } from '#platform/session/session.web.tsx';
import type { Achado, Achados } from './busca.ts';
import classes from './palette.module.css';
import { atFirst, groupsFor, type PaletteGroup, type PaletteOption } from './palette-groups.ts';
import { recentRecords } from './recents.web.ts';

/** A pause in typing after which the server is asked. */
const PAUSE = 120;
const SHORTEST = 2;
const MOST_VISITED = 5;

interface PaletteProps {
  opened: boolean;
  onClose: () => void;
}

/** Ctrl+K: screens, people, records and deeds by a few letters; arrows and Enter. */
export function Palette({ opened, onClose }: PaletteProps) {
  if (!opened) return null;
  return (
    <Dialog
      onClose={onClose}
      // Whoever types at once loses no letter.
      transitionProps={{ duration: 0 }}
      title="Pesquisar Menu"
      size="lg"
      centered={false}
      yOffset="8vh"
      classNames={{ header: classes.header ?? '', body: classes.body ?? '' }}
    >
      <PaletteBody onClose={onClose} />
    </Dialog>
  );
}

/** The records of the text, once typing pauses; an answer to an older text is not shown, and its request is cancelled. */
function useFound(text: string): { found: Achados | undefined; isWaiting: boolean } {
  const wanted = text.trim();
  const [asked] = useDebouncedValue(wanted, PAUSE);
  const isAsked = asked.length >= SHORTEST;
  const { data, isFetching } = useQuery({
    queryKey: ['busca', asked],
    queryFn: ({ signal }) => api.get<Achados>('/api/busca', { texto: asked }, { quiet: true, silent: true, signal }),
    enabled: isAsked,
    staleTime: 30_000,
  });
  const isSame = asked === wanted;
  return { found: isAsked && isSame ? data : undefined, isWaiting: wanted.length >= SHORTEST && (!isSame || isFetching) };
}

function useFirst(): PaletteGroup[] {
  const { menu, usuario } = useSession();
  const { favourites } = useFavourites();
  const person = usePersonKey();
  const [paths] = useState(() => recentRecords(person));
  const { data: records = [] } = useQuery({
    queryKey: ['busca', 'recentes', paths],
    queryFn: ({ signal }) =>
      api.get<Achado[]>('/api/busca/recentes', { caminhos: paths.join(',') }, { quiet: true, silent: true, signal }),
    enabled: paths.length > 0,
    staleTime: 60_000,
  });
  return useMemo(() => {
    const leaves = leavesOf(menu);
    return atFirst(favourites, records, visitedScreens(usuario?.id ?? 0, leaves, MOST_VISITED).last);
  }, [menu, favourites, usuario?.id, records]);
}

function PaletteBody({ onClose }: Pick<PaletteProps, 'onClose'>) {
  const id = useId();
  const { menu } = useSession();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  /** Enter was pressed before the server has answered: its first answer is followed */
  const [isEager, setIsEager] = useState(false);
  const { found, isWaiting } = useFound(text);
  const first = useFirst();
  const isEmpty = text.trim() === '';
  const groups = useMemo(() => (isEmpty ? first : groupsFor(menu, text, found)), [isEmpty, first, menu, text, found]);
  const options = useMemo(() => groups.flatMap(({ itens }) => itens), [groups]);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  });
  const follow = (option: PaletteOption | undefined) => {
    if (!option) return setIsEager(isWaiting);
    onClose();
    void navigate(option.caminho);
  };
  useEffect(() => {
    if (!isEager || isWaiting) return;
    setIsEager(false);
    const [only] = options;
    if (!only) return;
    onClose();
    void navigate(only.caminho);
  }, [isEager, isWaiting, options, onClose, navigate]);
  const onKeyDown = (event: KeyboardEvent) => {
    const many = Math.max(1, options.length);
    if (event.key === 'ArrowDown') setActive((active + 1) % many);
    else if (event.key === 'ArrowUp') setActive((active - 1 + many) % many);
    else if (event.key === 'Enter') follow(options[active]);
    else return;
    event.preventDefault();
  };
  const said =
    options.length > 0
      ? `${options.length} resultado(s)`
      : isWaiting
        ? 'Procurando…'
        : isEmpty
          ? 'Digite o nome de uma tela, de uma pessoa, de um cargo, um CPF ou uma ação, como “desligar bruna”.'
          : found?.faltaNome
            ? 'Escreva também o nome de quem.'
            : 'Sem resultados encontrados';
  return (
    <>
      <TextInput
        ref={input}
        data-autofocus
        role="combobox"
        aria-label="Pesquisar Menu"
        aria-expanded={options.length > 0}
        aria-autocomplete="list"
        aria-controls={options.length > 0 ? id : undefined}
        aria-activedescendant={options.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        maxLength={100}
        size="md"
        placeholder="Tela, pessoa, CPF, cargo ou ação"
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        rightSection={isWaiting ? <Loader size={16} aria-hidden="true" /> : null}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
          setIsEager(false);
        }}
        onKeyDown={onKeyDown}
      />
      <div role="status" className={options.length > 0 ? 'vinculo-hidden' : classes.said}>
        {said}
      </div>
      {options.length > 0 && (
        <div ref={list} id={id} role="listbox" aria-label="Resultados" tabIndex={-1} className={classes.results}>
          {groups.map(({ titulo, itens }) => (
            <Group
              key={titulo}
              id={id}
              titulo={titulo}
              itens={itens}
              from={options.indexOf(itens[0] as PaletteOption)}
              active={active}
              onPoint={setActive}
              onFollow={follow}
            />
          ))}
        </div>
      )}
    </>
  );
}

interface GroupProps extends PaletteGroup {
  id: string;
  /** the place of its first option among all */
  from: number;
  active: number;
  onPoint: (place: number) => void;
  onFollow: (option: PaletteOption) => void;
}

function Group({ id, titulo, itens, from, active, onPoint, onFollow }: GroupProps) {
  const heading = `${id}-g${from}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
    <div role="group" aria-labelledby={heading}>
      <div id={heading} className={classes.heading}>
        {titulo}
      </div>
      {itens.map((option, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input has the focus and the keys
        <div
          key={`${option.caminho} ${option.titulo}`}
          id={`${id}-${from + index}`}
          role="option"
          tabIndex={-1}
          aria-selected={from + index === active}
          className={classes.result}
          onMouseMove={() => onPoint(from + index)}
          onClick={() => onFollow(option)}
        >
          <div className={classes.title}>{option.titulo}</div>
          {option.detalhe !== '' && <div className={classes.detail}>{option.detalhe}</div>}
        </div>
      ))}
    </div>
  );
}
