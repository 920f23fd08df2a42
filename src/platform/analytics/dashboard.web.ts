import { api } from '#kit/client/client.web.ts';
import type { Company } from '#platform/session/session.web.tsx';

/** A filter in the address bar, by the names of the wire. */
export type Texts = Readonly<Record<string, string>>;

export const idsIn = (text: string | undefined) => (text ? text.split(',').map(Number) : []);

/** The query of the companies that a dashboard may count. */
export const companiesOf = (dashboard: string, empresaId: number | null) => ({
  queryKey: ['analytics-empresas', dashboard, empresaId],
  queryFn: () => api.get<Company[]>(`/api/analytics/${dashboard}/empresas`, {}, { quiet: true, silent: true }),
  staleTime: 300_000,
});
