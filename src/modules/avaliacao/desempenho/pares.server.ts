import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { meusVinculos } from '#modules/gestao-talentos/public.server.ts';

/**
 * Who evaluates whom, whoever asks: for what is done with pairs (written, removed, asked, put together, refused for all alike). Whatever is
 * told, listed, searched or counted for somebody reads `paresContaveis`; no other file names the table (`pares.test.ts`).
 */
export const PARES = raw('participantes_avaliacao_desempenho');

/** The roles whose answers are told of three at least: a group. */
export const emGrupo = (papel: Sql): Sql => sql`${papel} in ('P', 'A', 'R')`;

/**
 * A pair, by its role and the id of its evaluated, in which somebody else evaluates the actor. Also as leader: two people are one pair, so
 * that a leader who does not come in is somebody of the group.
 */
const outroMeAvalia = (acting: Acting, papel: Sql, avaliado: Sql, empresas?: readonly number[]): Sql =>
  sql`(${papel} <> 'U' and ${avaliado} in (${meusVinculos(acting, empresas)}))`;

/**
 * Of a pair in the table `t` or an alias: somebody evaluates the actor in an anonymous evaluation, of which they are not told (ADR 69). An evaluation that is
 * not there, as one in the bin, may have been anonymous.
 */
export const sobreMimEmSigilo = (acting: Acting, par: Sql): Sql => sql`(
  ${outroMeAvalia(acting, sql`${par}.tipo`, sql`${par}.avaliado_id`)}
  and not exists (select from avaliacoes_desempenho s where s.id = ${par}.avaliacao_desempenho_id and s.anonima is not true))`;

/** The pairs of which the actor may be told anything (ADR 69): in place of their table. */
export const paresContaveis = (acting: Acting): Sql => sql`(
  select x.* from ${PARES} x where not ${sobreMimEmSigilo(acting, sql`x`)})`;

/** The same of pairs that a choice would make in one evaluation. */
export const contavel = (acting: Acting, { anonima }: { anonima: boolean }, papel: Sql, avaliado: Sql): Sql =>
  anonima ? sql`not ${outroMeAvalia(acting, papel, avaliado)}` : sql`true`;

/** The same of participations, which are pairs that were asked: those of all evaluations of performance, of some companies. */
export const perguntadosContaveis = (acting: Acting, empresas?: readonly number[]): Sql => sql`(
  select x.* from participacoes x join rodadas y on y.id = x.rodada_id and y.dono = 'avaliacao/avaliacoes-desempenho'
  join avaliacoes_desempenho s on s.id = y.dono_id
  where not (s.anonima is true and ${outroMeAvalia(acting, sql`x.papel`, sql`split_part(x.sobre, ':', 2)::bigint`, empresas)}))`;
