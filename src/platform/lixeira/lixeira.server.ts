import type { FastifyInstance } from 'fastify';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { described } from '#kit/http/openapi.server.ts';
import { type TitledJobs, titled } from '#kit/jobs/jobs.server.ts';
import type { Recurring } from '#kit/jobs/schedule.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { DAYS_IN_BIN } from '#kit/registry/removal.ts';
import { afterLong } from '#kit/store/after-long.server.ts';
import { isBinned } from '#kit/store/bin.server.ts';
import { bulkAnswer } from '#kit/store/described.server.ts';
import type { Hooks, Store } from '#kit/store/store.server.ts';
import { lixeira } from './lixeira.registry.ts';

type Stores = ReadonlyMap<string, Store>;

/** Whoever may open and remove the records of a registry sees its removed ones. */
const mayRestore = ({ registry }: Store, { can }: Acting): boolean =>
  isBinned(registry) && can(registry.authority) && can(`${registry.authority}_EXCLUIR`);

export const lixeiraHooks = (stores: Stores): Hooks => ({
  where(acting): Sql {
    const seen = [...stores.values()].filter((store) => mayRestore(store, acting));
    if (seen.length === 0) return sql`false`;
    return sql`(${join(
      seen.map((store) => store.reachInBin(acting)),
      ' or ',
    )})`;
  },
  computed: { ficaAte: `t.removido_em + interval '${DAYS_IN_BIN} days'` },
});

const MINIMUM = 'Selecione ao menos um registro';
const chosen = z.object({ ids: z.array(z.int(MINIMUM).positive(MINIMUM), MINIMUM).min(1, MINIMUM).max(500) });

const away = () => new Refusal('FORA_DA_LIXEIRA', 'Este registro não está mais na lixeira.', 404);

/** Restores entries of the bin, or removes them for good; each by itself. */
export function registerLixeira(app: FastifyInstance, db: Database, stores: Stores): void {
  const byTable = new Map(
    [...stores.values()].filter(({ registry }) => isBinned(registry)).map((one) => [one.registry.table, one]),
  );
  const root = '/api/utilitario/lixeira';

  async function each(acting: Acting, ids: readonly number[], work: (store: Store, id: number) => Promise<unknown>) {
    // The last one removed first: others may refer to it.
    const order = [...new Set(ids)].toSorted((a, b) => b - a);
    const rows = await db.query<{ id: number; nome: string; tabela: string }>(
      sql`select id, nome, tabela from lixeira where id = any(${order}::bigint[]) and empresa_id = ${acting.empresaId}`,
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    const falhas: { id: number; nome: string | null; message: string }[] = [];
    const rest = afterLong();
    for (const id of order) {
      await rest();
      const row = found.get(id);
      const store = row && byTable.get(row.tabela);
      try {
        if (!store || !mayRestore(store, acting)) throw away();
        await work(store, id);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        // Whoever may not see the entry learns no name.
        falhas.push({ id, nome: error.status === 404 ? null : (row?.nome ?? null), message: error.message });
      }
    }
    return { done: order.length - falhas.length, falhas };
  }

  const schema = { tags: [lixeira.title], body: described(chosen) };
  const config = { authority: lixeira.authority };
  app.post(
    `${root}/restaurar`,
    { config, schema: { ...schema, summary: 'Restaurar registros removidos', response: bulkAnswer('restaurados') } },
    async ({ acting, body }) => {
      const { done, falhas } = await each(acting, demand(chosen, body).ids, (store, entrada) =>
        db.tx((tx) => store.restore(tx, acting, { entrada })),
      );
      return { restaurados: done, falhas };
    },
  );
  app.post(
    `${root}/apagar`,
    { config, schema: { ...schema, summary: 'Apagar de vez registros removidos', response: bulkAnswer('removidos') } },
    async ({ acting, body }) => {
      const { done, falhas } = await each(acting, demand(chosen, body).ids, (store, entrada) =>
        db.tx((tx) => store.discard(tx, acting, entrada)),
      );
      return { removidos: done, falhas };
    },
  );
}

/** How many entries one statement removes, or fewer: of so many bytes, and at least one. */
const [BATCH, BYTES] = [1_000, 64 * 1024 * 1024];

/** Empties the bin of what has stood in it for too long, with a line in the trail for each record. */
export const lixeiraJobs = (db: Database) =>
  ({
    'lixeira.esvaziar': titled('Esvaziar a lixeira', async ({ signal }) => {
      for (let all = 0; ; ) {
        signal.throwIfAborted();
        const { n } = await db.only<{ n: number }>(sql`
          with velhos as (
            delete from lixeira where id in (
              select id from (
                select id, row_number() over todos as n, sum(pg_column_size(retrato)) over todos as bytes from (
                  select id, retrato from lixeira where removido_em < now() - make_interval(days => ${DAYS_IN_BIN}) order by id limit ${BATCH}) v
                window todos as (order by id)) v
              where n = 1 or bytes <= ${BYTES})
            returning id, empresa_id, cadastro, registro_id),
          trilha as (
            insert into auditoria (usuario_nome, empresa_id, requisicao, tabela, registro_id, acao, mudancas)
            select 'Sistema', empresa_id, 'tarefa', ${raw(`'${lixeira.table}'`)}, id, 'E',
              jsonb_build_object('cadastro', jsonb_build_array(cadastro, null), 'registroId', jsonb_build_array(registro_id, null)) from velhos)
          select count(*)::int as n from velhos`);
        all += n;
        if (n === 0) return { mensagem: `${all} registros apagados da lixeira` };
      }
    }),
  }) satisfies TitledJobs;

// Before the sweep of files, which then finds what the emptied entries kept.
export const lixeiraTimes: readonly Recurring[] = [{ tipo: 'lixeira.esvaziar', dailyAt: '02:15' }];
