import type { FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { type ExternalActing, FORM, type NobodyActing } from '#kit/acting/acting.server.ts';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import type { DoorKeeper } from '#kit/door/doors.server.ts';
import { paramOf } from '#kit/http/query.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { formOf } from '#kit/store/sent-once.server.ts';
import { auditor } from '#platform/audit/audit.server.ts';
import type { Access } from '#platform/authority/access.server.ts';
import { actorOf, type Sessions } from '#platform/session/session.server.ts';
import type { ExternalAccount, HeldAccount } from './external-account.ts';
import { candidates } from './external-session.server.ts';

export const NOBODY = 'Formulário público';

/** The text by which tables refer to a candidate. */
export const candidateKey = ({ id }: Pick<ExternalAccount, 'id'>) => `${candidates.name}:${id}`;

/** A candidate's id in the address must be their own; any other is a 404. */
export const ownAccount = (request: FastifyRequest) => {
  if (paramOf(request, 'id') !== String(request.conta.id)) throw refuse.notFound();
  return request.conta;
};

/** Writes what somebody in the external area does into the trail, in the name of their account. */
export const trailOf = ({ conta, id }: FastifyRequest) =>
  auditor({
    usuarioId: null,
    usuarioNome: `${conta.nome} (candidato)`,
    externo: candidateKey(conta),
    empresaId: conta.empresa.id,
    requestId: id,
  });

/** Holds the account that sends a file until the file has its row, so that an erasure finds it; an account that is gone sends none. */
export async function holdOutsider(tx: Queryable, externo: string): Promise<void> {
  const [kind, id] = externo.split(':');
  if (kind !== candidates.name) return;
  if (!(await tx.one(sql`select 1 from contas_externas where id = ${Number(id)} for key share`))) throw refuse.expired();
}

/** By whom somebody is counted: accounts that belong together, or were begun one from the other, count as the oldest of them, so that joining and separating begins no new count. */
export const countedAs = ({ primeira }: HeldAccount) => candidateKey({ id: primeira });

type Place = Pick<Access, 'empresa' | 'settings'>;

function candidateActing(
  conta: Pick<ExternalAccount, 'id' | 'nome'>,
  place: Place,
  can: readonly string[],
  requestId: string,
): ExternalActing {
  const who = { usuarioId: null, usuarioNome: `${conta.nome} (candidato)`, externo: candidateKey(conta) };
  return {
    kind: 'externo',
    pessoa: { id: conta.id, nome: conta.nome },
    ...actorOf(who, { ...place, authorities: new Set(can), everywhere: new Set() }, requestId),
  };
}

const nobodyActing = (externo: string | null, place: Place, can: readonly string[], requestId: string): NobodyActing => ({
  kind: 'ninguem',
  ...actorOf(
    { usuarioId: null, usuarioNome: NOBODY, externo },
    { ...place, authorities: new Set(can), everywhere: new Set() },
    requestId,
  ),
});

/** The actor at a door: a candidate in their company, or an anonymous person in the company of the address. */
export const actingAtDoor =
  (db: Database, accessOf: Sessions['accessOf']): DoorKeeper['actingAt'] =>
  async (request, { who, can = [] }) => {
    if (who === 'externo') {
      const { conta } = request;
      return candidateActing(conta, await placeOf(conta.empresa.id), can, request.id);
    }
    return nobodyActing(formOf(request.headers), await placeOf(companyOf(request)), can, request.id);

    /** The company with its settings, without rights for anybody; an inactive company is refused like a missing one. */
    async function placeOf(empresaId: number): Promise<Place> {
      const row = await db.one<{ versao: number }>({
        text: 'select versao from versao_acessos where exists (select from empresas where id = $1 and ativo)',
        values: [empresaId],
      });
      if (!row) throw refuse.invalid([{ field: 'empresaId', message: 'Empresa inválida' }]);
      return accessOf(0, empresaId, row.versao);
    }
  };

function companyOf({ query }: FastifyRequest): number {
  const text = (query as Record<string, unknown>).empresaId;
  if (typeof text !== 'string' || !/^[1-9]\d{0,14}$/.test(text))
    throw refuse.invalid([{ field: 'empresaId', message: 'Empresa inválida' }]);
  return Number(text);
}

/** The actor of an outsider's task, from the key in the queue; they have no rights of their own. */
export async function actingOfTask(db: Queryable, externo: string, place: Place): Promise<ExternalActing | NobodyActing> {
  if (externo.startsWith(FORM)) return nobodyActing(externo, place, [], 'tarefa');
  const conta = await db.one<{ id: number; nome: string }>({
    text: `select id, nome from contas_externas where $1 = '${candidates.name}:' || id and empresa_id = $2`,
    values: [externo, place.empresa.id],
  });
  if (!conta) throw refuse.forbidden();
  return candidateActing(conta, place, [], 'tarefa');
}
