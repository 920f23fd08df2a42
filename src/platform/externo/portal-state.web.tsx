import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { ApiError, api } from '#kit/client/client.web.ts';
import type { ExternalAccount, JoinedAccount } from './external-account.ts';
import { usePlace } from './portal-address.web.tsx';
import type { PortalCaptcha, PortalCompany, PortalStart } from './portal-start.ts';

export interface Portal {
  /** who is logged in at the company of the page; null: a visitor */
  conta: ExternalAccount | null;
  /** who is logged in, where the page is of another company than their account */
  deOutra: ExternalAccount | null;
  /** the accounts that one login opens; empty: the one alone */
  contas: readonly JoinedAccount[];
  empresa: PortalCompany | null;
  /** null: the puzzle */
  captcha: PortalCaptcha | null;
  /** the company of the address or of the account; null: none was chosen */
  empresaId: number | null;
  /** the address names a company, and it is no number */
  isFaulty: boolean;
  /** `?empresaId=1`, for links */
  query: string;
  renew(): Promise<ExternalAccount | null>;
  /** goes on with the own account at another company, without a password */
  enter(empresaId: number): Promise<void>;
  logout(): Promise<void>;
  /** says something at the foot of the page, to screen readers too */
  say(text: string): void;
  said: string;
}

const PortalContext = createContext<Portal | null>(null);
const quiet = { quiet: true, silent: true } as const;
const LOGOUT_WAIT = 2_000;
const SAID_FOR = 6_000;

export function usePortal(): Portal {
  const portal = use(PortalContext);
  if (!portal) throw new Error('outside of the portal');
  return portal;
}

interface WhoIsIn {
  autenticado?: boolean;
  usuario?: ExternalAccount;
  contas?: JoinedAccount[];
  captcha?: PortalCaptcha;
}

const whoIsIn = () => api.get<WhoIsIn>('/api/externo/userinfo', {}, quiet).catch((): WhoIsIn => ({}));

/** What a telephone that installs the portal, or puts it on its first page, reads in the head: the company's manifest and icon. */
function nameHead(empresaId: number): void {
  for (const [rel, href] of [
    ['manifest', `/api/externo/manifesto?empresaId=${empresaId}`],
    ['apple-touch-icon', `/api/externo/icone?empresaId=${empresaId}&lado=180`],
  ] as const) {
    const link = document.head.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`) ?? document.createElement('link');
    link.rel = rel;
    link.href = href;
    if (!link.isConnected) document.head.append(link);
  }
}

/** The sentence of a failure. */
export const sentenceOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'Não foi possível conectar ao servidor.';

interface ProviderProps {
  /** the page was drawn with it, for a visitor */
  start?: PortalStart | undefined;
  children: (portal: Portal) => ReactNode;
}

export function PortalProvider({ start, children }: ProviderProps) {
  const { search } = usePlace();
  const given = search.get('empresaId');
  const isNumber = given !== null && /^[1-9]\d{0,14}$/.test(given);
  const [quem, setQuem] = useState<ExternalAccount | null | undefined>(start && null);
  const [contas, setContas] = useState<readonly JoinedAccount[]>([]);
  const [captcha, setCaptcha] = useState(start?.captcha ?? null);
  const [empresa, setEmpresa] = useState(start?.empresa ?? null);
  const [said, setSaid] = useState('');
  const renew = useCallback(async () => {
    const { autenticado, usuario, contas: joined, captcha: shown } = await whoIsIn();
    const who = (autenticado && usuario) || null;
    setCaptcha(shown ?? null);
    setContas(joined ?? []);
    setQuem(who);
    return who;
  }, []);
  useEffect(() => {
    if (!start) void renew();
  }, [renew, start]);
  const enter = useCallback(
    async (empresa: number) => {
      await api.post('/api/externo/userinfo/empresa', { empresaId: empresa }, { silent: true });
      await renew();
    },
    [renew],
  );
  const isHere = !isNumber || quem?.empresa.id === Number(given);
  const conta = isHere ? quem : quem && null;
  const deOutra = isHere ? null : (quem ?? null);
  const empresaId = isNumber ? Number(given) : (conta?.empresa.id ?? null);
  useEffect(() => {
    if (empresaId === null) return setEmpresa(null);
    nameHead(empresaId);
    if (empresaId === start?.empresa?.id) return setEmpresa(start.empresa);
    api.get<PortalCompany>(`/api/externo/empresas/${empresaId}/configuracao`, {}, quiet).then(setEmpresa, () => setEmpresa(null));
  }, [empresaId, start]);
  useEffect(() => {
    if (said === '') return;
    const timer = setTimeout(setSaid, SAID_FOR, '');
    return () => clearTimeout(timer);
  }, [said]);
  const portal = useMemo<Portal | undefined>(
    () =>
      conta === undefined
        ? undefined
        : {
            conta,
            deOutra,
            contas,
            empresa,
            captcha,
            empresaId,
            isFaulty: given !== null && !isNumber,
            query: empresaId === null ? '' : `?empresaId=${empresaId}`,
            renew,
            enter,
            // By loading the page again: no data of the candidate stays.
            async logout() {
              await api
                .post('/api/externo/userinfo/logout', {}, { silent: true, signal: AbortSignal.timeout(LOGOUT_WAIT) })
                .catch(() => undefined);
              location.assign(`/externo/login?empresaId=${conta?.empresa.id}`);
            },
            say: setSaid,
            said,
          },
    [captcha, conta, contas, deOutra, empresa, empresaId, enter, given, isNumber, renew, said],
  );
  return portal && <PortalContext value={portal}>{children(portal)}</PortalContext>;
}

/** What an address answers; asked again when the address changes or `reload` is called. */
export function useAnswer<T>(path: string | null): { data: T | undefined; fault: string | undefined; reload(): void } {
  const [state, setState] = useState<{ data?: T; fault?: string }>({});
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (path === null) return;
    const leaving = new AbortController();
    api.get<T>(path, {}, { ...quiet, signal: leaving.signal }).then(
      (data) => setState({ data }),
      (error: unknown) => void (leaving.signal.aborted || setState({ fault: sentenceOf(error) })),
    );
    return () => leaving.abort();
  }, [path, turn]);
  return { data: state.data, fault: state.fault, reload: () => setTurn(turn + 1) };
}
