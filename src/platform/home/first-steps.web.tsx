import { Anchor, Button, Text } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleDashed, IconCircleMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Section } from '#kit/ui/section.web.tsx';
import { type FirstStep, nextStep } from './first-steps.ts';
import { firstSteps, useDismissed, useSkipped, useStepUnderWay } from './first-steps-query.web.ts';
import classes from './home.module.css';

/** The first steps of a new company that the user may do; shown until all are done or skipped, or the user puts them away. */
export function FirstSteps({ empresaId, isBeginning }: { empresaId: number; isBeginning?: boolean }) {
  const [dismissed, setDismissed] = useDismissed();
  const [skipped, setSkipped] = useSkipped(empresaId);
  const [, begin] = useStepUnderWay();
  const { data = [] } = useQuery(firstSteps(empresaId));
  const done = data.filter(({ feito }) => feito).length;
  // A company that has most of it works already: what waits there comes first.
  if (done === data.length || (isBeginning !== undefined && isBeginning !== done * 2 < data.length)) return null;
  const next = nextStep(data, skipped);
  const count = `${done} de ${data.length} ${done === 1 ? 'feito' : 'feitos'}.`;
  if (dismissed || !next)
    return (
      <Text size="sm" c="dimmed" mb="md" className={classes.putAway}>
        Primeiros passos: {count}
        <Button
          variant="transparent"
          size="compact-sm"
          onClick={() => {
            setDismissed(null);
            if (!next) setSkipped([]);
          }}
        >
          Mostrar
        </Button>
      </Text>
    );
  const skip = (id: string) => setSkipped(skipped.includes(id) ? skipped.filter((one) => one !== id) : [...skipped, id]);
  return (
    <Section
      title="Primeiros passos"
      note={done === 0 ? 'Comece por aqui, nesta ordem.' : count}
      mb="md"
      aside={
        <Button variant="transparent" size="xs" px={0} onClick={() => setDismissed(true)}>
          Esconder
        </Button>
      }
    >
      <ol className={classes.steps}>
        {data.map((step) => (
          <Step
            key={step.id}
            step={step}
            isNext={step.id === next.id}
            isSkipped={skipped.includes(step.id)}
            onBegin={() => begin({ id: step.id, empresaId })}
            onSkip={() => skip(step.id)}
          />
        ))}
      </ol>
    </Section>
  );
}

interface StepProps {
  step: FirstStep;
  isNext: boolean;
  isSkipped: boolean;
  onBegin: () => void;
  onSkip: () => void;
}

function Step({ step: { titulo, descricao, caminho, feito }, isNext, isSkipped, onBegin, onSkip }: StepProps) {
  return (
    <li data-next={isNext || undefined}>
      <StepMark isDone={feito} isSkipped={isSkipped} />
      <div>
        <Anchor component={Link} to={caminho} fw={500} size="sm" onClick={onBegin}>
          {titulo}
        </Anchor>
        <Text size="xs" c="dimmed">
          {descricao}
        </Text>
      </div>
      {!feito && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          aria-label={isSkipped ? `Retomar: ${titulo}` : `Pular: ${titulo}`}
          onClick={onSkip}
        >
          {isSkipped ? 'Retomar' : 'Pular'}
        </Button>
      )}
    </li>
  );
}

function StepMark({ isDone, isSkipped }: { isDone: boolean; isSkipped: boolean }) {
  if (isDone) return <IconCircleCheckFilled className={classes.done} size={22} role="img" aria-label="Feito" />;
  const Mark = isSkipped ? IconCircleMinus : IconCircleDashed;
  return <Mark className={classes.open} size={22} role="img" aria-label={isSkipped ? 'Pulado' : 'A fazer'} />;
}
