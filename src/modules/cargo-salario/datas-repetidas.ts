/** Two entries of one dated history cannot begin on the same day. */
export function* datasRepetidas(field: string, linhas: readonly { data: string }[]) {
  const vistas = new Set<string>();
  for (const [index, { data }] of linhas.entries()) {
    if (vistas.has(data)) yield { field: `${field}.${index}.data`, message: 'Já existe um histórico nesta data' };
    vistas.add(data);
  }
}
