import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';

/** Something that one is asked, or has answered. */
interface Line {
  id: number;
  name: string;
  /** what is said below the name */
  details: readonly (string | null)[];
  isOpen: boolean;
  isBegun: boolean;
  isAnswered: boolean;
  /** where it is answered */
  to: string;
  /** where one's own answers are read; null: nowhere */
  answers: string | null;
  /** whom or what it is about, for who hears a button alone */
  about: string;
}

interface Props<T> {
  module: string;
  title: string;
  /** the address of the rows */
  path: string;
  line: (row: T) => Line;
  /** what the button that leads to the answer says: 'Responder' */
  verb: string;
  fault: string;
  empty: { message: string; why: string };
}

/** What waits for the answer of whoever is logged in, and what they have answered. */
export function WaitingList<T>({ module, title, path, line, verb, fault, empty }: Props<T>) {
  const { moduleTitle } = useActing();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['esperam-por-mim', path],
    queryFn: ({ signal }) => api.get<T[]>(path, {}, { silent: true, signal }),
  });
  const lines = data?.map(line) ?? [];
  const waiting = lines.filter(({ isOpen, isAnswered }) => isOpen && !isAnswered);
  const answered = lines.filter(({ isAnswered }) => isAnswered);
  return (
    <Page title={title} breadcrumbs={[{ label: moduleTitle(module) }, { label: title }]}>
      {isError ? (
        <Paper>
          <Fault message={fault} onRetry={refetch} isBusy={isFetching} />
        </Paper>
      ) : !data ? (
        <Waiting height={240} />
      ) : (
        <Stack>
          {waiting.length === 0 ? (
            <Paper>
              <Empty {...empty} />
            </Paper>
          ) : (
            <Section title="Esperam por você">
              <Lines lines={waiting} verb={verb} />
            </Section>
          )}
          {answered.length > 0 && (
            <Section title="Respondidas">
              <Lines lines={answered} verb={verb} />
            </Section>
          )}
        </Stack>
      )}
    </Page>
  );
}

const Lines = ({ lines, verb }: { lines: readonly Line[]; verb: string }) => (
  <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
    {lines.map(({ id, name, details, isBegun, isAnswered, to, answers, about }) => (
      <Group component="li" key={id} justify="space-between" gap="sm">
        <div style={{ flex: '1 1 220px', minWidth: 0 }}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Group gap="xs">
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {details.filter(Boolean).join(' · ')}
            </Text>
            {isBegun && <Pill tone="waiting">Parcialmente respondida</Pill>}
            {isAnswered && <Pill tone="good">Respondida</Pill>}
          </Group>
        </div>
        {!isAnswered && (
          <Button
            component={Link}
            to={to}
            variant={isBegun ? 'default' : 'filled'}
            aria-label={`${isBegun ? 'Continuar' : verb}: ${about}`}
          >
            {isBegun ? 'Continuar' : verb}
          </Button>
        )}
        {isAnswered && answers !== null && (
          <Anchor component={Link} to={answers} aria-label={`Ver as minhas respostas: ${about}`}>
            Ver as minhas respostas
          </Anchor>
        )}
      </Group>
    ))}
  </Stack>
);
