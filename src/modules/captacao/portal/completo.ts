import type { Dados } from './dados.ts';

/** The whole registration of whoever is logged in. */
export interface Completo {
  candidato: (Dados & { versao: number }) | null;
  rascunho: Dados | null;
  termo: { versao: string; pendente: boolean };
  banco: boolean;
  /** what HR keeps for itself, in a sentence */
  oQueNaoEsta: string;
  /** that HR made one of two registrations of the person, and which account reads it */
  uniao: string | null;
}
