/** Codes 01 to 15 of the spec, which gives no labels: 01–09 read as the RAIS and eSocial tables do, 10–15 are ours. */
export const escolaridades = {
  '01': 'Analfabeto',
  '02': 'Até o 5º ano incompleto do ensino fundamental',
  '03': '5º ano completo do ensino fundamental',
  '04': 'Do 6º ao 9º ano do ensino fundamental',
  '05': 'Ensino fundamental completo',
  '06': 'Ensino médio incompleto',
  '07': 'Ensino médio completo',
  '08': 'Ensino superior incompleto',
  '09': 'Ensino superior completo',
  '10': 'Mestrado completo',
  '11': 'Doutorado completo',
  '12': 'Especialização completa',
  '13': 'Técnico incompleto',
  '14': 'Técnico completo',
  '15': 'Pós-doutorado completo',
} as const;
