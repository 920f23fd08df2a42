import { useQuery } from '@tanstack/react-query';
import { api } from '#kit/client/client.web.ts';
import type { ResultadoNaTela } from '../resultado-na-tela.ts';

export const resultadoKey = (id: number | undefined) => ['resultado-da-avaliacao', id];

/** The result of somebody in an evaluation, by the id of the evaluated; without an id nothing is asked for. */
export const useResultado = (id: number | undefined) =>
  useQuery({
    queryKey: resultadoKey(id),
    queryFn: ({ signal }) => api.get<ResultadoNaTela>(`avaliacao/resultados/${id}`, {}, { silent: true, quiet: true, signal }),
    enabled: id !== undefined,
    retry: false,
  });
