import { Alert, Anchor, Group, List, Paper, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconLock } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { isOneOf } from '#kit/fields/by-name.ts';
import { namedInAddress } from '#kit/registry/named-in-address.web.ts';
import type { RecordRow } from '#kit/registry/view.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { modos } from '#platform/questionario/round.ts';
import { Participacao } from './participacao.web.tsx';
import { prometido } from './promessas.ts';
import { camposDoPublico, type PreviaDoPublico } from './publico-alvo.ts';

const NOMES_DE_INICIO = 8;

/** Below the form: what people will read about their answers, and whom the questionnaire would reach. */
function Previa() {
  const values = useWatch() as Record<string, unknown>;
  const { modo } = values;
  return (
    <Paper p="md" component="section" aria-label="Antes de liberar">
      <Stack gap="md">
        {isOneOf(Object.keys(modos) as (keyof typeof modos)[], modo) && (
          <Alert color="gray" c="var(--mantine-color-text)" icon={<IconLock size={18} />} title="O que as pessoas lerão">
            {prometido(modo, typeof values.minimo === 'number' ? values.minimo : null)}
          </Alert>
        )}
        <QuemResponderia publico={Object.fromEntries(Object.keys(camposDoPublico).map((name) => [name, values[name]]))} />
      </Stack>
    </Paper>
  );
}

function QuemResponderia({ publico }: { publico: Record<string, unknown> }) {
  const [showsAll, setShowsAll] = useState(false);
  const [asked] = useDebouncedValue(JSON.stringify(publico), 300);
  const { data, isError, isPending } = useQuery({
    queryKey: ['questionario-publico', asked],
    queryFn: ({ signal }) =>
      api.post<PreviaDoPublico>('pesquisa/questionarios/publico/previa', JSON.parse(asked) as object, {
        quiet: true,
        silent: true,
        signal,
      }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (isPending) return <Waiting height={60} />;
  if (isError) return null;
  const { total, semEmail, comAcesso, pessoas } = data;
  if (total === 0)
    return (
      <Alert color="yellow" variant="light">
        Ninguém que trabalha aqui hoje e que você veja está neste grupo.
      </Alert>
    );
  const shown = showsAll ? pessoas : pessoas.slice(0, NOMES_DE_INICIO);
  return (
    <section aria-label="Quem responderia">
      <Text fw={600} role="status">
        {counted(total, 'pessoa responderia', 'pessoas responderiam')}
      </Text>
      <Text size="sm" c="dimmed">
        {semEmail === 0
          ? 'Todas têm e-mail e recebem um link pessoal.'
          : `${counted(total - semEmail, 'recebe', 'recebem')} um link pessoal por e-mail; ${counted(semEmail, 'não tem e-mail e responde', 'não têm e-mail e respondem')} pelo quiosque ou pelo cartaz.`}
        {comAcesso > 0 ? ` ${counted(comAcesso, 'também responde', 'também respondem')} com o seu acesso.` : ''}
      </Text>
      <List listStyleType="none" mt="xs" size="sm">
        {shown.map(({ id, nome, area }) => (
          <List.Item key={id}>
            {nome}
            {area && (
              <Text span size="sm" c="dimmed">
                {` · ${area}`}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
      {shown.length < Math.min(total, pessoas.length) ? (
        <Anchor component="button" type="button" size="sm" onClick={() => setShowsAll(true)}>
          {`Mostrar ${pessoas.length}`}
        </Anchor>
      ) : (
        shown.length < total && (
          <Group>
            <Text size="sm" c="dimmed">{`e mais ${(total - shown.length).toLocaleString('pt-BR')}`}</Text>
          </Group>
        )
      )}
    </section>
  );
}

/** What the page of a questionnaire shows besides its fields. */
export const registro = {
  // From the page of a survey, its questionnaire begins with it.
  begin: (copied?: RecordRow) => copied ?? namedInAddress('pesquisa'),
  foot: Previa,
  panels: [{ title: 'Participação', content: Participacao, isFirst: true as const }],
};
