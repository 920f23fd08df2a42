import type { Secao } from './meus-dados-no-papel.server.ts';

/** What one document of a candidate prints: a registration of usual length takes a tenth of it, and its setting about a second. */
const CABE = 1_000;
const DE_UM_ITEM = 5;
/** Letters of a text that cost as much as a short line of a table; a long line costs as they do. */
const LETRAS = 250;

/**
 * The sections as far as they are set in a moment: candidates share one place for documents, and a registration with hundreds of
 * entries beside its draft would hold it for seconds. The file of the same data has everything.
 * `falta`: there is more than these sections have.
 */
export function noPapel(secoes: readonly Secao[], falta = false): Secao[] {
  let resta = CABE;
  const cabem = <T>(todos: readonly T[], custo: number): T[] => {
    const alguns = todos.slice(0, Math.floor(resta / custo));
    resta = alguns.length < todos.length ? 0 : resta - alguns.length * custo;
    return alguns;
  };
  const linhasQueCabem = (linhas: readonly string[][]): string[][] => {
    const algumas: string[][] = [];
    for (const linha of linhas) {
      const custo = Math.max(1, Math.ceil(linha.reduce((soma, { length }) => soma + length, 0) / LETRAS));
      if (custo > resta) {
        resta = 0;
        break;
      }
      resta -= custo;
      algumas.push(linha);
    }
    return algumas;
  };
  const impressas = secoes.flatMap((uma): Secao[] => {
    if (resta === 0) return [];
    const texto = uma.texto?.slice(0, resta * LETRAS);
    if (texto !== undefined) resta = texto.length < (uma.texto?.length ?? 0) ? 0 : resta - Math.ceil(texto.length / LETRAS);
    return [
      {
        ...uma,
        ...(uma.itens ? { itens: cabem(uma.itens, DE_UM_ITEM) } : {}),
        ...(uma.linhas ? { linhas: linhasQueCabem(uma.linhas) } : {}),
        ...(texto === undefined ? {} : { texto }),
      },
    ];
  });
  if (resta > 0 && !falta) return impressas;
  const texto = 'Este documento mostra o começo dos seus dados. O arquivo com todos eles também está em "Meus dados".';
  return [...impressas, { titulo: 'O que não coube aqui', texto }];
}
