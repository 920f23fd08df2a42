/** What anybody may read of a vacancy: nothing about pay, sex, age, family, or who asked for it. */
export interface AnuncioPublico {
  id: number;
  solicitacaoId: number;
  titulo: string;
  /** sanitised HTML */
  descricao: string;
  vagas: number;
  cargo: string | null;
  cidade: string | null;
  uf: string | null;
  vinculo: string;
  horario: string;
  escolaridades: string[];
  /** the last day of applications */
  ate: string | null;
  previsaoEncerramento: string | null;
  diasEsperaNovaAplicacao: number | null;
  diasResposta: number | null;
  publicadoEm: string | null;
}
