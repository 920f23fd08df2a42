import type { Acting } from '#kit/acting/acting.server.ts';
import { alreadyThere } from '#kit/br/text.ts';
import { pgErrorKind } from '#kit/db/database.server.ts';
import { fieldOf } from '#kit/fields/field.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { columnIn } from '#kit/registry/names.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';

/** The code of a refusal to remove what is used elsewhere. */
export const IN_USE = 'EM_USO';

/** Turns refusals of the database into sentences; any other error stays a bug. */
export async function guarded<T>(registry: AnyRegistry, acting: Acting, titleOf: TitleOf, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const known = pgErrorKind(error);
    if (known?.kind === 'unique') {
      const names =
        registry.unique?.find((set) => known.constraint?.includes(set.map((name) => columnIn(registry, name)).join('_'))) ??
        registry.unique?.[0];
      const labels = names?.map((name) => fieldOf(registry, name).label) ?? [registry.singular];
      throw refuse.invalid([{ field: names?.[0] ?? '', message: alreadyThere(labels) }]);
    }
    if (known?.kind === 'foreign-key')
      throw new Refusal(IN_USE, `Este registro não pode ser excluído porque é usado em: ${titleOf(known.table, acting)}.`);
    if (known?.kind === 'check' || known?.kind === 'exclusion')
      throw new Refusal('CONFLITO', 'Os dados informados conflitam com outro registro.');
    if (known?.kind === 'too-long' || known?.kind === 'out-of-range' || known?.kind === 'bad-text')
      throw new Refusal('VALOR_INVALIDO', 'Um dos valores informados é inválido.');
    throw error;
  }
}

/** Turns the refusals of a restoration into one sentence: nobody has a form before them. */
export async function restoring<T>(registry: AnyRegistry, acting: Acting, titleOf: TitleOf, work: () => Promise<T>): Promise<T> {
  try {
    return await guarded(registry, acting, titleOf, work);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal('NAO_RESTAURADO', sentenceOf(registry, error), error.status === 400 ? 409 : error.status);
  }
}

/** The title of a table's registry, as far as somebody may be told that it holds what they ask about. */
export type TitleOf = (table: string | undefined, acting: Acting) => string;

/** What is said in place of a title that the reader's rights do not open, and of a table without one. */
export const UNNAMED = 'outro cadastro';

/** The registry that a table belongs to, as far as somebody may know its records. */
export interface Owner {
  title: string;
  /** whether they open the registry, and so are told by its title where a record is used: that somebody is in it may be a secret */
  isNamedTo(acting: Acting): boolean;
  /** the table of its records, when each company has its own */
  ofCompanies: string | undefined;
  /** whether they see all of its records, and what these hold in the columns, and so may know how many there are */
  isOpenTo(acting: Acting, columns: readonly string[]): boolean;
}

export type OwnerOf = (table: string) => Owner | undefined;

/** A table's name in readable form, when its title is unknown. */
export const plainTitle: TitleOf = (table) =>
  (table ?? UNNAMED).replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());

/** Why one record refuses an action, as one sentence; faults begin with their field's label. */
export function sentenceOf(registry: AnyRegistry, { message, extra }: Refusal): string {
  const errors = (extra.errors ?? []) as readonly { field: string; message: string }[];
  if (errors.length === 0) return message;
  const told = errors.map((fault) => {
    const label = registry.fields[fault.field.split('.')[0] ?? '']?.label;
    return label === undefined || fault.message.includes(label) ? fault.message : `${label}: ${fault.message}`;
  });
  return [...new Set(told)].join(' ');
}
