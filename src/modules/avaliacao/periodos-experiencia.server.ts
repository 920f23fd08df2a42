import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { hooksFor } from '#kit/store/hooks.server.ts';
import { periodosExperiencia } from './periodos-experiencia.registry.ts';

/** Active periods of a company: each is asked of everybody who was admitted lately. */
const MAIS_ATIVOS = 30;

async function recusaAtivosDemais(tx: Tx, { empresaId }: Acting): Promise<void> {
  const { n } = await tx.only<{ n: number }>(
    sql`select count(*)::int as n from periodos_experiencia where empresa_id = ${empresaId} and ativo`,
  );
  if (n >= MAIS_ATIVOS)
    throw new Refusal(
      'PERIODOS_DEMAIS',
      `Já há ${MAIS_ATIVOS} períodos de experiência ativos. Desative os que não valem mais antes de ativar outro.`,
      409,
    );
}

export const periodosExperienciaHooks = hooksFor(periodosExperiencia, {
  goesWith: [{ table: 'avisos_experiencia', column: 'periodo_id' }],
  lock: 'periodos-experiencia',
  async beforeSave(tx, { value, before, acting }) {
    if (value.ativo && !before?.ativo) await recusaAtivosDemais(tx, acting);
  },
});
