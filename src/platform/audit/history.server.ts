import type { FastifyInstance } from 'fastify';
import type { Database } from '#kit/db/database.server.ts';
import { trailed } from '#kit/fields/sensitive.ts';
import { recordIdOf } from '#kit/http/query.server.ts';
import { prepared } from '#kit/query/list.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import type { Store } from '#kit/store/store.server.ts';

interface Entry {
  quando: string;
  usuario: string;
  acao: string;
  transicao: string | null;
  mudancas: Record<string, [unknown, unknown]>;
}

/** Limits of a record's shown history, in lines and characters: a record may hold long texts and be saved often. */
const MOST_LINES = 200;
const MOST_TEXT = 2 * 1024 * 1024;
const AT_ONCE = 20;

/** The latest lines that fit into an answer; at least one. */
async function latest(db: Database, table: string, record: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  let text = 0;
  let before: number | null = null;
  for (;;) {
    const batch: (Entry & { id: number; tamanho: number })[] = await db.query(
      prepared(
        `select id, instante as quando, usuario_nome as usuario, acao, transicao, mudancas, length(mudancas::text) as tamanho
        from auditoria where tabela = $1 and registro_id = $2 and acao <> 'L' and ($3::bigint is null or id < $3) order by id desc limit ${AT_ONCE}`,
        [table, record, before],
      ),
    );
    for (const { id, tamanho, ...entry } of batch) {
      text += tamanho;
      if (entries.length > 0 && (text > MOST_TEXT || entries.length === MOST_LINES)) return entries;
      entries.push(entry);
      before = id;
    }
    if (batch.length < AT_ONCE) return entries;
  }
}

const lines = {
  description: 'as mudanças, a última primeiro',
  type: 'array',
  items: {
    type: 'object',
    properties: {
      quando: { type: 'string', format: 'date-time' },
      usuario: { type: ['string', 'null'] },
      acao: { type: 'string' },
      transicao: { type: ['string', 'null'] },
      mudancas: {
        type: 'array',
        items: { type: 'object', properties: { campo: { type: 'string' }, de: {}, para: {} }, required: ['campo'] },
      },
    },
    required: ['quando', 'acao', 'mudancas'],
  },
};

/** The history tab: who, when, field, from, to. Open to whoever may open the record. */
export function registerHistory(app: FastifyInstance, db: Database, path: string, { registry, read }: Store): void {
  app.get(
    `${path}/:id/historico`,
    {
      config: { authority: registry.authority },
      schema: { tags: [registry.title], summary: `${registry.singular}: histórico`, response: { 200: lines } },
    },
    async (request) => {
      const id = recordIdOf(request);
      const { fields } = registry;
      await read(db, request.acting, id);
      const entries = await latest(db, registry.table, id);
      if (entries.length === 0 && registry.view) throw refuse.notFound();
      return entries.map(({ mudancas, ...entry }) => ({
        ...entry,
        mudancas: Object.entries(mudancas).map(([name, [de, para]]) => ({
          campo: name,
          // Fields that were guarded later stand in clear in older entries.
          de: trailed(fields[name], de),
          para: trailed(fields[name], para),
        })),
      }));
    },
  );
}
