/** Items under their headings, in the order in which headings first appear. */
export function porGrupo<T extends { grupo: string }>(itens: readonly T[]): [string, T[]][] {
  const grupos = new Map<string, T[]>();
  for (const item of itens) grupos.set(item.grupo, [...(grupos.get(item.grupo) ?? []), item]);
  return [...grupos];
}

/** Removes a column that is there, and appends one that is not. */
export const trocaColuna = (colunas: readonly string[], coluna: string): string[] =>
  colunas.includes(coluna) ? colunas.filter((uma) => uma !== coluna) : [...colunas, coluna];

/** Moves one item of the list a place earlier (−1) or later (1); at an end it stays. */
export function move<T>(itens: readonly T[], de: number, passo: -1 | 1): T[] {
  const para = de + passo;
  const item = itens[de];
  if (item === undefined || para < 0 || para >= itens.length) return [...itens];
  const sem = itens.filter((_um, index) => index !== de);
  return [...sem.slice(0, para), item, ...sem.slice(para)];
}
