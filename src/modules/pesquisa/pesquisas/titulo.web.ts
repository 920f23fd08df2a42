import { useQuery } from '@tanstack/react-query';
import { api } from '#kit/client/client.web.ts';

/** The survey that the pages below it are about. */
export const usePesquisa = (id: number) =>
  useQuery({
    queryKey: ['registro', 'pesquisa/pesquisas', id],
    queryFn: () => api.get<{ titulo: string }>(`pesquisa/pesquisas/${id}`, {}, { quiet: true, silent: true }),
    staleTime: 0,
    retry: false,
  });

/** Where such a page stands. */
export const lugarNaPesquisa = (modulo: string, id: number, titulo: string | undefined, parte: string) => [
  { label: modulo },
  { label: 'Pesquisas', to: '/pesquisa/pesquisas' },
  { label: titulo ?? 'Pesquisa', to: `/pesquisa/pesquisas/${id}` },
  { label: parte },
];
