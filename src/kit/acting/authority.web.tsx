import { type ReactNode, useCallback, useMemo } from 'react';
import { today } from '#kit/br/date.ts';
import { ActingProvider, type ActingUser, useActing } from './acting.web.tsx';
import type { World } from './world.ts';

interface Props {
  authorities: Iterable<string>;
  user: { id: number } | null;
  empresaId?: number | null;
  /** flags and limits of the company, which the rules of records may ask */
  settings?: Readonly<Record<string, unknown>> | null;
  trees?: readonly string[];
  children: ReactNode;
}

/** Tells the kit's screens who acts when there is no session: in tests and galleries. */
export function AuthorityProvider({ authorities, user, empresaId, settings, trees, children }: Props) {
  const value = useMemo(
    () => ({
      usuarioId: user?.id ?? null,
      empresaId: empresaId ?? null,
      authorities: new Set(authorities),
      context: { today: today(), settings: settings ?? {} },
      trees: new Set(trees),
      moduleTitle: (id: string) => id,
    }),
    [authorities, user, empresaId, settings, trees],
  );
  return <ActingProvider value={value}>{children}</ActingProvider>;
}

/** Whether the session holds an authority; the very strings that the server guards with. */
export function useCan(): (authority: string) => boolean {
  const { authorities } = useActing();
  return useCallback((authority: string) => authorities.has(authority), [authorities]);
}

/** A key that separates the personal choices and drafts of different people and companies in one browser. */
export const personKey = ({ usuarioId, empresaId }: Pick<ActingUser, 'usuarioId' | 'empresaId'>): string =>
  `${usuarioId ?? 0}:${empresaId ?? 0}`;

export const usePersonKey = (): string => personKey(useActing());

/** What `check` may read of the world, the same as on the server. */
export function useCheckContext(): World {
  const { context } = useActing();
  const can = useCan();
  return useMemo(() => ({ ...context, can }), [context, can]);
}
