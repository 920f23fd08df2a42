import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import type { PanelProps } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { anuncios, noPortal, tonsNoPortal } from './anuncios.registry.ts';

interface Anuncio {
  id: number;
  titulo: string;
  noPortal: keyof typeof noPortal;
  dataFim: string | null;
}

/** The ads of a request, and the way to another one. */
export function AnunciosDaVaga({ record }: PanelProps) {
  const can = useCan();
  const podeVer = can(anuncios.authority);
  const { data, isPending, isError, isFetching, refetch } = useQuery({
    queryKey: ['lista', 'captacao/anuncios', 'da-solicitacao', record.id],
    queryFn: ({ signal }) =>
      api.get<Anuncio[]>('captacao/anuncios', { solicitacao: record.id }, { quiet: true, silent: true, signal }),
    enabled: podeVer,
    retry: false,
  });
  if (!podeVer) return <Text c="dimmed">Os anúncios são do recrutamento.</Text>;
  if (isPending) return <Waiting height={80} />;
  if (isError) return <Fault message="Não foi possível carregar os anúncios." onRetry={refetch} isBusy={isFetching} />;
  const inserir = can(`${anuncios.authority}_EDITAR`) && (record.situacao === 'A' || record.situacao === 'S') && (
    <Button
      component={Link}
      to={`/captacao/anuncios/new?solicitacao=${record.id}`}
      variant="default"
      leftSection={<IconPlus size={18} aria-hidden />}
    >
      Anunciar a vaga
    </Button>
  );
  if (data.length === 0)
    return (
      <Empty
        message="Esta vaga ainda não foi anunciada."
        why={record.status === 'A' ? undefined : 'O anúncio pode ser escrito já; o portal o mostra depois da aprovação.'}
        action={inserir || undefined}
      />
    );
  return (
    <Stack gap="sm" align="flex-start">
      {data.map(({ id, titulo, noPortal: onde, dataFim }) => (
        <Group key={id} gap="sm">
          <Anchor component={Link} to={`/captacao/anuncios/${id}`}>
            {titulo}
          </Anchor>
          <Pill tone={tonsNoPortal[onde]}>{noPortal[onde]}</Pill>
          {dataFim && (
            <Text size="sm" c="dimmed">
              candidaturas até {formatDate(dataFim)}
            </Text>
          )}
        </Group>
      ))}
      {inserir}
    </Stack>
  );
}
