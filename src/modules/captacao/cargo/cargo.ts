/** A position as recruitment sees it. */
export interface CargoNaCaptacao {
  id: number;
  nome: string;
  /** the bands for which people are asked */
  faixas: number[];
  /** open requests */
  solicitacoes: number;
  /** places that they ask for and nobody has filled */
  vagas: number;
  /** applications that run */
  emSelecao: number;
  /** candidates who look for this position, hired ones apart */
  candidatos: number;
}
