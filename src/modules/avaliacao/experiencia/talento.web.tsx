import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconChecklist, IconPencil, IconSend, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { labelIn } from '#kit/fields/by-name.ts';
import { confirm } from '#kit/ui/confirm.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { later } from '#kit/ui/later.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { useRecordId } from '#kit/ui/use-address.web.ts';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { pareceres, resultados, situacoesDaExperiencia } from '#modules/gestao-talentos/public.ts';
import { aAvaliar, type QuestionarioDoTalento, respostasDoAcompanhamento, type TalentoEmExperiencia } from './acompanhamento.ts';
import { acompanhamentos } from './acompanhamentos.registry.ts';
import { ACOMPANHAMENTO, decidir, responder } from './enderecos.ts';
import { perguntarOuLembrar } from './pedir.ts';
import { Imprimir, Percentual, Respostas } from './respostas.web.tsx';

const Perguntar = later(() => import('./perguntar.web.tsx').then((m) => m.Perguntar));

const quiet = { silent: true, quiet: true } as const;
const TONS = { N: 'quiet', E: 'waiting', P: 'waiting', R: 'good', S: 'quiet' } as const;

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

/** The period is over unjudged, and nothing came back. */
const acabouSemAvaliacao = ({ situacao, resposta }: QuestionarioDoTalento): boolean => situacao === 'N' && resposta !== 'R';

/** Who is asked, has answered, or will never be asked. */
function comoEsta(questionario: QuestionarioDoTalento, lider: string | undefined): string {
  const { resposta, avaliador, respondidaEm, termino, avaliacaoId, questionarioId } = questionario;
  if (resposta === 'R') return `${avaliador ?? 'Alguém'} respondeu em ${formatDate(respondidaEm ?? termino)}.`;
  if (acabouSemAvaliacao(questionario))
    return `O período terminou há mais de 30 dias sem ${resposta === 'S' ? 'resposta' : 'perguntas'}, e não se pergunta mais por ele. A decisão ainda pode ser registrada.`;
  if (resposta !== 'N')
    return avaliador === null
      ? 'Ninguém foi chamado a responder: escolha alguém, ou responda no lugar do líder.'
      : `Espera a resposta de ${avaliador}.`;
  if (avaliacaoId !== null) return 'Decidido sem perguntas respondidas.';
  if (questionarioId === null) return 'Este período não tem um modelo só: marque qual está ativo em Modelos de Avaliação.';
  return lider === undefined ? 'Ninguém responde pela área deste talento.' : `${lider} ainda não foi perguntado.`;
}

interface PeriodoProps {
  talento: TalentoEmExperiencia;
  questionario: QuestionarioDoTalento;
  reload(): void;
}

function Periodo({ talento: { colaborador, lider }, questionario, reload }: PeriodoProps) {
  const can = useCan();
  const [pergunta, setPergunta] = useState(false);
  const { id, questionarioId, titulo, periodo, dias, termino, resposta, minha, parecer, contratoAte } = questionario;
  const { situacao, resultado, avaliacaoId, avaliador, percentual, minimo } = questionario;
  const mayEdit = can(`${acompanhamentos.authority}_EDITAR`);
  const pendente = resposta !== 'R' && aAvaliar(situacao);
  const semAvaliacao = acabouSemAvaliacao(questionario);
  return (
    <Section
      title={periodo.nome}
      note={`${counted(dias, 'dia', 'dias')}, até ${formatDate(termino)}${titulo ? ` · ${titulo}` : ''}`}
      aside={<Pill tone={TONS[resposta]}>{semAvaliacao ? situacoesDaExperiencia.N : respostasDoAcompanhamento[resposta]}</Pill>}
    >
      <Stack gap="md">
        <Text size="sm">{comoEsta(questionario, lider?.nome)}</Text>
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
          {mayEdit && pendente && questionarioId !== null && (
            <Button
              variant={avaliador === null ? 'filled' : 'default'}
              leftSection={<IconSend size={18} stroke={1.8} aria-hidden />}
              onClick={() => setPergunta(true)}
            >
              {perguntarOuLembrar(avaliador)}
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
              {avaliacaoId !== null ? 'Ver a decisão' : semAvaliacao ? 'Registrar a decisão' : 'Decidir'}
            </Button>
          )}
          {resposta === 'R' && id !== null && <Imprimir id={id} />}
          {id !== null && avaliacaoId === null && can(`${acompanhamentos.authority}_EXCLUIR`) && (
            <Button
              variant="subtle"
              color="gray"
              c="var(--mantine-color-error)"
              leftSection={<IconTrash size={18} stroke={1.8} aria-hidden />}
              onClick={async () => {
                const message =
                  resposta === 'R'
                    ? 'As respostas são apagadas, e as perguntas podem ser enviadas outra vez ao líder.'
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
          perguntado={avaliador}
          comecou={resposta === 'P'}
          onClose={() => {
            setPergunta(false);
            reload();
          }}
        />
      )}
    </Section>
  );
}
