import { type WriteSheet, writeXlsx } from 'hucre/xlsx';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import type { Field, Fields } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { kinds } from '#kit/fields/kinds.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { parseListQuery } from '#kit/query/list-query.ts';
import { mayChoose } from '#kit/registry/registry.ts';
import { sheetName } from '#kit/sheet/xlsx/xlsx-parts.ts';
import type { Store } from '#kit/store/store.server.ts';
import { fieldList } from './import.ts';

/** Names of another registry that are offered; more are searched on the screen. */
const MOST_NAMES = 200;
/** Rows of the template that offer the allowed values. */
const ROWS = 2_000;

interface Asking {
  db: Queryable;
  acting: Acting;
  fields: Fields;
  storeOf(target: string): Store;
}

/** The names that this person may choose from. */
async function namesOf({ db, acting, storeOf }: Asking, target: string): Promise<string[]> {
  const store = storeOf(target);
  const { registry } = store;
  if (!mayChoose(registry, acting)) return [];
  const { query } = parseListQuery(registry, { page: '0', size: String(MOST_NAMES) });
  const rows = await store.names(db, acting, query);
  return rows.map((row) => row[registry.label]).filter((name): name is string => typeof name === 'string' && name !== '');
}

/** The values that a cell may have, when they can be listed. */
async function allowed(asking: Asking, field: Field): Promise<string[]> {
  if (field.kind === 'choice' || field.kind === 'choices') return Object.values(field.options ?? {});
  if (field.kind === 'boolean') return ['Sim', 'Não'];
  return field.kind === 'ref' || field.kind === 'refs' ? namesOf(asking, field.target) : [];
}

const exampleOf = (field: Field, values: readonly string[]): string =>
  values[0] ?? (field.target === undefined ? fieldText(field, kinds[field.kind].sample(field, 1)) : '');

const letters = (index: number): string =>
  (index < 26 ? '' : letters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

const bold = { font: { bold: true } } as const;

/**
 * An empty spreadsheet with a column for each field that this person may fill in, required ones marked; an example stands apart,
 * because one that is left among the rows would become a record.
 */
export async function writeTemplate(asking: Asking, title: string): Promise<Uint8Array> {
  const { fields, acting } = asking;
  const offered = fieldList(fields).flatMap((told) => {
    const field = fields[told.nome];
    return field && !isHidden(field, acting.can) ? [{ ...told, field }] : [];
  });
  const columns = await Promise.all(offered.map(async (told) => ({ ...told, values: await allowed(asking, told.field) })));
  const listed = columns.filter(({ values }) => values.length > 0);
  const heading = columns.map(({ rotulo, obrigatorio }) => (obrigatorio ? `${rotulo} *` : rotulo));
  const cells = (titles: readonly string[]) =>
    new Map(titles.map((value, index) => [`0,${index}`, { value, style: bold }] as const));
  const rows: WriteSheet = {
    name: sheetName(title, 0),
    rows: [heading],
    cells: cells(heading),
    columns: heading.map((text) => ({ width: Math.min(40, Math.max(14, text.length + 2)), numFmt: '@' })),
    freezePane: { rows: 1 },
    dataValidations: columns.flatMap(({ rotulo, values }, index) => {
      const at = listed.findIndex((one) => one.rotulo === rotulo);
      if (values.length === 0) return [];
      const column = letters(at);
      return {
        type: 'list' as const,
        formula1: `Valores!$${column}$2:$${column}$${values.length + 1}`,
        allowBlank: true,
        showErrorMessage: true,
        errorStyle: 'warning' as const,
        errorTitle: rotulo.slice(0, 30),
        errorMessage: 'Este valor não está na lista de valores. Manter assim mesmo?',
        range: `${letters(index)}2:${letters(index)}${ROWS + 1}`,
      };
    }),
  };
  const guide = [
    ['Coluna', 'Obrigatória', 'Exemplo'],
    ...columns.map(({ rotulo, obrigatorio, field, values }) => [rotulo, obrigatorio ? 'Sim' : '', exampleOf(field, values)]),
  ];
  const most = Math.max(0, ...listed.map(({ values }) => values.length));
  const titles = listed.map(({ rotulo }) => `Valores de ${rotulo}`);
  return writeXlsx({
    sheets: [
      rows,
      {
        name: 'Como preencher',
        rows: guide,
        cells: cells(guide[0] ?? []),
        columns: [{ width: 34 }, { width: 12 }, { width: 40 }],
        freezePane: { rows: 1 },
      },
      {
        name: 'Valores',
        rows: [titles, ...Array.from({ length: most }, (_, row) => listed.map(({ values }) => values[row] ?? null))],
        cells: cells(titles),
        columns: titles.map(() => ({ width: 28 })),
        freezePane: { rows: 1 },
      },
    ],
  });
}
