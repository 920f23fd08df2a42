import { createContext, type ReactNode, useCallback, useContext, useMemo } from 'react';
import { today } from '#kit/br/date.ts';
import type { Context } from '#kit/registry/registry.ts';

/** Who sits at the screen, as far as the kit asks: a name to show and an id to keep personal choices apart. */
export interface Person {
  id: number;
  nome: string;
}

interface Acting {
  authorities: ReadonlySet<string>;
  user: Person | null;
  settings: Readonly<Record<string, unknown>>;
}

const ActingContext = createContext<Acting>({ authorities: new Set(), user: null, settings: {} });

interface Props {
  authorities: Iterable<string>;
  user: Person | null;
  /** flags and limits of the company, which the rules of records may ask */
  settings?: Readonly<Record<string, unknown>>;
  children: ReactNode;
}

const NO_SETTINGS = {};

/** Tells the kit's screens who acts; the platform's session fills it. */
export function AuthorityProvider({ authorities, user, settings = NO_SETTINGS, children }: Props) {
  const value = useMemo(() => ({ authorities: new Set(authorities), user, settings }), [authorities, user, settings]);
  return <ActingContext value={value}>{children}</ActingContext>;
}

/** Whether the session holds an authority; the very strings that the server guards with. */
export function useCan(): (authority: string) => boolean {
  const { authorities } = useContext(ActingContext);
  return useCallback((authority: string) => authorities.has(authority), [authorities]);
}

export const useUser = (): Person | null => useContext(ActingContext).user;

/** What `check` may know of the world, the same as on the server. */
export function useCheckContext(): Context {
  const { settings } = useContext(ActingContext);
  const day = today();
  return useMemo(() => ({ today: day, settings }), [day, settings]);
}
