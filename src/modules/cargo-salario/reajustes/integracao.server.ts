import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import type { TransitionHook } from '#kit/store/transition.server.ts';
import { respondeHistoricos } from '#modules/gestao-talentos/public.server.ts';
import { avisaPendencia, esquecePendencias } from '#platform/integracao/pendencias.server.ts';
import { talentosDeOutros } from './acesso.server.ts';
import { travaReajuste } from './locks.server.ts';
import type { Tabela } from './tabelas.server.ts';

const origemDe = (id: number) => `cargo-salario/tabelas-reajustes-colaboradores/${id}`;

/** An applied plan is paid from its day on, and waits until an integrated personnel system confirms it. */
export const avisaDoPlanejamento = (tx: Tx, acting: Acting, { id, nome }: Tabela): Promise<void> =>
  avisaPendencia(tx, acting, {
    origem: origemDe(id),
    tipo: 'Realinhamento',
    descricao: `Realinhamento “${nome}” aguarda confirmação no sistema de pessoal`,
    autoridade: 'ROLE_APLICAR_REAJUSTE',
  });

export const esqueceDoPlanejamento = (tx: Tx, acting: Acting, id: number): Promise<void> =>
  esquecePendencias(tx, acting, [origemDe(id)]);

/** The personnel system has taken everything that the plan wrote, so the plan can no longer be cancelled here. */
export const confirmacao: TransitionHook = {
  lock: (tx, { acting }) => travaReajuste(tx, acting),
  async guards(tx, { record, acting }) {
    const deOutros = await talentosDeOutros(tx, acting, record.id, 'a confirmação');
    return deOutros === null ? [] : [deOutros];
  },
  async effect(tx, { record: { id }, acting }) {
    await tx.query(sql`update faixas_salariais_historicos set status = 'C' where tabela_reajuste_id = ${id} and status = 'P'`);
    await respondeHistoricos(tx, acting, sql`h.tabela_reajuste_id = ${id}`, 'C');
    await esqueceDoPlanejamento(tx, acting, id);
  },
};
