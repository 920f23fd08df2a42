import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { useSession } from '#platform/session/session.web.tsx';
import { type Favorito, inOrder, MOST_FAVOURITES, moved } from './favoritos.ts';
import { leavesOf } from './menu-leaves.ts';

/** The user's favourite screens, records and views that they may open in the present company, in their order. */
export function useFavourites() {
  const { menu, favoritos, keepFavourites, empresa, usuario } = useSession();
  const { data: named, refetch } = useQuery({
    queryKey: ['favoritos', empresa?.id],
    queryFn: ({ signal }) => api.get<Favorito[]>('/api/favoritos', {}, { quiet: true, silent: true, signal }),
    enabled: Boolean(usuario && empresa),
    staleTime: 60_000,
    retry: false,
  });
  const favourites = useMemo(() => {
    const screens = leavesOf(menu)
      .filter(({ caminho }) => favoritos.includes(caminho))
      .map(({ titulo, caminho, trilha }) => ({ titulo, caminho, detalhe: trilha.join(' / ') }));
    // A favourite removed in this browser disappears at once; a view is a favourite as long as its list says so.
    const others = (Array.isArray(named) ? named : []).filter(
      ({ caminho }) => caminho.includes('?') || favoritos.includes(caminho),
    );
    return inOrder(favoritos, [...screens, ...others]);
  }, [menu, favoritos, named]);
  return {
    favourites,
    keep: async (caminho: string) => {
      if (favoritos.length >= MOST_FAVOURITES) return toast.warn(`Guarde no máximo ${MOST_FAVOURITES} favoritos`);
      await keepFavourites([...favoritos, caminho]);
      await refetch();
    },
    drop: (caminho: string) => keepFavourites(favoritos.filter((one) => one !== caminho)),
    move: (caminho: string, to: number) => {
      const shown = favourites.map((one) => one.caminho);
      return to < 0 || to >= shown.length
        ? undefined
        : keepFavourites(moved(favoritos, shown, caminho, to).slice(0, MOST_FAVOURITES));
    },
  };
}
