/** A pattern for SQL's `like` that finds texts containing this one; its `%`, `_` and `\` match themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
