import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { ActingProvider, type ActingUser } from '#kit/acting/acting.web.tsx';
import { EVERY_USER } from '#kit/acting/world.ts';
import { today } from '#kit/br/date.ts';
import { api, setClientContext } from '#kit/client/client.web.ts';
import { type MenuItem, pageOf } from '#platform/menu/menu.ts';
import { setPresentCompany, tellCompany } from './company-address.web.ts';
import { announce } from './tabs.web.ts';

export interface Company {
  id: number;
  nome: string;
}

/** What `GET /api/userinfo` answers. */
interface Userinfo {
  autenticado: boolean;
  usuario: { id: number; nome: string; cpf: string } | null;
  empresa: (Company & { corPrincipal?: string | null; logo?: number | null }) | null;
  empresas: Company[];
  autoridades: string[];
  menu: MenuItem[];
  /** as whom the user sees the system, changing nothing */
  vendoComo: { tipo: 'usuario' | 'perfil'; id: number; nome: string } | null;
  /** addresses of the user's favourite screens, in their order */
  favoritos: string[];
  parametros: Record<string, unknown>;
  /** the registries that are trees, as `module/slug` */
  arvores: string[];
  versao: string;
  /** who is told of problems */
  emailSuporte: string | null;
  /** there is a mail server: what is queued goes out */
  enviaEmail: boolean;
}

interface Session extends Userinfo {
  isLoading: boolean;
  can: (authority: string) => boolean;
  logout: () => Promise<void>;
  /** answers with the menu there */
  switchCompany: (empresaId: number) => Promise<readonly MenuItem[]>;
  /** keeps the favourite screens; the list changes at once and returns when the server refuses */
  keepFavourites: (caminhos: string[]) => Promise<void>;
  /** loads the session's data again */
  renew: () => Promise<unknown>;
}

const nobody: Userinfo = {
  autenticado: false,
  usuario: null,
  empresa: null,
  empresas: [],
  autoridades: [],
  menu: [],
  vendoComo: null,
  favoritos: [],
  parametros: {},
  arvores: [],
  versao: '',
  emailSuporte: null,
  enviaEmail: true,
};

const USERINFO = ['userinfo'];
const LOGOUT_WAIT = 10_000;

const SessionContext = createContext<Session | null>(null);

/** The session of this tab. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession stands outside of SessionProvider');
  return session;
}

// A failure to load the user's data means that nobody is logged in (document 1 §8).
const load = async (): Promise<Userinfo> => {
  try {
    const info = await api.get<Partial<Userinfo>>('/api/userinfo', {}, { quiet: true, silent: true });
    // The first request for what a screen shows must already carry the company.
    setClientContext({ empresaId: info.empresa?.id ?? null });
    return { ...nobody, ...info, autenticado: info.autenticado === true && Boolean(info.usuario) };
  } catch {
    return nobody;
  }
};

export const sessionQuery = queryOptions({ queryKey: USERINFO, queryFn: load, staleTime: Number.POSITIVE_INFINITY });

/** Loads again what the session knows of its companies; where that fails, it stays as it was. */
export async function reloadCompanies(queries: QueryClient): Promise<void> {
  const info = await load();
  if (info.autenticado) queries.setQueryData(USERINFO, info);
}

/** The part of the session that the kit may read. */
export function actingOf(info: Userinfo): ActingUser {
  const titles = new Map(info.menu.map((item) => [pageOf(item).slice(1), item.titulo]));
  return {
    usuarioId: info.usuario?.id ?? null,
    empresaId: info.empresa?.id ?? null,
    ...(info.empresa ? { company: info.empresa.nome } : {}),
    authorities: new Set([EVERY_USER, ...info.autoridades]),
    context: { today: today(), settings: info.parametros },
    trees: new Set(info.arvores),
    moduleTitle: (id) => titles.get(id) ?? id,
  };
}

/** Loads the session, passes it on to the client and the kit, and offers logout and the change of company. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const { data, isPending } = useQuery(sessionQuery);
  const info = data ?? nobody;
  // Set while drawing, not in an effect: the first request of a child must already carry the company.
  setClientContext({ empresaId: info.empresa?.id ?? null });
  setPresentCompany(info.empresa?.id ?? null);

  const session = useMemo<Session>(() => {
    const authorities = new Set([EVERY_USER, ...info.autoridades]);
    const renew = async () => {
      queries.removeQueries({ predicate: (query) => query.queryKey[0] !== USERINFO[0] });
      const loaded = await load();
      setPresentCompany(loaded.empresa?.id ?? null);
      queries.setQueryData(USERINFO, loaded);
      return loaded;
    };
    return {
      ...info,
      renew,
      isLoading: isPending,
      can: (authority) => authorities.has(authority),
      async keepFavourites(favoritos) {
        queries.setQueryData(USERINFO, { ...info, favoritos });
        await api.put('/api/userinfo/favoritos', { caminhos: favoritos }, { quiet: true }).catch(() => {
          queries.setQueryData(USERINFO, info);
        });
      },
      async logout() {
        await api.post('/api/logout', {}, { silent: true, signal: AbortSignal.timeout(LOGOUT_WAIT) }).catch(() => undefined);
        setClientContext({ empresaId: null });
        setPresentCompany(null);
        queries.clear();
        queries.setQueryData(USERINFO, { ...nobody, versao: info.versao });
        announce({ kind: 'saiu' });
      },
      async switchCompany(empresaId) {
        await api.put('/api/userinfo/empresa', { empresaId });
        announce({ kind: 'empresa', empresaId });
        const { menu } = await renew();
        // Before anything is drawn: the address that is open belongs to the company that was chosen.
        tellCompany();
        return menu;
      },
    };
  }, [info, isPending, queries]);

  const acting = useMemo(() => actingOf(info), [info]);

  return (
    <SessionContext.Provider value={session}>
      <ActingProvider value={acting}>{children}</ActingProvider>
    </SessionContext.Provider>
  );
}
