import type { FastifyRequest } from 'fastify';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { faultsOf, Refusal } from '#kit/refusal/refusal.ts';
import { whyLocked } from '#kit/registry/lifecycle.ts';
import type { Record_ } from '#kit/registry/record.ts';
import { demandUnlocked } from '#kit/store/transition.server.ts';
import type { Definicao } from './definition.ts';
import { type Dono, editVersion, latestVersion, type Versao } from './versions.server.ts';

/** Whose questions some addresses serve. */
export interface Perguntado {
  /** below /api: 'avaliacao/avaliacoes' */
  path: string;
  /** `module/slug` of the registry whose records have questions */
  dono: string;
  /** the right to read them; with `_EDITAR` to change them */
  authority: string;
  /** why the questions of a record cannot change now, beyond what locks the record itself; undefined: they can */
  locked?(record: Record_): string | undefined;
  /**
   * the record of `dono` behind the id of the address, where that is another record's; a 404 for one that the actor may not see.
   * By default it is the id itself. `changes`: its questions are about to change
   */
  donoIdOf?(db: Queryable, acting: Acting, id: number, changes: boolean): Promise<number>;
  /** where the notes of its new questions begin */
  notaMinima?(record: Record_): number;
}

/** The version that a change began with, and the one that it made. */
type Change = (definicao: Definicao, versao: Versao) => Definicao;

/** How the records are found whose questions these addresses serve. */
export function askedOf({ db, store }: Pick<Services, 'db' | 'store'>, { dono, locked, donoIdOf, notaMinima }: Perguntado) {
  const { registry, hooks } = store(dono);

  async function recordOf(of: Queryable, acting: Acting, id: number, lock = false): Promise<{ record: Record_; of: Dono }> {
    const record = await store(dono).read(of, acting, donoIdOf ? await donoIdOf(of, acting, id, lock) : id, lock);
    return { record, of: { empresaId: acting.empresaId, dono, donoId: record.id } };
  }

  /** The sentence that the screens show, and the routes refuse by. */
  const why = (record: Record_, acting: Acting): string | undefined =>
    whyLocked(registry, record, acting) ?? locked?.(record) ?? hooks.refuses?.(record, acting, 'edit')?.message;

  function demandChangeable(record: Record_, acting: Acting): void {
    demandUnlocked(registry, record, acting, 'edit');
    const refusal = hooks.refuses?.(record, acting, 'edit');
    if (refusal) throw refusal;
    const reason = locked?.(record);
    if (reason) throw new Refusal('PERGUNTAS_TRAVADAS', reason, 409);
  }

  /** Changes the questions of a record that the actor may change; the record is locked first, so that its state stays. */
  async function change(tx: Tx, acting: Acting, id: number, make: Change): Promise<Versao> {
    const { record, of } = await recordOf(tx, acting, id, true);
    demandChangeable(record, acting);
    return editVersion(tx, acting, of, make);
  }

  return { db, recordOf, why, change, notaMinima: (record: Record_) => notaMinima?.(record) ?? 0 };
}

export type Asked = ReturnType<typeof askedOf>;

/** Faults of the one part of the document that a call changed, by the names of that part's own fields. */
export async function ownFaults<T>(part: 'perguntas' | 'aspectos', work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal)
      for (const fault of faultsOf(error) ?? []) fault.field = fault.field.replace(new RegExp(`^${part}\\.\\d+\\.`), '');
    throw error;
  }
}

export const schemaOf = ({ path }: Perguntado) => ({ base: `/api/${path}/:id`, tags: [`Perguntas (${path})`] });
export const rightsOf = ({ authority }: Perguntado) => ({ open: { authority }, edit: { authority: `${authority}_EDITAR` } });

/** The present definition of the record in the address. */
export async function definicaoEm({ db, recordOf }: Asked, request: FastifyRequest): Promise<Definicao> {
  const { of } = await recordOf(db, request.acting, recordIdOf(request));
  return (await latestVersion(db, of)).definicao;
}
