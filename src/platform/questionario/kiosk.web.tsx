import { Alert, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconAlertCircle, IconArrowLeft, IconChevronRight } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import { ApiError, api } from '#kit/client/client.web.ts';
import { useCompanyOfLink } from '#platform/externo/external.web.ts';
import { CpfInput } from '#platform/session/cpf-input.web.tsx';
import { atKiosk, type Credentials } from './answer-source.web.ts';
import { Answering } from './answering.web.tsx';
import type { Espera } from './asked.ts';

/** Without a touch for so long, the next person finds the first page. */
const FORGOTTEN_MS = 3 * 60_000;

type Step = { who: Credentials; waiting: readonly Espera[]; chosen: number | null } | null;

/** `/publico/quiosque?empresaId=1`: one device for many people, who say who they are by CPF and date of birth. */
export function QuiosqueContent() {
  const [step, setStep] = useState<Step>(null);
  useForgetting(step !== null, () => setStep(null));
  if (!step)
    return (
      <Who
        onKnown={(who, waiting) => setStep({ who, waiting, chosen: waiting.length === 1 ? (waiting[0]?.id ?? null) : null })}
      />
    );
  const leave = (
    <Button variant="default" leftSection={<IconArrowLeft size={18} />} onClick={() => setStep(null)}>
      Sair
    </Button>
  );
  if (step.chosen === null)
    return (
      <Stack gap="sm">
        <Title order={2} fz={20}>
          O que você quer responder?
        </Title>
        {step.waiting.map(({ id, titulo, sobre }) => (
          <Button
            key={id}
            variant="default"
            h="auto"
            py="md"
            justify="space-between"
            rightSection={<IconChevronRight size={18} />}
            styles={{ label: { whiteSpace: 'normal', textAlign: 'left', lineHeight: 1.4 } }}
            onClick={() => setStep({ ...step, chosen: id })}
          >
            {sobre ? `${titulo}: sobre ${sobre}` : titulo}
          </Button>
        ))}
        <div>{leave}</div>
      </Stack>
    );
  return <OfPerson who={step.who} id={step.chosen} leave={leave} />;
}

function OfPerson({ who, id, leave }: { who: Credentials; id: number; leave: ReactNode }) {
  const source = useMemo(() => atKiosk(who, id), [who, id]);
  return (
    <Stack gap="lg">
      <Answering name={`quiosque ${id}`} source={source} />
      <div>{leave}</div>
    </Stack>
  );
}

function Who({ onKnown }: { onKnown: (who: Credentials, waiting: Espera[]) => void }) {
  const { empresaId } = useCompanyOfLink();
  const [cpf, setCpf] = useState('');
  const [nascimento, setNascimento] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [faults, setFaults] = useState<NonNullable<ApiError['errors']>>([]);
  const fault = (field: string) => faults.find((one) => one.field === field)?.message;
  const [isBusy, setBusy] = useState(false);
  const enter = async (event: FormEvent) => {
    event.preventDefault();
    if (empresaId === null || isBusy) return;
    const who = { empresaId, cpf, nascimento };
    setProblem(null);
    setFaults([]);
    setBusy(true);
    try {
      onKnown(who, await api.post<Espera[]>('/api/publico/quiosque/entrar', who, { silent: true }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFaults(error.errors ?? []);
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void enter(event)} noValidate aria-label="Identificação">
      <Stack gap="md" maw={420}>
        <Text>Informe os seus dados para ver o que há para responder.</Text>
        <CpfInput value={cpf} onChange={setCpf} size="md" autoComplete="off" error={fault('cpf')} />
        <TextInput
          label="Data de nascimento"
          type="date"
          size="md"
          autoComplete="off"
          value={nascimento}
          error={fault('nascimento')}
          onChange={({ currentTarget }) => setNascimento(currentTarget.value)}
        />
        {problem && (
          <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />} c="var(--mantine-color-error)" fw={500}>
            {problem}
          </Alert>
        )}
        <Button type="submit" size="md" loading={isBusy}>
          Continuar
        </Button>
      </Stack>
    </form>
  );
}

function useForgetting(isOn: boolean, forget: () => void): void {
  useEffect(() => {
    if (!isOn) return;
    let timer = setTimeout(forget, FORGOTTEN_MS);
    const again = () => {
      clearTimeout(timer);
      timer = setTimeout(forget, FORGOTTEN_MS);
    };
    const signs = ['pointerdown', 'keydown', 'scroll'] as const;
    for (const sign of signs) window.addEventListener(sign, again, { passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      for (const sign of signs) window.removeEventListener(sign, again, { capture: true });
    };
  });
}
