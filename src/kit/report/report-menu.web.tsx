import { IconFileText, IconTable } from '@tabler/icons-react';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { LinkCards } from '#kit/ui/link-cards.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { type AnyReport, reportsOffered } from './report.ts';

/** Every report of a module that the reader may emit, with a sentence each. */
export function ReportMenu({ module, reports }: { module: string; reports: readonly AnyReport[] }) {
  const { moduleTitle } = useActing();
  const can = useCan();
  const name = moduleTitle(module);
  const cards = reportsOffered(reports, can)
    .toSorted((a, b) => a.title.localeCompare(b.title, 'pt-BR'))
    .map(({ id, title, description, shape }) => ({
      to: `/${module}/relatorios/${id}`,
      title,
      ...(description ? { description } : {}),
      icon: shape === 'document' ? <IconFileText size={20} stroke={1.6} /> : <IconTable size={20} stroke={1.6} />,
    }));
  return (
    <Page title={`Relatórios de ${name}`} breadcrumbs={[{ label: name }, { label: 'Relatórios' }]}>
      <LinkCards cards={cards} words={['relatório', 'relatórios']} />
    </Page>
  );
}
