/** The pattern of SQL's `like` for texts that contain this one as it stands: its own `%`, `_` and `\` are signs like others. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
