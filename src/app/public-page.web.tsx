import { type ComponentType, type ReactNode, useEffect } from 'react';
import type { PublicPage } from '#kit/module/module.ts';
import { modules } from './modules.web.ts';

/** A page of a module for people who are no users, in its frame. The module is loaded with its first page. */
export async function loadPage(module: string, path: string): Promise<ComponentType> {
  const web = await modules[module]?.();
  const page = web?.declaration.pages?.find((one) => one.path === path);
  const Page = web?.pages?.[path];
  if (!page || !Page) throw new Error(`${module} has no page ${path}`);
  const Frame = await frameOf(page);
  return () => (
    <Frame>
      <Page />
    </Frame>
  );
}

type Frame = ComponentType<{ children: ReactNode }>;

/** Below `/externo` the area has its frame already: it asks who is there, where the page is for candidates alone. */
async function frameOf({ path, title, who }: PublicPage): Promise<Frame> {
  if (!path.startsWith('/externo/')) {
    const { PublicFrame } = await import('#platform/session/frame.web.tsx');
    return ({ children }) => <PublicFrame title={title}>{children}</PublicFrame>;
  }
  const { CandidatesOnly } = await import('#platform/externo/external-layout.web.tsx');
  return ({ children }) => {
    useEffect(() => {
      document.title = `${title} · Vínculo`;
    }, []);
    return who === 'externo' ? <CandidatesOnly>{() => children}</CandidatesOnly> : children;
  };
}
