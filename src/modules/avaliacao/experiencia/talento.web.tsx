import { Button, Group, Menu, Paper, Progress, Stack, Text } from '@mantine/core';
import { IconChecklist, IconChevronDown, IconPencil, IconPrinter, IconSend, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import { formatPercentage } from '#kit/br/number.ts';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { labelIn } from '#kit/fields/by-name.ts';
import { confirm } from '#kit/ui/confirm.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { later } from '#kit/ui/later.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { useRecordId } from '#kit/ui/use-address.web.ts';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { pareceres, resultados } from '#modules/gestao-talentos/public.ts';
import { inWords } from '#platform/questionario/answered.ts';
import {
  type QuestionarioDoTalento,
  type QuestionarioRespondido,
  respostasDoAcompanhamento,
  type TalentoEmExperiencia,
} from './acompanhamento.ts';
import { acompanhamentos } from './acompanhamentos.registry.ts';
import { ACOMPANHAMENTO, decidir, responder } from './enderecos.ts';

const Perguntar = later(() => import('./perguntar.web.tsx').then((m) => m.Perguntar));

const quiet = { silent: true, quiet: true } as const;
const TONS = { N: 'quiet', E: 'waiting', P: 'waiting', R: 'good' } as const;

/** `/avaliacao/acompanhamentos-periodos-experiencia/talentos/{id}`: one talent's trial, period by period. */
export function TalentoEmExperienciaPage() {
  const id = useRecordId() ?? 0;
  const { moduleTitle } = useActing();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['registro', ACOMPANHAMENTO, 'talento', id],
    queryFn: ({ signal }) =>
      api.get<TalentoEmExperiencia>(
        `${ACOMPANHAMENTO}/talentos/${id}/colaboradores-questionarios/detail`,
        {},
        { ...quiet, signal },
      ),
    retry: false,
  });
  return (
    <Page
      title={data?.colaborador.nome ?? 'Acompanhamento'}
      breadcrumbs={[
        { label: moduleTitle('avaliacao') },
        { label: acompanhamentos.title, to: `/${ACOMPANHAMENTO}` },
        { label: data?.colaborador.nome ?? 'Talento' },
      ]}
      {...(data
        ? {
            about: {
              lines: (
                <Text c="dimmed" size="sm">
                  {[
                    data.cargo,
                    data.area,
                    `Admissão em ${formatDate(data.dataAdmissao)}`,
                    data.lider && `Líder: ${data.lider.nome}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
              ),
            },
          }
        : {})}
    >
      {isError ? (
        <Paper>
          <Fault
            message="Este talento não está em experiência, ou não é dos que você vê."
            onRetry={refetch}
            isBusy={isFetching}
          />
        </Paper>
      ) : !data ? (
        <Waiting height={320} />
      ) : (
        <Stack>
          {data.questionarios.map((um) => (
            <Periodo key={um.periodo.id} talento={data} questionario={um} reload={() => void refetch()} />
          ))}
        </Stack>
      )}
    </Page>
  );
}

interface PeriodoProps {
  talento: TalentoEmExperiencia;
  questionario: QuestionarioDoTalento;
  reload(): void;
}

function Periodo({ talento: { colaborador, lider }, questionario, reload }: PeriodoProps) {
  const can = useCan();
  const [pergunta, setPergunta] = useState(false);
  const { id, questionarioId, titulo, periodo, dias, termino, resposta, avaliador, minha, parecer, contratoAte } = questionario;
  const { resultado, avaliacaoId, respondidaEm, percentual, minimo } = questionario;
  const mayEdit = can(`${acompanhamentos.authority}_EDITAR`);
  const pendente = resposta !== 'R' && avaliacaoId === null;
  return (
    <Section
      title={periodo.nome}
      note={`${counted(dias, 'dia', 'dias')}, até ${formatDate(termino)}${titulo ? ` · ${titulo}` : ''}`}
      aside={<Pill tone={TONS[resposta]}>{labelIn(respostasDoAcompanhamento, resposta) ?? ''}</Pill>}
    >
      <Stack gap="md">
        <Text size="sm">
          {resposta === 'R'
            ? `${avaliador ?? 'Alguém'} respondeu em ${formatDate(respondidaEm ?? termino)}.`
            : resposta === 'N'
              ? avaliacaoId !== null
                ? 'Decidido sem perguntas respondidas.'
                : questionarioId === null
                  ? 'Este período não tem um modelo só: marque qual está ativo em Modelos de Avaliação.'
                  : lider === null
                    ? 'Ninguém responde pela área deste talento.'
                    : `${lider.nome} ainda não foi perguntado.`
              : `Espera a resposta de ${avaliador ?? 'alguém'}.`}
        </Text>
        {percentual !== null && <Percentual percentual={percentual} minimo={minimo} />}
        {parecer !== null && (
          <Group gap="xs">
            <Text fw={600}>{labelIn(pareceres, parecer)}</Text>
            {resultado !== null && <Pill tone={resultado === 'A' ? 'good' : 'bad'}>{labelIn(resultados, resultado) ?? ''}</Pill>}
            <Text size="sm" c="dimmed">
              {contratoAte ? `Contrato até ${formatDate(contratoAte)}` : parecer === 'EFETIVAR' ? 'Contrato sem prazo' : ''}
            </Text>
          </Group>
        )}
        {resposta === 'R' && questionarioId !== null && <Respostas talento={colaborador.id} modelo={questionarioId} />}
        <Group gap="sm">
          {minha && pendente && (
            <Button
              component={Link}
              to={`/pesquisa/responder/${id}`}
              leftSection={<IconPencil size={18} stroke={1.8} aria-hidden />}
            >
              Responder
            </Button>
          )}
          {mayEdit && pendente && questionarioId !== null && resposta === 'N' && (
            <Button leftSection={<IconSend size={18} stroke={1.8} aria-hidden />} onClick={() => setPergunta(true)}>
              Perguntar
            </Button>
          )}
          {mayEdit && pendente && questionarioId !== null && !minha && (
            <Button
              variant="default"
              component={Link}
              to={responder(colaborador.id, questionarioId)}
              leftSection={<IconPencil size={18} stroke={1.8} aria-hidden />}
            >
              Responder pelo líder
            </Button>
          )}
          {mayEdit && (
            <Button
              variant={resposta === 'R' && avaliacaoId === null ? 'filled' : 'default'}
              component={Link}
              to={decidir(colaborador.id, periodo.id, avaliacaoId)}
              leftSection={<IconChecklist size={18} stroke={1.8} aria-hidden />}
            >
              {avaliacaoId === null ? 'Decidir' : 'Ver a decisão'}
            </Button>
          )}
          {resposta === 'R' && id !== null && <Imprimir id={id} />}
          {id !== null && avaliacaoId === null && can(`${acompanhamentos.authority}_EXCLUIR`) && (
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={18} stroke={1.8} aria-hidden />}
              onClick={async () => {
                const message =
                  resposta === 'R'
                    ? 'As respostas são apagadas, e o líder pode ser perguntado outra vez.'
                    : 'O que foi começado se perde.';
                if (!(await confirm({ header: 'Retirar as perguntas?', message, ok: 'Retirar', danger: true }))) return;
                await api.delete(`${ACOMPANHAMENTO}/talentos/${colaborador.id}/colaboradores-questionarios/${id}`);
                reload();
              }}
            >
              Retirar as perguntas
            </Button>
          )}
        </Group>
      </Stack>
      {pergunta && (
        <Perguntar
          colaborador={colaborador}
          periodo={periodo}
          modelo={questionarioId}
          onClose={() => {
            setPergunta(false);
            reload();
          }}
        />
      )}
    </Section>
  );
}

const Percentual = ({ percentual, minimo }: { percentual: number; minimo: number | null }) => (
  <div>
    <Group gap="xs" align="baseline">
      <Text fz={28} fw={700} lh={1.1}>
        {formatPercentage(percentual)}
      </Text>
      {minimo !== null && (
        <Text size="sm" c="dimmed">
          {percentual >= minimo
            ? `aprovado: o mínimo é ${formatPercentage(minimo)}`
            : `abaixo do mínimo de ${formatPercentage(minimo)}`}
        </Text>
      )}
    </Group>
    <Progress
      mt={6}
      value={percentual}
      color={minimo !== null && percentual < minimo ? 'red' : 'teal'}
      aria-label="Percentual das respostas"
    />
  </div>
);

/** What was answered, and the aspects that it comes to. */
function Respostas({ talento, modelo }: { talento: number; modelo: number }) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['registro', ACOMPANHAMENTO, 'respostas', talento, modelo],
    queryFn: ({ signal }) =>
      api.get<QuestionarioRespondido>(
        `${ACOMPANHAMENTO}/talentos/${talento}/colaboradores-questionarios/${modelo}`,
        {},
        { ...quiet, signal },
      ),
    retry: false,
  });
  if (isError) return <Fault message="Não foi possível carregar as respostas." onRetry={refetch} isBusy={isFetching} />;
  if (!data) return <Waiting height={160} />;
  if (!data.respostas) return <Empty message="As respostas foram retiradas." />;
  const dadas = new Map(data.respostas.map((uma) => [uma.perguntaId, uma]));
  return (
    <Stack gap="md">
      {data.aspectos.length > 0 && (
        <Stack component="ul" gap={6} p={0} m={0} style={{ listStyle: 'none' }} aria-label="Aspectos">
          {data.aspectos.map(({ nome, percentual }) => (
            <Group component="li" key={nome} gap="sm" wrap="nowrap">
              <Text size="sm" style={{ flex: '1 1 0', minWidth: 0, overflowWrap: 'anywhere' }}>
                {nome}
              </Text>
              <Progress value={percentual} style={{ flex: '1 1 0' }} aria-label={nome} />
              <Text size="sm" w={64} ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
                {formatPercentage(percentual)}
              </Text>
            </Group>
          ))}
        </Stack>
      )}
      <Stack component="dl" gap="sm" m={0}>
        {data.definicao.perguntas.map((pergunta) => (
          <div key={pergunta.id}>
            <Text component="dt" c="dimmed" size="sm">
              {pergunta.texto}
            </Text>
            <Text component="dd" m={0} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {inWords(pergunta, dadas.get(pergunta.id)) || '—'}
            </Text>
          </div>
        ))}
      </Stack>
    </Stack>
  );
}

/** REP-043: as a list or by aspect, and also in little space. */
function Imprimir({ id }: { id: number }) {
  const imprime = (agruparPorAspecto: boolean, modoEconomico: boolean) =>
    void api.blob(`${ACOMPANHAMENTO}/imprimir-avaliacao-respondida`, {
      method: 'POST',
      body: { colaboradorQuestionarioId: id, agruparPorAspecto, modoEconomico },
      name: 'avaliacao-respondida.pdf',
    });
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} stroke={1.8} aria-hidden />}
          rightSection={<IconChevronDown size={16} stroke={1.8} aria-hidden />}
        >
          Imprimir
        </Button>
      </Menu.Target>
      <Menu.Dropdown maw="calc(100vw - 32px)">
        <Menu.Item onClick={() => imprime(false, false)}>Na ordem das perguntas</Menu.Item>
        <Menu.Item onClick={() => imprime(true, false)}>Agrupada por aspecto</Menu.Item>
        <Menu.Item onClick={() => imprime(false, true)}>Econômica, em duas colunas</Menu.Item>
        <Menu.Item onClick={() => imprime(true, true)}>Econômica, por aspecto</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
