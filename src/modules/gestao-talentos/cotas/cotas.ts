/** What the quota cockpit gets: numbers alone. */
export interface QuadroDeCotas {
  dia: string;
  empresa: string;
  /**
   * the number of people only for readers who may see disabilities: as somebody comes or goes, a change of the number reveals
   * whose disability it was
   */
  pcd: { base: number; presentes: number | null };
  estabelecimentos: readonly Lugar[];
  ocupacoes: readonly Ocupacao[];
}

export interface Lugar {
  id: number | null;
  nome: string;
  empregados: number;
  /** of them, those in functions that require training */
  base: number;
  presentes: number;
}

export interface Ocupacao {
  cbo: string | null;
  descricao: string;
  empregados: number;
  demanda: boolean;
  motivo: string;
  /** true: an exception of the company, false: by the major group */
  excecao: boolean;
}

/** Somebody who counts for a quota. */
export interface Contado {
  id: number;
  nome: string;
  matricula: string | null;
  cargo: string | null;
  estabelecimento: string | null;
  dataAdmissao: string;
}
