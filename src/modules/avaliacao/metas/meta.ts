import type { situacoesDaMeta } from './metas.registry.ts';

/** Goals that a plan shows: those that go on first. */
export const METAS_NO_PLANO = 200;

/** A goal as it stands on somebody's plan. */
export interface MetaDoTalento {
  id: number;
  versao: number;
  titulo: string;
  descricao: string | null;
  dataIni: string;
  dataFim: string;
  peso: number;
  progresso: number;
  situacao: keyof typeof situacoesDaMeta;
  motivo: string | null;
  /** the area whose goal it is, or 'Toda a empresa'; null: the talent's own */
  area: string | null;
  resultados: {
    id: number;
    descricao: string;
    unidade: string | null;
    inicio: number;
    alvo: number;
    atual: number | null;
    peso: number;
  }[];
  podeEditar: boolean;
  /** tells where its key results stand */
  podeContar: boolean;
  /** the transitions that the reader may make now */
  acoes: string[];
}
