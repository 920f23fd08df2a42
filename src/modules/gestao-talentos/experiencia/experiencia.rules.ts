import { addDays, formatDate } from '#kit/br/date.ts';
import { formatPercentage } from '#kit/br/number.ts';
import type { Issue } from '#kit/refusal/issues.ts';

export const pareceres = { EFETIVAR: 'Efetivar', PRORROGAR: 'Prorrogar', DESLIGAR: 'Desligar' } as const;

export const resultados = { A: 'Aprovado', R: 'Reprovado' } as const;

/** A percentage of a trial, everywhere with the decimals that are compared with the minimum. */
export const percentualDaExperiencia = (percentual: number): string => formatPercentage(percentual, 2);

/** The result of a percentage against a minimum; nothing when either is missing. */
export const resultadoDe = (percentual: number | null, minimo: number | null): keyof typeof resultados | null =>
  percentual === null || minimo === null ? null : percentual >= minimo ? 'A' : 'R';

/** The talent's own dates that forbid an evaluation on a day. The last day itself is worked. */
export function* faltasDaData(
  data: string,
  { dataAdmissao, dataDesligamento }: { dataAdmissao: string; dataDesligamento: string | null },
): Generator<Issue> {
  if (data < dataAdmissao) yield { field: 'data', message: 'Data da avaliação inferior à data de admissão do talento.' };
  if (dataDesligamento !== null && data > dataDesligamento)
    yield { field: 'data', message: 'Data da avaliação posterior à data de desligamento do talento.' };
}

/** Why a newly chosen model cannot evaluate a period. */
export function faltaDoModelo(
  modelo: { isExperiencia: boolean; ativo: boolean; periodo: number | null },
  periodo: number,
): Issue | undefined {
  const message = !modelo.isExperiencia
    ? 'Escolha um modelo de acompanhamento do período de experiência.'
    : modelo.periodo !== periodo
      ? 'Este modelo de avaliação é de outro período de experiência.'
      : !modelo.ativo
        ? 'Este modelo de avaliação está inativo.'
        : undefined;
  return message === undefined ? undefined : { field: 'modelo', message };
}

/** CLT, art. 445, parágrafo único. */
const MAXIMO_DE_DIAS = 90;

/** The last day that the law allows a trial that began on a day. */
export const limiteDaExperiencia = (dataAdmissao: string): string => addDays(dataAdmissao, MAXIMO_DE_DIAS - 1);

interface Decisao {
  parecer: keyof typeof pareceres;
  data: string;
  contratoAte: string | null;
  dataAdmissao: string;
  /** the last day of the period */
  termino: string;
  /** another evaluation of the talent prolonged the trial before */
  prorrogada: boolean;
}

/** Until when the contract goes, when nobody says another day; null: it has no end. */
export const contratoPadrao = ({ parecer, data, dataAdmissao, termino }: Omit<Decisao, 'contratoAte' | 'prorrogada'>) => {
  const fim = parecer === 'PRORROGAR' ? limiteDaExperiencia(dataAdmissao) : parecer === 'DESLIGAR' ? termino : null;
  return fim !== null && fim < data ? data : fim;
};

/** What the law makes of a decision: it is possible, and changes the contract. What is decided late prevents nothing any more. */
export function consequencias({ parecer, data, contratoAte, dataAdmissao, termino, prorrogada }: Decisao) {
  const confirm: string[] = [];
  const tell: string[] = [];
  const limite = limiteDaExperiencia(dataAdmissao);
  if (parecer === 'PRORROGAR' && prorrogada)
    confirm.push(
      'A experiência deste talento já foi prorrogada. Prorrogado pela segunda vez, o contrato passa a valer por prazo indeterminado (CLT, art. 451).',
    );
  if (contratoAte !== null && contratoAte > limite && data <= limite)
    confirm.push(
      `A experiência não passa de ${MAXIMO_DE_DIAS} dias: a deste talento vai até ${formatDate(limite)}. Depois disso o contrato vale por prazo indeterminado (CLT, art. 445).`,
    );
  if (parecer === 'PRORROGAR' && data > termino)
    tell.push(
      `O período terminou em ${formatDate(termino)}. Prorrogado depois do seu término, o contrato já vale por prazo indeterminado.`,
    );
  return { confirm, tell };
}

interface Linha {
  periodo: number;
  dataAdmissao: string;
  dias: number;
  parecer: string | null;
}

/**
 * The legal warning about prolonging a trial: the law allows 90 days in all and a single prolongation (CLT, arts. 445 and 451).
 * `linhas` are the talent's periods, empty when they are not loaded.
 */
export function avisoDaProrrogacao(periodo: number | null, linhas: readonly Linha[]): string {
  const linha = linhas.find((uma) => uma.periodo === periodo);
  const lei = `A experiência só pode ser prorrogada uma vez e não passa de ${MAXIMO_DE_DIAS} dias no total (CLT, arts. 445 e 451)`;
  if (!linha) return `${lei}.`;
  if (linhas.some((outra) => outra !== linha && outra.parecer === 'PRORROGAR'))
    return `${lei}. Outra avaliação deste talento já pediu a prorrogação.`;
  return linha.dias >= MAXIMO_DE_DIAS
    ? `${lei}. Este período já vai até o limite.`
    : `${lei}: a deste talento pode ir até ${formatDate(limiteDaExperiencia(linha.dataAdmissao))}.`;
}
