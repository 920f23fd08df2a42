/** A step of a new company, as the server answers it to whoever may do it. */
export interface FirstStep {
  id: string;
  titulo: string;
  /** why, in a sentence */
  descricao: string;
  /** the screen where it is done */
  caminho: string;
  feito: boolean;
}

/** The steps that are neither done nor skipped, beginning after one of them: what to do next. */
export function nextStep(steps: readonly FirstStep[], skipped: readonly string[], after?: string): FirstStep | undefined {
  const from = steps.findIndex(({ id }) => id === after) + 1;
  return [...steps.slice(from), ...steps.slice(0, from)].find(({ id, feito }) => !feito && id !== after && !skipped.includes(id));
}
