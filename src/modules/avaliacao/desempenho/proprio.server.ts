import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { temMeuCpf } from '#modules/gestao-talentos/public.server.ts';

/** The parts of a result that an evaluation may keep from whoever was evaluated. */
const exibe = {
  performance: 'exibir_performance_profissional',
  exigido: 'exibir_nivel_competencia_exigido',
  auto: 'exibe_resultado_auto_avaliacao',
} as const;

/**
 * Over a result of the talent `t` in an evaluation: whether the reader is told this part of it. Of their own result they are told what its page
 * tells, whatever rights they have, and no figure of several people counts the rest (ADR 69).
 */
export const mostra = (acting: Acting, parte: keyof typeof exibe, avaliacao = 'd'): Sql =>
  sql`(${raw(`${avaliacao}.${exibe[parte]}`)} or not ${temMeuCpf(acting)})`;

export const seMostra = (acting: Acting, parte: keyof typeof exibe, valor: Sql): Sql =>
  sql`case when ${mostra(acting, parte)} then ${valor} end`;
