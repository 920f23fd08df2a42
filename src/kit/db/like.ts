/** A text within a pattern of SQL's `like`: its `%`, `_` and `\` match themselves. */
const asWritten = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A pattern for SQL's `like` that finds texts containing this one. */
export const containing = (text: string): string => `%${asWritten(text)}%`;
