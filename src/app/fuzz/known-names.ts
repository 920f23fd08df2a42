interface Fault {
  field: string;
  message: string;
}

/** How many names a refusal calls unknown, and which of them it names: of many it only counts the rest. */
function strangersIn(faults: readonly Fault[]): { named: Set<string>; count: number } {
  const named = new Set(faults.filter(({ message }) => message.startsWith('Parâmetro desconhecido')).map(({ field }) => field));
  const rest = faults.map(({ message }) => /^Há mais (\d+) parâmetros? desconhecidos?$/.exec(message)?.[1]);
  return { named, count: named.size + Number(rest.find((one) => one !== undefined) ?? 0) };
}

/**
 * The names that a route knows: those that its refusal does not call unknown. `ask` sends them beside one that no route knows, so that
 * whatever else refuses the request teaches nothing. Names are halved until they are all unknown or all told.
 */
export async function knownAmong(
  names: readonly string[],
  ask: (names: readonly string[]) => Promise<readonly Fault[]>,
): Promise<string[]> {
  const { named, count } = strangersIn(await ask(names));
  if (count === 0 || count > names.length) return [];
  if (count === named.size) return names.filter((name) => !named.has(name.slice(0, 60)));
  const half = Math.ceil(names.length / 2);
  return [...(await knownAmong(names.slice(0, half), ask)), ...(await knownAmong(names.slice(half), ask))];
}
