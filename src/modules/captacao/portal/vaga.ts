import { formatDate } from '#kit/br/date.ts';
import { formatMoney } from '#kit/br/number.ts';
import { counted } from '#kit/br/text.ts';

/** An ad as anybody sees it. Sex, age and family, which the request may have, are not in it, nor what HR keeps for itself. */
export interface Vaga {
  id: number;
  titulo: string;
  descricao: string;
  solicitacao: { id: number; quantidade: number };
  /** places that nobody has got yet */
  vagas: number;
  cargo: string | null;
  cidade: string | null;
  uf: string | null;
  vinculo: string;
  horario: string;
  escolaridade: string | null;
  remuneracao: number | null;
  publicadoEm: string;
  inscricoesAte: string | null;
  previsaoEncerramento: string | null;
  diasEsperaNovaAplicacao: number | null;
  diasResposta: number | null;
}

export interface MinhaCandidatura {
  id: number;
  empresa: { id: number; nome: string };
  titulo: string;
  anuncioId: number | null;
  solicitacao: { id: number };
  situacao: 'A' | 'N' | 'D' | 'C';
  inscritaEm: string;
  encerradaEm: string | null;
  respostaAte: string | null;
  desfecho: string;
  /** what the company wrote to whom it did not choose */
  recado: string | null;
  /** what is still to come, of which the candidate is told */
  entrevistas: { id: number; data: string; hora: string; local: string | null; endereco: string | null }[];
  passos: { etapa: string | null; data: string }[];
  etapas: { nome: string; atual: boolean }[];
}

export const lugarDe = ({ cidade, uf }: Pick<Vaga, 'cidade' | 'uf'>): string => (cidade ? `${cidade}${uf ? `, ${uf}` : ''}` : '');

/** What an ad says beside its text, for the portal and for the preview of HR. */
export const fatosDaVaga = (vaga: Vaga): [nome: string, valor: string][] =>
  (
    [
      ['Local', lugarDe(vaga)],
      ['Cargo', vaga.cargo],
      ['Vínculo', vaga.vinculo],
      ['Horário', vaga.horario],
      ['Escolaridade', vaga.escolaridade],
      ['Vagas', String(vaga.vagas)],
      ['Remuneração', vaga.remuneracao === null ? null : formatMoney(vaga.remuneracao)],
      ['Inscrições até', vaga.inscricoesAte && formatDate(vaga.inscricoesAte)],
      ['Previsão de encerramento', vaga.previsaoEncerramento && formatDate(vaga.previsaoEncerramento)],
      ['Resposta em até', vaga.diasResposta === null ? null : counted(vaga.diasResposta, 'dia', 'dias')],
    ] satisfies [string, string | null][]
  ).flatMap(([nome, valor]): [string, string][] => (valor ? [[nome, valor]] : []));

/** An evaluation that was asked of the candidate; `respondidaEm` null: it waits. */
export interface MinhaAvaliacao {
  id: number;
  titulo: string;
  candidaturaId: number;
  vaga: string;
  pedidaEm: string;
  respondidaEm: string | null;
  comecada: boolean;
}
