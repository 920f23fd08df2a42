import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import type { Lookup } from '#kit/registry/select.server.ts';
import { type Arvore, chainOf, type Rodada, roundById, treesOf } from './asked-round.server.ts';
import { coarsen } from './coarsen.ts';
import type { Fonte } from './reader.server.ts';
import { parteDe, type Valor } from './result.ts';

interface Contados {
  /** the value of the dimension; null: none, or those of groups that are too small */
  valor: number | null;
  convidados: number;
  respondidas: number;
}

export interface GrupoDeParticipacao {
  valor: number | null;
  convidados: number;
  taxa: Valor;
}

export interface Participacao {
  convidados: number;
  respondidas: number;
  /** begun and not sent, where answers are identified */
  iniciadas: number | null;
  grupos: GrupoDeParticipacao[];
  /** how many dimensions, from the first, groups are told by */
  dimensoes: number;
  /** smaller groups are counted with others */
  juntas: boolean;
}

/**
 * How many have answered, of the people whom the reader sees, in all and by a dimension. Where answers are not identified nobody may
 * learn who has answered: they are counted once in 24 hours, and by the first dimension alone, in groups of the least size of which
 * each person stands in one.
 */
export async function participationOf(
  { db, lookup, pessoas, dentro }: Pick<Fonte, 'db' | 'lookup' | 'pessoas' | 'dentro'>,
  acting: Acting,
  rodadaId: number,
  { por }: { por?: string } = {},
): Promise<Participacao> {
  const rodada = await roundById(db, rodadaId);
  const isNamed = rodada.modo === 'I';
  const dimensoes = isNamed ? rodada.dimensoes.length : Math.min(1, rodada.dimensoes.length);
  const place = por === undefined ? -1 : rodada.dimensoes.findIndex(({ campo }) => campo === por);
  if (por !== undefined && (place < 0 || place >= dimensoes))
    throw refuse.invalid([{ field: 'por', message: 'Dimensão inválida' }]);
  const told = (groups: readonly Contados[]) =>
    por === undefined
      ? []
      : groups.map(({ valor, convidados, respondidas }) => ({
          valor,
          convidados,
          taxa: parteDe(respondidas, convidados, isNamed),
        }));
  const whole = (groups: readonly Contados[]) => ({
    convidados: groups.reduce((sum, one) => sum + one.convidados, 0),
    respondidas: groups.reduce((sum, one) => sum + one.respondidas, 0),
  });
  if (isNamed) {
    const people = pessoas?.(acting) ?? null;
    const seen = people ? sql`coalesce(sobre, pessoa) in (select v.chave from (${people}) v)` : sql`true`;
    const groups = await countedBy(db, rodadaId, Math.max(place, 0), seen);
    const { iniciadas } = await db.only<{ iniciadas: number }>(
      sql`select count(*)::int as iniciadas from participacoes where rodada_id = ${rodadaId} and estado = 'P' and ${seen}`,
    );
    return { ...whole(groups), iniciadas, grupos: told(groups), dimensoes, juntas: false };
  }
  const { groups, juntas } = await countedDaily(db, lookup, rodada);
  const limit = dentro?.(acting) ?? null;
  const inside = limit && new Set((await db.query<{ id: number }>(limit.ids)).map(({ id }) => id));
  const seen = groups.filter(({ valor }) => !inside || (valor !== null && inside.has(valor)));
  return { ...whole(seen), iniciadas: null, grupos: told(seen), dimensoes, juntas };
}

const countedBy = (db: Queryable, rodadaId: number, place: number, seen: Sql): Promise<Contados[]> =>
  db.query<Contados>(sql`
    select atributos[${place + 1}::int] as valor, count(*)::int as convidados, count(*) filter (where estado = 'R')::int as respondidas
    from participacoes where rodada_id = ${rodadaId} and ${seen} group by 1 order by 2 desc, 1`);

/** What is kept of a count: the groups, and the tree by which they were made. */
interface Guardada {
  groups: Contados[];
  juntas: boolean;
  tree?: Arvore;
  /** counted when all answers stood: never again, so that whoever is erased later is not told by the difference */
  final?: true;
}

/**
 * The groups as they were counted within 24 hours, so that no two counts lie nearer to each other, not around midnight either; once the
 * round is finished, as they were counted first then. They are made by
 * the tree of the first count: if an area moved to another group, the difference would tell of the few in it.
 */
async function countedDaily(db: Database, lookup: Lookup, rodada: Rodada): Promise<Pick<Guardada, 'groups' | 'juntas'>> {
  const { id, estado, minimo, dimensoes } = rodada;
  return db.tx(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('participacao'), ${id}::int)`);
    const kept = await tx.one<{ fresca: boolean; grupos: Guardada }>(
      sql`select contada_em > now() - interval '24 hours' as fresca, grupos from participacao_contada where rodada_id = ${id}`,
    );
    const isFinished = estado === 'D';
    if (kept && (isFinished ? kept.grupos.final : kept.fresca)) return kept.grupos;
    const first = { ...rodada, dimensoes: dimensoes.slice(0, 1) };
    const tree = kept?.grupos.tree === undefined ? ((await treesOf(tx, lookup, first))[0] ?? null) : kept.grupos.tree;
    const values = await countedBy(tx, id, 0, sql`true`);
    const people = values.flatMap(({ valor, convidados }) => Array.from({ length: convidados }, () => [valor]));
    const group = new Map<number | null, number | null>();
    for (const [index, [valor]] of coarsen(people, minimo, (_, value) => chainOf(tree, Number(value))).entries())
      group.set(people[index]?.[0] ?? null, valor as number | null);
    const groups = [...Map.groupBy(values, ({ valor }) => group.get(valor) ?? null)]
      .map(([valor, some]) => ({
        valor,
        convidados: some.reduce((sum, one) => sum + one.convidados, 0),
        respondidas: some.reduce((sum, one) => sum + one.respondidas, 0),
      }))
      .sort((a, b) => b.convidados - a.convidados);
    const counted: Guardada = { groups, juntas: groups.length < values.length, tree, ...(isFinished ? { final: true } : {}) };
    await tx.query(sql`
      insert into participacao_contada (rodada_id, contada_em, grupos) values (${id}, now(), ${JSON.stringify(counted)}::jsonb)
      on conflict (rodada_id) do update set contada_em = excluded.contada_em, grupos = excluded.grupos`);
    return counted;
  });
}
