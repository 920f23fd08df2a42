import {
  ActionIcon,
  Anchor,
  Badge,
  Button,
  Checkbox,
  Collapse,
  Group,
  Paper,
  ScrollArea,
  Table,
  Text,
  Title,
} from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconTrash } from '@tabler/icons-react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { formatInstant } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { usePersonal } from '#kit/list/use-personal.web.ts';
import { confirmRemoval } from '#kit/ui/confirm.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';

export interface PendenciaAC {
  id: number;
  pendencia: string;
  detalhes: string;
  statusDetalhes: string;
  statusCancelado: boolean;
  criadaEm: string;
  origem: string | null;
  podeRemover: boolean;
}

const PATH = '/api/geral/pendencias-ac';
/** Refusals that the box shows in its own words; an expired session asks for the password as everywhere. */
const OWN_WORDS = ['NAO_AUTORIZADO', 'NAO_ENCONTRADO', 'ERRO', 'api-unreachable'];
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

export const pendencias = (empresaId: number | undefined) =>
  queryOptions({
    queryKey: ['pendencias-ac', empresaId],
    queryFn: () => api.get<PendenciaAC[]>(PATH, {}, { quiet: true, silent: true }),
    enabled: empresaId !== undefined,
  });

/** The pending items, the selected ones, and their removal. */
function usePendencias(empresaId: number | undefined) {
  const queries = useQueryClient();
  const asked = pendencias(empresaId);
  const { data = [], isError, isFetching, refetch } = useQuery(asked);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const removable = data.filter(({ podeRemover }) => podeRemover).map(({ id }) => id);
  const marked = chosen.filter((id) => removable.includes(id));
  const remove = async () => {
    if (!(await confirmRemoval('Confirma exclusão?', counted(marked.length, 'pendência', 'pendências')))) return;
    try {
      await api.delete(PATH, { pendencias: marked.join(',') }, { silent: OWN_WORDS });
      setChosen([]);
      toast.success('Pendência(s) AC excluída(s) com sucesso.');
    } catch {
      toast.error('Não foi possível excluir a(s) pendência(s).');
    }
    await queries.invalidateQueries({ queryKey: asked.queryKey });
  };
  return { data, isError, isFetching, refetch, removable, marked, mark: setChosen, remove };
}

/**
 * Pending items of the personnel system (document 3 §2); hidden when there are none. It stays minimised for a user who minimised
 * it.
 */
export function PendenciasBox({ empresaId }: { empresaId: number | undefined }) {
  const { data, isError, isFetching, refetch, removable, marked, mark, remove } = usePendencias(empresaId);
  const [minimized, setMinimized] = usePersonal('pendencias-ac:minimizada', isFlag);
  const body = useId();
  if (isError)
    return (
      <Paper mb="md">
        <Fault
          message="Não foi possível carregar as pendências da integração com a folha."
          isBusy={isFetching}
          onRetry={refetch}
        />
      </Paper>
    );
  if (data.length === 0) return null;

  return (
    <Paper component="section" p="md" aria-label="Pendências da integração com a folha" mb="md">
      <Group justify="space-between" wrap="nowrap">
        <Group gap="xs">
          <Title order={2} fz={16}>
            Pendências da integração com a folha
          </Title>
          <Badge variant="light">{data.length}</Badge>
        </Group>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={minimized ? 'Expandir as pendências' : 'Minimizar as pendências'}
          aria-expanded={!minimized}
          aria-controls={body}
          onClick={() => setMinimized(!minimized)}
        >
          {minimized ? <IconChevronDown size={18} aria-hidden="true" /> : <IconChevronUp size={18} aria-hidden="true" />}
        </ActionIcon>
      </Group>
      <Collapse expanded={!minimized} id={body}>
        <ScrollArea.Autosize
          mah={240}
          mt="xs"
          viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'Lista de pendências' }}
        >
          <Table verticalSpacing={6} fz="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={40}>
                  <Checkbox
                    aria-label="Selecionar todas as pendências"
                    disabled={removable.length === 0}
                    checked={removable.length > 0 && marked.length === removable.length}
                    indeterminate={marked.length > 0 && marked.length < removable.length}
                    onChange={(event) => mark(event.currentTarget.checked ? removable : [])}
                  />
                </Table.Th>
                <Table.Th visibleFrom="sm">Pendência</Table.Th>
                <Table.Th>Detalhes</Table.Th>
                <Table.Th visibleFrom="sm">Situação</Table.Th>
                <Table.Th visibleFrom="sm">Desde</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map((item) => (
                <Pendencia
                  key={item.id}
                  item={item}
                  isMarked={marked.includes(item.id)}
                  onMark={(isMarked) => mark(isMarked ? [...marked, item.id] : marked.filter((id) => id !== item.id))}
                />
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
        <Group justify="space-between" mt="sm">
          <Text size="sm" c="dimmed">
            {removable.length === 0 ? 'Nenhuma pendência pode ser excluída por você.' : ''}
          </Text>
          <Button
            size="xs"
            color="red"
            variant="light"
            disabled={marked.length === 0}
            leftSection={<IconTrash size={14} aria-hidden="true" />}
            onClick={() => void remove()}
          >
            Remover selecionadas
          </Button>
        </Group>
      </Collapse>
    </Paper>
  );
}

interface PendenciaProps {
  item: PendenciaAC;
  isMarked: boolean;
  onMark: (isMarked: boolean) => void;
}

function Pendencia({ item, isMarked, onMark }: PendenciaProps) {
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox
          aria-label={`Selecionar: ${item.detalhes}`}
          disabled={!item.podeRemover}
          checked={isMarked}
          onChange={(event) => onMark(event.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td visibleFrom="sm">{item.pendencia}</Table.Td>
      <Table.Td>
        {item.origem === null || item.statusCancelado ? (
          item.detalhes
        ) : (
          <Anchor component={Link} to={`/${item.origem}`} size="sm">
            {item.detalhes}
          </Anchor>
        )}
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {`${item.statusDetalhes} desde ${formatInstant(item.criadaEm)}`}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{item.statusDetalhes}</Table.Td>
      <Table.Td visibleFrom="sm">{formatInstant(item.criadaEm)}</Table.Td>
    </Table.Tr>
  );
}
