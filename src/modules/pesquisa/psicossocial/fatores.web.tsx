import { Button, List, NativeSelect, Paper, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { IconEyeOff, IconFileSpreadsheet, IconHourglass } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useActing } from '#kit/acting/acting.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import { formatNumber } from '#kit/br/number.ts';
import { counted } from '#kit/br/text.ts';
import { ApiError, api } from '#kit/client/client.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { useAddress, useRecordId } from '#kit/ui/use-address.web.ts';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { NAO_MOSTRADO } from '#platform/questionario/results.ts';
import { type FatoresPsicossociais, type GrupoExposto, METODO, nomeDoNivel } from './exposicao.ts';
import classes from './fatores.module.css';

const TITULO = 'Fatores psicossociais';

/** `/pesquisa/questionarios/{id}/fatores-psicossociais`: how exposed each group is to each factor, for the inventory of NR-1. */
export function FatoresDoQuestionario() {
  const id = useRecordId() ?? 0;
  const { moduleTitle } = useActing();
  const [por, setPor] = useAddress('por');
  const path = `pesquisa/questionarios/${id}/fatores-psicossociais`;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['fatores-psicossociais', id, por],
    queryFn: ({ signal }) => api.get<FatoresPsicossociais>(path, { por: por || 'area' }, { silent: true, quiet: true, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <Page
      title={TITULO}
      breadcrumbs={[
        { label: moduleTitle('pesquisa') },
        { label: 'Questionários', to: '/pesquisa/questionarios' },
        { label: data?.titulo ?? 'Questionário', to: `/pesquisa/questionarios/${id}` },
        { label: TITULO },
      ]}
      actions={
        data?.pronto && (
          <Button
            variant="default"
            leftSection={<IconFileSpreadsheet size={18} aria-hidden="true" />}
            onClick={() => void api.blob(`${path}/xlsx?por=${por || 'area'}`, { name: 'fatores-psicossociais.xlsx' })}
          >
            Planilha
          </Button>
        )
      }
    >
      {error instanceof ApiError && error.status === 409 ? (
        <Paper>
          <Empty message={error.message} />
        </Paper>
      ) : error ? (
        <Paper>
          <Fault message={error.message} onRetry={refetch} isBusy={isFetching} />
        </Paper>
      ) : !data ? (
        <Waiting height={320} />
      ) : data.pronto ? (
        <Fatores data={data} onPor={setPor} />
      ) : (
        <Paper>
          <Empty
            icon={<IconHourglass size={24} stroke={1.6} />}
            message="Os fatores aparecem quando o questionário se encerra."
            why="Antes disso nada é mostrado a ninguém: cada nova resposta mudaria os números e diria de quem ela é."
          />
        </Paper>
      )}
    </Page>
  );
}

function Fatores({ data, onPor }: { data: FatoresPsicossociais; onPor(por: string): void }) {
  const { titulo, ate, minimo, por, dimensoes, fatores, grupos } = data;
  const nomeDe = new Map(fatores.map(({ id, nome }) => [id, nome]));
  const todos = grupos.find(({ id }) => id === null);
  return (
    <Stack>
      <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {[titulo, ate && `até ${formatDate(ate)}`, minimo !== null && `grupos de ${minimo} pessoas ou mais`]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {todos && todos.pessoas !== null ? (
        <Section
          title="Todos os que responderam"
          note={`${counted(todos.pessoas, 'pessoa', 'pessoas')}; exposição de 0 (nenhum sinal do risco) a 100`}
        >
          <PlainTable
            caption="Exposição de todos a cada fator"
            cards
            rows={todos.fatores.toSorted((a, b) => (b.exposicao ?? -1) - (a.exposicao ?? -1))}
            keyOf={({ aspectoId }) => aspectoId}
            columns={[
              { title: 'Fator', isHeading: true, cell: ({ aspectoId }) => nomeDe.get(aspectoId) },
              { title: 'Exposição', cell: (fator) => <Exposicao fator={fator} /> },
              { title: 'Pergunta mais desfavorável', cell: ({ sinal }) => sinal?.texto ?? '–' },
            ]}
          />
        </Section>
      ) : (
        <Paper>
          <Empty icon={<IconEyeOff size={24} stroke={1.6} />} message="Estes resultados não aparecem." why={NAO_MOSTRADO} />
        </Paper>
      )}
      <Section
        title="Por grupo"
        aside={
          <NativeSelect
            aria-label="Grupos por"
            className="vinculo-no-print"
            value={por ?? ''}
            onChange={({ target }) => onPor(target.value)}
            data={dimensoes.map(({ campo, rotulo }) => ({ value: campo, label: rotulo }))}
          />
        }
      >
        <Grupos fatores={fatores} grupos={grupos.filter(({ id }) => id !== null)} />
      </Section>
      <Section title="Como se mede">
        <List size="sm" spacing={6}>
          {METODO.map((frase) => (
            <List.Item key={frase}>{frase}</List.Item>
          ))}
        </List>
      </Section>
    </Stack>
  );
}

const Grupos = ({ fatores, grupos }: Pick<FatoresPsicossociais, 'fatores' | 'grupos'>) => (
  <>
    <ScrollArea type="auto" offsetScrollbars="x" viewportProps={{ tabIndex: 0, 'aria-label': 'Exposição de cada grupo' }}>
      <Table className={classes.map}>
        <caption className="vinculo-hidden">Exposição de cada grupo a cada fator</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Grupo</Table.Th>
            <Table.Th scope="col" ta="right">
              Responderam
            </Table.Th>
            {fatores.map(({ id, nome }) => (
              <Table.Th key={id} scope="col">
                {nome}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {grupos.map(({ id, nome, nivel, pessoas, fatores: deles }) => (
            <Table.Tr key={id}>
              <Table.Th scope="row" fw={nivel === 0 ? 600 : 400} style={{ paddingInlineStart: 12 + nivel * 16 }}>
                {nome}
              </Table.Th>
              {pessoas === null ? (
                <Table.Td colSpan={1 + fatores.length} className={classes.hidden}>
                  <span>
                    <IconEyeOff size={14} aria-hidden="true" /> não aparece
                  </span>
                </Table.Td>
              ) : (
                <>
                  <Table.Td ta="right">{formatNumber(pessoas, 0)}</Table.Td>
                  {fatores.map((fator) => (
                    <Table.Td key={fator.id}>
                      <Exposicao fator={deles.find(({ aspectoId }) => aspectoId === fator.id)} />
                    </Table.Td>
                  ))}
                </>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
    {grupos.some(({ pessoas }) => pessoas === null) && (
      <Text size="sm" c="dimmed" mt="sm">
        {NAO_MOSTRADO}
      </Text>
    )}
  </>
);

const Exposicao = ({ fator }: { fator: GrupoExposto['fatores'][number] | undefined }) =>
  fator === undefined || fator.exposicao === null || fator.nivel === null ? (
    <>–</>
  ) : (
    <span className={classes.level} data-level={fator.nivel}>
      {nomeDoNivel(fator.nivel)} <small>{formatNumber(fator.exposicao, 0)}</small>
    </span>
  );
