import { Anchor, Button, Text } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '#kit/client/client.web.ts';
import { usePersonal } from '#kit/list/use-personal.web.ts';
import { Section } from '#kit/ui/section.web.tsx';
import classes from './home.module.css';

interface FirstStep {
  titulo: string;
  descricao: string;
  caminho: string;
  feito: boolean;
}

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

/** Whether the user has put the steps away. */
export const useDismissed = () => usePersonal('primeiros-passos:dispensados', isFlag);

export const firstSteps = (empresaId: number | undefined, dismissed: boolean | null) =>
  queryOptions({
    queryKey: ['primeiros-passos', empresaId],
    queryFn: () => api.get<FirstStep[]>('/api/geral/primeiros-passos', {}, { quiet: true, silent: true }),
    enabled: empresaId !== undefined && dismissed !== true,
  });

/** The first steps of a new company that the user may do; shown until all are done or the user hides them. */
export function FirstSteps({ empresaId }: { empresaId: number }) {
  const [dismissed, setDismissed] = useDismissed();
  const { data = [] } = useQuery(firstSteps(empresaId, dismissed));
  const done = data.filter(({ feito }) => feito).length;
  if (dismissed || done === data.length) return null;
  return (
    <Section
      title="Primeiros passos"
      note={done === 0 ? 'Comece por aqui, nesta ordem.' : `${done} de ${data.length} ${done === 1 ? 'feito' : 'feitos'}.`}
      mb="md"
      aside={
        <Button variant="transparent" size="xs" px={0} onClick={() => setDismissed(true)}>
          Não mostrar mais
        </Button>
      }
    >
      <ol className={classes.steps}>
        {data.map(({ titulo, descricao, caminho, feito }) => (
          <li key={caminho}>
            {feito ? (
              <IconCircleCheckFilled className={classes.done} size={22} role="img" aria-label="Feito" />
            ) : (
              <IconCircleDashed className={classes.open} size={22} role="img" aria-label="A fazer" />
            )}
            <div>
              <Anchor component={Link} to={caminho} fw={500} size="sm">
                {titulo}
              </Anchor>
              <Text size="xs" c="dimmed">
                {descricao}
              </Text>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
