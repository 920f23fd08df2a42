import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import { labelIn } from '#kit/fields/by-name.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { modos } from '#platform/questionario/round.ts';
import { type ColaboradorQuestionario, enderecoDaResposta } from './colaborador-questionario.ts';

/** `/pesquisa/colaborador-questionario`: what waits for the answer of whoever is logged in, and what they have answered. */
export function MinhasPesquisas() {
  const { moduleTitle } = useActing();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['minhas-pesquisas'],
    queryFn: ({ signal }) =>
      api.get<ColaboradorQuestionario[]>('pesquisa/colaborador-questionario', {}, { silent: true, signal }),
  });
  const esperam = data?.filter(({ respondida, aberta }) => aberta && !respondida) ?? [];
  const respondidas = data?.filter(({ respondida }) => respondida) ?? [];
  return (
    <Page title="Minhas Pesquisas" breadcrumbs={[{ label: moduleTitle('pesquisa') }, { label: 'Minhas Pesquisas' }]}>
      {isError ? (
        <Paper>
          <Fault message="Não foi possível carregar as suas pesquisas." onRetry={refetch} isBusy={isFetching} />
        </Paper>
      ) : !data ? (
        <Waiting height={240} />
      ) : (
        <Stack>
          {esperam.length === 0 ? (
            <Paper>
              <Empty
                message="Nada espera pela sua resposta."
                why="Quando alguém perguntar algo a você, aparece aqui e na página inicial."
              />
            </Paper>
          ) : (
            <Section title="Esperam por você">
              <Linhas linhas={esperam} />
            </Section>
          )}
          {respondidas.length > 0 && (
            <Section title="Respondidas">
              <Linhas linhas={respondidas} />
            </Section>
          )}
        </Stack>
      )}
    </Page>
  );
}

const Linhas = ({ linhas }: { linhas: readonly ColaboradorQuestionario[] }) => (
  <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
    {linhas.map((linha) => (
      <Group component="li" key={linha.id} justify="space-between" gap="sm">
        <div style={{ flex: '1 1 220px', minWidth: 0 }}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {linha.titulo}
          </Text>
          <Group gap="xs">
            <Text size="sm" c="dimmed">
              {[labelIn(modos, linha.modo), linha.ate ? `até ${formatDate(linha.ate)}` : null].filter(Boolean).join(' · ')}
            </Text>
            {linha.respondidoParcialmente && <Pill tone="waiting">Parcialmente respondida</Pill>}
            {linha.respondida && <Pill tone="good">Respondida</Pill>}
          </Group>
        </div>
        {!linha.respondida && (
          <Button component={Link} to={enderecoDaResposta(linha)} variant={linha.respondidoParcialmente ? 'default' : 'filled'}>
            {linha.respondidoParcialmente ? 'Continuar' : 'Responder'}
          </Button>
        )}
        {linha.respondida && linha.modo === 'I' && (
          <Anchor component={Link} to={`/pesquisa/colaborador-respostas?solicitacao=${linha.id}`}>
            Ver as minhas respostas
          </Anchor>
        )}
      </Group>
    ))}
  </Stack>
);
