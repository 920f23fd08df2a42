import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconPlus, IconPrinter, IconTarget } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useActing } from '#kit/acting/acting.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { PrintHead } from '#kit/ui/print-head.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { useRecordId } from '#kit/ui/use-address.web.ts';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { dizPercentual } from '../desempenho/questionarios.ts';
import { Metas } from '../metas/metas.web.tsx';
import { AcaoDialog, nomeado } from './acao.web.tsx';
import { Acoes, Andamento, PDI } from './acoes.web.tsx';
import type { Lacuna, PlanoDoTalento } from './plano.ts';

export const TITULO = 'Plano de Desenvolvimento';

export const usePlano = (talento: number | undefined) =>
  useQuery({
    queryKey: [PDI, talento],
    queryFn: ({ signal }) => api.get<PlanoDoTalento>(`avaliacao/pdi/${talento}`, {}, { silent: true, signal }),
    enabled: talento !== undefined,
    retry: false,
  });

export const Imprimir = () => (
  <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
    Imprimir
  </Button>
);

/** `/avaliacao/pdi/:colaboradorId`: the development plan of somebody. */
export function PlanoDeAlguem() {
  const { moduleTitle } = useActing();
  const { data, isError, isFetching, refetch } = usePlano(useRecordId());
  const nome = data?.talento.nome;
  return (
    <Page
      title={nome ?? TITULO}
      breadcrumbs={[
        { label: moduleTitle('avaliacao') },
        { label: TITULO, to: '/avaliacao/pdi' },
        ...(nome ? [{ label: nome }] : []),
      ]}
      actions={data && <Imprimir />}
      about={
        data && {
          lines: (
            <Text size="sm" c="dimmed">
              {[TITULO, data.talento.cargo, data.talento.area].filter(Boolean).join(' · ')}
            </Text>
          ),
        }
      }
    >
      {isError ? (
        <Paper>
          <Fault
            message="Este plano não existe, ou não é para você: ele é visto pela própria pessoa, por quem a lidera e por quem cuida de planos."
            onRetry={refetch}
            isBusy={isFetching}
          />
        </Paper>
      ) : data ? (
        <PlanoInteiro plano={data} />
      ) : (
        <Waiting height={320} />
      )}
    </Page>
  );
}

/** The gaps, and the actions, of one plan. */
export function PlanoInteiro({ plano }: { plano: PlanoDoTalento }) {
  const queries = useQueryClient();
  const [nova, setNova] = useState<{ lacuna?: Lacuna } | null>(null);
  const { acoes, lacunas, talento, podeIncluir } = plano;
  const concluidas = acoes.filter(({ acompanhamentoSituacao }) => acompanhamentoSituacao === 'C').length;
  const atrasadas = acoes.filter(({ atrasada }) => atrasada).length;
  return (
    <Stack>
      <PrintHead />
      {lacunas && <Lacunas lacunas={lacunas} {...(podeIncluir ? { onPropose: (lacuna: Lacuna) => setNova({ lacuna }) } : {})} />}
      <Section
        title={plano.eu ? 'As suas ações' : 'Ações'}
        aside={
          podeIncluir && (
            <Button className="vinculo-no-print" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setNova({})}>
              Incluir ação
            </Button>
          )
        }
      >
        {acoes.length === 0 ? (
          <Empty
            icon={<IconTarget size={24} stroke={1.6} />}
            message="Este plano ainda não tem ações."
            why="Uma ação diz o que será feito, como se saberá que deu certo, até quando e com quem."
          />
        ) : (
          <Stack>
            <Andamento acoes={acoes.length} concluidas={concluidas} atrasadas={atrasadas} />
            <Acoes acoes={acoes} />
          </Stack>
        )}
      </Section>
      <Metas talento={talento.id} podeIncluir={podeIncluir} />
      {nova && (
        <AcaoDialog
          talento={nomeado(talento)}
          {...(nova.lacuna && lacunas ? { lacuna: { avaliacao: lacunas.avaliacao, competencia: nova.lacuna } } : {})}
          onClose={(isDone) => {
            setNova(null);
            if (isDone) void queries.invalidateQueries({ queryKey: [PDI] });
          }}
        />
      )}
    </Stack>
  );
}

interface LacunasProps {
  lacunas: NonNullable<PlanoDoTalento['lacunas']>;
  onPropose?: (lacuna: Lacuna) => void;
}

/** What the last evaluation found below what is required; each proposes an action. */
function Lacunas({ lacunas: { avaliacao, concluida, competencias }, onPropose }: LacunasProps) {
  return (
    <Section
      title="Lacunas de competências"
      note={`${avaliacao.nome}, até ${formatDate(concluida)}: ${competencias.length === 0 ? 'nada ficou abaixo do exigido.' : `${counted(competencias.length, 'competência ficou', 'competências ficaram')} abaixo do exigido.`}`}
    >
      {competencias.length > 0 && (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
          {competencias.map((lacuna) => (
            <Group component="li" key={lacuna.competenciaId} justify="space-between" gap="xs">
              <div style={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
                <Text fw={500}>{lacuna.nome}</Text>
                <Text size="sm" c="dimmed">
                  {`Exigido ${dizPercentual(lacuna.exigido)}${lacuna.nivelExigido ? ` (${lacuna.nivelExigido})` : ''}, obtido ${dizPercentual(lacuna.obtido)}`}
                </Text>
              </div>
              {lacuna.noPlano ? (
                <Pill tone="good">No plano</Pill>
              ) : (
                onPropose && (
                  <Button
                    className="vinculo-no-print"
                    variant="default"
                    size="sm"
                    aria-label={`Propor ação para ${lacuna.nome}`}
                    onClick={() => onPropose(lacuna)}
                  >
                    Propor ação
                  </Button>
                )
              )}
            </Group>
          ))}
        </Stack>
      )}
    </Section>
  );
}
