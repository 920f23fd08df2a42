import type { ComponentType } from 'react';
import type { RegistryView } from '#kit/registry/view.web.tsx';
import type { ModuleDeclaration } from './module.ts';

/** The browser's half of a module: its views and screens. Loaded with the module's first screen. */
export interface ModuleWeb {
  declaration: ModuleDeclaration;
  /** by registry id */
  views?: Readonly<Record<string, RegistryView>>;
  /** by the screen's path below the module */
  screens?: Readonly<Record<string, ComponentType>>;
}

/** Ties views and screens to a module's declaration. */
export const defineModuleWeb = (module: ModuleWeb): ModuleWeb => module;

/**
 * A page for people who are no users. Its file path is its address: `publico/ideias.web.tsx` of any module is `/publico/ideias`,
 * and `externo/vagas/[id].web.tsx` is `/externo/vagas/:id`, in the frame of the external area.
 */
export interface PublicPage {
  title: string;
  /** `externo`: only for somebody with a session of the external area */
  who?: 'externo';
  content: ComponentType;
}

/** Declares the page of a file in `publico` or `externo`. */
export const definePage = (page: PublicPage): PublicPage => page;
