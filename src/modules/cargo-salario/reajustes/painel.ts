import { formatNumber } from '#kit/br/number.ts';
import { counted } from '#kit/br/text.ts';

/** Payroll of a month, before and after. Amounts are null for readers who may not see salaries. */
export interface Totais {
  talentos: number;
  /**
   * people whose salary changes; like all comparisons of salaries, null for readers who may not see them, since their own
   * proposals would reveal the salaries
   */
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

/** Obstacles to applying, and warnings before it. */
export interface Avisos {
  linhasColaboradores: number;
  linhasFaixas: number;
  linhasIndices: number;
  emDuplicidade: number;
  desligados: number;
  /** lines without a proposed salary; null for readers who may not see salaries */
  semSalario: number | null;
  /** proposed salary below the present one; null for readers who may not see salaries */
  reducoes: number | null;
  /** talents, bands or indices with an entry on the table's day or after it */
  historicosPosteriores: number;
  /** lines whose present situation has changed since they were computed; null for readers who may not see salaries */
  desatualizadas: number | null;
}

export interface TotalFolha extends Totais {
  /**
   * for a dissídio that began before the table's day: the total of the months in between, person by person; null when there are
   * none, or for readers who may not see salaries
   */
  retroativo: { desde: string; valor: number } | null;
  teto: number | null;
  /** null without a ceiling, and for whoever does not see the payroll of the whole company */
  acimaDoTeto: boolean | null;
  /** why this reader may not apply what waits, whatever its values are; null: they may */
  naoAplica: string | null;
  /** people who are paid a salary and whom the plan leaves as they are; for readers who see no salaries, those without a line */
  naoAlcancados: number;
  avisos: Avisos;
  areas: TotaisDaArea[];
}

export interface GrupoDeEquidade {
  grupo: string;
  nome: string;
  /** null for a withheld group: too few people, or found by subtraction */
  mulheres: number | null;
  homens: number | null;
  /** mean salary of women ÷ mean salary of men; null when either is withheld, and for readers who may not see salaries */
  razaoAtual: number | null;
  razaoProposta: number | null;
}

/** The result of a collective adjustment. */
export interface Feito {
  /** lines that it inserted */
  inseridas: number;
  /** people within reach who already had a line in the table, which stays */
  jaIncluidas: number;
  /** those without a value of their own to adjust: a band by index follows its index */
  semValor: number;
  /** people within reach who are paid by their band or an index, and stay so */
  acompanham?: number;
}

/** The result of a collective adjustment, in words. */
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

/** Tables that can be compared at once: each one queries the whole payroll. */
export const MAIS_CENARIOS = 6;

/** One table beside others. */
export interface Cenario {
  id: number;
  nome: string;
  data: string;
  situacao: string;
  folha: TotalFolha;
}

/** Why somebody who works for the company gets no line of a collective adjustment. */
export const motivosDeFora = {
  'sem-estabelecimento': 'Sem estabelecimento',
  estabelecimento: 'De outro estabelecimento',
  area: 'De outra área',
  faixa: 'Recebem pela faixa ou por índice: acompanham as linhas deles, se houver',
  'sem-valor': 'Sem salário informado',
  'sem-historico': 'Sem cargo na data',
  'sem-salario': 'Vínculo sem salário: estágio, sócio, segurado especial',
} as const;
export type MotivoDeFora = keyof typeof motivosDeFora;

/** A change of the collective form: a list is added to what is chosen. */
export interface Inclusao {
  campo: string;
  valor: true | number[];
}

/** Whom a collective adjustment would reach, and whom not. */
export interface PreviaDoColetivo {
  /** with a line in the plan afterwards */
  alcancados: number;
  /** those of them who are paid by a band or an index, and get an amount of their own */
  deixamFaixa: number;
  fora: { motivo: MotivoDeFora; total: number; nomes: string[]; inclui?: Inclusao | undefined }[];
}

/** Whoever works for the company, is paid a salary, and whose salary a plan leaves as it is. */
export interface NaoAlcancado {
  id: number;
  nome: string;
  motivo: string;
}
