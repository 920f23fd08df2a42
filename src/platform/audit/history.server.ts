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

/** The history tab: who, when, field, from, to. Open to whoever may open the record. */
export function registerHistory(app: FastifyInstance, db: Database, path: string, { registry, read }: Store): void {
  app.get(
    `${path}/:id/historico`,
    { config: { authority: registry.authority }, schema: { tags: [registry.title], summary: `${registry.singular}: histórico` } },
    async (request) => {
      const id = recordIdOf(request);
      const { fields } = registry;
      await read(db, request.acting, id);
      const entries = await db.query<Entry>(
        prepared(
          `select instante as quando, usuario_nome as usuario, acao, transicao, mudancas from auditoria where tabela = $1 and registro_id = $2 and acao <> 'L' order by id desc limit 200`,
          [registry.table, id],
        ),
      );
      if (entries.length === 0 && registry.view) throw refuse.notFound();
      return entries.map(({ mudancas, ...entry }) => ({
        ...entry,
        mudancas: Object.entries(mudancas).map(([name, [de, para]]) => ({
          campo: name,
          // Fields that came under an authority later stand plain in older entries.
          de: trailed(fields[name], de),
          para: trailed(fields[name], para),
        })),
      }));
    },
  );
}
