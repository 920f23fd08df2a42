import { useQuery } from '@tanstack/react-query';
import { api } from '#kit/client/client.web.ts';

interface Faixa {
  id: number;
  nome: string;
}

/** The bands of a position as options. */
export function useFaixasDoCargo(cargoId: number | null) {
  const { data = [] } = useQuery({
    queryKey: ['faixas-do-cargo', cargoId],
    queryFn: () => api.get<Faixa[]>(`/api/cargo-salario/faixas-salariais/cargo/${cargoId}`, {}, { quiet: true }).catch(() => []),
    enabled: cargoId !== null,
    gcTime: 0,
  });
  return data.map(({ id, nome }) => ({ value: id, label: nome }));
}
