import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconEdit, IconEye, IconFileUpload, IconHistory, IconPlus, IconTrash, IconUser, IconUserOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useCan, useCheckContext } from '#kit/acting/authority.web.tsx';
import { daysBetween, formatDate } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { HistoryDrawer } from '#kit/history/history-drawer.web.tsx';
import { ListCard, type PageOf } from '#kit/list/list-card.web.tsx';
import { ListFilters } from '#kit/list/list-filters.web.tsx';
import { ListMenu } from '#kit/list/list-menu.web.tsx';
import { isTexts, usePersonal } from '#kit/list/use-personal.web.ts';
import { columnsShown } from '#kit/query/list-column.ts';
import { type ListState, pageQuery, useListState } from '#kit/query/use-list-state.web.ts';
import type { CellProps, ListPageProps, RecordRow, RowAction } from '#kit/registry/view.web.tsx';
import { confirmRemoval } from '#kit/ui/confirm.web.tsx';
import { FilterPanel, FilterToggle, useFilterPanel } from '#kit/ui/filter-panel.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { isPhone } from '#kit/ui/phone.web.ts';
import { A_AVALIAR, acompanhamentoExperiencia } from './acompanhamento.registry.ts';
import { avaliacoesExperiencia } from './avaliacoes-experiencia.registry.ts';
import { pareceres } from './experiencia.rules.ts';

const ImportDialog = lazy(() => import('#kit/import/dialog.web.tsx').then((module) => ({ default: module.ImportDialog })));

const AVALIACOES = `gestao-talentos/${avaliacoesExperiencia.id}`;
const ACOMPANHAMENTO = `gestao-talentos/${acompanhamentoExperiencia.id}`;
const EDITAR = `${avaliacoesExperiencia.authority}_EDITAR`;
const EXCLUIR = `${avaliacoesExperiencia.authority}_EXCLUIR`;

/** Which lines the switch above the list asks for, by their situation. */
const PENDENTES = A_AVALIAR.join(',');
const FEITAS = 'A';
const TODAS = `${PENDENTES},${FEITAS},N`;

/** The columns that each asks for, until somebody chooses theirs. */
const COLUNAS: Readonly<Record<string, readonly string[]>> = {
  [PENDENTES]: ['nome', 'areaAtual', 'cargoAtual', 'periodo', 'termino', 'situacao', 'parecer'],
  [FEITAS]: ['nome', 'areaAtual', 'periodo', 'data', 'percentual', 'resultado', 'parecer'],
};

interface Linha extends RecordRow {
  nome: string;
  colaborador: { id: number };
  periodo: { id: number; nome: string };
  termino: string;
  situacao: string;
  avaliacao: { id: number } | null;
}

const espera = ({ situacao }: Linha) => (A_AVALIAR as readonly string[]).includes(situacao);
const avaliar = ({ colaborador, periodo }: Linha) => `/${AVALIACOES}/new?colaborador=${colaborador.id}&periodo=${periodo.id}`;

/** The end of the period, and how near it is while somebody waits for it. */
function Termino({ row }: CellProps) {
  const { today } = useCheckContext();
  const linha = row as Linha;
  const dias = daysBetween(today, linha.termino);
  const perto = dias === 0 ? 'hoje' : dias > 0 ? `em ${counted(dias, 'dia', 'dias')}` : `há ${counted(-dias, 'dia', 'dias')}`;
  return (
    <>
      {formatDate(linha.termino)}
      {espera(linha) && (
        <Text span size="xs" c="dimmed" display="block">
          {perto}
        </Text>
      )}
    </>
  );
}

/** What was decided, or the way to decide it. */
function Parecer({ row, value }: CellProps) {
  const can = useCan();
  const linha = row as Linha;
  if (linha.avaliacao) return pareceres[value as keyof typeof pareceres];
  if (!can(EDITAR)) return null;
  return (
    <Button
      component={Link}
      to={avaliar(linha)}
      size="compact-sm"
      variant={espera(linha) ? 'light' : 'default'}
      aria-label={`Avaliar: ${linha.nome}, ${linha.periodo.nome}`}
    >
      Avaliar
    </Button>
  );
}

const CELULAS = { termino: Termino, parecer: Parecer };

