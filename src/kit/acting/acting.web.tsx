import { createContext, useContext } from 'react';
import type { World } from './world.ts';

/** Who works, in which company, with which rights: the part of the session that kit screens may read. */
export interface ActingUser {
  usuarioId: number | null;
  empresaId: number | null;
  /** the company's name, for what is printed */
  company?: string;
  authorities: ReadonlySet<string>;
  /** what `check` needs beside the record */
  context: Pick<World, 'today' | 'settings'>;
  /** the registries whose records are a tree, as `module/slug` */
  trees?: ReadonlySet<string>;
  /** title of a module by its id, for breadcrumbs */
  moduleTitle: (id: string) => string;
}

const ActingContext = createContext<ActingUser>({
  usuarioId: null,
  empresaId: null,
  authorities: new Set(),
  context: { today: '', settings: {} },
  moduleTitle: (id) => id,
});

/** The platform's session provides it. */
export const ActingProvider = ActingContext.Provider;

/** The acting user; `useCan` of `#kit/acting/authority.web.tsx` for the common question. */
export const useActing = () => useContext(ActingContext);
