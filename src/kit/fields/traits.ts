import type { CellType } from '#kit/sheet/column.ts';

/** How a kind is filtered in a list: part of the text, one of several values, or from–to. */
type FilterForm = 'contains' | 'in' | 'range' | 'flag' | 'none';

/** Where the values are stored: in a column of that type in the registry's own table, or in a table of links or of child rows. */
export type Stored = 'text' | 'integer' | 'decimal' | 'date' | 'boolean' | 'instant' | 'reference' | 'texts' | 'links' | 'rows';

/** The properties of a kind, except for its input and cell; `kinds.ts` has its parser for sheets. */
interface Traits {
  /** its format in lists, PDF, XLSX and CSV */
  cell: CellType;
  filter: FilterForm;
  /** width of its column, in characters */
  width: number;
  stored: Stored;
  /** columns (of 12) of its input on a wide screen; `span` of a field overrides it */
  span: 4 | 6 | 12;
  /** its input is typed as text, so an untouched one is '' */
  isTyped: boolean;
  /** one value that fits in a line: lists sort by it */
  isSortable: boolean;
  /** text of several lines: lists show it and filter by it only if it is declared so */
  isLong: boolean;
  /** its input needs more space than a cell of a table */
  isRoomy: boolean;
}

const plain = {
  cell: 'text',
  filter: 'contains',
  width: 28,
  stored: 'text',
  span: 4,
  isTyped: false,
  isSortable: true,
  isLong: false,
  isRoomy: false,
} as const satisfies Traits;

const typed = { ...plain, isTyped: true } as const;
const long = { ...typed, width: 48, span: 12, isLong: true, isRoomy: true } as const;
const number = { ...plain, filter: 'range', width: 16 } as const;
const identity = { ...typed, width: 20 } as const;
const several = { ...plain, filter: 'none', span: 6, isSortable: false } as const;
const file = { ...plain, filter: 'none', stored: 'reference', span: 6, isSortable: false, isRoomy: true } as const;

/** Every kind of field of the kit. When a kind is added, the compiler points at every place that needs it. */
export const traits = {
  text: { ...typed, span: 6 },
  longText: long,
  richText: { ...long, isSortable: false },
  integer: { ...number, cell: 'integer', stored: 'integer' },
  number: { ...number, cell: 'number', stored: 'decimal' },
  money: { ...number, cell: 'money', stored: 'decimal' },
  percentage: { ...number, cell: 'percentage', stored: 'decimal' },
  date: { ...plain, cell: 'date', filter: 'range', width: 12, stored: 'date' },
  month: { ...plain, cell: 'month', filter: 'range', width: 10 },
  time: { ...plain, filter: 'none', width: 8 },
  duration: { ...number, cell: 'duration', stored: 'integer' },
  boolean: { ...plain, cell: 'boolean', filter: 'flag', width: 8, stored: 'boolean' },
  choice: { ...plain, filter: 'in', width: 18 },
  choices: { ...several, stored: 'texts' },
  ref: { ...plain, filter: 'in', stored: 'reference' },
  refs: { ...several, filter: 'in', stored: 'links', isRoomy: true },
  rows: { ...several, stored: 'rows', span: 12, isRoomy: true },
  email: typed,
  emails: { ...several, stored: 'texts', isRoomy: true },
  telefone: identity,
  cpf: identity,
  cnpj: identity,
  pis: identity,
  cns: identity,
  tituloEleitor: identity,
  cno: identity,
  caepf: identity,
  cei: identity,
  cep: identity,
  processo: { ...identity, width: 28 },
  file,
  image: file,
  files: { ...several, stored: 'links', isRoomy: true },
  color: { ...typed, filter: 'none', width: 10 },
  url: { ...typed, span: 6 },
  instant: { ...plain, cell: 'instant', filter: 'range', width: 18, stored: 'instant' },
} as const satisfies Record<string, Traits>;

export type Kind = keyof typeof traits;

/** The kinds that are stored in this way. */
export type KindStored<S extends Stored> = { [K in Kind]: (typeof traits)[K]['stored'] extends S ? K : never }[Kind];

/** The format of a field's values. */
export const cellTypeOf = ({ kind, isCode }: { kind: Kind; isCode?: boolean }): CellType => (isCode ? 'code' : traits[kind].cell);
