/** The status of an entry with the personnel system; without integration it is confirmed at once. */
export const statusDoHistorico = { C: 'Confirmado', P: 'Pendente', X: 'Cancelado' } as const;
