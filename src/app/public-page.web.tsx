import type { ComponentType } from 'react';
import type { PublicPage } from '#kit/module/module.web.tsx';

/** A page of a module for people who are no users, in the frame of its company. */
export async function pageAt(load: () => Promise<PublicPage>): Promise<ComponentType> {
  const { title, content: Content } = await load();
  const { CompanyFrame } = await import('#platform/externo/company-frame.web.tsx');
  return () => (
    <CompanyFrame title={title}>
      <Content />
    </CompanyFrame>
  );
}
