import { ActionIcon } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#platform/session/session.web.tsx';
import { leafAt, leavesOf } from './menu-leaves.ts';
import { useFavourites } from './use-favourites.web.ts';

/** The page of a saved record. */
const RECORD = /^\/.+\/[1-9]\d{0,14}$/;

/** Beside the title of a screen of the menu or of a record: keeps it among the favourites, or takes it out. */
export function FavouriteStar() {
  const { menu, favoritos } = useSession();
  const { keep, drop } = useFavourites();
  const { pathname } = useLocation();
  const known = useMemo(() => new Set(leavesOf(menu).map(({ caminho }) => caminho)), [menu]);
  const isRecord = RECORD.test(pathname) && leafAt(leavesOf(menu), pathname) !== undefined;
  if (!known.has(pathname) && !isRecord) return null;
  const isKept = favoritos.includes(pathname);
  const label = isKept ? 'Tirar dos favoritos' : 'Pôr nos favoritos';
  return (
    <ActionIcon
      className="vinculo-no-print"
      variant="subtle"
      size="md"
      color={isKept ? 'yellow' : 'gray'}
      aria-label={label}
      title={label}
      aria-pressed={isKept}
      onClick={() => void (isKept ? drop(pathname) : keep(pathname))}
    >
      {isKept ? <IconStarFilled size={18} /> : <IconStar size={18} stroke={1.6} />}
    </ActionIcon>
  );
}
