import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import type { Dimensao } from '#platform/questionario/round.ts';
import { addParticipants, openRound, type Rodada, roundOf } from '#platform/questionario/rounds.server.ts';
import { MODELOS } from '../avaliacoes/clone.server.ts';
import { type Avaliacao, fixaLugares, incluiAvaliados, SEM_LUGAR } from './avaliados.server.ts';
import { PARES } from './pares.server.ts';
import { AVALIACOES } from './resultado.server.ts';

/** Answers of pairs, subordinates and others are told of so many together, and never of fewer. */
const MINIMO_ANONIMO = 3;
const MINIMO_IDENTIFICADO = 2;

/** Where whoever evaluates works: participation is told by it. */
const dimensoes: readonly Dimensao[] = [
  { campo: 'area', rotulo: 'Área', registro: 'cargo-salario/areas-organizacionais' },
  { campo: 'estabelecimento', rotulo: 'Estabelecimento', registro: 'utilitario/estabelecimentos' },
];

/** Participants as the engine asks them. */
const perguntados = (avaliacaoId: number, quais: Sql = sql`true`): Sql => sql`
  select 'talentos:' || p.avaliador_id as pessoa, 'talentos:' || p.avaliado_id as sobre, p.tipo as papel,
    array[t.area_atual_id, t.estabelecimento_atual_id]::integer[] as atributos
  from ${PARES} p join talentos t on t.id = p.avaliador_id
  where p.avaliacao_desempenho_id = ${avaliacaoId} and ${quais}`;

export const rodadaDe = (tx: Parameters<typeof roundOf>[0], donoId: number): Promise<Rodada | undefined> =>
  roundOf(tx, { dono: AVALIACOES, donoId });

/** Begins to ask: the place of the evaluated, what is required of them, and the questions stay as they are now. */
export async function abreRodada(tx: Tx, acting: Pick<Acting, 'today'>, avaliacao: Avaliacao): Promise<void> {
  const { id, empresaId, titulo, dataFim, anonima, modeloAvaliacaoId, avaliarSomenteCompetencias } = avaliacao;
  await incluiAvaliados(tx, avaliacao);
  await fixaLugares(tx, acting, id);
  await openRound(tx, acting, {
    empresaId,
    dono: AVALIACOES,
    donoId: id,
    versaoDe:
      avaliarSomenteCompetencias || modeloAvaliacaoId === null
        ? { dono: AVALIACOES, donoId: id }
        : { dono: MODELOS, donoId: modeloAvaliacaoId },
    titulo,
    modo: anonima ? 'C' : 'I',
    minimo: anonima ? MINIMO_ANONIMO : MINIMO_IDENTIFICADO,
    dimensoes,
    ate: dataFim,
    participantes: perguntados(id),
  });
}

/** Makes the people of the added pairs, or of some pairs, evaluated; asks their evaluators if the evaluation is released. */
export async function acompanha(
  tx: Tx,
  acting: Acting,
  avaliacao: Pick<Avaliacao, 'id' | 'empresaId' | 'situacao'>,
  pares?: readonly number[],
): Promise<void> {
  const destes = pares && sql`p.id = any(${[...pares]}::bigint[])`;
  const deles =
    destes && sql`select p.avaliado_id from ${PARES} p where p.avaliacao_desempenho_id = ${avaliacao.id} and ${destes}`;
  await incluiAvaliados(tx, avaliacao, deles);
  if (avaliacao.situacao === 'N') return;
  await fixaLugares(tx, acting, avaliacao.id, deles ? sql`${SEM_LUGAR} and a.colaborador_id in (${deles})` : SEM_LUGAR);
  const rodada = await rodadaDe(tx, avaliacao.id);
  if (rodada) await addParticipants(tx, rodada.id, perguntados(avaliacao.id, destes));
}
