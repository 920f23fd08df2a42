import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import { faultsLast } from '#kit/jobs/faults-last.server.ts';
import { apaga } from './apagar.server.ts';
import { candidatosVisiveis } from './visiveis.server.ts';

/** Candidates (alias `t`) whose time is over: nothing changed for so many months, in no selection, never hired. */
const vencidos = (meses: Sql): Sql => sql`
  ${meses} > 0 and t.atualizado_em < hoje() - make_interval(months => ${meses}) and not t.contratado
    and not exists (select from candidaturas k where k.candidato_id = t.id
      and (k.situacao = 'A' or greatest(k.inscrita_em, k.encerrada_em)::date >= hoje() - make_interval(months => ${meses})))`;

const mesesDe = ({ settings }: Acting): number =>
  typeof settings.tempoExclusaoCandidato === 'number' ? settings.tempoExclusaoCandidato : 0;

export interface Vencido {
  id: number;
  nome: string;
  atualizadoEm: string;
}

/** Whom the task would erase tonight, of those that the actor sees: the hundred oldest, and how many in all. */
export async function previaDaRetencao(
  db: Queryable,
  acting: Acting,
): Promise<{ meses: number; total: number; candidatos: Vencido[] }> {
  const meses = mesesDe(acting);
  const quais = sql`${candidatosVisiveis(acting)} and ${vencidos(sql`${meses}::int`)}`;
  const { total } = await db.only<{ total: number }>(sql`select count(*)::int as total from candidatos t where ${quais}`);
  const candidatos = await db.query<Vencido>(sql`
    select t.id, t.nome, t.atualizado_em as "atualizadoEm" from candidatos t where ${quais} order by t.atualizado_em, t.id limit 100`);
  return { meses, total, candidatos };
}

/** Each candidate in a transaction of its own: one that fails holds up no other, and nothing is locked for long. */
export async function apagaVencidos(
  db: Database,
  agindo: (empresaId: number) => Promise<Acting>,
  signal: AbortSignal,
): Promise<number> {
  const todos = await db.query<{ id: number; empresaId: number }>(sql`
    select t.id, t.empresa_id as "empresaId" from candidatos t join empresas e on e.id = t.empresa_id
    where ${vencidos(sql`coalesce(e.tempo_exclusao_candidato, 0)`)} order by t.empresa_id, t.atualizado_em, t.id limit 5000`);
  let apagados = 0;
  await faultsLast(async (keep) => {
    for (const { id, empresaId } of todos) {
      signal.throwIfAborted();
      const acting = await agindo(empresaId);
      const apagado = db.tx(async (tx) => {
        const ainda = await tx.one(sql`
          select 1 from candidatos t join empresas e on e.id = t.empresa_id
          where t.id = ${id} and ${vencidos(sql`coalesce(e.tempo_exclusao_candidato, 0)`)} for update of t`);
        if (ainda) await apaga(tx, acting, id, 'A');
        return ainda !== undefined;
      });
      if (await apagado.catch(keep)) apagados++;
    }
  });
  return apagados;
}
