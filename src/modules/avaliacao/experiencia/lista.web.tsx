import { Button, Group, SegmentedControl } from '@mantine/core';
import { IconChecklist, IconEye, IconSend, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { useCan } from '#kit/acting/authority.web.tsx';
import { ListCard } from '#kit/list/list-card.web.tsx';
import { ListFilters } from '#kit/list/list-filters.web.tsx';
import { ListLook } from '#kit/list/list-look.web.tsx';
import { ListMenu } from '#kit/list/list-menu.web.tsx';
import { ListViews } from '#kit/list/list-views.web.tsx';
import { useListController } from '#kit/list/use-list-controller.web.ts';
import type { ListState } from '#kit/query/list-state.ts';
import type { ListPageProps, RecordRow, RowAction } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { later } from '#kit/ui/later.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { A_AVALIAR } from '#modules/gestao-talentos/public.ts';
import { TerminoCell } from '#modules/gestao-talentos/public.web.tsx';
import { decidir, doTalento } from './enderecos.ts';

const Perguntar = later(() => import('./perguntar.web.tsx').then((m) => m.Perguntar));

const EM_CURSO = A_AVALIAR.join(',');
const TODAS = 'V,P,E,A,N';

interface Linha extends RecordRow {
  nome: string;
  colaborador: { id: number };
  periodo: { id: number; nome: string };
  resposta: string;
  avaliacao: { id: number } | null;
}

/** Whoever is on trial now, unless somebody asks for all. */
const pedido = (state: ListState): ListState => ({
  ...state,
  filters: { ...state.filters, situacao: state.filters.situacao ?? EM_CURSO },
});

/** SCR-114: whoever is on trial: what was asked, who has answered, and what is to be decided. */
export function AcompanhamentosPage({ module, path, registry }: ListPageProps) {
  const can = useCan();
  const controller = useListController({ path, registry }, { asked: pedido });
  const { state, asked, change, reload } = controller;
  const [aPerguntar, setAPerguntar] = useState<Linha | null>(null);
  const mayEdit = can(`${registry.authority}_EDITAR`);

  const actionsOf = ({ colaborador, periodo, resposta, avaliacao }: Linha, linha: Linha): RowAction[] => [
    { label: 'Ver o acompanhamento', icon: <IconEye size={18} stroke={1.8} />, to: doTalento(colaborador.id) },
    ...(mayEdit && resposta === 'N' && avaliacao === null
      ? [{ label: 'Perguntar', icon: <IconSend size={18} stroke={1.8} />, onClick: () => setAPerguntar(linha) }]
      : []),
    ...(mayEdit
      ? [
          {
            label: avaliacao === null ? 'Decidir' : 'Ver a decisão',
            icon: <IconChecklist size={18} stroke={1.8} />,
            to: decidir(colaborador.id, periodo.id, avaliacao?.id ?? null),
          },
        ]
      : []),
    ...(can('ROLE_CAD_TALENTO')
      ? [
          {
            label: 'Ver a ficha do talento',
            icon: <IconUser size={18} stroke={1.8} />,
            to: `/gestao-talentos/talentos/${colaborador.id}`,
          },
        ]
      : []),
  ];

  const { situacao: quais = EM_CURSO, ...filters } = state.filters;
  const isFiltered = state.busca !== '' || Object.keys(filters).length > 0;
  return (
    <Page
      title={registry.title}
      breadcrumbs={[...(module ? [{ label: module }] : []), { label: registry.title }]}
      actions={
        <>
          <ListLook registry={registry} controller={controller} />
          <ListMenu path={path} registry={registry} state={asked} onImported={reload} />
        </>
      }
    >
      <ListFilters registry={registry} state={state} change={change} lost={controller.lost}>
        <ListViews registry={registry} controller={controller} />
      </ListFilters>
      <Group mb="sm">
        <SegmentedControl
          aria-label="Mostrar"
          value={quais === EM_CURSO ? EM_CURSO : TODAS}
          onChange={(situacao) => change({ filters: situacao === EM_CURSO ? filters : { ...filters, situacao } })}
          data={[
            { value: EM_CURSO, label: 'Em experiência' },
            { value: TODAS, label: 'Todos' },
          ]}
        />
      </Group>
      <ListCard
        registry={registry}
        list={controller.list}
        page={state.page}
        onPage={(page) => change({ page })}
        columns={controller.columns}
        isChosen={controller.chosenColumns !== null}
        isReady={controller.views.isReady}
        density={controller.density}
        linkOf={({ colaborador }: Linha) => doTalento(colaborador.id)}
        cells={CELULAS}
        actionsOf={(linha: Linha) => actionsOf(linha, linha)}
        sort={asked.sort}
        onSort={(sort) => change({ sort })}
        selected={null}
        onSelect={() => undefined}
        empty={
          <Empty
            why={isFiltered ? undefined : quais === EM_CURSO ? 'Ninguém está em experiência agora.' : registry.empty?.why}
            action={
              isFiltered && (
                <Button variant="default" onClick={() => change({ busca: '', filters: {} })}>
                  Limpar filtros
                </Button>
              )
            }
          />
        }
      />
      {aPerguntar && (
        <Perguntar
          colaborador={{ id: aPerguntar.colaborador.id, nome: aPerguntar.nome }}
          periodo={aPerguntar.periodo}
          onClose={() => {
            setAPerguntar(null);
            void reload();
          }}
        />
      )}
    </Page>
  );
}

const CELULAS = { termino: TerminoCell };
