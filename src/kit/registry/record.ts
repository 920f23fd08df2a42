/** A saved record: its fields, by the names of the wire. */
export type Record_ = Record<string, unknown> & { id: number; versao: number };
