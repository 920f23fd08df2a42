import type { MenuItem } from '#platform/menu/menu.ts';
import { leavesOf, type MenuLeaf, searchLeaves } from '#platform/menu/menu-leaves.ts';
import type { Achado, Achados } from './busca.ts';

/** One line of the palette, and where it leads. */
export interface PaletteOption {
  titulo: string;
  detalhe: string;
  caminho: string;
}

export interface PaletteGroup {
  titulo: string;
  itens: PaletteOption[];
}

const MOST_SCREENS = 6;

const screenOption = ({ titulo, caminho, trilha }: MenuLeaf): PaletteOption => ({
  titulo,
  caminho,
  detalhe: trilha.join(' / '),
});

/** What the search offers before anything is typed. */
export const atFirst = (
  favourites: readonly PaletteOption[],
  records: readonly Achado[],
  screens: readonly MenuLeaf[],
): PaletteGroup[] =>
  [
    { titulo: 'Favoritos', itens: [...favourites] },
    { titulo: 'Registros recentes', itens: [...records] },
    { titulo: 'Últimas telas', itens: screens.map(screenOption) },
  ].filter(({ itens }) => itens.length > 0);

/** Screens, ranked here and at once; then what the server has found, which arrives later and moves nothing that stands above. */
export function groupsFor(menu: readonly MenuItem[], text: string, found: Achados | undefined): PaletteGroup[] {
  const screens = searchLeaves(leavesOf(menu), text).slice(0, MOST_SCREENS).map(screenOption);
  return [
    { titulo: 'Telas', itens: screens },
    { titulo: 'Ações', itens: found?.acoes ?? [] },
    ...(found?.grupos ?? []).map(({ cadastro, titulo, itens, mais }) => ({
      titulo,
      itens: mais
        ? [...itens, { titulo: `Ver todos em ${titulo}`, detalhe: '', caminho: `/${cadastro}?busca=${encodeURIComponent(text)}` }]
        : itens,
    })),
  ].filter(({ itens }) => itens.length > 0);
}
