/** What a value says in short: of a reference or an option as it is read (`{id, …}`) its id; anything else as it is. */
export const bare = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value;

/** The id that the reference of a stored record names. */
export const namedId = (reference: unknown): number => Number(bare(reference));

/** The name that a reference is read with (`{id, nome}`), if it is read so. */
export const nameIn = (reference: unknown): string | undefined =>
  typeof reference === 'object' && reference !== null && 'nome' in reference && typeof reference.nome === 'string'
    ? reference.nome
    : undefined;
