import { Anchor, Badge, Button, Group, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useCheckContext } from '#kit/acting/authority.web.tsx';
import { daysBetween, formatDate } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import classes from './home.module.css';

interface Linha {
  nome: string;
  nota: string | null;
  prazo: string | null;
  link: string;
}

interface Tarefa {
  id: string;
  titulo: string;
  acao: string;
  link: string;
  total: number;
  /** it could not be counted in time */
  demora: boolean;
  linhas: Linha[];
}

/** A deadline this near has the colour of something that waits. */
const SOON = 7;

export const paraFazer = (empresaId: number | undefined) =>
  queryOptions({
    queryKey: ['para-fazer', empresaId],
    queryFn: ({ signal }) => api.get<Tarefa[]>('/api/geral/para-fazer', {}, { quiet: true, silent: true, signal }),
    enabled: empresaId !== undefined,
  });

/** What waits for the user, the most urgent first, each line with its action. */
export function ParaFazer({ empresaId }: { empresaId: number | undefined }) {
  const { data: tarefas = [], isError, isFetching, refetch } = useQuery(paraFazer(empresaId));
  const total = tarefas.reduce((all, tarefa) => all + tarefa.total, 0);
  return (
    <Section
      title="Para fazer hoje"
      mb="md"
      {...(total > 0 ? { note: `${counted(total, 'coisa espera', 'coisas esperam')} por você.` } : {})}
    >
      {isError ? (
        <Fault message="Não foi possível carregar o que espera por você." isBusy={isFetching} onRetry={refetch} />
      ) : tarefas.length === 0 ? (
        <Group gap="sm" wrap="nowrap">
          <ThemeIcon variant="light" color="teal" radius="xl" size={28} aria-hidden="true">
            <IconCheck size={16} />
          </ThemeIcon>
          <Text size="sm" c="dimmed">
            Nada espera por você agora. Bom trabalho!
          </Text>
        </Group>
      ) : (
        <ul className={classes.tasks}>
          {tarefas.map((tarefa) => (
            <TarefaItem key={tarefa.id} {...tarefa} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function TarefaItem({ titulo, acao, link, total, demora, linhas }: Tarefa) {
  return (
    <li>
      <div className={classes.taskHead}>
        <Title order={3} fz={14}>
          {titulo}
        </Title>
        {!demora && (
          <Badge variant="light" color="gray" c="var(--mantine-color-text)" aria-label={`${total} no total`}>
            {total}
          </Badge>
        )}
        {total > linhas.length && (
          <Anchor component={Link} to={link} size="sm" ml="auto" aria-label={`Ver todos: ${titulo}`}>
            Ver todos
          </Anchor>
        )}
      </div>
      {demora && (
        <Text size="sm" c="dimmed">
          Há muito por aqui, e a contagem demora.{' '}
          <Anchor component={Link} to={link} inherit>
            Abrir a lista
          </Anchor>
        </Text>
      )}
      <ul className={classes.lines}>
        {linhas.map((linha) => (
          <li key={`${linha.link}-${linha.nome}`} data-due={linha.prazo !== null || undefined}>
            <div className={classes.what}>
              <Text size="sm" fw={500} truncate title={linha.nome}>
                {linha.nome}
              </Text>
              {linha.nota && (
                <Text size="xs" c="dimmed" truncate title={linha.nota}>
                  {linha.nota}
                </Text>
              )}
            </div>
            {linha.prazo && <Prazo dia={linha.prazo} />}
            <Button component={Link} to={linha.link} size="compact-sm" variant="default" aria-label={`${acao}: ${linha.nome}`}>
              {acao}
            </Button>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** How near the last day is. */
function Prazo({ dia }: { dia: string }) {
  const { today } = useCheckContext();
  const dias = daysBetween(today, dia);
  const text =
    dias < 0
      ? `Venceu há ${counted(-dias, 'dia', 'dias')}`
      : dias === 0
        ? 'Hoje'
        : dias === 1
          ? 'Amanhã'
          : dias <= SOON
            ? `Em ${dias} dias`
            : `Até ${formatDate(dia)}`;
  return <Pill tone={dias < 0 ? 'bad' : dias <= SOON ? 'waiting' : 'quiet'}>{text}</Pill>;
}
