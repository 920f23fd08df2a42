import { Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useActing } from '#kit/acting/acting.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { useAddressId, useRecordId } from '#kit/ui/use-address.web.ts';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { papeis } from '../papeis.ts';
import { type Comparativa, dizPercentual, dizPontos, pontosEntre, type Resumo } from '../questionarios.ts';

const PATH = 'avaliacao/avaliacoes-desempenhos-questionarios';

/** `/avaliacao/avaliacoes-desempenhos-questionarios/{id}/comparativa?com={id}`: two answered questionnaires side by side. */
export function QuestionariosComparados() {
  const id = useRecordId() ?? 0;
  const com = useAddressId('com');
  const { moduleTitle } = useActing();
  const path = `${PATH}/${id}/${com}/comparativa`;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['questionarios-comparados', id, com],
    queryFn: ({ signal }) => api.get<Comparativa>(path, {}, { silent: true, quiet: true, signal }),
    enabled: com !== undefined,
    retry: false,
  });
  return (
    <Page
      title="Dois questionários lado a lado"
      breadcrumbs={[
        { label: moduleTitle('avaliacao') },
        { label: 'Resultados das Avaliações', to: '/avaliacao/resultados' },
        { label: 'Lado a lado' },
      ]}
      actions={
        data && (
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden="true" />}
            onClick={() => void api.blob(`${path}/pdf`, { name: 'comparativa.pdf' })}
          >
            PDF
          </Button>
        )
      }
    >
      {com === undefined ? (
        <Paper>
          <Empty message="Falta dizer com qual questionário comparar." why="Escolha os dois no resultado de quem foi avaliado." />
        </Paper>
      ) : error ? (
        <Paper>
          <Fault message={error.message} onRetry={refetch} isBusy={isFetching} />
        </Paper>
      ) : data ? (
        <Comparados dados={data} />
      ) : (
        <Waiting height={320} />
      )}
    </Page>
  );
}

type Linha = Comparativa['linhas'][number];

function Comparados({ dados: { um, outro, linhas } }: { dados: Comparativa }) {
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Lado resumo={um} />
        <Lado resumo={outro} />
      </SimpleGrid>
      {(['Competências', 'Perguntas'] as const).map((parte) => {
        const dela = linhas.filter((linha) => linha.parte === parte);
        return (
          dela.length > 0 && (
            <Section key={parte} title={parte}>
              <PlainTable
                caption={parte}
                cards
                layout="fixed"
                rows={dela}
                keyOf={(_, n) => n}
                columns={[
                  { title: parte === 'Perguntas' ? 'Pergunta' : 'Competência', isHeading: true, cell: ({ item }) => item },
                  { title: nomeDe(um, outro), cell: (linha) => <Dita dita={linha.um} /> },
                  { title: nomeDe(outro, um), cell: (linha) => <Dita dita={linha.outro} /> },
                  { title: 'Diferença', figures: true, width: 110, cell: diferenca },
                ]}
              />
            </Section>
          )
        );
      })}
    </Stack>
  );
}

/** Two by the same evaluator are told apart by their evaluations. */
const nomeDe = (resumo: Resumo, outro: Resumo): string =>
  resumo.avaliador === outro.avaliador ? resumo.titulo : resumo.avaliador;

const Lado = ({ resumo }: { resumo: Resumo }) => (
  <Paper withBorder p="md" style={{ overflowWrap: 'anywhere' }}>
    <Text fw={600}>
      {resumo.papel === 'U' ? `Autoavaliação de ${resumo.avaliado}` : `${resumo.avaliador} sobre ${resumo.avaliado}`}
    </Text>
    <Text size="sm" c="dimmed">
      {resumo.papel === 'U' ? resumo.titulo : `${resumo.titulo} · ${papeis[resumo.papel]}`}
    </Text>
    <Group gap="lg" mt="xs">
      {(['performance', 'desempenho', 'potencial'] as const).map((indice) => (
        <div key={indice}>
          <Text size="sm" c="dimmed">
            {INDICES[indice]}
          </Text>
          <Text fw={600}>{dizPercentual(resumo[indice])}</Text>
        </div>
      ))}
    </Group>
  </Paper>
);
const INDICES = { performance: 'Performance', desempenho: 'Desempenho', potencial: 'Potencial' } as const;

function Dita({ dita }: { dita: Linha['um'] }) {
  if (!dita)
    return (
      <Text span inherit c="dimmed">
        Não perguntada
      </Text>
    );
  return (
    <div style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
      {dita.resposta || 'Sem resposta'}
      {dita.percentual !== null && (
        <Text span inherit c="dimmed">
          {` · ${dizPercentual(dita.percentual)}`}
        </Text>
      )}
      {dita.comentario && (
        <Text size="sm" c="dimmed">
          {dita.comentario}
        </Text>
      )}
    </div>
  );
}

const diferenca = ({ um, outro }: Linha): string =>
  typeof um?.percentual === 'number' && typeof outro?.percentual === 'number'
    ? dizPontos(pontosEntre(um.percentual, outro.percentual))
    : '–';
