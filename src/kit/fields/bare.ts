/** What a value says in short: of a reference or an option as it is read (`{id, …}`) its id; anything else as it is. */
export const bare = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value;

/** The id that the reference of a stored record names. */
export const namedId = (reference: unknown): number => Number(bare(reference));
