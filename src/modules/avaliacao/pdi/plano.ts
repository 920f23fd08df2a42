import { dizPercentual } from '../desempenho/questionarios.ts';
import type { situacoesDaAcao } from './planos-acao.registry.ts';

interface Named {
  id: number;
  nome: string;
}

/** People of a team that the page of plans shows. */
export const MAIOR_EQUIPE = 500;

/** An action of a plan, as the server answers it. */
export interface AcaoDoPlano {
  id: number;
  versao: number;
  colaborador: Named;
  nome: string;
  meta: string;
  responsavelId: number;
  responsavel: string;
  previsaoInicio: string;
  previsaoTermino: string | null;
  competencia: Named | null;
  avaliacaoDesempenho: Named | null;
  acompanhamentoSituacao: keyof typeof situacoesDaAcao;
  acompanhamentoInicio: string | null;
  acompanhamentoTermino: string | null;
  acompanhamentoObservacao: string | null;
  atrasada: boolean;
  podeEditar: boolean;
  podeAcompanhar: boolean;
}

export interface TalentoDoPlano extends Named {
  cargo: string | null;
  area: string | null;
}

export interface Lacuna {
  competenciaId: number;
  nome: string;
  exigido: number;
  nivelExigido: string | null;
  obtido: number;
  lacuna: number;
  /** an action of the plan is about it already */
  noPlano: boolean;
}

/** Somebody's development plan. */
export interface PlanoDoTalento {
  talento: TalentoDoPlano;
  /** whoever reads it is this talent */
  eu: boolean;
  podeIncluir: boolean;
  acoes: AcaoDoPlano[];
  /** what the last concluded evaluation found below what is required, the widest first; null: none that the reader may see */
  lacunas: { avaliacao: Named; concluida: string; competencias: Lacuna[] } | null;
}

/** The own plan, the people led, and the actions of others that one answers for. */
export interface Desenvolvimento {
  eu: Named | null;
  equipe: (TalentoDoPlano & { acoes: number; concluidas: number; atrasadas: number })[];
  minhas: AcaoDoPlano[];
}

/** The action that a gap proposes: a person changes it as they like, and saves it or not. */
export const acaoDaLacuna = ({ nome, exigido, nivelExigido, obtido }: Lacuna) => ({
  nome: `Desenvolver: ${nome}`.slice(0, 255),
  meta: `Chegar ${nivelExigido === null ? '' : `ao nível “${nivelExigido}”, `}de ${dizPercentual(obtido)} a ${dizPercentual(exigido)}, até a próxima avaliação.`,
});
