import { IconAddressBook, IconLayoutDashboard, IconReport } from '@tabler/icons-react';
import { useCan } from '#kit/acting/authority.web.tsx';
import type { ModuleDeclaration } from '#kit/module/module.ts';
import { LinkCards } from '#kit/ui/link-cards.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { menuFor } from './menu.ts';

/** `/<module>`: the screens of the module that the user may open, a card each. */
export function ModuleMenu({ declaration }: { declaration: ModuleDeclaration }) {
  const can = useCan();
  const [branch] = menuFor([declaration], can);
  const cards = (branch?.itens ?? []).map(({ titulo, caminho = '', itens }) => {
    const screen = declaration.screens?.find(({ path }) => caminho === `/${declaration.id}/${path}`);
    const Icon = itens ? IconReport : screen ? IconLayoutDashboard : IconAddressBook;
    return {
      to: caminho,
      title: titulo,
      ...(screen?.description ? { description: screen.description } : {}),
      icon: <Icon size={20} stroke={1.6} />,
    };
  });
  return (
    <Page title={declaration.title} breadcrumbs={[{ label: declaration.title }]}>
      <LinkCards cards={cards} words={['tela', 'telas']} />
    </Page>
  );
}
