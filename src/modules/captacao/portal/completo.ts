import type { Dados } from './dados.ts';

/** The whole registration of whoever is logged in. */
export interface Completo {
  candidato: (Dados & { versao: number }) | null;
  rascunho: Dados | null;
  termo: { versao: string; pendente: boolean };
  banco: boolean;
}
