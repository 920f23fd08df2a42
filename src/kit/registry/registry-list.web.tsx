import { Button, Modal, Select, Stack, Text } from '@mantine/core';
import { IconCopy, IconEdit, IconEye, IconHistory, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/http/client.web.ts';
import { useCan } from '#kit/ui/authority.web.tsx';
import { confirmRemoval } from '#kit/ui/confirm.web.tsx';
import { FilterPanel, FilterToggle, useFilterPanel } from '#kit/ui/filter-panel.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { isPhone } from '#kit/ui/phone.web.ts';
import { toast } from '#kit/ui/toast.web.ts';
import { HistoryDrawer } from './history-drawer.web.tsx';
import { useKnown } from './known.web.ts';
import { ListCard, useListPage } from './list-card.web.tsx';
import { columnsShown } from './list-column.ts';
import { ListFilters } from './list-filters.web.tsx';
import { ListMenu } from './list-menu.web.tsx';
import classes from './list-table.module.css';
import { nameOfRow } from './record-name.ts';
import { unsayable } from './registry.ts';
import { pageQuery, useListState } from './use-list-state.web.ts';
import { isTexts, usePersonal } from './use-personal.web.ts';
import { type Failure, useTransitions } from './use-transitions.web.tsx';
import type { ListPageProps, RecordRow, RowAction } from './view.web.tsx';

const COPY = 'Copiar';
const PAGE_SIZES = ['15', '30', '50', '100', '200', '500'];

/** The list page of a registry, or the one that its view puts in its place. */
export function RegistryListPage(props: ListPageProps) {
  const List = props.view?.list ?? StandardList;
  return <List {...props} registry={useKnown(props.registry)} />;
}

/** The kit's own list page, for views that only wrap it. */
export function StandardList(props: ListPageProps) {
  const { path, registry, view, module } = props;
  const can = useCan();
  const queries = useQueryClient();
  const { state, change } = useListState(registry);
  const panel = useFilterPanel(!isPhone());
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const [history, setHistory] = useState<RecordRow | null>(null);
  const [chosen, setChosen] = usePersonal(`${path}:colunas`, isTexts);
  const mayEdit = !registry.readOnly && can(`${registry.authority}_EDITAR`);
  const mayInsert = mayEdit && !unsayable(registry, can);
  const mayRemove = !registry.readOnly && can(`${registry.authority}_EXCLUIR`);

  const list = useListPage(path, pageQuery(state));
  const rows = list.data?.content ?? [];
  const total = list.data?.totalElements ?? 0;
  const pages = list.data?.totalPages ?? 0;

  // The last record of the last page is gone: show the page that is the last one now.
  useEffect(() => {
    if (!list.isPlaceholderData && pages > 0 && state.page >= pages) change({ page: pages - 1 });
  }, [list.isPlaceholderData, pages, state.page, change]);

  const columns = useMemo(() => columnsShown(registry, chosen, can), [registry, chosen, can]);
  const nameOf = (row: RecordRow) => nameOfRow(row, registry);
  const reload = () => queries.invalidateQueries({ queryKey: ['registro', path] });

  const deeds = useTransitions(props, reload);

  const remove = async (row: RecordRow) => {
    if (!(await confirmRemoval('Confirma exclusão?'))) return;
    // The client tells a refusal; a stale list is asked anew either way.
    const done = await api.delete(`${path}/${row.id}`, { versao: row.versao }).then(
      () => true,
      () => false,
    );
    if (done) {
      toast.success('Registro removido com sucesso.');
      setSelected((was) => new Set([...was].filter((id) => id !== row.id)));
    }
    await reload();
  };

  const removeSelected = async () => {
    const message = selected.size === 1 ? 'Confirma exclusão?' : `Confirma exclusão dos ${selected.size} registros selecionados?`;
    if (!(await confirmRemoval(message))) return;
    const answer = await api
      .post<{ removidos: number; falhas: Failure[] }>(`${path}/excluir-varios`, { ids: [...selected] })
      .catch(() => null);
    if (!answer) return;
    if (answer.removidos > 0)
      toast.success(counted(answer.removidos, 'registro removido com sucesso.', 'registros removidos com sucesso.'));
    ended(answer.falhas);
    await reload();
  };
  /** What could not be done stays selected, and is told. */
  const ended = (failed: readonly Failure[]) => {
    setFailures(failed);
    setSelected(new Set(failed.map(({ id }) => id)));
  };

  // Who looks at a past day goes on looking at it.
  const asOf = registry.asOf === undefined ? undefined : state.filters[registry.asOf];
  const linkOf = (row: RecordRow) => `/${path}/${row.id}${asOf ? `?${registry.asOf}=${asOf}` : ''}`;
  const actionsOf = (row: RecordRow): RowAction[] => {
    const own = (view?.rowActions?.(row) ?? []).filter(({ authority = [] }) => [authority].flat().every(can));
    const allows = (deed: string) => row.acoes?.includes(deed) !== false;
    return [
      mayEdit && allows('editar')
        ? { label: 'Editar', icon: <IconEdit size={18} stroke={1.8} />, to: linkOf(row) }
        : { label: 'Visualizar', icon: <IconEye size={18} stroke={1.8} />, to: linkOf(row) },
      ...deeds.actionsOf(row),
      ...own.map((action) =>
        action.onClick ? { ...action, onClick: async () => (await action.onClick?.(), reload()) } : action,
      ),
      // A module's own copy takes along what the record alone does not hold.
      ...(mayInsert && !own.some(({ label }) => label === COPY)
        ? [{ label: COPY, icon: <IconCopy size={18} stroke={1.8} />, to: `/${path}/new?copiarDe=${row.id}` }]
        : []),
      { label: 'Histórico', icon: <IconHistory size={18} stroke={1.8} />, onClick: () => setHistory(row) },
      ...(mayRemove && allows('excluir')
        ? [{ label: 'Excluir', icon: <IconTrash size={18} stroke={1.8} />, danger: true, onClick: () => remove(row) }]
        : []),
    ];
  };

  const isFiltered = state.busca !== '' || Object.keys(state.filters).length > 0;
  const insert = mayInsert && (
    <Button component={Link} to={`/${path}/new`} leftSection={<IconPlus size={18} aria-hidden />}>
      Inserir
    </Button>
  );
  const Extra = view?.listActions;

  return (
    <Page
      title={registry.title}
      breadcrumbs={[...(module ? [{ label: module }] : []), { label: registry.title }]}
      actions={
        <>
          <FilterToggle panel={panel} count={Object.keys(state.filters).length + (state.busca ? 1 : 0)} />
          <ListMenu
            {...props}
            state={state}
            change={change}
            columns={columns.map(({ name }) => name)}
            onColumns={setChosen}
            onImported={reload}
          />
          {Extra && <Extra {...props} />}
          {insert}
        </>
      }
    >
      <FilterPanel panel={panel}>
        <ListFilters registry={registry} path={path} state={state} change={change} />
      </FilterPanel>
      <ListCard
        registry={registry}
        list={list}
        page={state.page}
        onPage={(page) => change({ page })}
        columns={columns}
        linkOf={linkOf}
        cells={view?.cells}
        actionsOf={actionsOf}
        sort={state.sort}
        onSort={(sort) => change({ sort })}
        selected={mayRemove || deeds.bulkActions.length > 0 ? selected : null}
        onSelect={setSelected}
        emptyAction={
          isFiltered ? (
            <Button variant="default" onClick={() => change({ busca: '', filters: {} })}>
              Limpar filtros
            </Button>
          ) : (
            insert
          )
        }
        bulk={
          selected.size > 0 && (
            <div className={classes.bulk}>
              <Text size="sm" role="status">
                {counted(selected.size, 'registro selecionado', 'registros selecionados')}
              </Text>
              {deeds.bulkActions.map(({ name, label, ask }) => (
                <Button key={name} size="xs" variant="default" onClick={() => ask({ ids: [...selected], onEnd: ended })}>
                  {label}
                </Button>
              ))}
              {mayRemove && (
                <Button
                  size="xs"
                  color="red.8"
                  variant="filled"
                  leftSection={<IconTrash size={14} />}
                  onClick={() => void removeSelected()}
                >
                  Remover selecionados
                </Button>
              )}
              <Button size="xs" variant="default" onClick={() => setSelected(new Set())}>
                Limpar seleção
              </Button>
            </div>
          )
        }
        foot={
          total > 15 && (
            <Select
              size="xs"
              w={130}
              aria-label="Registros por página"
              data={PAGE_SIZES.map((size) => ({ value: size, label: `${size} por página` }))}
              value={String(state.size)}
              onChange={(size) => change({ size: Number(size ?? 15) })}
              allowDeselect={false}
            />
          )
        }
      />
      {deeds.dialog}
      {history && (
        <HistoryDrawer path={path} id={history.id} registry={registry} name={nameOf(history)} onClose={() => setHistory(null)} />
      )}
      <Modal opened={failures.length > 0} onClose={() => setFailures([])} title="O que não foi feito" size="lg">
        <Stack gap="xs">
          {failures.map(({ id, message }) => {
            const row = rows.find((other) => other.id === id);
            return (
              <Text key={id} size="sm">
                <b>{row ? nameOf(row) : `Registro ${id}`}</b>: {message}
              </Text>
            );
          })}
          <Button variant="default" ml="auto" mt="sm" onClick={() => setFailures([])}>
            Fechar
          </Button>
        </Stack>
      </Modal>
    </Page>
  );
}
