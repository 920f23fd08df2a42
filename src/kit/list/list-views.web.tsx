import { Button, Menu, Tooltip } from '@mantine/core';
import { IconBookmark, IconDeviceFloppy, IconHome, IconPlus, IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useCan } from '#kit/acting/authority.web.tsx';
import { ApiError } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { readListState, writeListState } from '#kit/query/list-state.ts';
import { type SavedView, SHARE_VIEWS, type ViewContent } from '#kit/query/saved-view.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { LateMenu } from '#kit/ui/late-menu.web.tsx';
import { later } from '#kit/ui/later.web.tsx';
import classes from './list-views.module.css';
import type { ListController } from './use-list-controller.web.ts';
import type { ViewsOfList } from './use-list-views.web.ts';

const NameView = later(() => import('./name-view.web.tsx').then((m) => m.NameView));

interface Props {
  registry: AnyRegistry;
  controller: ListController;
}

/** The views of a list: filters, order, columns and density under a name, personal or the company's. */
export function ListViews({ registry, controller }: Props) {
  const { state, change, views, chosenColumns } = controller;
  const query = new URLSearchParams(writeListState(registry, { ...state, page: 0 })).toString();
  return (
    <ViewsMenu
      views={views}
      present={{ query, colunas: chosenColumns, densidade: views.densidade }}
      applied={controller.appliedView}
      onApply={controller.applyView}
      onReset={() => {
        controller.chooseColumns(null);
        change(readListState(registry, new URLSearchParams()));
      }}
    />
  );
}

/** How the menu names what it keeps. */
const words = {
  all: 'Visões',
  one: 'visão',
  named: 'Nome da visão',
  whose: 'a lista',
  hint: 'Guarde aqui os filtros, a ordem e as colunas de que você precisa sempre.',
  keeps: 'A visão guarda os filtros, a ordem, as colunas e a densidade como estão agora.',
  usual: 'Visão padrão do sistema',
  add: 'Salvar como nova visão',
  saved: 'Visão salva.',
  removed: 'Visão removida.',
};

interface MenuProps {
  views: ViewsOfList;
  /** what would be kept now */
  present: ViewContent;
  /** the view that was applied last */
  applied: number | null;
  onApply: (view: SavedView) => void;
  onReset: () => void;
  /** other words than those of a list */
  said?: typeof words;
}

/** Named views: applied, kept under a new name or over an own one that is named, favoured, removed. */
export function ViewsMenu({ views, present, applied, onApply, onReset, said = words }: MenuProps) {
  const can = useCan();
  const [isNaming, setNaming] = useState(false);
  const isShown = (view: SavedView) =>
    sameQuery(view.query, present.query) && String(view.colunas ?? '') === String(present.colunas ?? '');
  const shown = views.visoes.find(isShown);
  const done = async (work: Promise<unknown>, sentence?: string) => {
    try {
      await work;
      if (sentence) toast.success(sentence);
    } catch (error) {
      // The client shows it.
      if (!(error instanceof ApiError)) throw error;
    }
    await views.reload();
  };
  return (
    <>
      <LateMenu
        position="bottom-end"
        closeOnItemClick={false}
        returnFocus
        dropdown={{ className: classes.dropdown }}
        target={
          <Button
            variant="default"
            className={`${classes.button} vinculo-no-print`}
            leftSection={<IconBookmark size={16} aria-hidden />}
            aria-label={shown ? `${said.all}: ${shown.nome}` : said.all}
          >
            <span className={classes.word}>{shown?.nome ?? said.all}</span>
          </Button>
        }
      >
        {() => (
          <>
            {views.visoes.length === 0 && <p className={classes.hint}>{said.hint}</p>}
            {views.visoes.map((view) => (
              <View key={view.id} {...{ view, views, onApply, done, said }} isShown={view === shown} />
            ))}
            {views.visoes.length > 0 && <Menu.Divider />}
            <Menu.Item closeMenuOnClick onClick={onReset}>
              {said.usual}
            </Menu.Item>
            {shown === undefined &&
              views.visoes
                .filter((view) => view.minha && view.id === applied && (!view.compartilhada || can(SHARE_VIEWS)))
                .map((view) => (
                  <Menu.Item
                    key={view.id}
                    closeMenuOnClick
                    leftSection={<IconDeviceFloppy size={14} aria-hidden />}
                    onClick={() => void done(views.update(view.id, { ...view, ...present }), said.saved)}
                  >
                    Salvar em “{view.nome}”
                  </Menu.Item>
                ))}
            <Menu.Item closeMenuOnClick leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setNaming(true)}>
              {said.add}
            </Menu.Item>
          </>
        )}
      </LateMenu>
      {isNaming && (
        <NameView
          said={said}
          mayShare={can(SHARE_VIEWS)}
          save={async (named) => {
            await views.add({ ...present, ...named });
            toast.success(said.saved);
            await views.reload();
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}

const sameQuery = (one: string, other: string) => {
  const sorted = (query: string) => [...new URLSearchParams(query)].map(String).toSorted().join('&');
  return sorted(one) === sorted(other);
};

interface ViewProps extends Pick<MenuProps, 'views' | 'onApply'> {
  view: SavedView;
  isShown: boolean;
  done: (work: Promise<unknown>, sentence?: string) => Promise<void>;
  said: typeof words;
}

function View({ view, isShown, views, onApply, done, said }: ViewProps) {
  const can = useCan();
  const { id, nome, favorita, padrao, compartilhada, minha, de } = view;
  const mayRemove = compartilhada ? can(SHARE_VIEWS) : minha;
  const deeds = [
    {
      label: favorita ? `Tirar ${nome} das favoritas` : `Pôr ${nome} entre as favoritas`,
      tip: favorita ? 'Favorita' : 'Favoritar',
      icon: favorita ? <IconStarFilled size={16} /> : <IconStar size={16} stroke={1.8} />,
      isOn: favorita,
      act: () => done(views.use(id, { favorita: !favorita, padrao })),
    },
    {
      label: padrao ? `Não abrir mais ${said.whose} com ${nome}` : `Abrir ${said.whose} com ${nome}`,
      tip: padrao ? 'Abre sempre assim' : `Abrir ${said.whose} assim`,
      icon: <IconHome size={16} stroke={1.8} />,
      isOn: padrao,
      act: () => done(views.use(id, { favorita, padrao: !padrao })),
    },
    ...(mayRemove
      ? [
          {
            label: `Remover ${said.one} ${nome}`,
            tip: 'Remover',
            icon: <IconTrash size={16} stroke={1.8} />,
            isOn: false,
            act: () => done(views.remove(id), said.removed),
          },
        ]
      : []),
  ];
  return (
    <div className={classes.view} role="none">
      <Menu.Item closeMenuOnClick aria-label={nome} data-shown={isShown || undefined} onClick={() => onApply(view)}>
        <span className={classes.name}>{nome}</span>
        {compartilhada && (
          <span className={classes.of}>{de === null ? 'da empresa, feita por você' : `da empresa, por ${de}`}</span>
        )}
      </Menu.Item>
      {deeds.map(({ label, tip, icon, isOn, act }) => (
        <Tooltip key={tip} label={tip}>
          <Menu.Item data-on={isOn || undefined} className={classes.deed} aria-label={label} onClick={() => void act()}>
            {icon}
          </Menu.Item>
        </Tooltip>
      ))}
    </div>
  );
}
