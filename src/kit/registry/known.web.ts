import { useMemo } from 'react';
import { useActing } from '#kit/acting/acting.web.tsx';
import { type AnyRegistry, inCompany } from './registry.ts';

/** The declaration with its fields by the titles that the company gives them; every screen of a registry begins with it. */
export function useKnown(registry: AnyRegistry): AnyRegistry {
  const { settings } = useActing().context;
  return useMemo(() => inCompany(registry, settings), [registry, settings]);
}
