import { formatNumber } from '#kit/br/number.ts';
import { counted } from '#kit/br/text.ts';

/** Payroll of a month, before and after. Amounts are null for who may not see salaries. */
export interface Totais {
  talentos: number;
  /** whose salary changes; like all that compares salaries, null for who may not see them: proposals of one's own would find them out */
  alcancados: number | null;
  totalAtual: number | null;
  totalProposto: number | null;
  diferenca: number | null;
  percentual: number | null;
}

export interface TotaisDaArea extends Totais {
  id: number;
  nome: string;
}

/** What stands in the way of applying, and what should be looked at first. */
export interface Avisos {
  linhasColaboradores: number;
  linhasFaixas: number;
  linhasIndices: number;
  emDuplicidade: number;
  desligados: number;
  semSalario: number;
  /** proposed salary below the present one; null for who may not see salaries */
  reducoes: number | null;
  /** talents, bands or indices with an entry on the table's day or after it */
  historicosPosteriores: number;
  /** lines whose present situation has changed since they were computed; null for who may not see salaries */
  desatualizadas: number | null;
}

export interface TotalFolha extends Totais {
  /** of a dissídio that began before the table's day: what the months in between come to, person by person; null where there are none, or for who may not see salaries */
  retroativo: { desde: string; valor: number } | null;
  teto: number | null;
  acimaDoTeto: boolean | null;
  avisos: Avisos;
  areas: TotaisDaArea[];
}

export interface GrupoDeEquidade {
  grupo: string;
  nome: string;
  /** null where they are so few that they are not told, or would be told by subtraction */
  mulheres: number | null;
  homens: number | null;
  /** mean salary of women ÷ mean salary of men; null where either are not told, and for who may not see salaries */
  razaoAtual: number | null;
  razaoProposta: number | null;
}

/** What a collective adjustment did. */
export interface Feito {
  /** lines that it made */
  inseridas: number;
  /** those within reach that already had a line in the table, which stays */
  jaIncluidas: number;
  /** those without a value of their own that could be adjusted: a band by index follows its index */
  semValor: number;
  /** those within reach who are paid by their band or by an index, and stay so */
  acompanham?: number;
}

/** What a collective adjustment did, in words. */
export function dizFeito({ inseridas, jaIncluidas, semValor, acompanham = 0 }: Feito): string {
  const resto = [
    jaIncluidas > 0 ? counted(jaIncluidas, 'já estava no planejamento', 'já estavam no planejamento') : '',
    acompanham > 0
      ? counted(
          acompanham,
          'recebe pela faixa ou por índice e acompanha o reajuste deles',
          'recebem pela faixa ou por índice e acompanham o reajuste deles',
        )
      : '',
    semValor > 0 ? `${formatNumber(semValor)} sem valor próprio a reajustar` : '',
  ].filter(Boolean);
  if (inseridas > 0) return `${[counted(inseridas, 'linha incluída', 'linhas incluídas'), ...resto].join('; ')}.`;
  return `Nenhuma linha incluída: ${resto.length > 0 ? resto.join('; ') : 'ninguém está ao alcance destes filtros'}.`;
}

/** Tables that are compared at once: each one asks the payroll of everybody. */
export const MAIS_CENARIOS = 6;

/** One table beside others. */
export interface Cenario {
  id: number;
  nome: string;
  data: string;
  situacao: string;
  folha: TotalFolha;
}
