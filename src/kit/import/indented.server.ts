import { z } from 'zod';
import { type Acting, trying } from '#kit/acting/acting.server.ts';
import { fold, isWellFormedText } from '#kit/br/text.ts';
import type { Database, Tx } from '#kit/db/database.server.ts';
import { Statement } from '#kit/db/statement.server.ts';
import { tried } from '#kit/db/tried.server.ts';
import { writable } from '#kit/form/form.ts';
import { described } from '#kit/http/openapi.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { columnIn, foldedColumn, quote } from '#kit/registry/names.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { type Store, UNASKED } from '#kit/store/store.server.ts';
import { within } from './find-names.server.ts';
import { blankInput } from './import.ts';
import { type Branch, type BranchTold, type ListTold, readIndented } from './indented.ts';
import type { Serving } from './serving.server.ts';

/** Hundreds of names take a while, and lock the tree. */
const LONG = { long: true };

/** Most names of one list: each is saved on its own, in one transaction. */
const MOST_NAMES = 200;

const wish = z.object({
  texto: z.string().max(50_000, { abort: true }).refine(isWellFormedText),
  /** false: only told what would happen */
  gravar: z.boolean().default(false),
});

/** The field by which a registry's records stand below each other, if it has one. */
export function parentOf(registry: AnyRegistry, cadastro: string): string | undefined {
  const own = writable(registry).filter(([, { kind, target }]) => kind === 'ref' && target === cadastro);
  return own.length === 1 ? own[0]?.[0] : undefined;
}

/** Finds the record of a name below another one; at the top also the only one of that name anywhere. */
async function standing(
  tx: Tx,
  acting: Acting,
  store: Store,
  parent: string,
  nome: string,
  above: number | null,
): Promise<number | undefined> {
  const { registry } = store;
  const statement = new Statement();
  const label = quote(foldedColumn(columnIn(registry, registry.label)));
  const place = `t.${quote(columnIn(registry, parent))}`;
  const rows = await tx.query<{ id: number; here: boolean }>({
    text: `select t.id, ${place} is not distinct from ${statement.put(above)}::bigint as here from ${quote(registry.table)} t
      where t.${label} = ${statement.put(fold(nome))} ${within(acting, store, statement)} order by t.id limit 50`,
    values: statement.values,
  });
  const here = rows.find((row) => row.here);
  return here?.id ?? (above === null && rows.length === 1 ? rows[0]?.id : undefined);
}

/** Makes the records of a list that are not there yet, each below its own; or only tells which they would be. */
async function grow(
  db: Database,
  acting: Acting,
  store: Store,
  parent: string,
  branches: readonly Branch[],
  gravar: boolean,
): Promise<ListTold> {
  const { registry } = store;
  const told: BranchTold[] = [];
  const work = async (tx: Tx) => {
    told.length = 0;
    const path: (number | null)[] = [];
    for (const branch of branches) {
      const above = branch.nivel === 0 ? null : (path[branch.nivel - 1] ?? null);
      const put = (situacao: BranchTold['situacao'], id: number | null, mensagem?: string) => {
        path[branch.nivel] = id;
        told.push({ ...branch, situacao, ...(mensagem === undefined ? {} : { mensagem }) });
      };
      if (branch.nivel > 0 && above === null) {
        put('falha', null, 'O nome acima deste tem um erro.');
        continue;
      }
      const known = await standing(tx, acting, store, parent, branch.nome, above);
      if (known !== undefined) {
        put('existe', known);
        continue;
      }
      await tx.query({ text: 'savepoint nome' });
      try {
        const input = { ...blankInput(registry), [registry.label]: branch.nome, [parent]: above };
        const { id } = await store.create(tx, gravar ? acting : trying(acting), input, UNASKED);
        await tx.query({ text: 'release savepoint nome' });
        put('nova', id);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        await tx.query({ text: 'rollback to savepoint nome' });
        const errors = (error.extra.errors as { message: string }[] | undefined)?.map(({ message }) => message);
        put('falha', null, errors?.length ? errors.join('; ') : error.message);
      }
    }
    const faulty = told.find(({ situacao }) => situacao === 'falha');
    if (gravar && faulty)
      throw new Refusal(
        'LISTA_COM_FALHAS',
        `Linha ${faulty.linha}: ${faulty.mensagem ?? ''} Nada foi incluído.`.replace(/([^.!?]) Nada/, '$1. Nada'),
      );
  };
  await (gravar ? db.tx(work, LONG) : tried(db, work, LONG));
  return { linhas: told, novas: told.filter(({ situacao }) => situacao === 'nova').length };
}

/** Serves records typed as an indented list, for registries whose records stand below each other. */
export function registerIndented({ app, importing, importer, cadastro, config, schema }: Serving): void {
  const { store, path } = importer;
  const parent = parentOf(store.registry, cadastro);
  if (parent === undefined) return;
  app.post(
    `${path}/importar/lista`,
    {
      config,
      schema: schema('incluir por uma lista recuada (texto; gravar: false só confere)', {
        body: described(wish),
        response: {
          200: {
            description: 'cada nome: já existe, novo ou com falha',
            type: 'object',
            properties: {
              linhas: { type: 'array', items: { type: 'object', additionalProperties: true } },
              novas: { type: 'integer' },
            },
            required: ['linhas', 'novas'],
          },
        },
      }),
    },
    async ({ acting, body }) => {
      const read = wish.safeParse(body ?? {});
      if (!read.success) throw refuse.invalid([{ field: 'texto', message: 'Escreva um nome por linha, até 50.000 caracteres' }]);
      const branches = readIndented(read.data.texto);
      if (branches.length > MOST_NAMES)
        throw refuse.invalid([{ field: 'texto', message: `São permitidos no máximo ${MOST_NAMES} nomes de uma vez` }]);
      return grow(importing.db, acting, store, parent, branches, read.data.gravar);
    },
  );
}
