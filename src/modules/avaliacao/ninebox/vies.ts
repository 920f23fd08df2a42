import { formatNumber } from '#kit/br/number.ts';
import { counted } from '#kit/br/text.ts';

/** The results of a manager's people on one axis, as sums. */
export interface Somas {
  pessoas: number;
  soma: number;
  quadrados: number;
}

/** Fewest people of a manager, and of all others together, before anything is said about their notes. */
export const MENOR_EQUIPE = 5;
/** A difference below this, in points, is never told, however many people there are. */
const MENOR_DIFERENCA = 8;
/** How often chance alone would have to vary so much: about once in twenty teams. */
const VEZES = 2;
/** A manager whose notes vary less than this part of the others' hardly tells people apart. */
const POUCA_VARIACAO = 0.4;

export interface Sinal {
  tipo: 'acima' | 'abaixo' | 'concentrada';
  /** the arithmetic, in a sentence */
  frase: string;
}

const media = ({ pessoas, soma }: Somas) => soma / pessoas;
/** The standard deviation of a population. */
const desvio = ({ pessoas, soma, quadrados }: Somas) => Math.sqrt(Math.max(0, quadrados / pessoas - (soma / pessoas) ** 2));
const um = (numero: number) => formatNumber(numero, 1);

/**
 * A hint, never a correction: the notes of a manager's people lie far from everybody else's, or hardly differ. A good team looks
 * the same as a generous manager; so the sentence says how it was calculated and leaves the judgement to whoever calibrates.
 */
export function sinalDe(eixo: string, equipe: Somas, todos: Somas): Sinal | undefined {
  const demais = {
    pessoas: todos.pessoas - equipe.pessoas,
    soma: todos.soma - equipe.soma,
    quadrados: todos.quadrados - equipe.quadrados,
  };
  if (equipe.pessoas < MENOR_EQUIPE || demais.pessoas < MENOR_EQUIPE) return undefined;
  const [minha, outras] = [media(equipe), media(demais)];
  const [meuDesvio, outroDesvio] = [desvio(equipe), desvio(demais)];
  const acaso = outroDesvio / Math.sqrt(equipe.pessoas);
  const diferenca = minha - outras;
  const medias = `${eixo}: a média de ${counted(equipe.pessoas, 'pessoa', 'pessoas')} é ${um(minha)}, e a das outras ${formatNumber(demais.pessoas, 0)} é ${um(outras)}`;
  if (acaso > 0 && Math.abs(diferenca) >= MENOR_DIFERENCA && Math.abs(diferenca) / acaso >= VEZES)
    return {
      tipo: diferenca > 0 ? 'acima' : 'abaixo',
      frase: `${medias}: ${um(Math.abs(diferenca))} pontos ${diferenca > 0 ? 'acima' : 'abaixo'}. As notas dos outros variam ${um(outroDesvio)} (desvio padrão); a média de um grupo desse tamanho variaria ${um(acaso)} por acaso (${um(outroDesvio)} ÷ √${equipe.pessoas}), e a diferença é ${um(Math.abs(diferenca) / acaso)} vezes isso.`,
    };
  if (outroDesvio > 0 && meuDesvio < outroDesvio * POUCA_VARIACAO)
    return {
      tipo: 'concentrada',
      frase: `${medias}. As notas desta equipe quase não variam: o desvio padrão é ${um(meuDesvio)}, e o dos outros ${um(outroDesvio)}.`,
    };
  return undefined;
}
