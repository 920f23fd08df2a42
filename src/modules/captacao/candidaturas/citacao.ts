/** `@` at the beginning of a word, and up to three words behind it. */
const CITACAO = /(?:^|[\s(])@((?:\p{L}[\p{L}.'-]*(?: \p{L}[\p{L}.'-]*){0,2} ?)?)$/u;

/** The name that is being typed after an `@` before the cursor: from where, and its letters; null: none. */
export function citacaoEm(texto: string, cursor: number): { de: number; busca: string } | null {
  const achada = CITACAO.exec(texto.slice(0, cursor));
  if (!achada) return null;
  const busca = achada[1] ?? '';
  return { de: cursor - busca.length - 1, busca: busca.trim() };
}
