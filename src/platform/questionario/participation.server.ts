import sql from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { readRound } from './rounds.server.ts';

interface Contagem {
  convidados: number;
  respondidas: number;
}

export interface GrupoDeParticipacao extends Contagem {
  /** the value of the dimension; null: none */
  valor: number | null;
}

export interface Participacao extends Contagem {
  /** begun and not sent, where that is known */
  iniciadas: number | null;
  grupos: GrupoDeParticipacao[];
  /** some groups are too small to be told */
  ocultos: boolean;
}

/**
 * How many have answered, in all and by a dimension. Where answers are not identified, groups below the smallest one are left out, and
 * with them the next larger one when they could otherwise be told by subtraction.
 */
export async function participationOf(tx: Queryable, rodadaId: number, { por }: { por?: string } = {}): Promise<Participacao> {
  const { modo, minimo, dimensoes } = await readRound(tx, rodadaId);
  const whole = await tx.only<Contagem & { iniciadas: number }>(sql`
    select count(*)::int as convidados, count(*) filter (where estado = 'R')::int as respondidas,
      count(*) filter (where estado = 'P')::int as iniciadas from participacoes where rodada_id = ${rodadaId}`);
  const iniciadas = modo === 'A' ? null : whole.iniciadas;
  if (por === undefined) return { ...whole, iniciadas, grupos: [], ocultos: false };
  const place = dimensoes.findIndex(({ campo }) => campo === por);
  if (place < 0) throw refuse.invalid([{ field: 'por', message: 'Dimensão inválida' }]);
  const all = await tx.query<GrupoDeParticipacao>(sql`
    select atributos[${place + 1}] as valor, count(*)::int as convidados, count(*) filter (where estado = 'R')::int as respondidas
    from participacoes where rodada_id = ${rodadaId} group by 1 order by 2 desc, 1`);
  const grupos = modo === 'I' ? all : largeEnough(all, minimo);
  return { ...whole, iniciadas, grupos, ocultos: grupos.length < all.length };
}

/** The groups, largest first, without the small ones; what is left out is never a single small group. */
export function largeEnough<G extends { convidados: number }>(largestFirst: readonly G[], minimo: number): G[] {
  const told = largestFirst.filter(({ convidados }) => convidados >= minimo);
  const hidden = largestFirst.slice(told.length).reduce((sum, { convidados }) => sum + convidados, 0);
  return hidden > 0 && hidden < minimo ? told.slice(0, -1) : told;
}

export interface Esperada {
  /** the participation, for its ticket */
  id: number;
  pessoa: string;
  sobre: string | null;
}

/** Who has not answered yet: for mails to them, and for nobody's eyes where answers are not identified. */
export const waitingFor = (tx: Queryable, rodadaId: number): Promise<Esperada[]> =>
  tx.query<Esperada>(sql`
    select p.id, p.pessoa, p.sobre from participacoes p join rodadas r on r.id = p.rodada_id
    where p.rodada_id = ${rodadaId} and r.estado = 'A' and p.estado <> 'R' order by p.id`);
