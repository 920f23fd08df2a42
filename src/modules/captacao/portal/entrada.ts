import type { FieldFault } from '#platform/externo/portal-faults.ts';
import type { Campo, Dados } from './dados.ts';

/** What every field of the portal's form gets, whatever its type. */
export interface EntradaProps {
  campo: Campo;
  valor: unknown;
  falta: string | undefined;
  muda: (valor: unknown) => void;
  /** what stands beside it: a city needs its state */
  dados: Dados;
  faltas?: readonly FieldFault[];
  nome?: string;
}
