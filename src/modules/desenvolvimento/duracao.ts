/** ENU-054: the units of a duration, by how many months one is. The wire and the table say months. */
export const unidadesDeDuracao = { '1': 'Meses', '12': 'Anos' } as const;
export type UnidadeDeDuracao = keyof typeof unidadesDeDuracao;

/** How so many months are said: whole years as years. */
export const unidadeDe = (meses: number | null | undefined): UnidadeDeDuracao =>
  typeof meses === 'number' && meses > 0 && meses % 12 === 0 ? '12' : '1';
