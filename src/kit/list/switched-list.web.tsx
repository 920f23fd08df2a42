import { Button, Group, SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { RecordRow, RegistryView, RowAction } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { ListCard } from './list-card.web.tsx';
import { ListFilters } from './list-filters.web.tsx';
import classes from './list-head.module.css';
import { ListLook } from './list-look.web.tsx';
import { ListMenu } from './list-menu.web.tsx';
import { ListViews } from './list-views.web.tsx';
import { TipArea } from './tip-area.web.tsx';
import type { ListController } from './use-list-controller.web.ts';

interface Position {
  /** the values of the field, separated by commas */
  value: string;
  label: string;
  /** said when nothing stands there and nothing is filtered */
  nobody?: string;
}

interface Props<R extends RecordRow> {
  module: string | undefined;
  path: string;
  registry: AnyRegistry;
  controller: ListController;
  /** the field that the switch filters by, and its positions: the address does not name the first, and the last stands for any other filter */
  by: string;
  positions: readonly [Position, ...Position[]];
  /** each position begins in the registry's own order */
  ordersAnew?: boolean;
  linkOf: (row: R) => string;
  actionsOf: (row: R) => RowAction[];
  cells?: RegistryView['cells'];
  /** buttons beside those of every list */
  actions?: ReactNode;
  children?: ReactNode;
}

/** The list of a view whose records a switch narrows; its records are opened and changed elsewhere, so none are selected. */
export function SwitchedList<R extends RecordRow>({ module, path, registry, controller, by, positions, ...rest }: Props<R>) {
  const { state, asked, change, reload } = controller;
  const [usual] = positions;
  const { [by]: at = usual.value, ...filters } = state.filters;
  const position = positions.find(({ value }) => value === at) ?? positions.at(-1);
  const isFiltered = state.busca !== '' || Object.keys(filters).length > 0;
  return (
    <Page
      title={registry.title}
      breadcrumbs={[...(module ? [{ label: module }] : []), { label: registry.title }]}
      actions={
        <TipArea className={classes.actions}>
          <ListLook registry={registry} controller={controller} />
          <ListMenu path={path} registry={registry} state={asked} onImported={reload} />
          {rest.actions}
        </TipArea>
      }
    >
      <ListFilters registry={registry} state={state} change={change} lost={controller.lost}>
        <ListViews registry={registry} controller={controller} />
      </ListFilters>
      <Group mb="sm">
        <SegmentedControl
          aria-label="Mostrar"
          value={position?.value}
          onChange={(to) =>
            change({
              filters: to === usual.value ? filters : { ...filters, [by]: to },
              ...(rest.ordersAnew ? { sort: registry.sort } : {}),
            })
          }
          data={positions.map(({ value, label }) => ({ value, label }))}
        />
      </Group>
      <ListCard
        registry={registry}
        list={controller.list}
        page={state.page}
        onPage={(page) => change({ page })}
        columns={controller.columns}
        isChosen={controller.chosenColumns !== null}
        isReady={controller.isReady}
        density={controller.density}
        linkOf={rest.linkOf}
        cells={rest.cells}
        actionsOf={rest.actionsOf}
        sort={asked.sort}
        onSort={(sort) => change({ sort })}
        selected={null}
        onSelect={() => undefined}
        empty={
          <Empty
            why={isFiltered ? undefined : (position?.nobody ?? registry.empty?.why)}
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
      {rest.children}
    </Page>
  );
}
