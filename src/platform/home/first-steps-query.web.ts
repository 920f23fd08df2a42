import { useSessionStorage } from '@mantine/hooks';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#kit/client/client.web.ts';
import { usePersonal } from '#kit/list/use-personal.web.ts';
import type { FirstStep } from './first-steps.ts';

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const areIds = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');

export const FIRST_STEPS = 'primeiros-passos';

/** Whether the user has put the steps away. */
export const useDismissed = () => usePersonal('primeiros-passos:dispensados', isFlag);

/** The steps that the user does not want to do in a company. */
export function useSkipped(empresaId: number): [string[], (ids: string[]) => void] {
  const [ids, setIds] = usePersonal(`primeiros-passos:pulados:${empresaId}`, areIds);
  return [ids ?? [], setIds];
}

interface StepUnderWay {
  id: string;
  empresaId: number;
}

/** The step that was begun in this tab, until it is left. */
export const useStepUnderWay = () =>
  useSessionStorage<StepUnderWay | null>({ key: 'vinculo.passo', defaultValue: null, getInitialValueInEffect: false });

export const firstSteps = (empresaId: number | undefined) =>
  queryOptions({
    queryKey: [FIRST_STEPS, empresaId],
    queryFn: () => api.get<FirstStep[]>('/api/geral/primeiros-passos', {}, { quiet: true, silent: true }),
    enabled: empresaId !== undefined,
  });
