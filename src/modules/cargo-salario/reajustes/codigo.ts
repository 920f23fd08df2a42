/** A code as text, number or `{id}`, as the spec's payloads write it. */
export function codigoDe(value: unknown): unknown {
  const code = typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
  return typeof code === 'number' ? String(code) : code;
}
