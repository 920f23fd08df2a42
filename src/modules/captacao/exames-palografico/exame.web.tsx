import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { fileAddress } from '#kit/fields/file-address.ts';
import type { PanelProps, RecordRow } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { examesPalografico } from './exames-palografico.registry.ts';

const PATH = 'captacao/exames-palografico';
const look = { size: 16, 'aria-hidden': true } as const;
const PARTES = ['examePalografico', 'resultadoExamePalografico'] as const;

/** The exam of a candidate, and the way to its record, or to a new one: there is one for each candidate. */
export function ExameDoCandidato({ record }: PanelProps) {
  const { empresaId } = useActing();
  const can = useCan();
  const mayRead = can(examesPalografico.authority);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['registro', PATH, 'do-candidato', empresaId, record.id],
    async queryFn({ signal }) {
      const { content } = await api.get<{ content: RecordRow[] }>(
        PATH,
        { candidato: record.id, page: 0, size: 1 },
        { quiet: true, signal },
      );
      const id = content[0]?.id;
      return { exame: id === undefined ? null : await api.get<RecordRow>(`${PATH}/${id}`, {}, { quiet: true, signal }) };
    },
    enabled: mayRead,
    retry: false,
  });
  if (!mayRead) return <Empty message="Você não tem autorização para ver isto." />;
  if (isError) return <Fault message="Não foi possível carregar o exame." onRetry={refetch} isBusy={isFetching} />;
  if (!data) return <Waiting height={80} />;
  const { exame } = data;
  if (exame === null)
    return (
      <Empty
        message="Este candidato não fez o exame palográfico."
        action={
          can(`${examesPalografico.authority}_EDITAR`) && (
            <Button
              component={Link}
              variant="default"
              to={`/${PATH}/new?candidato=${record.id}`}
              leftSection={<IconPlus {...look} />}
            >
              Inserir exame
            </Button>
          )
        }
      />
    );
  const imagem = exame.imagem as { id: number } | null | undefined;
  return (
    <Stack gap="md">
      {PARTES.filter((parte) => typeof exame[parte] === 'string' && exame[parte] !== '').map((parte) => (
        <div key={parte}>
          <Text size="sm" c="dimmed">
            {examesPalografico.fields[parte].label}
          </Text>
          <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{String(exame[parte])}</Text>
        </div>
      ))}
      <Group gap="xs">
        <Button component={Link} variant="default" size="xs" to={`/${PATH}/${exame.id}`} leftSection={<IconPencil {...look} />}>
          Abrir o exame
        </Button>
        {imagem && (
          <Button component="a" variant="default" size="xs" href={fileAddress(imagem)} target="_blank" rel="noreferrer">
            Ver a folha
          </Button>
        )}
      </Group>
    </Stack>
  );
}
