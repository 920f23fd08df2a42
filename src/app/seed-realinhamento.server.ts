import sql from 'sql-template-tag';
import { addMonths } from '#kit/br/date.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { recalcula } from '#modules/cargo-salario/reajustes/recalculo.server.ts';

/** A plan that is not applied yet, for reports, letters and scenarios. */
export async function seedRealinhamento(tx: Tx, empresaId: number, today: string): Promise<void> {
  const data = `${addMonths(today, 1).slice(0, 7)}-01`;
  const tabela = await tx.one<{ id: number }>(sql`
    insert into tabelas_reajustes_colaboradores (empresa_id, nome, data, tipo_reajuste, situacao, observacao)
    values (${empresaId}, ${`Mérito ${data.slice(0, 4)}`}, ${data}::date, 'P', 'P', 'Reconhecimento dos talentos com maior tempo de casa.') returning id`);
  const plano = { id: tabela?.id ?? 0, empresaId, data };
  await tx.query(sql`
    insert into reajustes_colaboradores (empresa_id, tabela_reajuste_id, colaborador_id, nome, estabelecimento_proposto_id, area_organizacional_proposta_id,
      faixa_salarial_proposta_id, ambiente_proposto_id, funcao_proposta_id, tipo_salario_proposto, salario_proposto)
    select t.empresa_id, ${plano.id}, t.id, t.nome, h.estabelecimento_id, h.area_organizacional_id, h.faixa_salarial_id, h.ambiente_id, h.funcao_id, '3',
      round(t.salario_atual * 1.06, 2)
    from talentos t join talentos_historicos h on h.registro_id = t.id and h.data <= ${data}::date and (h.ate is null or h.ate > ${data}::date)
    where t.empresa_id = ${empresaId} and t.situacao = 'A' and t.salario_atual > 0 order by t.data_admissao, t.id limit 8`);
  // The program itself computes the values beside each proposal.
  await recalcula(tx, plano);
}
