/** A candidate's competencies beside those that the band of the vacancy asks for. */
export interface CompetenciasDoCandidato {
  candidato: string;
  faixa: string | null;
  /** the levels of today, the lowest first */
  niveis: { id: number; descricao: string; ordem: number }[];
  linhas: { id: number; nome: string; tipo: string; exigido: number | null; nivel: number | null }[];
  podeEditar: boolean;
}
