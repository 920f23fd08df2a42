import { type ComponentType, type ReactNode, useEffect } from 'react';
import type { PublicPage } from '#kit/module/module.web.tsx';

/** A page of a module for people who are no users, in its frame. */
export async function pageAt(path: string, load: () => Promise<PublicPage>): Promise<ComponentType> {
  const page = await load();
  const Content = page.content;
  const Frame = await frameOf(path, page);
  return () => (
    <Frame>
      <Content />
    </Frame>
  );
}

type Frame = ComponentType<{ children: ReactNode }>;

/** Below `/externo` the area has a frame already; a page for candidates alone also checks the session. */
async function frameOf(path: string, { title, who }: PublicPage): Promise<Frame> {
  if (!path.startsWith('/externo/')) {
    const { CompanyFrame } = await import('#platform/externo/company-frame.web.tsx');
    return ({ children }) => <CompanyFrame title={title}>{children}</CompanyFrame>;
  }
  const { CandidatesOnly } = await import('#platform/externo/external-layout.web.tsx');
  return ({ children }) => {
    useEffect(() => {
      document.title = `${title} · Vínculo`;
    }, []);
    return who === 'externo' ? <CandidatesOnly>{() => children}</CandidatesOnly> : children;
  };
}