/** SCR-157: who is to be evaluated, the most urgent first, and what came of those who were. */
export function AcompanhamentoPage({ module }: ListPageProps) {
  const registry = acompanhamentoExperiencia;
  const can = useCan();
  const queries = useQueryClient();
  const panel = useFilterPanel(!isPhone());
  const { state, change } = useListState(registry);
  const [chosen, setChosen] = usePersonal(`${ACOMPANHAMENTO}:colunas`, isTexts);
  const [history, setHistory] = useState<Linha | null>(null);
  const [isImporting, setImporting] = useState(false);
  const mayEdit = can(EDITAR);
  const mayRemove = can(EXCLUIR);

  const quais = state.filters.situacao ?? PENDENTES;
  const isUsual = state.sort.field === registry.sort.field && state.sort.order === registry.sort.order;
  const asked: ListState = {
    ...state,
    filters: { ...state.filters, situacao: quais },
    // What was done is asked for the latest first.
    ...(isUsual && quais === FEITAS ? { sort: { field: 'data', order: 'desc' } } : {}),
  };
  const query = pageQuery(asked);
  const list = useQuery({
    // Below the evaluations, whose saves ask it anew.
    queryKey: ['registro', AVALIACOES, 'acompanhamento', query],
    queryFn: ({ signal }) => api.get<PageOf>(ACOMPANHAMENTO, query, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  // The last line of the last page was evaluated, or removed: show the page that is the last one now.
  const pages = list.data?.totalPages ?? 0;
  useEffect(() => {
    if (!list.isPlaceholderData && pages > 0 && state.page >= pages) change({ page: pages - 1 });
  }, [list.isPlaceholderData, pages, state.page, change]);
  const columns = columnsShown(registry, chosen ?? COLUNAS[quais] ?? null, can);
  const reload = () => queries.invalidateQueries({ queryKey: ['registro', AVALIACOES] });

  const remove = async (id: number) => {
    if (!(await confirmRemoval('Confirma exclusão?'))) return;
    await api.delete(`${AVALIACOES}/${id}`).then(
      () => toast.success('Registro removido com sucesso.'),
      () => undefined,
    );
    await reload();
  };
  const ficha = ({ colaborador }: Linha) => `/gestao-talentos/talentos/${colaborador.id}`;
  const linkOf = (row: RecordRow) => {
    const linha = row as Linha;
    return linha.avaliacao ? `/${AVALIACOES}/${linha.avaliacao.id}` : mayEdit ? avaliar(linha) : ficha(linha);
  };
  const actionsOf = (row: RecordRow): RowAction[] => {
    const linha = row as Linha;
    const { avaliacao } = linha;
    const verFicha: RowAction = { label: 'Ver a ficha do talento', icon: <IconUser size={18} stroke={1.8} />, to: ficha(linha) };
    const daFicha = can('ROLE_CAD_TALENTO') ? [verFicha] : [];
    if (!avaliacao) return daFicha;
    return [
      mayEdit
        ? { label: 'Editar', icon: <IconEdit size={18} stroke={1.8} />, to: linkOf(row) }
        : { label: 'Visualizar', icon: <IconEye size={18} stroke={1.8} />, to: linkOf(row) },
      ...daFicha,
      ...(linha.parecer === 'DESLIGAR' && can('ROLE_CAD_DESLIGAMENTO_EDITAR')
        ? [
            {
              label: 'Desligar',
              icon: <IconUserOff size={18} stroke={1.8} />,
              to: `/gestao-talentos/desligamentos/new?colaborador=${linha.colaborador.id}`,
            },
          ]
        : []),
      { label: 'Histórico', icon: <IconHistory size={18} stroke={1.8} />, onClick: () => setHistory(linha) },
      ...(mayRemove
        ? [{ label: 'Excluir', icon: <IconTrash size={18} stroke={1.8} />, danger: true, onClick: () => remove(avaliacao.id) }]
        : []),
    ];
  };

  const { situacao: _quais, ...filters } = state.filters;
  const isFiltered = state.busca !== '' || Object.keys(filters).length > 0;
  return (
    <Page
      title={registry.title}
      breadcrumbs={[...(module ? [{ label: module }] : []), { label: registry.title }]}
      actions={
        <>
          <FilterToggle panel={panel} count={Object.keys(filters).length + (state.busca ? 1 : 0)} />
          <ListMenu
            path={ACOMPANHAMENTO}
            registry={registry}
            state={asked}
            change={change}
            columns={columns.map(({ name }) => name)}
            onColumns={setChosen}
            onImported={reload}
          />
          {mayEdit && (
            <>
              <Button
                variant="default"
                leftSection={<IconFileUpload size={18} stroke={1.8} aria-hidden />}
                onClick={() => setImporting(true)}
              >
                Importar
              </Button>
              <Button component={Link} to={`/${AVALIACOES}/new`} leftSection={<IconPlus size={18} aria-hidden />}>
                Inserir
              </Button>
            </>
          )}
        </>
      }
    >
      <FilterPanel panel={panel}>
        <ListFilters registry={registry} path={ACOMPANHAMENTO} state={state} change={change} />
      </FilterPanel>
      <Group mb="sm">
        <SegmentedControl
          aria-label="Mostrar"
          value={quais}
          onChange={(situacao) =>
            change({ filters: situacao === PENDENTES ? filters : { ...filters, situacao }, sort: registry.sort })
          }
          data={[
            { value: PENDENTES, label: 'A avaliar' },
            { value: FEITAS, label: 'Avaliados' },
            { value: TODAS, label: 'Todos' },
          ]}
        />
      </Group>
      <ListCard
        registry={registry}
        list={list}
        page={state.page}
        onPage={(page) => change({ page })}
        columns={columns}
        linkOf={linkOf}
        cells={CELULAS}
        actionsOf={actionsOf}
        sort={asked.sort}
        onSort={(sort) => change({ sort })}
        selected={null}
        onSelect={() => undefined}
        emptyAction={
          isFiltered ? (
            <Button variant="default" onClick={() => change({ busca: '', filters: {} })}>
              Limpar filtros
            </Button>
          ) : (
            quais === PENDENTES && <Text c="dimmed">Ninguém espera por uma avaliação agora.</Text>
          )
        }
      />
      {history?.avaliacao && (
        <HistoryDrawer
          path={AVALIACOES}
          id={history.avaliacao.id}
          registry={avaliacoesExperiencia}
          name={`${history.nome} – ${history.periodo.nome}`}
          onClose={() => setHistory(null)}
        />
      )}
      {isImporting && (
        <Suspense>
          <ImportDialog
            path={AVALIACOES}
            registry={avaliacoesExperiencia}
            onClose={() => {
              setImporting(false);
              void reload();
            }}
          />
        </Suspense>
      )}
    </Page>
  );
}
