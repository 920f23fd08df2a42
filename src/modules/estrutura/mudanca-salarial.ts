import { formatMoney, formatNumber, formatPercentage } from '#kit/br/number.ts';

/** A change of somebody's salary, or of the band beside which it stands; amounts are null where nothing is paid. */
export interface MudancaSalarial {
  de: number | null;
  para: number | null;
  /** the band's name and its value on the day */
  faixa: { nome: string; valor: number | null };
}

/** A change of more than this, in percent, is seldom meant. */
export const MUDANCA_GRANDE = 30;
/** A band is one amount; salaries between these shares of it (compa-ratio) are within the band. */
export const AMPLITUDE = { de: 0.8, ate: 1.2 };

export const posicoesNaFaixa = { abaixo: 'abaixo da faixa', dentro: 'dentro da faixa', acima: 'acima da faixa' } as const;
export type PosicaoNaFaixa = keyof typeof posicoesNaFaixa;

/** By how much the salary changes, in percent; null without both amounts. */
export const variacaoDe = (de: number | null, para: number | null): number | null =>
  de === null || para === null || de === 0 ? null : ((para - de) / de) * 100;

/** Salary ÷ value of the band; null without both. */
export const razaoDaFaixa = (salario: number | null, valor: number | null): number | null =>
  salario === null || valor === null || valor === 0 ? null : salario / valor;

export function posicaoNaFaixa(salario: number | null, valor: number | null): PosicaoNaFaixa | null {
  const razao = razaoDaFaixa(salario, valor);
  if (razao === null) return null;
  return razao < AMPLITUDE.de ? 'abaixo' : razao > AMPLITUDE.ate ? 'acima' : 'dentro';
}

/** '+46,1 %' */
export const dizVariacao = (percentual: number): string =>
  `${percentual > 0 ? '+' : percentual < 0 ? '−' : ''}${formatPercentage(Math.abs(percentual), 1)}`;

/** 'R$ 2.738,00 → R$ 4.000,00 (+46,1 %)'; on the day of the hiring there is no salary to change from. */
export function dizMudanca({ de, para }: Pick<MudancaSalarial, 'de' | 'para'>): string {
  if (de === null && para !== null) return `${formatMoney(para)} (sem salário anterior)`;
  const [antes, depois] = [de, para].map((valor) => (valor === null ? '—' : formatMoney(valor)));
  const percentual = variacaoDe(de, para);
  return `${antes} → ${depois}${percentual === null ? '' : ` (${dizVariacao(percentual)})`}`;
}

const limitesDe = (valor: number) => `${formatMoney(valor * AMPLITUDE.de)} a ${formatMoney(valor * AMPLITUDE.ate)}`;

/** 'acima da faixa Analista I (R$ 2.400,00 a R$ 3.600,00)'; undefined where the band has no value. */
export function dizPosicao(salario: number | null, { nome, valor }: MudancaSalarial['faixa']): string | undefined {
  const posicao = posicaoNaFaixa(salario, valor);
  return posicao === null || valor === null ? undefined : `${posicoesNaFaixa[posicao]} ${nome} (${limitesDe(valor)})`;
}

/** The sentences that somebody must confirm before the change is saved: none for a usual one. */
export function* porConfirmar({ de, para, faixa }: MudancaSalarial): Generator<string> {
  const percentual = variacaoDe(de, para);
  if (percentual !== null && Math.abs(percentual) > MUDANCA_GRANDE) {
    const vezes = (para ?? 0) / (de ?? 1);
    const quantas = vezes >= 3 ? `, ${formatNumber(Math.round(vezes))} vezes o salário anterior` : '';
    yield `O salário muda mais de ${MUDANCA_GRANDE}%: ${dizMudanca({ de, para })}${quantas}.`;
  }
  const posicao = posicaoNaFaixa(para, faixa.valor);
  if (posicao !== null && posicao !== 'dentro') yield `O salário de ${formatMoney(para ?? 0)} fica ${dizPosicao(para, faixa)}.`;
}
