import { Anchor, Button, Group, Paper, SimpleGrid, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useLocation } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { formatInstant } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import { type Field, fieldOf, offering } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import type { TrailLine } from '#kit/history/trail-lines.ts';
import { TrailTable } from '#kit/history/trail-table.web.tsx';
import { StandardList } from '#kit/list/registry-list.web.tsx';
import { listAddress } from '#kit/query/use-list-state.web.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { CellProps, FormPageProps, ListPageProps, RecordRow, RegistryView } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';

const quiet = { quiet: true } as const;

/** The registry with the titles from the server; undefined until they are loaded. */
function useNamed(registry: AnyRegistry): AnyRegistry | undefined {
  const { data, isError } = useQuery({
    queryKey: ['log', 'cadastros'],
    queryFn: () => api.get<{ id: string; nome: string }[]>('/api/utilitario/log/cadastros', {}, quiet),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => {
    if (!data) return isError ? registry : undefined;
    const options = Object.fromEntries(data.map(({ id, nome }) => [id, nome]));
    return { ...registry, fields: { ...registry.fields, tabela: offering(fieldOf(registry, 'tabela'), options) } };
  }, [data, isError, registry]);
}

/** The list, with registries by their titles, in the filter too. The account filters; beside the name as it was it would say most names twice. */
export function LogList(props: ListPageProps) {
  const named = useNamed(props.registry);
  const registry = useMemo(() => named && { ...named, columns: named.columns.filter((name) => name !== 'conta') }, [named]);
  return registry ? <StandardList {...props} registry={registry} view={view} /> : <ScreenLoading />;
}

interface Named {
  de: string;
  nome: string;
  caminho: string;
}

/** Records whose names are wanted in this moment, asked for together. */
let wanted: { names: Set<string>; answer: Promise<Map<string, Named>> } | undefined;

function nameOf(de: string): Promise<Named | null> {
  if (!wanted) {
    const names = new Set<string>();
    wanted = {
      names,
      answer: new Promise((resolve) => setTimeout(resolve, 0)).then(async () => {
        wanted = undefined;
        const found = await api.get<Named[]>('/api/utilitario/log/nomes', { de: [...names].join(',') }, quiet);
        return new Map(found.map((one) => [one.de, one]));
      }),
    };
  }
  wanted.names.add(de);
  return wanted.answer.then((found) => found.get(de) ?? null);
}

/** The record of an entry by its name, as a link for whoever may open it; else its code. */
function RegistroCell({ row }: CellProps) {
  const de = `${String(row.tabela)}:${String(row.registro)}`;
  const isSession = row.tabela === 'sessoes';
  const { data } = useQuery({
    queryKey: ['log', 'nome', de],
    queryFn: () => nameOf(de),
    enabled: row.registro !== 0 && !isSession,
    staleTime: 60_000,
    retry: false,
  });
  if (row.registro === 0) return 'Vários';
  // A session has no name but its user's, which the row says already.
  if (isSession) return `Sessão ${String(row.registro)}`;
  return data ? (
    <Anchor component={Link} to={data.caminho} size="sm" onClick={(event) => event.stopPropagation()}>
      {data.nome}
    </Anchor>
  ) : (
    String(row.registro)
  );
}

const PRESETS = [
  ['Tudo', ''],
  ['Alterações', '?acao=A'],
  ['Exclusões', '?acao=E'],
  ['Leituras', '?acao=L'],
  ['Acessos', '?tabela=sessoes'],
] as const;

/** The filters that are asked for most, as links. */
function Presets() {
  const { pathname, search } = useLocation();
  const present = new URLSearchParams(search);
  const isPresent = (query: string) => {
    const [[name, value] = ['', '']] = [...new URLSearchParams(query)];
    return name === '' ? !present.has('acao') && !present.has('tabela') : present.get(name) === value;
  };
  return (
    <Group component="nav" aria-label="Atalhos do log" gap="xs" mb="sm" className="vinculo-no-print">
      {PRESETS.map(([title, query]) => (
        <Button
          key={title}
          component={Link}
          to={`${pathname}${query}`}
          size="compact-sm"
          variant={isPresent(query) ? 'light' : 'default'}
          aria-current={isPresent(query) ? 'true' : undefined}
        >
          {title}
        </Button>
      ))}
    </Group>
  );
}

const view: RegistryView = { cells: { registro: RegistroCell }, notice: Presets };

const ditos = ['usuario', 'conta', 'acao', 'tabela', 'registro', 'requisicao'] as const;

/** The head of an entry; it names the account only when that has another name today, or no longer exists. */
const ditosDe = (row: RecordRow) =>
  ditos.filter((name) => name !== 'conta' || ![undefined, row.usuario].includes((row.conta as { nome: string } | null)?.nome));

/** One entry: who, when, where, and each change in words. */
export function LogEntry({ path, registry, id, module }: FormPageProps) {
  const named = useNamed(registry);
  const { moduleTitle } = useActing();
  const entry = useQuery({ queryKey: ['registro', path, id], queryFn: () => api.get<RecordRow>(`${path}/${id}`), retry: false });
  const lines = useQuery({
    queryKey: ['log', id, 'alteracoes'],
    queryFn: () => api.get<TrailLine[]>(`${path}/${id}/alteracoes`, {}, quiet),
    retry: false,
  });
  if (!named || entry.isPending) return <ScreenLoading />;
  const row = entry.data;
  return (
    <Page
      title={
        row ? `${fieldText(named.fields.acao as Field, row.acao)} em ${formatInstant(String(row.quando))}` : registry.singular
      }
      breadcrumbs={[
        { label: module ?? moduleTitle('utilitario') },
        { label: registry.title, to: listAddress(path) },
        { label: registry.singular },
      ]}
    >
      {row ? (
        <Paper component="section" p="md">
          <SimpleGrid cols={{ base: 1, xs: 2, md: ditosDe(row).length }} mb="lg">
            {ditosDe(row).map((name) => (
              <div key={name}>
                <Text size="xs" c="dimmed">
                  {(named.fields[name] as Field).label}
                </Text>
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {name === 'registro' ? (
                    <RegistroCell value={row.registro} row={row} />
                  ) : (
                    fieldText(named.fields[name] as Field, row[name]) || '–'
                  )}
                </Text>
              </div>
            ))}
          </SimpleGrid>
          <Title order={2} fz={16} mb="xs">
            {row.acao === 'L' ? 'O que foi lido' : 'Alterações'}
          </Title>
          {row.acao === 'L' && lines.data && lines.data.length > 0 ? (
            <Lido lines={lines.data} />
          ) : lines.data?.length === 0 ? (
            <Text size="sm" c="dimmed">
              {row.acao === 'L' ? 'Leitura de dados sensíveis: nada mudou.' : 'Nenhum campo mudou.'}
            </Text>
          ) : (
            <TrailTable lines={lines.data ?? []} />
          )}
        </Paper>
      ) : (
        <Empty message="Este registro não existe ou foi excluído." />
      )}
    </Page>
  );
}

const rotulos: Readonly<Record<string, string>> = {
  Colunas: 'Dados protegidos',
  Registros: 'Quantos registros',
  Filtros: 'Filtrado por',
  Leitura: 'Quando',
};

/** Which guarded columns were read, of how many records, with which filters. */
function Lido({ lines }: { lines: readonly TrailLine[] }) {
  return (
    <PlainTable
      caption="O que foi lido"
      withTableBorder
      verticalSpacing={4}
      fz="sm"
      rows={lines}
      keyOf={({ campo }) => campo}
      columns={[
        { title: 'O quê', cell: ({ campo }) => rotulos[campo] ?? campo },
        { title: 'Lido', cell: ({ para }) => para },
      ]}
    />
  );
}
