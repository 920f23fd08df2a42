import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database, Tx } from '#kit/db/database.server.ts';
import { answers, nothing } from '#kit/http/openapi.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';

/** An item under the field names of document 3 §3; `msg` is the personnel system's own text, which no adapter sends so far. */
interface Pendencia {
  id: number;
  pendencia: string;
  detalhes: string;
  statusDetalhes: string;
  msg: string | null;
  role: string;
  statusCancelado: boolean;
  criadaEm: string;
  /** the address of the waiting record */
  origem: string | null;
}

/** The authority of users of the personnel system. */
const USUARIO_DO_PESSOAL = 'ROLE_INTEGRACAO_PESSOAL';

const colunas = sql`id, tipo as pendencia, descricao as detalhes, case when status_cancelado then 'Cancelada' else 'Pendente' end as "statusDetalhes",
  null::text as msg, autoridade as role, status_cancelado as "statusCancelado", criada_em as "criadaEm", origem`;

/**
 * RUL-518 and RUL-519: removing needs the authority of the item, and that of the personnel system unless the item is cancelled.
 */
const podeRemover = ({ role, statusCancelado }: Pendencia, acting: Acting) =>
  acting.can(role) && (statusCancelado || acting.can(USUARIO_DO_PESSOAL));

/** Cancels the pending item of a removed record. */
export const cancelaPendencia = (tx: Tx, acting: Acting, origem: string) =>
  tx.query(sql`update pendencias_ac set status_cancelado = true where empresa_id = ${acting.empresaId} and origem = ${origem}`);

export interface NovaPendencia {
  /** the address of the waiting record */
  origem: string;
  tipo: string;
  descricao: string;
  /** who may remove it */
  autoridade: string;
}

/** Removes the pending items of these records. */
export async function esquecePendencias(tx: Tx, acting: Acting, origens: readonly string[]): Promise<void> {
  if (origens.length === 0) return;
  await tx.query(sql`delete from pendencias_ac where empresa_id = ${acting.empresaId} and origem = any(${[...origens]}::text[])`);
}

/** Adds a pending item: one for each record. */
export async function avisaPendencia(
  tx: Tx,
  acting: Acting,
  { origem, tipo, descricao, autoridade }: NovaPendencia,
): Promise<void> {
  await esquecePendencias(tx, acting, [origem]);
  await tx.query(sql`
    insert into pendencias_ac (empresa_id, tipo, descricao, autoridade, origem)
    values (${acting.empresaId}, ${tipo}, ${descricao}, ${autoridade}, ${origem})`);
}

/** Which of the records `module/slug/id` the actor may open. */
export type OpenTo = (acting: Acting, origens: readonly string[]) => Promise<ReadonlySet<string>>;

/** Everybody sees that something waits; only users who may open the record see which one. */
const discreta = (pendencia: string) => `${pendencia} de um registro a que você não tem acesso`;

const pendencia = z.object({
  id: z.int(),
  pendencia: z.string(),
  detalhes: z.string(),
  statusDetalhes: z.string(),
  msg: z.string().nullable(),
  role: z.string(),
  statusCancelado: z.boolean(),
  criadaEm: z.iso.datetime({ offset: true }),
  origem: z.string().nullable(),
  podeRemover: z.boolean(),
});

/** Pending items of the payroll integration (document 3 §6). */
export function registerPendencias(app: FastifyInstance, db: Database, openTo: OpenTo): void {
  const tags = ['Integração com a folha'];

  async function hiddenFrom(acting: Acting, rows: readonly Pendencia[]): Promise<(row: Pendencia) => boolean> {
    const open = await openTo(acting, [...new Set(rows.flatMap(({ origem }) => origem ?? []))]);
    return ({ origem }) => origem !== null && !open.has(origem);
  }

  app.get(
    '/api/geral/pendencias-ac',
    { config: forUsers, schema: { tags, summary: 'Pendências da integração', response: answers(z.array(pendencia)) } },
    async ({ acting }) => {
      const rows = await db.query<Pendencia>(
        sql`select ${colunas} from pendencias_ac where empresa_id = ${acting.empresaId} order by id limit 1000`,
      );
      const isHidden = await hiddenFrom(acting, rows);
      return rows.map((row) =>
        isHidden(row)
          ? { ...row, detalhes: discreta(row.pendencia), origem: null, podeRemover: false }
          : { ...row, podeRemover: podeRemover(row, acting) },
      );
    },
  );

  app.delete(
    '/api/geral/pendencias-ac',
    { config: forUsers, schema: { tags, summary: 'Remover pendências', response: { 204: nothing('removidas') } } },
    async (request, reply) => {
      const { acting } = request;
      const { pendencias = '' } = request.query as { pendencias?: string };
      if (typeof pendencias !== 'string' || !/^\d{1,15}(,\d{1,15}){0,499}$/.test(pendencias))
        throw refuse.invalid([{ field: 'pendencias', message: 'Selecione ao menos uma pendência' }]);
      const ids = [...new Set(pendencias.split(',').map(Number))];
      await db.tx(async (tx) => {
        const found = await tx.query<Pendencia>(
          sql`select ${colunas} from pendencias_ac where empresa_id = ${acting.empresaId} and id = any(${ids}::bigint[]) for update`,
        );
        if (found.length !== ids.length) throw refuse.notFound();
        const isHidden = await hiddenFrom(acting, found);
        if (found.some((row) => isHidden(row) || !acting.can(row.role))) throw refuse.forbidden();
        if (!found.every((one) => podeRemover(one, acting)))
          throw new Refusal(
            'NAO_AUTORIZADO',
            'Só quem registra as respostas do sistema de pessoal pode excluir uma pendência que não foi cancelada.',
            403,
          );
        await tx.query(sql`delete from pendencias_ac where id = any(${ids}::bigint[])`);
        for (const { id, pendencia, detalhes, origem } of found)
          await acting.audit(tx, {
            table: 'pendencias_ac',
            id,
            action: 'E',
            // The sentence names somebody whose record a reader of the log may not open.
            changes: {
              tipo: [pendencia, null],
              ...(origem === null ? { descricao: [detalhes, null] } : { origem: [origem, null] }),
            },
          });
      });
      return reply.status(204).send();
    },
  );
}
