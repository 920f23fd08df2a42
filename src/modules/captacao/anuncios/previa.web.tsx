import { Alert, Box, Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useActing } from '#kit/acting/acting.web.tsx';
import { api } from '#kit/client/client.web.ts';
import type { PanelProps } from '#kit/registry/view.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { RichText } from '#kit/ui/rich-text.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { fatosDaVaga, type Vaga } from '../portal/vaga.ts';

const larguras = { celular: 360, computador: 760 } as const;

/** What the portal shows of the ad, whether or not it is open. */
export function ComoOCandidatoVe({ record }: PanelProps) {
  const [largura, setLargura] = useState<keyof typeof larguras>('celular');
  const { data, isPending, isError, isFetching, refetch } = useQuery({
    queryKey: ['registro', 'captacao/anuncios', record.id, 'previa', record.versao],
    queryFn: ({ signal }) =>
      api.get<{ aberto: boolean; anuncio: Vaga }>(
        `captacao/anuncios/${record.id}/previa`,
        {},
        { quiet: true, silent: true, signal },
      ),
    retry: false,
  });
  if (isPending) return <Waiting height={240} />;
  if (isError) return <Fault message="Não foi possível carregar a prévia." onRetry={refetch} isBusy={isFetching} />;
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" flex="1 1 260px">
          É o mesmo que o candidato lê. Sexo e idade pedidos na solicitação nunca aparecem no portal; a remuneração, só se a
          empresa a exibir.
        </Text>
        <SegmentedControl
          aria-label="Largura da prévia"
          size="xs"
          value={largura}
          onChange={(qual) => setLargura(qual as keyof typeof larguras)}
          data={[
            { value: 'celular', label: 'Celular' },
            { value: 'computador', label: 'Computador' },
          ]}
        />
      </Group>
      {!data.aberto && (
        <Alert color="yellow" p="xs" icon={<IconInfoCircle size={18} />}>
          Hoje o portal não mostra este anúncio.
        </Alert>
      )}
      <Paper withBorder radius="md" p="lg" maw={larguras[largura]} w="100%" mx="auto">
        <Anuncio anuncio={data.anuncio} />
      </Paper>
    </Stack>
  );
}

function Anuncio({ anuncio }: { anuncio: Vaga }) {
  const { company } = useActing();
  const { titulo, descricao } = anuncio;
  return (
    <Stack gap="sm">
      <Box>
        <Text size="sm" c="dimmed">
          {company}
        </Text>
        <Title order={3} fz={22} style={{ overflowWrap: 'anywhere' }}>
          {titulo}
        </Title>
      </Box>
      <Box component="dl" m={0} style={{ display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 16, rowGap: 4 }}>
        {fatosDaVaga(anuncio).map(([nome, valor]) => (
          <Box key={nome} style={{ display: 'contents' }}>
            <Text component="dt" size="sm" c="dimmed">
              {nome}
            </Text>
            <Text component="dd" m={0} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {valor}
            </Text>
          </Box>
        ))}
      </Box>
      <Box style={{ overflowWrap: 'anywhere' }}>
        <RichText html={descricao} />
      </Box>
    </Stack>
  );
}
