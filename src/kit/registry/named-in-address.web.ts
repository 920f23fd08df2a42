/** The records that the address of a new record names (`?solicitacao=7`), as initial values of its fields. */
export function namedInAddress(...fields: readonly string[]): Record<string, number> {
  const search = new URLSearchParams(location.search);
  return Object.fromEntries(
    fields.flatMap((field) => {
      const id = search.get(field) ?? '';
      return /^[1-9]\d{0,14}$/.test(id) ? [[field, Number(id)]] : [];
    }),
  );
}
