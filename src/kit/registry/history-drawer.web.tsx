import { Drawer, Loader, Stack, Table, Text, Timeline } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatInstant } from '#kit/br/date.ts';
import { fieldText } from '#kit/fields/cells.web.tsx';
import type { Fields } from '#kit/fields/field.ts';
import { api } from '#kit/http/client.web.ts';
import { formatCell } from '#kit/sheet/format.ts';
import { Empty } from '#kit/ui/empty.web.tsx';

interface Change {
  campo: string;
  de: unknown;
  para: unknown;
}

interface Entry {
  quando: string;
  usuario: string | { nome: string } | null;
  acao: string;
  mudancas: Change[];
}

interface Props {
  path: string;
  id: number;
  fields: Fields;
  name: string;
  onClose: () => void;
}

const deeds: Readonly<Record<string, string>> = {
  I: 'Inserção',
  A: 'Alteração',
  E: 'Exclusão',
};

/** Who changed what, and when: the audit trail of one record. */
export function HistoryDrawer({ path, id, fields, name, onClose }: Props) {
  const { data, isPending, isError } = useQuery({
    queryKey: ['registro', path, id, 'historico'],
    queryFn: ({ signal }) => api.get<Entry[]>(`${path}/${id}/historico`, {}, { quiet: true, signal }),
    staleTime: 0,
    retry: false,
  });
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={`Histórico: ${name}`}>
      {isPending && <Loader aria-label="Carregando..." />}
      {(isError || data?.length === 0) && <Empty message="Nenhuma alteração registrada." />}
      <Timeline bulletSize={14} lineWidth={2}>
        {(data ?? []).map((entry, index) => (
          <Timeline.Item key={`${entry.quando}-${index}`} title={deeds[entry.acao] ?? entry.acao}>
            <Stack gap={6}>
              <Text size="sm" c="dimmed">
                {`${typeof entry.usuario === 'string' ? entry.usuario : (entry.usuario?.nome ?? 'Sistema')}, em ${formatInstant(entry.quando)}`}
              </Text>
              {entry.mudancas.length > 0 && (
                <Table withTableBorder verticalSpacing={4} fz="sm">
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>Campo</Table.Th>
                      <Table.Th>De</Table.Th>
                      <Table.Th>Para</Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {entry.mudancas.map((change) => (
                      <Table.Tr key={change.campo}>
                        <Table.Td>{fields[change.campo]?.label ?? change.campo}</Table.Td>
                        <Table.Td>{shown(fields, change.campo, change.de)}</Table.Td>
                        <Table.Td>{shown(fields, change.campo, change.para)}</Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              )}
            </Stack>
          </Timeline.Item>
        ))}
      </Timeline>
    </Drawer>
  );
}

function shown(fields: Fields, name: string, value: unknown): string {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const text = field ? fieldText(field, value) : formatCell('text', value);
  return text === '' ? '(vazio)' : text;
}
