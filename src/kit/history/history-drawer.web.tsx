import { Button, Drawer, Stack, Text, Timeline } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan } from '#kit/acting/authority.web.tsx';
import { formatInstant } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import type { Fields } from '#kit/fields/field.ts';
import { hasGuards } from '#kit/fields/sensitive.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { useFocusBack } from '#kit/ui/use-focus-back.web.ts';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { READS_TRAIL } from './reads-trail.ts';
import { changeLines, type TrailLine } from './trail-lines.ts';
import { TrailTable } from './trail-table.web.tsx';

interface Change {
  campo: string;
  de: unknown;
  para: unknown;
}

interface Entry {
  quando: string;
  usuario: string | { nome: string } | null;
  acao: string;
  transicao: string | null;
  mudancas: Change[];
}

interface Props {
  path: string;
  id: number;
  registry: AnyRegistry;
  name: string;
  onClose: () => void;
}

const deeds: Readonly<Record<string, string>> = {
  I: 'Inserção',
  A: 'Alteração',
  E: 'Exclusão',
};

/** Who changed what, and when: the audit trail of one record. */
export function HistoryDrawer({ path, id, registry, name, onClose }: Props) {
  useFocusBack();
  const can = useCan();
  const [reads, setReads] = useState(false);
  const mayAsk = hasGuards(registry.fields) && can(READS_TRAIL) && can(registry.authority);
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={`Histórico: ${name}`}>
      {mayAsk && (
        <Button size="compact-sm" variant="default" mb="md" onClick={() => setReads(!reads)}>
          {reads ? 'Ver as alterações' : 'Quem viu os dados protegidos'}
        </Button>
      )}
      {reads ? <Readings path={path} id={id} /> : <Changes path={path} id={id} registry={registry} />}
    </Drawer>
  );
}

interface Reading {
  quando: string;
  usuario: string;
  /** labels of what was shown; absent: the whole record */
  dados: string | null;
  registros: number | null;
}

/** Who read the guarded values of the record, and the lists that may have had it. */
function Readings({ path, id }: Pick<Props, 'path' | 'id'>) {
  const { data, isPending, isError } = useQuery({
    queryKey: ['registro', path, id, 'leituras'],
    queryFn: ({ signal }) =>
      api.get<{ registro: Reading[]; listas: Reading[] }>(`${path}/${id}/leituras`, {}, { quiet: true, signal }),
    staleTime: 0,
    retry: false,
  });
  if (isPending) return <Waiting />;
  if (isError) return <Empty message="Não foi possível carregar quem viu." />;
  const table = (caption: string, rows: readonly Reading[]) => (
    <PlainTable
      caption={caption}
      withTableBorder
      verticalSpacing={4}
      fz="sm"
      rows={rows}
      keyOf={({ quando, usuario }, index) => `${quando}:${usuario}:${index}`}
      columns={[
        { title: 'Quem', cell: ({ usuario }) => usuario },
        { title: 'Quando', cell: ({ quando }) => formatInstant(quando) },
        {
          title: 'O que viu',
          cell: ({ dados, registros }) => (dados ?? 'O registro inteiro') + (registros ? ` (${registros} registros)` : ''),
        },
      ]}
    />
  );
  return (
    <Stack gap="lg">
      {data.registro.length === 0 ? (
        <Text size="sm">Ninguém abriu os dados protegidos deste registro.</Text>
      ) : (
        table('Abriram este registro', data.registro)
      )}
      {data.listas.length > 0 && (
        <div>
          <Text size="sm" c="dimmed" mb="xs">
            Listas, planilhas e relatórios com dados protegidos, que podem ter trazido este registro:
          </Text>
          {table('Viram em listas', data.listas)}
        </div>
      )}
    </Stack>
  );
}

function Changes({ path, id, registry }: Pick<Props, 'path' | 'id' | 'registry'>) {
  const { data, isPending, isError } = useQuery({
    queryKey: ['registro', path, id, 'historico'],
    queryFn: ({ signal }) => api.get<Entry[]>(`${path}/${id}/historico`, {}, { quiet: true, signal }),
    staleTime: 0,
    retry: false,
  });
  return (
    <>
      {isPending && <Waiting />}
      {(isError || data?.length === 0) && <Empty message="Nenhuma alteração registrada." />}
      <Timeline bulletSize={14} lineWidth={2}>
        {(data ?? []).map((entry, index) => (
          <Timeline.Item key={`${entry.quando}-${index}`} title={titleOf(registry, entry)}>
            <Stack gap={6}>
              <Text size="sm" c="dimmed">
                {`${typeof entry.usuario === 'string' ? entry.usuario : (entry.usuario?.nome ?? 'Sistema')}, em ${formatInstant(entry.quando)}`}
              </Text>
              {entry.acao === 'A' && entry.mudancas.length === 0 && <Text size="sm">Salvo sem mudanças que você veja.</Text>}
              <TrailTable lines={linesOf(registry.fields, entry)} />
            </Stack>
          </Timeline.Item>
        ))}
      </Timeline>
    </>
  );
}

const titleOf = ({ lifecycle }: AnyRegistry, { acao, transicao }: Entry): string =>
  (transicao === 'restaurar' && 'Restauração da lixeira') ||
  (transicao && lifecycle?.transitions[transicao]?.label) ||
  (deeds[acao] ?? acao);

const linesOf = (fields: Fields, { mudancas }: Entry): TrailLine[] =>
  changeLines(fields, Object.fromEntries(mudancas.map(({ campo, de, para }) => [campo, [de, para]])));
