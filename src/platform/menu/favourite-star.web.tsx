import { ActionIcon } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { toast } from '#kit/client/toast.web.ts';
import { useSession } from '#platform/session/session.web.tsx';
import { MOST_FAVOURITES } from './favoritos.ts';
import { leavesOf } from './menu-leaves.ts';

/** Beside the title of a screen of the menu: keeps it among the favourites, or takes it out. */
export function FavouriteStar() {
  const { menu, favoritos, keepFavourites } = useSession();
  const { pathname } = useLocation();
  const known = useMemo(() => new Set(leavesOf(menu).map(({ caminho }) => caminho)), [menu]);
  if (!known.has(pathname)) return null;
  const isKept = favoritos.includes(pathname);
  const label = isKept ? 'Tirar dos favoritos' : 'Pôr nos favoritos';
  const toggle = () => {
    if (isKept) return void keepFavourites(favoritos.filter((path) => path !== pathname));
    if (favoritos.length >= MOST_FAVOURITES) return toast.warn(`Guarde no máximo ${MOST_FAVOURITES} favoritos`);
    void keepFavourites([...favoritos, pathname]);
  };
  return (
    <ActionIcon
      className="vinculo-no-print"
      variant="subtle"
      size="md"
      color={isKept ? 'yellow' : 'gray'}
      aria-label={label}
      title={label}
      aria-pressed={isKept}
      onClick={toggle}
    >
      {isKept ? <IconStarFilled size={18} /> : <IconStar size={18} stroke={1.6} />}
    </ActionIcon>
  );
}
