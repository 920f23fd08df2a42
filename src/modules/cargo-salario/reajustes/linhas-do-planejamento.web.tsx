import { Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconEdit, IconEye, IconPlus, IconSearch, IconTrash, IconUserMinus, IconUsersPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { namesOf } from '#kit/fields/by-name.ts';
import { ListCard } from '#kit/list/list-card.web.tsx';
import { useListController } from '#kit/list/use-list-controller.web.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { RecordRow, RowAction } from '#kit/registry/view.web.tsx';
import { confirm } from '#kit/ui/confirm.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { NomeDaLinha, Percentual } from './avisos-da-linha.web.tsx';
import { reajustesColaboradores, reajustesFaixasSalariais, reajustesIndices } from './linhas.registry.ts';
import type { Planejamento } from './planejamento-lido.web.ts';

interface Tipo {
  registry: AnyRegistry;
  nome: string;
  coletivo: string;
  aplicadas: 'colaboradoresAplicadosEm' | 'faixasAplicadasEm' | 'indicesAplicadosEm';
}

/** Lines are sorted by name at first. */
const porNome = (registry: AnyRegistry): AnyRegistry => ({ ...registry, sort: { field: registry.label, order: 'asc' } });

const TIPOS = {
  colaboradores: {
    registry: porNome(reajustesColaboradores),
    nome: 'Colaboradores',
    coletivo: 'colaborador',
    aplicadas: 'colaboradoresAplicadosEm',
  },
  faixas: {
    registry: porNome(reajustesFaixasSalariais),
    nome: 'Faixas salariais',
    coletivo: 'faixas-salariais',
    aplicadas: 'faixasAplicadasEm',
  },
  indices: { registry: porNome(reajustesIndices), nome: 'Índices', coletivo: 'indices', aplicadas: 'indicesAplicadosEm' },
} as const satisfies Record<string, Tipo>;
const CELULAS = { nome: NomeDaLinha, percentualDiferenca: Percentual };

/** The lines of a realignment by kind, a page at a time, with search and order of the server. */
export function LinhasDoPlanejamento({ planejamento }: { planejamento: Planejamento }) {
  const can = useCan();
  const [search, setSearch] = useSearchParams();
  const visiveis = namesOf(TIPOS).filter((nome) => can(TIPOS[nome].registry.authority));
  const escolhido = visiveis.find((nome) => nome === search.get('linhas')) ?? visiveis[0];
  if (escolhido === undefined) return <Empty message="Você não tem autorização para ver as linhas deste planejamento." />;
  return (
    <>
      <SegmentedControl
        mb="md"
        aria-label="Tipo das linhas"
        value={escolhido}
        onChange={(nome) => setSearch(nome === 'colaboradores' ? {} : { linhas: nome }, { replace: true })}
        data={visiveis.map((nome) => ({ value: nome, label: TIPOS[nome].nome }))}
      />
      <Lista key={escolhido} tipo={TIPOS[escolhido]} planejamento={planejamento} />
    </>
  );
}

const BESIDE = ['linhas'];
const ONDE_COMECAR = 'Insira as linhas uma a uma, ou alcance muitas de uma vez com o reajuste coletivo.';

function Lista({ tipo, planejamento }: { tipo: Tipo; planejamento: Planejamento }) {
  const { registry } = tipo;
  const can = useCan();
  const queries = useQueryClient();
  const path = `cargo-salario/${registry.id}`;
  const controller = useListController(
    { path, registry },
    {
      beside: BESIDE,
      isPart: true,
      asked: (state) => ({ ...state, size: 30, filters: { tabelaReajuste: String(planejamento.id) } }),
    },
  );
  const { state, change } = controller;
  const { busca } = state;
  const [texto, setTexto] = useState(busca);
  const procura = useDebouncedCallback((nova: string) => change({ busca: nova }), 250);
  const aberta = planejamento.situacao !== 'C' && planejamento[tipo.aplicadas] === null;
  const edita = aberta && can(`${registry.authority}_EDITAR`);
  const exclui = aberta && can(`${registry.authority}_EXCLUIR`);
  // The column of the plan is left out, because all lines belong to this plan.
  const columns = registry.columns.flatMap((name) => {
    const field = registry.fields[name];
    return field && name !== 'tabelaReajuste' ? [{ name, field }] : [];
  });

  const excluir = async (row: RecordRow) => {
    await controller.remove(row);
    // The plan shows how many lines it has, so it is loaded again.
    await queries.invalidateQueries({ queryKey: ['registro'] });
  };
  const anular = async (row: RecordRow) => {
    const message = `Anular o reajuste de ${String(row.nome)}? O histórico que ele criou é excluído, só deste talento: os outros ficam como estão.`;
    if (!(await confirm({ message, ok: 'Anular', cancel: 'Voltar', danger: true }))) return;
    await api.post(`${path}/${row.id}/anular`).then(
      () => toast.success('Reajuste anulado para este talento.'),
      () => undefined,
    );
    await queries.invalidateQueries({ queryKey: ['registro'] });
    await queries.invalidateQueries({ queryKey: ['planejamento'] });
  };
  const linkOf = (row: RecordRow) => `/${path}/${row.id}?planejamento=${planejamento.id}`;
  const actionsOf = (row: RecordRow): RowAction[] => [
    edita
      ? { label: 'Editar', icon: <IconEdit size={18} stroke={1.8} />, to: linkOf(row) }
      : { label: 'Visualizar', icon: <IconEye size={18} stroke={1.8} />, to: linkOf(row) },
    ...(tipo === TIPOS.colaboradores &&
    planejamento.situacao === 'A' &&
    !aberta &&
    row.anulada !== true &&
    can('ROLE_CANCELAR_REAJUSTE')
      ? [
          {
            label: 'Anular para este talento',
            icon: <IconUserMinus size={18} stroke={1.8} />,
            danger: true,
            onClick: () => anular(row),
          },
        ]
      : []),
    ...(exclui
      ? [{ label: 'Excluir', icon: <IconTrash size={18} stroke={1.8} />, danger: true, onClick: () => excluir(row) }]
      : []),
  ];
  const botoes = edita && (
    <>
      {(tipo !== TIPOS.colaboradores || can('ROLE_VER_SALARIO')) && (
        <Button
          variant="default"
          component={Link}
          to={`/cargo-salario/movimentacao-reajuste-coletivo/${tipo.coletivo}?planejamento=${planejamento.id}`}
          leftSection={<IconUsersPlus size={18} stroke={1.8} aria-hidden />}
        >
          Reajuste coletivo
        </Button>
      )}
      <Button
        component={Link}
        to={`/${path}/new?planejamento=${planejamento.id}`}
        leftSection={<IconPlus size={18} aria-hidden />}
      >
        Inserir linha
      </Button>
    </>
  );
  return (
    <>
      <Group mb="sm" justify="space-between" align="flex-end">
        <TextInput
          aria-label="Buscar nas linhas"
          placeholder="Buscar"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={texto}
          maxLength={100}
          onChange={(event) => {
            setTexto(event.currentTarget.value);
            procura(event.currentTarget.value);
          }}
          style={{ flex: '1 1 220px', maxWidth: 420 }}
        />
        <Group gap="xs">{botoes}</Group>
      </Group>
      {!aberta && planejamento.situacao === 'A' && (
        <Text size="sm" c="dimmed" mb="sm">
          Estas linhas já foram aplicadas e não podem mais ser alteradas.
        </Text>
      )}
      <ListCard
        registry={registry}
        list={controller.list}
        page={state.page}
        onPage={(page) => change({ page })}
        columns={columns}
        linkOf={linkOf}
        actionsOf={actionsOf}
        cells={tipo === TIPOS.colaboradores ? CELULAS : { percentualDiferenca: Percentual }}
        sort={state.sort}
        onSort={(sort) => change({ sort })}
        selected={null}
        onSelect={() => undefined}
        empty={<Empty {...(busca === '' && edita ? { why: ONDE_COMECAR } : {})} />}
      />
    </>
  );
}
