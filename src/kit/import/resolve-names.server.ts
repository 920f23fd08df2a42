import { counted } from '#kit/br/text.ts';
import { inSteps } from '#kit/engine/in-steps.server.ts';
import type { Field, Fields } from '#kit/fields/field.ts';
import type { Store } from '#kit/store/store.server.ts';
import { ambiguous, notFound, type ParsedRow, shown } from './import.ts';
import { asLabel, type Names } from './names.server.ts';

/** Unknown names of one cell that are told one by one; a cell may hold thousands. */
const MOST_TOLD = 20;

interface Resolving {
  fields: Fields;
  storeOf(target: string): Store;
  /** `module/slug` of the registry: a reference to it may refer to a row of the same file */
  cadastro: string;
}

/** A row whose texts become ids. */
export interface Resolved {
  line: { linha: number };
  parsed: ParsedRow;
  pending: Record<string, number>;
  /** field → name of the record that is made for it */
  made: Record<string, string>;
}

/**
 * Texts become ids, with one query for each registry; an unknown one becomes a new record if the user asked for it, else a fault
 * with the most similar name.
 */
export async function resolveNames(
  { storeOf, fields, cadastro }: Resolving,
  names: Names,
  ownRows: Map<string, number>,
  rows: readonly Resolved[],
  making: (campo: string, text: string) => boolean,
): Promise<void> {
  const texts = new Map<Store, Set<string>>();
  const pause = inSteps();
  for (const { parsed } of rows) {
    await pause();
    for (const [campo, wanted] of Object.entries(parsed.names)) {
      const target = storeOf(fields[campo]?.target ?? '');
      const of = texts.get(target) ?? new Set<string>();
      for (const text of wanted) of.add(text);
      texts.set(target, of);
    }
  }
  for (const [target, of] of texts) {
    await names.learn(target, of);
    await names.suggest(target, of);
  }
  await tellApart({ storeOf, fields }, names, rows);
  for (const row of rows) {
    await pause();
    for (const [campo, wanted] of Object.entries(row.parsed.names)) {
      const field = fields[campo] as Field;
      const target = storeOf(field.target ?? '');
      const outer = outerOf({ storeOf, fields }, names, row, field);
      const ids: number[] = [];
      const before = row.parsed.faults.length;
      let untold = 0;
      for (const text of wanted) {
        const named = names.nameOf(target, text);
        const id = named === 'many' && outer !== undefined ? (names.nameWithin(target, text, outer) ?? named) : named;
        const own = field.target === cadastro && id === 'none' ? ownRows.get(asLabel(text)) : undefined;
        if (typeof id === 'number') ids.push(id);
        else if (own !== undefined && own > 0 && own !== row.line.linha && field.kind === 'ref') {
          row.pending[campo] = own;
          ids.push(1); // stands for the record that is not there yet
        } else if (id === 'none' && own === undefined && making(campo, text) && field.kind === 'ref') {
          row.made[campo] = text;
          ids.push(1);
        } else if (row.parsed.faults.length - before >= MOST_TOLD) untold += 1;
        else if (id === 'many' || own === -1)
          row.parsed.faults.push({ campo, valor: shown(text), mensagem: ambiguous(field, text) });
        else {
          const sugestao = names.nearest(target, text);
          row.parsed.faults.push({
            campo,
            valor: shown(text),
            mensagem: notFound(field, text),
            tipo: 'inexistente',
            ...(sugestao === undefined ? {} : { sugestao }),
          });
        }
      }
      if (untold > 0)
        row.parsed.faults.push({
          campo,
          valor: '',
          mensagem: `${field.label}: mais ${counted(untold, 'nome não encontrado', 'nomes não encontrados')}`,
        });
      if (ids.length > 0) row.parsed.input[campo] = field.kind === 'refs' ? ids : ids[0];
    }
  }
}

type Naming = Pick<Resolving, 'storeOf' | 'fields'>;

/** The record within which a row's reference is searched: the state beside a city. */
function outerOf({ storeOf, fields }: Naming, names: Names, { parsed }: Resolved, { within }: Field): number | undefined {
  const [text] = within === undefined ? [] : (parsed.names[within] ?? []);
  const id = text === undefined ? undefined : names.nameOf(storeOf(fields[within ?? '']?.target ?? ''), text);
  return typeof id === 'number' ? id : undefined;
}

/** Finds the record of a name that several share, when the row has the record that contains it. */
async function tellApart(naming: Naming, names: Names, rows: readonly Resolved[]): Promise<void> {
  const pause = inSteps();
  for (const [campo, field] of Object.entries(naming.fields)) {
    if (field.within === undefined) continue;
    const target = naming.storeOf(field.target);
    const wanted: { text: string; outer: number }[] = [];
    for (const row of rows) {
      await pause();
      const outer = outerOf(naming, names, row, field);
      if (outer === undefined) continue;
      for (const text of row.parsed.names[campo] ?? []) if (names.nameOf(target, text) === 'many') wanted.push({ text, outer });
    }
    await names.learnWithin(target, field.within, wanted);
  }
}
