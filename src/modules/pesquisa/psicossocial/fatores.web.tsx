import { Button, Group, List, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import { IconEyeOff, IconFileSpreadsheet, IconHourglass } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useActing } from '#kit/acting/acting.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import { formatNumber } from '#kit/br/number.ts';
import { api } from '#kit/client/client.web.ts';
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
      {error ? (
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
  const algum = grupos.some(({ pessoas }) => pessoas !== null);
  return (
    <Stack>
      <Group justify="space-between" align="flex-end" gap="sm">
        <Text c="dimmed" style={{ overflowWrap: 'anywhere', flex: '1 1 240px' }}>
          {[titulo, ate && `até ${formatDate(ate)}`, minimo !== null && `grupos de ${minimo} pessoas ou mais`]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <NativeSelect
          label="Grupos por"
          className="vinculo-no-print"
          value={por ?? ''}
          onChange={({ target }) => onPor(target.value)}
          data={dimensoes.map(({ campo, rotulo }) => ({ value: campo, label: rotulo }))}
        />
      </Group>
      <Section title="Exposição de cada grupo" note="de 0 (nenhum sinal do risco) a 100; sob o nível, o que mais pesa">
        {algum ? (
          <div className={classes.table}>
            <PlainTable
              caption="Exposição de cada grupo a cada fator"
              cards
              rows={grupos}
              keyOf={({ id }) => id ?? 0}
              columns={[
                {
                  title: 'Grupo',
                  isHeading: true,
                  cell: ({ nome, nivel }) => <span style={{ paddingInlineStart: nivel * 14 }}>{nome}</span>,
                },
                {
                  title: 'Responderam',
                  figures: true,
                  cell: ({ pessoas }) => (pessoas === null ? <NaoAparece /> : formatNumber(pessoas, 0)),
                },
                ...fatores.map(({ id, nome }) => ({
                  title: nome,
                  cell: (grupo: GrupoExposto) => <Exposicao fator={grupo.fatores.find(({ aspectoId }) => aspectoId === id)} />,
                })),
              ]}
            />
          </div>
        ) : (
          <Empty icon={<IconEyeOff size={24} stroke={1.6} />} message="Estes resultados não aparecem." why={NAO_MOSTRADO} />
        )}
        {algum && grupos.some(({ pessoas }) => pessoas === null) && (
          <Text size="sm" c="dimmed" mt="sm">
            {NAO_MOSTRADO}
          </Text>
        )}
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

const NaoAparece = () => (
  <Text span size="sm" c="dimmed">
    <IconEyeOff size={14} aria-hidden="true" /> não aparece
  </Text>
);

function Exposicao({ fator }: { fator: GrupoExposto['fatores'][number] | undefined }) {
  if (!fator || fator.exposicao === null || fator.nivel === null) return <>–</>;
  return (
    <>
      <span className={classes.level} data-level={fator.nivel}>
        {nomeDoNivel(fator.nivel)} <small>{formatNumber(fator.exposicao, 0)}</small>
      </span>
      {fator.sinal && fator.nivel !== 'B' && <p className={classes.sign}>{fator.sinal.texto}</p>}
    </>
  );
}
