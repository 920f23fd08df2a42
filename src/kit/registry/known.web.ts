import { useMemo } from 'react';
import { useActing } from '#kit/acting/acting.web.tsx';
import { type AnyRegistry, inCompany } from './registry.ts';

/** The registry with the field titles of the company; every screen of a registry starts with it. */
export function useKnown(registry: AnyRegistry): AnyRegistry {
  const { settings } = useActing().context;
  return useMemo(() => inCompany(registry, settings), [registry, settings]);
}
