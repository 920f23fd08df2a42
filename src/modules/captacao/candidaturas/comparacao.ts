/** Somebody who may be chosen, as a comparison shows them. */
export interface Finalista {
  id: number;
  candidato: { id: number; nome: string };
  foto: { id: number } | null;
  etapa: { id: number; nome: string } | null;
  situacao: string;
  cidade: string | null;
  pretencaoSalarial: number | null;
  escolaridade: string | null;
  formacoes: string[];
  idiomas: string[];
  experiencias: string[];
  mesesDeExperiencia: number;
  /** of what the position asks for */
  conhecimentosPedidos: number;
  conhecimentos: string[];
  media: number | null;
  recomendacoes: { S: number; I: number; N: number };
  /** opinions that the reader may not read yet */
  ocultos: number;
  /** the mean of each criterion, in the order of the comparison's */
  criterios: (number | null)[];
  /** the level that HR saw in each competency of the position, in the order of the comparison's */
  competencias: (number | null)[];
}

/** A competency that the band of the vacancy asks for, and at which level. */
export interface CompetenciaPedida {
  nome: string;
  exigido: number;
}

export interface Comparacao {
  vaga: { id: number; descricao: string };
  criterios: string[];
  competencias: CompetenciaPedida[];
  /** the company's levels, the lowest first: what the numbers mean */
  niveis: { ordem: number; descricao: string }[];
  finalistas: Finalista[];
}
