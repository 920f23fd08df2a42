import { Badge, Chip, Group, Stack, Text, Timeline } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { formatDate, today } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import type { PanelProps } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { useAddress } from '#kit/ui/use-address.web.ts';
import { Waiting } from '#kit/ui/waiting.web.tsx';

interface LinhaDoTempo {
  tipos: { id: string; descricao: string }[];
  eventos: { data: string; tipo: string; titulo: string; detalhe: string | null }[];
}

/** Admission, positions, certificates and all other events of a talent, by year, with a filter by kind. */
export function LinhaDoTempoPainel({ record }: PanelProps) {
  // Loaded when its tab is first opened, not with every record.
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const [escolhidos, setEscolhidos] = useAddress('tipos');
  const tipos = escolhidos.split(',').filter(Boolean);
  const { data, isError, isSuccess } = useQuery({
    queryKey: ['registro', 'gestao-talentos/talentos', record?.id, 'linha-do-tempo'],
    queryFn: ({ signal }) =>
      api.get<LinhaDoTempo>(`gestao-talentos/talentos/${record?.id}/linha-do-tempo`, {}, { quiet: true, signal }),
    enabled: record !== undefined && inViewport,
    retry: false,
  });
  const eventos = (data?.eventos ?? []).filter(({ tipo }) => tipos.length === 0 || tipos.includes(tipo));
  const presentes = new Set(data?.eventos.map(({ tipo }) => tipo));
  const anos = [...new Set(eventos.map(({ data: dia }) => dia.slice(0, 4)))];
  return (
    <div ref={ref} style={{ minHeight: 40 }}>
      {isError && <Empty message="Não foi possível carregar a linha do tempo." />}
      {inViewport && !isError && !isSuccess && <Waiting />}
      {isSuccess && (
        <Stack gap="lg">
          <Chip.Group multiple value={tipos} onChange={(novos) => setEscolhidos(novos.join(','))}>
            <Group gap="xs" role="group" aria-label="Mostrar na linha do tempo">
              {data.tipos
                .filter(({ id }) => presentes.has(id))
                .map(({ id, descricao }) => (
                  <Chip key={id} value={id} size="sm">
                    {descricao}
                  </Chip>
                ))}
            </Group>
          </Chip.Group>
          {eventos.length === 0 && <Empty message="Nenhum acontecimento registrado." />}
          {anos.map((ano) => (
            <section key={ano} aria-label={ano}>
              <Text fw={700} mb="sm">
                {ano}
              </Text>
              <Timeline bulletSize={14} lineWidth={2}>
                {eventos
                  .filter(({ data: dia }) => dia.startsWith(ano))
                  .map((evento, index) => (
                    <Timeline.Item key={`${evento.data}-${evento.tipo}-${index}`} title={evento.titulo}>
                      <Group gap="xs">
                        <Text size="sm" c="dimmed">
                          {formatDate(evento.data)}
                        </Text>
                        {evento.data > today() && (
                          <Badge size="sm" variant="light">
                            Previsto
                          </Badge>
                        )}
                      </Group>
                      {evento.detalhe && <Text size="sm">{evento.detalhe}</Text>}
                    </Timeline.Item>
                  ))}
              </Timeline>
            </section>
          ))}
        </Stack>
      )}
    </div>
  );
}
