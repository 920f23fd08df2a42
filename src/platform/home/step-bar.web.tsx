import { ActionIcon, Button, Text } from '@mantine/core';
import { IconArrowRight, IconCircleCheckFilled, IconListCheck, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { nextStep } from './first-steps.ts';
import { FIRST_STEPS, firstSteps, useSkipped, useStepUnderWay } from './first-steps-query.web.ts';
import classes from './step-bar.module.css';

/** Above a screen that a first step led to: the way back, and on to the next step. */
export function StepBar({ empresaId }: { empresaId: number | undefined }) {
  const { pathname } = useLocation();
  const [underWay] = useStepUnderWay();
  if (pathname === '/' || empresaId === undefined || underWay?.empresaId !== empresaId) return null;
  return <Bar empresaId={empresaId} id={underWay.id} />;
}

function Bar({ empresaId, id }: { empresaId: number; id: string }) {
  const { pathname } = useLocation();
  const queries = useQueryClient();
  const [, setUnderWay] = useStepUnderWay();
  const [skipped] = useSkipped(empresaId);
  const { data = [] } = useQuery(firstSteps(empresaId));
  // A save changes the address, or makes the records that a screen has loaded stale.
  useEffect(() => {
    const again = () => void queries.invalidateQueries({ queryKey: [FIRST_STEPS] });
    if (pathname !== '') again();
    return queries.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'invalidate' && event.query.queryKey[0] !== FIRST_STEPS) again();
    });
  }, [queries, pathname]);
  const place = data.findIndex((step) => step.id === id);
  const step = data[place];
  if (!step) return null;
  const next = nextStep(data, skipped, id);
  return (
    <aside aria-label="Primeiros passos" className={`${classes.bar} vinculo-no-print`}>
      {step.feito ? (
        <IconCircleCheckFilled className={classes.done} size={20} role="img" aria-label="Feito" />
      ) : (
        <IconListCheck className={classes.open} size={20} aria-hidden="true" />
      )}
      <Text size="sm" className={classes.what}>
        Passo {place + 1} de {data.length}: <b>{step.titulo}</b>
      </Text>
      <Button
        component={Link}
        to="/"
        variant="subtle"
        size="compact-sm"
        className={classes.deed ?? ''}
        onClick={() => setUnderWay(null)}
      >
        Voltar aos passos
      </Button>
      {next && (
        <Button
          component={Link}
          to={next.caminho}
          variant={step.feito ? 'filled' : 'default'}
          size="compact-sm"
          className={classes.deed ?? ''}
          title={next.titulo}
          rightSection={<IconArrowRight size={14} aria-hidden="true" />}
          onClick={() => setUnderWay({ id: next.id, empresaId })}
        >
          Próximo passo
        </Button>
      )}
      <ActionIcon variant="subtle" color="gray" aria-label="Fechar os primeiros passos" onClick={() => setUnderWay(null)}>
        <IconX size={16} aria-hidden="true" />
      </ActionIcon>
    </aside>
  );
}
