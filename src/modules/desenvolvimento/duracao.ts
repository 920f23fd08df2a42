/** ENU-054: the units of a duration, by their length in months. The wire and the table hold months. */
export const unidadesDeDuracao = { '1': 'Meses', '12': 'Anos' } as const;
export type UnidadeDeDuracao = keyof typeof unidadesDeDuracao;

/** The unit in which a number of months is shown: whole years as years. */
export const unidadeDe = (meses: number | null | undefined): UnidadeDeDuracao =>
  typeof meses === 'number' && meses > 0 && meses % 12 === 0 ? '12' : '1';
