import { Anchor, Paper, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { AnsweredList } from '#platform/questionario/answered-list.web.tsx';
import { acompanhamentos } from '../../experiencia/acompanhamentos.registry.ts';
import { Filtro, useFiltro } from '../filtro.web.tsx';
import { papeis } from '../papeis.ts';
import { POR_VEZ, type QuestionarioDaAvaliacao } from '../questionarios.ts';

const MINHAS = '/avaliacao/avaliacoes-desempenhos-questionarios';

/** SCR-124 `/avaliacao/respostas`: what was answered in evaluations, by oneself and by those whose answers one may read. */
export function RespostasDasAvaliacoes() {
  const { moduleTitle } = useActing();
  const can = useCan();
  const filtro = useFiltro();
  const { avaliacaoDesempenhoId, busca } = filtro;
  return (
    <Page title="Respostas" breadcrumbs={[{ label: moduleTitle('avaliacao') }, { label: 'Respostas' }]}>
      <Stack gap="md">
        <Text c="dimmed" maw={720}>
          O que você respondeu em avaliações de desempenho, e o que pode ler de outras pessoas. Cada resposta abre com o resultado
          dela.
        </Text>
        <Filtro filtro={filtro} placeholder="Avaliado ou avaliador" />
        <Paper p="md">
          <Lista key={`${avaliacaoDesempenhoId} ${busca}`} {...{ avaliacaoDesempenhoId, busca }} />
        </Paper>
        {can(acompanhamentos.authority) && (
          <Text size="sm" c="dimmed">
            As do período de experiência estão com cada talento, em{' '}
            <Anchor component={Link} to={`/avaliacao/${acompanhamentos.id}`} inherit underline="always">
              {acompanhamentos.title}
            </Anchor>
            .
          </Text>
        )}
      </Stack>
    </Page>
  );
}

const Lista = (query: Pick<ReturnType<typeof useFiltro>, 'avaliacaoDesempenhoId' | 'busca'>) => (
  <AnsweredList<QuestionarioDaAvaliacao>
    path="avaliacao/respostas"
    query={query}
    perPage={POR_VEZ}
    empty={
      query.busca !== undefined || query.avaliacaoDesempenhoId !== undefined
        ? { message: 'Nenhuma resposta com este filtro.' }
        : {
            message: 'Ainda não há respostas que você possa ler.',
            why: 'As suas aparecem aqui assim que você avalia alguém; as de uma avaliação anônima, ninguém lê uma a uma.',
          }
    }
    columns={[
      {
        title: 'Avaliado',
        isHeading: true,
        cell: ({ id, avaliado }) => (
          <Anchor component={Link} to={`${MINHAS}/${id}/respondida`} inherit>
            {avaliado.nome}
          </Anchor>
        ),
      },
      { title: 'Avaliador', cell: ({ avaliador, minha }) => (minha ? 'Você' : avaliador.nome) },
      { title: 'Papel', cell: ({ papel }) => papeis[papel] },
      { title: 'Avaliação', cell: ({ avaliacaoDesempenho }) => avaliacaoDesempenho.titulo },
    ]}
  />
);
