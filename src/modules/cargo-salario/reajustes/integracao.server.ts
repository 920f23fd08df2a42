import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { respondeHistoricos } from '#modules/gestao-talentos/public.server.ts';
import { avisaPendencia, esquecePendencias } from '#platform/integracao/pendencias.server.ts';
import { talentosDeOutros } from './acesso.server.ts';
import { leTabela, type Tabela } from './tabelas.server.ts';
import { impede, travaPlanejamento, travaReajustes, travaValores } from './travas.server.ts';

const origemDe = (id: number) => `cargo-salario/tabelas-reajustes-colaboradores/${id}`;

/** What was applied is paid from its day on, and waits for an integrated personnel system to make it final. */
export const avisaDoPlanejamento = (tx: Tx, acting: Acting, { id, nome }: Tabela): Promise<void> =>
  avisaPendencia(tx, acting, {
    origem: origemDe(id),
    tipo: 'Realinhamento',
    descricao: `Realinhamento “${nome}” aguarda confirmação no sistema de pessoal`,
    autoridade: 'ROLE_APLICAR_REAJUSTE',
  });

export const esqueceDoPlanejamento = (tx: Tx, acting: Acting, id: number): Promise<void> =>
  esquecePendencias(tx, acting, [origemDe(id)]);

/** Nothing of the plan waits for the personnel system. */
export const nadaAguarda = () => new Refusal('NADA_AGUARDA', 'Este planejamento não aguarda resposta do sistema de pessoal.');

/** The personnel system has taken everything that the plan wrote: it is no longer cancelled here. */
export async function confirma(tx: Tx, acting: Acting, id: number): Promise<void> {
  await tx.query({ text: 'set local statement_timeout = 0' });
  await travaReajustes(tx, acting.empresaId);
  await travaPlanejamento(tx, acting.empresaId, id);
  await leTabela(tx, acting.empresaId, id, 'escrita');
  const deOutros = await talentosDeOutros(tx, acting, id, 'a confirmação');
  if (deOutros !== null) throw impede(deOutros);
  await travaValores(tx, acting.empresaId);
  const faixas = await tx.query(sql`
    update faixas_salariais_historicos set status = 'C' where tabela_reajuste_id = ${id} and status = 'P' returning 1`);
  const talentos = await respondeHistoricos(tx, acting, sql`h.tabela_reajuste_id = ${id}`, 'C');
  if (faixas.length + talentos === 0) throw nadaAguarda();
  await esqueceDoPlanejamento(tx, acting, id);
  await acting.audit(tx, {
    table: 'tabelas_reajustes_colaboradores',
    id,
    action: 'A',
    changes: { aguardaPessoal: [true, false] },
  });
}
