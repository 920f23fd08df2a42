import { isWellFormedText } from '#kit/br/text.ts';

/** The records behind one slice of a chart, as the address of their list names them. */
export interface Slice {
  /** the dashboard */
  panel: string;
  indicator: string;
  /** the place of the number among those of the slice: women, then men */
  column: number;
  /** which slice */
  key: string;
  /** the filter of the dashboard, by the names of the wire */
  filter: Readonly<Record<string, string>>;
}

const MOST_TEXT = 4_000;

/** `talento/sexo/0/Feminino?dataFim=2026-11-22` */
export function sliceText({ panel, indicator, column, key, filter }: Slice): string {
  const query = new URLSearchParams(filter).toString();
  return `${panel}/${indicator}/${column}/${encodeURIComponent(key)}${query === '' ? '' : `?${query}`}`;
}

/** The slice that such a text names, or undefined. */
export function readSlice(text: unknown): Slice | undefined {
  if (typeof text !== 'string' || text.length > MOST_TEXT || !isWellFormedText(text)) return undefined;
  const [way = '', ...rest] = text.split('?');
  const [, panel, indicator, column, key] = /^([a-z-]{1,60})\/([A-Za-z]{1,60})\/(\d)\/([^/]{1,900})$/.exec(way) ?? [];
  if (panel === undefined || indicator === undefined || key === undefined) return undefined;
  try {
    const read = decodeURIComponent(key);
    if (!isWellFormedText(read)) return undefined;
    const filter = Object.fromEntries(new URLSearchParams(rest.join('?')));
    return { panel, indicator, column: Number(column), key: read, filter };
  } catch {
    return undefined;
  }
}
