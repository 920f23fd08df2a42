import { Button, Menu, Tooltip } from '@mantine/core';
import { IconBookmark, IconDeviceFloppy, IconHome, IconPlus, IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useCan } from '#kit/acting/authority.web.tsx';
import { ApiError } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { boolean } from '#kit/fields/choice.ts';
import { text } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import { readListState, writeListState } from '#kit/query/list-state.ts';
import { type SavedView, SHARE_VIEWS } from '#kit/query/saved-view.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import classes from './list-views.module.css';
import type { ListController } from './use-list-controller.web.ts';

const nome = text('Nome da visão', 60);
const ownForm = defineForm({ fields: { nome } });
const sharedForm = defineForm({ fields: { nome, compartilhada: boolean('Compartilhar com a empresa') } });

interface Props {
  registry: AnyRegistry;
  controller: ListController;
}

/** The views of a list: filters, order, columns and density under a name, personal or the company's. */
export function ListViews({ registry, controller }: Props) {
  const { state, change, views, chosenColumns } = controller;
  const can = useCan();
  const [isNaming, setNaming] = useState(false);
  const query = new URLSearchParams(writeListState(registry, { ...state, page: 0 })).toString();
  const present = { query, colunas: chosenColumns, densidade: views.densidade };
  const isShown = (view: SavedView) => sameQuery(view.query, query) && String(view.colunas ?? '') === String(chosenColumns ?? '');
  const shown = views.visoes.find(isShown);
  const done = async (work: Promise<unknown>, said?: string) => {
    try {
      await work;
      if (said) toast.success(said);
    } catch (error) {
      // The client shows it.
      if (!(error instanceof ApiError)) throw error;
    }
    await views.reload();
  };
  return (
    <>
      <Menu position="bottom-end" withinPortal closeOnItemClick={false} returnFocus>
        <Menu.Target>
          <Button
            variant="default"
            className={`${classes.button} vinculo-no-print`}
            leftSection={<IconBookmark size={16} aria-hidden />}
            aria-label={shown ? `Visões: ${shown.nome}` : 'Visões'}
          >
            <span className={classes.word}>{shown?.nome ?? 'Visões'}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.dropdown}>
          {views.visoes.length === 0 && (
            <p className={classes.hint}>Guarde aqui os filtros, a ordem e as colunas de que você precisa sempre.</p>
          )}
          {views.visoes.map((view) => (
            <View key={view.id} view={view} isShown={view === shown} controller={controller} registry={registry} done={done} />
          ))}
          {views.visoes.length > 0 && <Menu.Divider />}
          <Menu.Item
            closeMenuOnClick
            onClick={() => {
              controller.chooseColumns(null);
              change(readListState(registry, new URLSearchParams()));
            }}
          >
            Visão padrão do sistema
          </Menu.Item>
          {shown === undefined &&
            views.visoes
              .filter((view) => view.minha && view.id === controller.appliedView && (!view.compartilhada || can(SHARE_VIEWS)))
              .map((view) => (
                <Menu.Item
                  key={view.id}
                  closeMenuOnClick
                  leftSection={<IconDeviceFloppy size={14} aria-hidden />}
                  onClick={() => void done(views.update(view.id, { ...view, ...present }), 'Visão salva.')}
                >
                  Salvar em “{view.nome}”
                </Menu.Item>
              ))}
          <Menu.Item closeMenuOnClick leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setNaming(true)}>
            Salvar como nova visão
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isNaming && (
        <FormDialog
          form={can(SHARE_VIEWS) ? sharedForm : ownForm}
          title="Salvar visão"
          ok="Salvar"
          send={async (values) => {
            await views.add({ ...present, nome: String(values.nome), compartilhada: values.compartilhada === true });
            toast.success('Visão salva.');
            await views.reload();
          }}
          onClose={() => setNaming(false)}
        >
          A visão guarda os filtros, a ordem, as colunas e a densidade como estão agora.
        </FormDialog>
      )}
    </>
  );
}

const sameQuery = (one: string, other: string) => {
  const sorted = (query: string) => [...new URLSearchParams(query)].map(String).toSorted().join('&');
  return sorted(one) === sorted(other);
};

interface ViewProps extends Props {
  view: SavedView;
  isShown: boolean;
  done: (work: Promise<unknown>, said?: string) => Promise<void>;
}

function View({ view, isShown, controller, done }: ViewProps) {
  const { views, applyView } = controller;
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
      label: padrao ? `Não abrir mais a lista com ${nome}` : `Abrir a lista com ${nome}`,
      tip: padrao ? 'A lista abre com ela' : 'Abrir a lista com ela',
      icon: <IconHome size={16} stroke={1.8} />,
      isOn: padrao,
      act: () => done(views.use(id, { favorita, padrao: !padrao })),
    },
    ...(mayRemove
      ? [
          {
            label: `Remover a visão ${nome}`,
            tip: 'Remover',
            icon: <IconTrash size={16} stroke={1.8} />,
            isOn: false,
            act: () => done(views.remove(id), 'Visão removida.'),
          },
        ]
      : []),
  ];
  return (
    <div className={classes.view} role="none">
      <Menu.Item closeMenuOnClick aria-label={nome} data-shown={isShown || undefined} onClick={() => applyView(view)}>
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
