import type { Definicao, Pergunta, Resposta } from './definition.ts';
import { type Reading, readingsOf } from './evaluate.ts';

/** Percentages of a response; what does not count is absent, never zero. */
export interface Pontuacao {
  total: number | null;
  /** by the id of the question */
  perguntas: ReadonlyMap<number, number>;
  /** by the id of the aspect */
  aspectos: ReadonlyMap<number, number>;
}

/** The part of the greatest weight that was reached, from 0 to 1; null: it does not count. */
const share = (soma: number, maior: number): number | null => (maior > 0 ? soma / maior : null);

/**
 * An option's weight is its points: the greatest one is everything. A chosen option without a weight ("Não se aplica") takes the
 * question out of the result.
 */
function reached({ tipo, respostas, notaMinima, notaMaxima }: Pergunta, { escolhidas, nota }: Reading): number | null {
  if (tipo === '4')
    return nota === null || notaMinima === null || notaMaxima === null ? null : share(nota - notaMinima, notaMaxima - notaMinima);
  const pesos = respostas.flatMap(({ peso }) => (peso === null ? [] : [peso]));
  const obtidos = respostas.flatMap(({ id, peso }) => (peso === null || !escolhidas.includes(id) ? [] : [peso]));
  if (obtidos.length === 0) return null;
  const soma = (de: readonly number[]) => de.reduce((total, um) => total + um, 0);
  return tipo === '1' ? share(soma(obtidos), Math.max(...pesos)) : tipo === '5' ? share(soma(obtidos), soma(pesos)) : null;
}

/** The mean of what counts, each with its weight. */
export function mean(partes: readonly { valor: number; peso: number }[]): number | null {
  const pesos = partes.reduce((total, { peso }) => total + peso, 0);
  return pesos > 0 ? partes.reduce((total, { valor, peso }) => total + valor * peso, 0) / pesos : null;
}

/** The result of one response. */
export function score(definicao: Definicao, respostas: readonly Resposta[]): Pontuacao {
  const { respondidas } = readingsOf(definicao, respostas);
  const contadas = definicao.perguntas.flatMap((pergunta) => {
    const { id, aspectoId, peso } = pergunta;
    const reading = respondidas.get(id);
    const valor = reading && peso > 0 ? reached(pergunta, reading) : null;
    return valor === null ? [] : [{ id, aspectoId, peso, valor: valor * 100 }];
  });
  const aspectos = new Map<number, number>();
  for (const { id } of definicao.aspectos) {
    const valor = mean(contadas.filter(({ aspectoId }) => aspectoId === id));
    if (valor !== null) aspectos.set(id, valor);
  }
  return { total: mean(contadas), perguntas: new Map(contadas.map(({ id, valor }) => [id, valor])), aspectos };
}
