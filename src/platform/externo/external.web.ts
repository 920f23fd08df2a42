import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { api } from '#kit/client/client.web.ts';
import type { ExternalAccount } from './external-account.ts';

const KEY = ['externo'];
const LOGOUT_WAIT = 2_000;

/** The person logged in to the external area; null for a visitor, and when loading fails. */
export function useExternal() {
  const queries = useQueryClient();
  const load = () =>
    api
      .get<{ autenticado: boolean; usuario?: ExternalAccount }>('/api/externo/userinfo', {}, { quiet: true, silent: true })
      .then((info) => (info.autenticado && info.usuario ? info.usuario : null))
      .catch(() => null);
  const { data, isPending } = useQuery({ queryKey: KEY, queryFn: load, staleTime: Number.POSITIVE_INFINITY });
  return {
    usuario: data ?? null,
    isLoading: isPending,
    renew: async () => void queries.setQueryData(KEY, await load()),
    know: (usuario: ExternalAccount) => void queries.setQueryData(KEY, usuario),
    /**
     * Logs out by loading the page again, so that no data of the candidate stays and the guards do not compete for the address.
     */
    async logout(empresaId: number) {
      await api
        .post('/api/externo/userinfo/logout', {}, { silent: true, signal: AbortSignal.timeout(LOGOUT_WAIT) })
        .catch(() => undefined);
      window.location.assign(`/externo/login?empresaId=${empresaId}`);
    },
  };
}

/** The company in a link into the area. `isFaulty`: it is present and no number. */
export function useCompanyOfLink(): { empresaId: number | null; isFaulty: boolean; search: string } {
  const [search] = useSearchParams();
  const given = search.get('empresaId');
  const isNumber = given !== null && /^[1-9]\d{0,14}$/.test(given);
  return {
    empresaId: isNumber ? Number(given) : null,
    isFaulty: given !== null && !isNumber,
    search: isNumber ? `?empresaId=${given}` : '',
  };
}
