import type { tiposDeModelo } from '../modelos-avaliacao.registry.ts';

/** A model to choose. */
export interface ModeloAtivo {
  id: number;
  titulo: string;
  tipo: keyof typeof tiposDeModelo;
  /** how many questions its newest version has */
  perguntas: number;
}
