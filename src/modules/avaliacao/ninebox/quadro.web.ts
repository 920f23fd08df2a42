import { useQuery } from '@tanstack/react-query';
import { useActing } from '#kit/acting/acting.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { useAddress, useAddressId } from '#kit/ui/use-address.web.ts';
import { CAIXAS, type Caixa } from './ninebox.rules.ts';
import type { QuadroNineBox } from './ninebox.ts';

export const NINE_BOX = 'avaliacao/ninebox';

/** The nine-boxes of the company, the last first. */
export function useNineBoxes() {
  const { empresaId } = useActing();
  return useQuery({
    queryKey: ['registro', NINE_BOX, 'escolha', empresaId],
    queryFn: ({ signal }) =>
      api.get<{ content: { id: number; nome: string; situacao: string }[] }>(
        NINE_BOX,
        { page: 0, size: 100, sort: 'data,desc' },
        { quiet: true, signal },
      ),
    retry: false,
  });
}

/** The nine-box in the address, the last one without, and what of it is shown. */
export function useQuadro() {
  const { empresaId } = useActing();
  const nineBoxes = useNineBoxes();
  const pedido = useAddressId('id');
  const [area, setArea] = useAddress('area');
  const [caixas, setCaixas] = useAddress('caixas');
  const id = pedido ?? nineBoxes.data?.content[0]?.id;
  const quadro = useQuery({
    queryKey: ['ninebox', empresaId, id, 'quadro', area],
    queryFn: ({ signal }) =>
      api.get<QuadroNineBox>(`${NINE_BOX}/chart/${id}`, area === '' ? {} : { area }, { quiet: true, signal }),
    enabled: id !== undefined,
    retry: false,
    placeholderData: (antes) => (antes?.id === id ? antes : undefined),
  });
  const escolhidas = new Set(CAIXAS.filter((caixa) => caixas.split(',').includes(String(caixa))));
  const alterna = (caixa: Caixa) => {
    const outras = new Set(escolhidas);
    if (!outras.delete(caixa)) outras.add(caixa);
    setCaixas([...outras].toSorted((a, b) => a - b).join(','));
  };
  return { nineBoxes, id, quadro, area, setArea, escolhidas, alterna, limpa: () => setCaixas('') };
}
