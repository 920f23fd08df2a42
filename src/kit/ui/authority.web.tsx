import { createContext, type ReactNode, useCallback, useContext, useMemo } from 'react';
import { today } from '#kit/br/date.ts';
import type { Context } from '#kit/registry/registry.ts';

interface Acting {
  authorities: ReadonlySet<string>;
  /** person and company, for what a browser keeps */
  key: string;
  settings: Readonly<Record<string, unknown>>;
}

const ActingContext = createContext<Acting>({ authorities: new Set(), key: '0:0', settings: {} });

interface Props {
  authorities: Iterable<string>;
  user: { id: number } | null;
  empresaId?: number | null;
  /** flags and limits of the company, which the rules of records may ask */
  settings?: Readonly<Record<string, unknown>> | null;
  children: ReactNode;
}

/** Tells the kit's screens who acts; the platform's session fills it. */
export function AuthorityProvider({ authorities, user, empresaId, settings, children }: Props) {
  const key = `${user?.id ?? 0}:${empresaId ?? 0}`;
  const value = useMemo(
    () => ({ authorities: new Set(authorities), key, settings: settings ?? {} }),
    [authorities, key, settings],
  );
  return <ActingContext value={value}>{children}</ActingContext>;
}

/** Whether the session holds an authority; the very strings that the server guards with. */
export function useCan(): (authority: string) => boolean {
  const { authorities } = useContext(ActingContext);
  return useCallback((authority: string) => authorities.has(authority), [authorities]);
}

/** What keeps personal choices and drafts of different people and companies apart in one browser. */
export const usePersonKey = (): string => useContext(ActingContext).key;

/** What `check` may know of the world, the same as on the server. */
export function useCheckContext(): Context {
  const { settings } = useContext(ActingContext);
  const day = today();
  return useMemo(() => ({ today: day, settings }), [day, settings]);
}
