import type { Secao } from './meus-dados.server.ts';

/** What one document of a candidate prints: a registration of usual length takes a tenth of it, and its setting about a second. */
const CABE = 1_000;
const DE_UM_ITEM = 5;
/** Letters of a text that cost as much as a line of a table. */
const LETRAS = 250;

/**
 * The sections as far as they are set in a moment: candidates share one place for documents, and a registration with hundreds of
 * entries beside its draft would hold it for seconds. The file of the same data has everything.
 */
export function noPapel(secoes: readonly Secao[]): Secao[] {
  let resta = CABE;
  const cabem = <T>(todos: readonly T[], custo: number): T[] => {
    const alguns = todos.slice(0, Math.floor(resta / custo));
    resta = alguns.length < todos.length ? 0 : resta - alguns.length * custo;
    return alguns;
  };
  const impressas = secoes.flatMap((uma): Secao[] => {
    if (resta === 0) return [];
    const texto = uma.texto?.slice(0, resta * LETRAS);
    if (texto !== undefined) resta = texto.length < (uma.texto?.length ?? 0) ? 0 : resta - Math.ceil(texto.length / LETRAS);
    return [
      {
        ...uma,
        ...(uma.itens ? { itens: cabem(uma.itens, DE_UM_ITEM) } : {}),
        ...(uma.linhas ? { linhas: cabem(uma.linhas, 1) } : {}),
        ...(texto === undefined ? {} : { texto }),
      },
    ];
  });
  if (resta > 0) return impressas;
  const texto = 'Este documento mostra o começo dos seus dados. O arquivo com todos eles também está em "Meus dados".';
  return [...impressas, { titulo: 'O que não coube aqui', texto }];
}
