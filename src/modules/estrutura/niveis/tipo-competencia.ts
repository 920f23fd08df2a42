/** The spec gives the three kinds no codes: their initials. */
export const tiposDeCompetencia = { C: 'Conhecimento', H: 'Habilidade', A: 'Atitude' } as const;

export type TipoCompetencia = keyof typeof tiposDeCompetencia;

/** The same in the plural, as headings of a group. */
export const gruposDeCompetencia: Readonly<Record<TipoCompetencia, string>> = {
  C: 'Conhecimentos',
  H: 'Habilidades',
  A: 'Atitudes',
};
