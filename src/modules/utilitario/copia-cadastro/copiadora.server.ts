import sql, { join, raw } from 'sql-template-tag';
import { type Acting, entering } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { namedId } from '#kit/fields/bare.ts';
import { type Field, isReference } from '#kit/fields/field.ts';
import { writable } from '#kit/form/form.ts';
import type { Services } from '#kit/module/module.server.ts';
import { faultsOf, Refusal } from '#kit/refusal/refusal.ts';
import { columnIn, foldedColumn, isFolded, quote } from '#kit/registry/names.server.ts';
import { rowsOf } from '#kit/registry/record.ts';
import { type AnyRegistry } from '#kit/registry/registry.ts';
import type { Record_ } from '#kit/store/store.server.ts';
import { type CadastroCopiavel, type CopiaFeita, cadastrosCopiaveis, isCopiavel, ROOT } from './copia-cadastro.ts';

/**
 * Carries records of one company to another, each once, with the records that they refer to, and counts them by registry. `advance` is
 * called for each record.
 */
export function copiadora(tx: Tx, { store, lookup }: Services, de: Acting, para: Acting, advance: (feito: number) => void) {
  const levados = new Map<string, Promise<number>>();
  const contas = new Map<string, { copiados: number; existentes: number }>();
  const conta = (nome: string) => {
    const known = contas.get(nome) ?? { copiados: 0, existentes: 0 };
    contas.set(nome, known);
    return known;
  };

  /** The record of the other company that corresponds to this one. */
  function leva(target: string, id: number): Promise<number> {
    const key = `${target}:${id}`;
    let done = levados.get(key);
    if (!done) {
      done = copiaUm(target, id);
      levados.set(key, done);
    }
    return done;
  }

  async function copiaUm(target: string, id: number): Promise<number> {
    const of = store(target);
    const registro = await of.read(tx, de, id);
    const corpo = await traduz(of.registry, registro);
    const existente = await acha(of.registry, corpo);
    const placar = conta(target.slice(ROOT.length + 1));
    advance(levados.size);
    if (existente !== undefined) {
      placar.existentes += 1;
      return existente;
    }
    placar.copiados += 1;
    try {
      return (await of.create(tx, entering(para), corpo)).id;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const porque =
        faultsOf(error)
          ?.map(({ message }) => message)
          .join('; ') ?? error.message;
      const nome = registro[of.registry.label];
      throw new Refusal(
        'COPIA_RECUSADA',
        `${of.registry.singular} ${typeof nome === 'string' ? nome : id} não pode ser copiado: ${porque}.`,
      );
    }
  }

  /** The record as the other company would write it: references lead to the corresponding records there, or are empty. */
  async function traduz(registry: AnyRegistry, registro: Record_): Promise<Record<string, unknown>> {
    const corpo: Record<string, unknown> = {};
    for (const [name, field] of writable(registry)) corpo[name] = await traduzValor(field, registro[name]);
    return corpo;
  }

  async function traduzValor(field: Field, value: unknown): Promise<unknown> {
    if (value === null || value === undefined) return value;
    if (field.kind === 'file' || field.kind === 'image') return null;
    if (field.kind === 'ref') return traduzReferencia(field, namedId(value));
    if (field.kind === 'refs') {
      const ids: number[] = [];
      for (const one of Array.isArray(value) ? value : []) {
        const id = await traduzReferencia(field, namedId(one));
        if (id !== null) ids.push(id);
      }
      return ids;
    }
    if (field.kind !== 'rows') return value;
    const linhas: Record<string, unknown>[] = [];
    for (const linha of rowsOf(value)) {
      const nova: Record<string, unknown> = {};
      let isWhole = true;
      for (const [name, column] of Object.entries(field.fields ?? {})) {
        nova[name] = await traduzValor(column, linha[name]);
        // A row that requires a reference to something left behind (the responsibles of an area) is left behind too.
        if (isReference(column) && column.required && nova[name] === null) isWhole = false;
      }
      if (isWhole) linhas.push(nova);
    }
    return linhas;
  }

  async function traduzReferencia(field: Field, id: number): Promise<number | null> {
    const target = field.target ?? '';
    const registry = lookup(target);
    if (isCopiavel(target)) return leva(target, id);
    // Global records are the same in both companies if they are general (a course, a stage); companies and people are not carried
    // over.
    if (registry.scope !== 'empresa') return target.startsWith('geral/') ? id : null;
    const label = columnIn(registry, registry.label);
    if (registry.privateNames || !isFolded(registry, registry.label) || target === 'gestao-talentos/talentos') return null;
    const ord = raw(quote(foldedColumn(label)));
    const found = await tx.one<{ id: number }>(sql`
      select d.id from ${raw(quote(registry.table))} d join ${raw(quote(registry.table))} o on o.${ord} = d.${ord}
      where o.id = ${id} and o.empresa_id = ${de.empresaId} and d.empresa_id = ${para.empresaId} order by d.id limit 1`);
    return found?.id ?? null;
  }

  /** The record of the other company under the same name, by the registry's unique fields. */
  async function acha(registry: AnyRegistry, corpo: Record<string, unknown>): Promise<number | undefined> {
    const names: readonly string[] = registry.unique?.[0] ?? [registry.label];
    const same = names.map((name) => {
      const column = columnIn(registry, name);
      return isFolded(registry, name)
        ? sql`${raw(quote(foldedColumn(column)))} = dobra(${corpo[name]}::text)`
        : sql`${raw(quote(column))} is not distinct from ${corpo[name]}`;
    });
    const row = await tx.one<{ id: number }>(
      sql`select id from ${raw(quote(registry.table))} where empresa_id = ${para.empresaId} and ${join(same, ' and ')} limit 1`,
    );
    return row?.id;
  }

  return {
    leva,
    async tudo(nome: CadastroCopiavel): Promise<void> {
      const target = `${ROOT}/${nome}`;
      const { table } = store(target).registry;
      const rows = await tx.query<{ id: number }>(
        sql`select id from ${raw(quote(table))} where empresa_id = ${de.empresaId} order by id`,
      );
      for (const { id } of rows) await leva(target, id);
    },
    feito: (nome: CadastroCopiavel): CopiaFeita => ({
      cadastro: nome,
      titulo: cadastrosCopiaveis[nome].titulo,
      ...conta(nome),
    }),
  };
}
