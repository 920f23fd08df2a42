import { Alert, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconCircle, IconPrinter, IconSquare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import { formatNumber } from '#kit/br/number.ts';
import { api } from '#kit/client/client.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { useRecordId } from '#kit/ui/use-address.web.ts';
import { Waiting } from '#kit/ui/waiting.web.tsx';

interface Pergunta {
  id: number;
  ordem: number;
  texto: string;
  tipo: '1' | '3' | '4' | '5';
  notaMinima: number | null;
  notaMaxima: number | null;
  exigirComentario: boolean;
  comentario: string | null;
  respostas: { texto: string }[];
}

interface Entrevista {
  colaborador: { id: number; nome: string };
  dataDesligamento: string | null;
  modelo: { id: number; titulo: string; observacao: string | null; perguntas: Pergunta[] } | null;
}

/** `/gestao-talentos/talentos/{talentoId}/entrevista-desligamento`: the questions for the talent, to read or print. */
export function EntrevistaDesligamento() {
  const talentoId = useRecordId();
  const { moduleTitle } = useActing();
  const { data, isError } = useQuery({
    queryKey: ['entrevista-desligamento', talentoId],
    queryFn: () => api.get<Entrevista>(`gestao-talentos/talentos/${talentoId}/entrevista-desligamento`),
    retry: false,
  });
  return (
    <Page
      title="Entrevista de Desligamento"
      breadcrumbs={[
        { label: moduleTitle('gestao-talentos') },
        { label: 'Desligamentos', to: '/gestao-talentos/desligamentos' },
        { label: 'Entrevista de Desligamento' },
      ]}
      {...(data?.modelo
        ? {
            actions: (
              <Button
                variant="default"
                leftSection={<IconPrinter size={18} stroke={1.8} aria-hidden />}
                onClick={() => window.print()}
              >
                Imprimir
              </Button>
            ),
          }
        : {})}
    >
      {isError ? (
        <Paper>
          <Empty message="Este talento não existe ou foi excluído." />
        </Paper>
      ) : data === undefined ? (
        <Waiting height={320} />
      ) : data.modelo === null ? (
        <SemModelo />
      ) : (
        <Modelo entrevista={data} modelo={data.modelo} />
      )}
    </Page>
  );
}

const SemModelo = () => (
  <Paper>
    <Empty
      message="O desligamento não diz qual modelo de entrevista será usado."
      action={
        <Button variant="default" component={Link} to="/gestao-talentos/modelos-entrevista-desligamento">
          Modelos de Entrevista de Desligamento
        </Button>
      }
    />
  </Paper>
);

function Modelo({ entrevista, modelo }: { entrevista: Entrevista; modelo: NonNullable<Entrevista['modelo']> }) {
  const { colaborador, dataDesligamento } = entrevista;
  return (
    <Stack>
      <Paper p="md">
        <Group justify="space-between" align="flex-start">
          <div>
            <Title order={2} fz={18}>
              {colaborador.nome}
            </Title>
            <Text c="dimmed">
              {dataDesligamento ? `Desligamento em ${formatDate(dataDesligamento)}` : 'Sem data de desligamento'} ·{' '}
              {modelo.titulo}
            </Text>
          </div>
          <Badge variant="light" color="gray" tt="none" size="lg">
            Não respondida
          </Badge>
        </Group>
        {modelo.observacao && <Text mt="sm">{modelo.observacao}</Text>}
      </Paper>
      <Alert variant="light">Esta página mostra as perguntas da entrevista, para conferência e impressão.</Alert>
      {modelo.perguntas.map((pergunta) => (
        <Paper key={pergunta.id} p="md" component="section" aria-labelledby={`pergunta-${pergunta.id}`}>
          <Text fw={600} id={`pergunta-${pergunta.id}`} mb="xs">
            {`${pergunta.ordem}. ${pergunta.texto}`}
          </Text>
          <Respostas pergunta={pergunta} />
          {pergunta.exigirComentario && <Text mt="sm" c="dimmed">{`Comentário: ${pergunta.comentario ?? ''}`}</Text>}
        </Paper>
      ))}
    </Stack>
  );
}

function Respostas({ pergunta }: { pergunta: Pergunta }) {
  const { tipo, respostas, notaMinima, notaMaxima } = pergunta;
  if (tipo === '4') return <Text>{`Nota de ${formatNumber(notaMinima ?? 0)} a ${formatNumber(notaMaxima ?? 10)}`}</Text>;
  if (tipo === '3') return <Text c="dimmed">Resposta livre</Text>;
  const Marca = tipo === '1' ? IconCircle : IconSquare;
  return (
    <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {respostas.map(({ texto }) => (
        <Group key={texto} component="li" gap="xs" wrap="nowrap">
          <Marca size={18} stroke={1.6} aria-hidden />
          <Text>{texto}</Text>
        </Group>
      ))}
    </Stack>
  );
}
