import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useActing } from '#kit/acting/acting.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { Carta } from './carta.web.tsx';
import type { PreviaDaCarta } from './cartas.ts';
import { CANDIDATURAS } from './quadro-dados.web.ts';

/** The letter of a refusal, as it will be sent. */
export function PreviaDaRecusa({ ids }: { ids: readonly number[] }) {
  const { empresaId } = useActing();
  const [avisar, recado] = useWatch({ name: ['avisar', 'recado'] }) as [unknown, string | null | undefined];
  const [dito] = useDebouncedValue(recado ?? '', 400);
  const { data } = useQuery({
    queryKey: ['selecao', empresaId, 'recusa', ids, dito],
    queryFn: ({ signal }) =>
      api.post<PreviaDaCarta>(`${CANDIDATURAS}/recusar/previa`, { ids, recado: dito }, { quiet: true, silent: true, signal }),
    enabled: avisar === true,
    placeholderData: (antes) => antes,
    retry: false,
    gcTime: 0,
  });
  return avisar === true && data ? <Carta carta={data} /> : null;
}
