/** The id of a reference or option as it is read (`{id, …}`); any other value unchanged. */
export const bare = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value;

/** The id in a reference of a stored record. */
export const namedId = (reference: unknown): number => Number(bare(reference));

/** The name in a reference as it is read (`{id, nome}`), if it has one. */
export const nameIn = (reference: unknown): string | undefined =>
  typeof reference === 'object' && reference !== null && 'nome' in reference && typeof reference.nome === 'string'
    ? reference.nome
    : undefined;
