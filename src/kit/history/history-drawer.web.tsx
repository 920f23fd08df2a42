import { Drawer, Stack, Text, Timeline } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatInstant } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import type { Fields } from '#kit/fields/field.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { type TrailLine, trailLines } from './trail-lines.ts';
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
  const { data, isPending, isError } = useQuery({
    queryKey: ['registro', path, id, 'historico'],
    queryFn: ({ signal }) => api.get<Entry[]>(`${path}/${id}/historico`, {}, { quiet: true, signal }),
    staleTime: 0,
    retry: false,
  });
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={`Histórico: ${name}`}>
      {isPending && <Waiting />}
      {(isError || data?.length === 0) && <Empty message="Nenhuma alteração registrada." />}
      <Timeline bulletSize={14} lineWidth={2}>
        {(data ?? []).map((entry, index) => (
          <Timeline.Item key={`${entry.quando}-${index}`} title={titleOf(registry, entry)}>
            <Stack gap={6}>
              <Text size="sm" c="dimmed">
                {`${typeof entry.usuario === 'string' ? entry.usuario : (entry.usuario?.nome ?? 'Sistema')}, em ${formatInstant(entry.quando)}`}
              </Text>
              {entry.acao === 'A' && entry.mudancas.length === 0 && <Text size="sm">Salvo sem mudanças.</Text>}
              <TrailTable lines={linesOf(registry.fields, entry)} />
            </Stack>
          </Timeline.Item>
        ))}
      </Timeline>
    </Drawer>
  );
}

const titleOf = ({ lifecycle }: AnyRegistry, { acao, transicao }: Entry): string =>
  (transicao === 'restaurar' && 'Restauração da lixeira') ||
  (transicao && lifecycle?.transitions[transicao]?.label) ||
  (deeds[acao] ?? acao);

const linesOf = (fields: Fields, { mudancas }: Entry): TrailLine[] =>
  trailLines(fields, Object.fromEntries(mudancas.map(({ campo, de, para }) => [campo, [de, para]])));
