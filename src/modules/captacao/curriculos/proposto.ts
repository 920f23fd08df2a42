import type { Trecho } from './folha.ts';
import type { Periodo } from './periodo.ts';

/** A value that the text of a CV proposes, and where it stands there, so that a person may confirm it. */
export interface Proposto<T> {
  valor: T;
  trecho: Trecho;
}

export interface Telefone {
  ddd: string;
  numero: string;
  tipo: 'celular' | 'fixo';
}

export interface FormacaoProposta {
  curso: string;
  tipo?: 'TECNICO' | 'GRADUACAO' | 'MESTRADO' | 'ESPECIALIZACAO' | 'DOUTORADO' | 'POS_DOUTORADO';
  local?: string;
  situacao?: 'COMPLETO' | 'EM_ANDAMENTO' | 'INCOMPLETO';
  periodo?: Periodo;
  /** as the record's field has it: `MM/aaaa`, or the year */
  conclusao?: string;
}

export interface ExperienciaProposta {
  empresa: string;
  cargo: string;
  periodo: Periodo;
}

export interface IdiomaProposto {
  idioma: string;
  nivel?: 'BASICO' | 'INTERMEDIARIO' | 'AVANCADO';
}

export interface Proposta {
  nome?: Proposto<string>;
  email?: Proposto<string>;
  telefones: Proposto<Telefone>[];
  cpf?: Proposto<string>;
  formacoes: Proposto<FormacaoProposta>[];
  experiencias: Proposto<ExperienciaProposta>[];
  idiomas: Proposto<IdiomaProposto>[];
}
