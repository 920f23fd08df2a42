/** What the quota cockpit gets: numbers alone. */
export interface QuadroDeCotas {
  dia: string;
  empresa: string;
  /** how many count is for who may see disabilities: as one comes or goes, the number tells whose it was */
  pcd: { base: number; presentes: number | null };
  estabelecimentos: readonly Lugar[];
  ocupacoes: readonly Ocupacao[];
}

export interface Lugar {
  id: number | null;
  nome: string;
  empregados: number;
  /** of them, in functions that demand training */
  base: number;
  presentes: number;
}

export interface Ocupacao {
  cbo: string | null;
  descricao: string;
  empregados: number;
  demanda: boolean;
  motivo: string;
  /** true: kept by the company, false: by the major group */
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
