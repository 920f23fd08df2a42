import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconFileSpreadsheet, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useActing } from '#kit/acting/acting.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { useRecordId } from '#kit/ui/use-address.web.ts';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { papeis } from '../papeis.ts';
import { dizPercentual, type Linha, type QuestionarioRespondido } from '../questionarios.ts';
import { AnexosDados } from './evidencias.web.tsx';

const PATH = 'avaliacao/avaliacoes-desempenhos-questionarios';

/** `/avaliacao/avaliacoes-desempenhos-questionarios/{id}/respondida`: what somebody answered about somebody. */
export function QuestionarioLido() {
  const id = useRecordId() ?? 0;
  const { moduleTitle } = useActing();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['avaliacao-respondida', id],
    queryFn: ({ signal }) =>
      api.get<QuestionarioRespondido & { linhas: Linha[] }>(
        `${PATH}/${id}/respondida`,
        {},
        { silent: true, quiet: true, signal },
      ),
    retry: false,
  });
  return (
    <Page
      title={data ? `Avaliação de ${data.avaliado.nome}` : 'Questionário respondido'}
      breadcrumbs={[
        { label: moduleTitle('avaliacao') },
        { label: 'Minhas Avaliações', to: `/${PATH}` },
        { label: 'Questionário respondido' },
      ]}
      actions={
        data && (
          <Group gap="sm">
            <Button
              variant="default"
              leftSection={<IconPrinter size={18} aria-hidden="true" />}
              onClick={() => void api.blob(`${PATH}/${id}/respondida/pdf`, { name: 'avaliacao.pdf' })}
            >
              PDF
            </Button>
            <Button
              variant="default"
              leftSection={<IconFileSpreadsheet size={18} aria-hidden="true" />}
              onClick={() => void api.blob(`${PATH}/${id}/respondida/xls`, { name: 'avaliacao.xlsx' })}
            >
              Planilha
            </Button>
          </Group>
        )
      }
    >
      {error ? (
        <Paper>
          <Fault message={error.message} onRetry={refetch} isBusy={isFetching} />
        </Paper>
      ) : !data ? (
        <Waiting height={320} />
      ) : (
        <Stack>
          <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {[
              data.avaliacaoDesempenho.titulo,
              `respondida por ${data.avaliador.nome} (${papeis[data.papel]})`,
              `performance ${dizPercentual(data.resultado.performance)}`,
            ].join(' · ')}
          </Text>
          {(['Competências', 'Perguntas'] as const).map((parte) => {
            const linhas = data.linhas.filter((linha) => linha.parte === parte);
            return (
              linhas.length > 0 && (
                <Section key={parte} title={parte}>
                  <Stack component="dl" gap="md" m={0}>
                    {linhas.map((linha) => (
                      <Respondida key={linha.chave} linha={linha} />
                    ))}
                  </Stack>
                </Section>
              )
            );
          })}
        </Stack>
      )}
    </Page>
  );
}

const Respondida = ({ linha: { item, resposta, exigido, percentual, comentario, evidencias } }: { linha: Linha }) => (
  <div>
    <Text component="dt" size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {item}
    </Text>
    <Text component="dd" m={0} fw={600} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
      {resposta || 'Sem resposta'}
      <Text span size="sm" c="dimmed" fw={400}>
        {[percentual === null ? null : ` · ${dizPercentual(percentual)}`, exigido && ` · exigido: ${exigido}`]
          .filter(Boolean)
          .join('')}
      </Text>
    </Text>
    {comentario && (
      <Text component="dd" m={0} mt={4} size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
        {comentario}
      </Text>
    )}
    {evidencias.length > 0 && (
      <Text component="dd" m={0}>
        <AnexosDados evidencias={evidencias} />
      </Text>
    )}
  </div>
);
