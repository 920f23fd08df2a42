import sql, { raw, type Sql } from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';
import { writable } from '#kit/form/form.ts';
import type { Services } from '#kit/module/module.server.ts';
import { columnOf, listTable, quote } from '#kit/registry/names.server.ts';
import { type AnyRegistry } from '#kit/registry/registry.ts';
import { isCopiavel, type Pedido, ROOT } from './copia-cadastro.ts';

export const AREAS = `${ROOT}/areas-organizacionais`;

/** The references of a registry: target, table, column, and the column with the owner's id. */
function* caminhos(registry: AnyRegistry): Generator<{ target: string; tabela: string; coluna: string; dono: string }> {
  for (const [name, field] of writable(registry)) {
    const { target = '' } = field;
    const lista = () => listTable(registry, name);
    if (field.kind === 'ref') yield { target, tabela: registry.table, coluna: columnOf(name, field), dono: 'id' };
    else if (field.kind === 'refs') yield { target, tabela: lista(), coluna: 'alvo_id', dono: 'registro_id' };
    for (const [one, column] of Object.entries(field.fields ?? {}))
      if (column.kind === 'ref')
        yield { target: column.target ?? '', tabela: lista(), coluna: columnOf(one, column), dono: 'registro_id' };
  }
}

/** Ids of the areas that the chosen records refer to, directly or through other records. */
export async function areasNomeadas(tx: Tx, { store }: Services, { empresaOrigemId, cadastros }: Pedido): Promise<number[]> {
  const achados = new Map<string, Set<number>>();
  const fila: [target: string, ids: number[]][] = [];
  const idsDe = async (consulta: Sql) => (await tx.query<{ id: number }>(consulta)).map(({ id }) => id);
  for (const nome of cadastros) {
    const { table } = store(`${ROOT}/${nome}`).registry;
    fila.push([
      `${ROOT}/${nome}`,
      await idsDe(sql`select id from ${raw(quote(table))} where empresa_id = ${empresaOrigemId} order by id`),
    ]);
  }
  for (let proxima = fila.pop(); proxima; proxima = fila.pop()) {
    const [target, ids] = proxima;
    const vistos = achados.get(target) ?? new Set();
    achados.set(target, vistos);
    const novos = ids.filter((id) => !vistos.has(id));
    if (novos.length === 0) continue;
    for (const id of novos) vistos.add(id);
    for (const caminho of caminhos(store(target).registry))
      if (isCopiavel(caminho.target)) {
        const { tabela, coluna, dono } = caminho;
        const nomeia = sql`select distinct ${raw(quote(coluna))} as id from ${raw(quote(tabela))} where ${raw(quote(dono))} = any(${novos}::bigint[]) and ${raw(quote(coluna))} is not null`;
        fila.push([caminho.target, await idsDe(nomeia)]);
      }
  }
  return [...(achados.get(AREAS) ?? [])].sort((a, b) => a - b);
}
