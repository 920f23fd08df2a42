import type { ComponentType } from 'react';
import type { RegistryView } from '#kit/registry/view.web.tsx';
import type { ModuleDeclaration } from './module.ts';

/** The browser's half of a module: what steps 2 to 6 add to its declarations. Loaded with the module's first screen. */
export interface ModuleWeb {
  declaration: ModuleDeclaration;
  /** by registry id */
  views?: Readonly<Record<string, RegistryView>>;
  /** by the screen's path below the module */
  screens?: Readonly<Record<string, ComponentType>>;
  /** by the address of the page */
  pages?: Readonly<Record<string, ComponentType>>;
}

/** Ties views and screens to a module's declaration. */
export const defineModuleWeb = (module: ModuleWeb): ModuleWeb => module;
