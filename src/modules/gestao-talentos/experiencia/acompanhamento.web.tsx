import { Button } from '@mantine/core';
import { IconEdit, IconEye, IconFileUpload, IconHistory, IconPlus, IconTrash, IconUser, IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import { isOneOf, labelIn } from '#kit/fields/by-name.ts';
import { HistoryDrawer } from '#kit/history/history-drawer.web.tsx';
import { useImportDialog } from '#kit/import/use-import-dialog.web.tsx';
import { SwitchedList } from '#kit/list/switched-list.web.tsx';
import { useListController } from '#kit/list/use-list-controller.web.ts';
import type { ListState } from '#kit/query/list-state.ts';
import type { CellProps, ListPageProps, RecordRow, RowAction } from '#kit/registry/view.web.tsx';
import { A_AVALIAR, acompanhamentoExperiencia } from './acompanhamento.registry.ts';
import { avaliacoesExperiencia } from './avaliacoes-experiencia.registry.ts';
import { pareceres } from './experiencia.rules.ts';
import { TerminoCell } from './termino-cell.web.tsx';

const AVALIACOES = `gestao-talentos/${avaliacoesExperiencia.id}`;
const ACOMPANHAMENTO = `gestao-talentos/${acompanhamentoExperiencia.id}`;
const EDITAR = `${avaliacoesExperiencia.authority}_EDITAR`;
const EXCLUIR = `${avaliacoesExperiencia.authority}_EXCLUIR`;

/** The situations of each position of the switch above the list. */
const PENDENTES = A_AVALIAR.join(',');
const FEITAS = 'A';
const POSICOES = [
  { value: PENDENTES, label: 'A avaliar', nobody: 'Ninguém espera por uma avaliação agora.' },
  { value: FEITAS, label: 'Avaliados' },
  { value: `${PENDENTES},${FEITAS},N`, label: 'Todos' },
] as const;

/** The default columns of each position of the switch. */
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

const espera = ({ situacao }: Linha) => isOneOf(A_AVALIAR, situacao);
const avaliar = ({ colaborador, periodo }: Linha) => `/${AVALIACOES}/new?colaborador=${colaborador.id}&periodo=${periodo.id}`;

/** What was decided, or the way to decide it. */
function Parecer({ row, value }: CellProps<Linha>) {
  const can = useCan();
  if (row.avaliacao) return labelIn(pareceres, value);
  if (!can(EDITAR)) return null;
  return (
    <Button
      component={Link}
      to={avaliar(row)}
      size="compact-sm"
      variant={espera(row) ? 'light' : 'default'}
      aria-label={`Avaliar: ${row.nome}, ${row.periodo.nome}`}
    >
      Avaliar
    </Button>
  );
}

const CELULAS = { termino: TerminoCell, parecer: Parecer };

/** Shows pending evaluations by default. Done ones are sorted by the latest first. */
function pedido(state: ListState): ListState {
  const { sort } = acompanhamentoExperiencia;
  const situacao = state.filters.situacao ?? PENDENTES;
  const isUsual = state.sort.field === sort.field && state.sort.order === sort.order;
  return {
    ...state,
    filters: { ...state.filters, situacao },
    ...(isUsual && situacao === FEITAS ? { sort: { field: 'data', order: 'desc' } } : {}),
  };
}

/** SCR-157: pending evaluations, the most urgent first, and the results of the others. */
export function AcompanhamentoPage({ module }: ListPageProps) {
  const registry = acompanhamentoExperiencia;
  const can = useCan();
  const controller = useListController(
    { path: ACOMPANHAMENTO, registry },
    { of: AVALIACOES, asked: pedido, columns: ({ filters }) => COLUNAS[filters.situacao ?? PENDENTES] },
  );
  const [history, setHistory] = useState<Linha | null>(null);
  const [openImport, importing] = useImportDialog(AVALIACOES, avaliacoesExperiencia, controller.reload);
  const mayEdit = can(EDITAR);
  const mayRemove = can(EXCLUIR);

  const ficha = ({ colaborador }: Linha) => `/gestao-talentos/talentos/${colaborador.id}`;
  const linkOf = (linha: Linha) =>
    linha.avaliacao ? `/${AVALIACOES}/${linha.avaliacao.id}` : mayEdit ? avaliar(linha) : ficha(linha);
  const actionsOf = (linha: Linha): RowAction[] => {
    const { avaliacao } = linha;
    const verFicha: RowAction = { label: 'Ver a ficha do talento', icon: <IconUser size={18} stroke={1.8} />, to: ficha(linha) };
    const daFicha = can('ROLE_CAD_TALENTO') ? [verFicha] : [];
    if (!avaliacao) return daFicha;
    return [
      mayEdit
        ? { label: 'Editar', icon: <IconEdit size={18} stroke={1.8} />, to: linkOf(linha) }
        : { label: 'Visualizar', icon: <IconEye size={18} stroke={1.8} />, to: linkOf(linha) },
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
        ? [
            {
              label: 'Excluir',
              icon: <IconTrash size={18} stroke={1.8} />,
              danger: true,
              onClick: () => controller.remove(avaliacao),
            },
          ]
        : []),
    ];
  };

  return (
    <SwitchedList
      {...{ module, registry, controller, linkOf, actionsOf }}
      path={ACOMPANHAMENTO}
      by="situacao"
      positions={POSICOES}
      ordersAnew
      cells={CELULAS}
      actions={
        mayEdit && (
          <>
            <Button variant="default" leftSection={<IconFileUpload size={18} stroke={1.8} aria-hidden />} onClick={openImport}>
              Importar
            </Button>
            <Button component={Link} to={`/${AVALIACOES}/new`} leftSection={<IconPlus size={18} aria-hidden />}>
              Inserir
            </Button>
          </>
        )
      }
    >
      {history?.avaliacao && (
        <HistoryDrawer
          path={AVALIACOES}
          id={history.avaliacao.id}
          registry={avaliacoesExperiencia}
          name={`${history.nome} – ${history.periodo.nome}`}
          onClose={() => setHistory(null)}
        />
      )}
      {importing}
    </SwitchedList>
  );
}
