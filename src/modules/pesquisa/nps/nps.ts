import { formatMonth } from '#kit/br/date.ts';
import { boolean, choice } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { longText } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';
import type { Valor } from '#platform/questionario/result.ts';
import { MENOR_MINIMO, MINIMO_USUAL } from '#platform/questionario/round.ts';

/** How many months one period lasts: nobody is asked twice in it. */
export const periodicidades = { '1': 'Todo mês', '3': 'A cada três meses', '6': 'A cada seis meses' } as const;

export const configuracaoDoNps = defineForm({
  fields: {
    ativo: boolean('Perguntar a quem usa o sistema'),
    meses: having(choice('De quanto em quanto tempo', periodicidades), { initial: '3', span: 6 }),
    minimo: having(integer('Menor grupo mostrado', { min: MENOR_MINIMO, max: 50 }), { initial: MINIMO_USUAL, span: 6 }),
  },
});

/** ENT-191: what somebody answers. */
export const respostaDoNps = defineForm({
  fields: { nota: integer('Nota', { min: 0, max: 10 }), comentario: optional(longText('Comentário', 1_000)) },
});

/** The first month of the period of a day. */
export function periodoDe(dia: string, meses: number): string {
  const mes = Number(dia.slice(5, 7));
  const primeiro = Math.floor((mes - 1) / meses) * meses + 1;
  return `${dia.slice(0, 4)}-${String(primeiro).padStart(2, '0')}`;
}

/** A period in words: 'out a dez de 2026'. */
export function dizPeriodo(periodo: string, meses: number): string {
  if (meses === 1) return formatMonth(periodo);
  const [ano = '', mes = '1'] = periodo.split('-');
  const nome = (n: number) => MESES[n - 1] ?? '';
  return `${nome(Number(mes))} a ${nome(Number(mes) + meses - 1)} de ${ano}`;
}

const MESES = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'];

/** What a period or a group of it comes to; 'all but one' is told as 'all', and 'one' as 'none'. */
export interface ResultadoDoNps {
  respostas: number;
  nps: Valor | null;
  /** percentages, whole numbers */
  promotores: Valor;
  neutros: Valor;
  detratores: Valor;
}

export interface PainelDoNps {
  configuracao: { ativo: boolean; meses: number; minimo: number };
  /** periods that have ended, the last one first: of the areas that the reader sees */
  periodos: (ResultadoDoNps & { periodo: string })[];
  /** the present one: nothing is told of it but how many have answered, to whoever sees all areas */
  emCurso: { periodo: string; respostas: number | null };
  /** groups of the last period that has ended */
  areas: (ResultadoDoNps & { area: string | null; responsavel: string | null; juntas: number; anterior: Valor | null })[];
  comentarios: string[];
}
