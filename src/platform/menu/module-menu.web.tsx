import { IconAddressBook, IconLayoutDashboard, IconReport } from '@tabler/icons-react';
import { useCan } from '#kit/acting/authority.web.tsx';
import type { ModuleDeclaration } from '#kit/module/module.ts';
import { LinkCards } from '#kit/ui/link-cards.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { type MenuItem, menuFor } from './menu.ts';

/** `/<module>`: the screens of the module that the user may open, a card each, in the groups of the menu. */
export function ModuleMenu({ declaration }: { declaration: ModuleDeclaration }) {
  const can = useCan();
  const { id, screens = [], about = {} } = declaration;
  const [branch] = menuFor([declaration], can);
  const cardsOf = ({ titulo, caminho = '', itens = [] }: MenuItem, group?: string): Parameters<typeof LinkCards>[0]['cards'] => {
    const path = caminho.slice(id.length + 2);
    const isReports = path === 'relatorios';
    const screen = screens.find((one) => one.path === path);
    const description = isReports ? undefined : (screen?.description ?? about[path]);
    const Icon = isReports ? IconReport : screen ? IconLayoutDashboard : IconAddressBook;
    const card = {
      to: caminho,
      title: titulo,
      ...(description ? { description } : {}),
      ...(group === undefined ? {} : { group }),
      icon: <Icon size={20} stroke={1.6} />,
    };
    // The reports have a page of their own; other things that are reached from a link stand beside it.
    return [card, ...(isReports ? [] : itens.flatMap((item) => cardsOf(item, group)))];
  };
  const cards = (branch?.itens ?? []).flatMap((item) =>
    item.caminho === undefined
      ? (item.itens ?? []).flatMap((one) => cardsOf(one, item.titulo))
      : cardsOf(item, declaration.menu ? item.titulo : undefined),
  );
  return (
    <Page title={declaration.title} breadcrumbs={[{ label: declaration.title }]}>
      <LinkCards cards={cards} words={['tela', 'telas']} />
    </Page>
  );
}
