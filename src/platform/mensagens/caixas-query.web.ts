import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#kit/client/client.web.ts';
import type { Organizacao } from './caixas.ts';

/** A message as document 3 §3 names its fields. */
export interface Mensagem {
  usuarioMensagemId: number;
  remetente: string;
  data: string;
  titulo: string;
  texto: string;
  textoAbreviado: string;
  lida: boolean;
  link: string | null;
}

export interface Caixa {
  tipo: string;
  titulo: string;
  total: number;
  naoLidas: number;
  mensagens: Mensagem[];
}

const MENSAGENS = '/api/userinfo/mensagens';
const ORGANIZACAO = '/api/userinfo/usuario/caixa-mensagens';
const quiet = { quiet: true, silent: true } as const;

/** The boxes of the start page and where they stand. */
export const boxes = (empresaId: number | undefined) =>
  queryOptions({
    queryKey: ['mensagens', empresaId, 'caixas'],
    queryFn: async ({ signal }) => {
      const [caixas, organizacao] = await Promise.all([
        api.get<Caixa[]>(MENSAGENS, {}, { ...quiet, signal }),
        api.get<Organizacao>(ORGANIZACAO, {}, { ...quiet, signal }),
      ]);
      return { caixas, organizacao };
    },
    enabled: empresaId !== undefined,
  });

/** Keeps where the boxes stand: shown at once, put back when the server refuses. */
export function useOrganization(empresaId: number | undefined) {
  const queries = useQueryClient();
  const { queryKey } = boxes(empresaId);
  return useMutation({
    mutationFn: (organizacao: Organizacao) => api.put(ORGANIZACAO, { caixasMensagens: organizacao }, { quiet: true }),
    // One after the other, so that the last arrangement is the one that stays.
    scope: { id: 'caixa-mensagens' },
    onMutate: (organizacao) => queries.setQueryData(queryKey, (was) => was && { ...was, organizacao }),
    onError: () => queries.invalidateQueries({ queryKey }),
  });
}

/** All messages of a box. */
export const useBox = (empresaId: number | undefined, tipo: string | undefined) =>
  useQuery({
    queryKey: ['mensagens', empresaId, 'caixa', tipo],
    queryFn: ({ signal }) => api.get<Caixa[]>(MENSAGENS, { tipo }, { ...quiet, signal }),
    enabled: empresaId !== undefined && tipo !== undefined,
  });

/** What can be done with a message; the lists are asked again. */
export function useMessageDeeds() {
  const queries = useQueryClient();
  const again = () => void queries.invalidateQueries({ queryKey: ['mensagens'] });
  return {
    mark: ({ usuarioMensagemId }: Mensagem, lida: boolean) =>
      api.patch(`${MENSAGENS}/${usuarioMensagemId}/lida/${lida}`, undefined, { quiet: true }).finally(again),
    remove: ({ usuarioMensagemId }: Mensagem) => api.delete(`${MENSAGENS}/${usuarioMensagemId}`).finally(again),
  };
}
