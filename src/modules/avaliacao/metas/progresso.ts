import { formatNumber } from '#kit/br/number.ts';

/** A key result: where it began, where it is to arrive, and where it stands. */
export interface Resultado {
  inicio: number;
  alvo: number;
  /** null: nobody has said yet, so it stands where it began */
  atual: number | null;
  peso: number;
}

/** How far a key result has come, from 0 to 100; a target below its beginning is reached by going down. */
export const progressoDoResultado = ({ inicio, alvo, atual }: Omit<Resultado, 'peso'>): number =>
  alvo === inicio ? 0 : Math.min(100, Math.max(0, (((atual ?? inicio) - inicio) / (alvo - inicio)) * 100));

/** How far a goal has come: the weighted mean of its key results, with two decimals. */
export function progressoDe(resultados: readonly Resultado[]): number {
  const peso = resultados.reduce((sum, um) => sum + um.peso, 0);
  if (peso === 0) return 0;
  return Math.round((resultados.reduce((sum, um) => sum + um.peso * progressoDoResultado(um), 0) / peso) * 100) / 100;
}

/** '12%', 'R$ 12', '12 dias' */
export function naUnidade(valor: number, unidade: string | null): string {
  const numero = formatNumber(valor);
  if (unidade === '%') return `${numero}%`;
  return [unidade === 'R$' ? unidade : null, numero, unidade === 'R$' ? null : unidade].filter(Boolean).join(' ');
}
