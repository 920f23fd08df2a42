import { ActionIcon, Anchor, SegmentedControl, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconStarOff } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { Section } from '#kit/ui/section.web.tsx';
import type { Favorito } from '#platform/menu/favoritos.ts';
import { leavesOf } from '#platform/menu/menu-leaves.ts';
import { useFavourites } from '#platform/menu/use-favourites.web.ts';
import { useSession } from '#platform/session/session.web.tsx';
import classes from './home.module.css';
import { visitedScreens } from './visits.web.ts';

const SHOWN = 6;

const FAVOURITES = { value: 'kept', label: 'Favoritos' };
const KINDS = [
  { value: 'last', label: 'Últimas' },
  { value: 'often', label: 'Mais usadas' },
];

/** The screens that the user opened last or most often, and the favourites, with the way to order them. */
export function ScreensBox() {
  const { usuario, menu } = useSession();
  const [kind, setKind] = useState('last');
  const visited = useMemo(() => visitedScreens(usuario?.id ?? 0, leavesOf(menu), SHOWN), [usuario?.id, menu]);
  const { favourites, move, drop } = useFavourites();
  const kinds = favourites.length > 0 ? [...KINDS, FAVOURITES] : KINDS;
  const isKept = kind === 'kept' && favourites.length > 0;
  const leaves = kind === 'often' ? visited.often : visited.last;
  return (
    <Section
      title="Telas"
      aside={
        (leaves.length > 0 || favourites.length > 0) && (
          <SegmentedControl
            size="xs"
            aria-label="Quais telas"
            data={kinds}
            value={isKept || kind !== 'kept' ? kind : 'last'}
            onChange={setKind}
          />
        )
      }
    >
      {isKept ? (
        <Favourites favourites={favourites} move={move} drop={drop} />
      ) : leaves.length === 0 ? (
        <Text c="dimmed" size="sm">
          As telas que você abrir aparecem aqui. O menu leva à primeira.
        </Text>
      ) : (
        <ul className={classes.screens}>
          {leaves.map(({ titulo, caminho, trilha }) => (
            <li key={caminho}>
              <Anchor component={Link} to={caminho} fw={500} size="sm">
                {titulo}
              </Anchor>
              <Text size="xs" c="dimmed" truncate>
                {trilha.join(' / ')}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

interface FavouritesProps {
  favourites: readonly Favorito[];
  move: (caminho: string, to: number) => unknown;
  drop: (caminho: string) => unknown;
}

function Favourites({ favourites, move, drop }: FavouritesProps) {
  return (
    <ul className={classes.lines}>
      {favourites.map(({ caminho, titulo, detalhe }, place) => {
        const deeds = [
          { label: `Mover ${titulo} para cima`, Icon: IconArrowUp, act: () => move(caminho, place - 1), can: place > 0 },
          {
            label: `Mover ${titulo} para baixo`,
            Icon: IconArrowDown,
            act: () => move(caminho, place + 1),
            can: place < favourites.length - 1,
          },
          // A view leaves the favourites where it is kept: in the views of its list.
          { label: `Tirar ${titulo} dos favoritos`, Icon: IconStarOff, act: () => drop(caminho), can: !caminho.includes('?') },
        ];
        return (
          <li key={caminho}>
            <div className={classes.what}>
              <Anchor component={Link} to={caminho} fw={500} size="sm">
                {titulo}
              </Anchor>
              <Text size="xs" c="dimmed" truncate>
                {detalhe}
              </Text>
            </div>
            {deeds.map(({ label, Icon, act, can }) => (
              <ActionIcon
                key={label}
                variant="subtle"
                color="gray"
                aria-label={label}
                title={label}
                disabled={!can}
                onClick={() => void act()}
              >
                <Icon size={16} stroke={1.7} aria-hidden="true" />
              </ActionIcon>
            ))}
          </li>
        );
      })}
    </ul>
  );
}
