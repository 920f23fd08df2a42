import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { desfazReajusteDeTalentos, travaTalentos } from '#modules/gestao-talentos/public.server.ts';
import { auditaConjunto } from '#platform/audit/audit.server.ts';
import { talentosDeOutros } from './acesso.server.ts';
import { nomesDe } from './aplicar.server.ts';
import { desfazValores } from './historicos-reajuste.server.ts';
import { esqueceDoPlanejamento } from './integracao.server.ts';
import { aplicadaEm, historicoConfirmado, leTabela, type Tabela, type TipoDeLinha, tiposDeLinha } from './tabelas.server.ts';
import { travaPlanejamento, travaReajustes, travaValores } from './travas.server.ts';
import { naTrilha } from './trilha.server.ts';

const impede = (mensagem: string) => new Refusal('CANCELAMENTO_IMPEDIDO', mensagem, 409);

/** People first, then what they follow. */
const ORDEM: readonly TipoDeLinha[] = ['C', 'F', 'I'];

/** The entry says what the line proposed: nobody has changed it by hand since. */
const comoProposto: Record<TipoDeLinha, Sql> = {
  C: sql`(h.area_organizacional_id, h.faixa_salarial_id, h.estabelecimento_id, h.ambiente_id, h.funcao_id, h.tipo_salario,
      case h.tipo_salario when '2' then h.indice_id end, case h.tipo_salario when '2' then h.quantidade_indice when '3' then h.salario end)
    is not distinct from (r.area_organizacional_proposta_id, r.faixa_salarial_proposta_id, coalesce(r.estabelecimento_proposto_id, r.estabelecimento_atual_id),
      coalesce(r.ambiente_proposto_id, r.ambiente_atual_id), coalesce(r.funcao_proposta_id, r.funcao_atual_id), r.tipo_salario_proposto,
      case r.tipo_salario_proposto when '2' then r.indice_proposto_id end,
      case r.tipo_salario_proposto when '2' then r.quantidade_indice_proposto when '3' then r.salario_proposto end)`,
  F: sql`h.tipo = '3' and h.valor = r.valor_proposto`,
  I: sql`h.valor = r.valor_proposto`,
};

async function exigeReversivel(tx: Tx, tabela: Tabela, tipo: TipoDeLinha): Promise<void> {
  const { historicos, tabela: linhas, chave } = tiposDeLinha[tipo];
  const posterior = await nomesDe(
    tx,
    sql`
    select r.nome from ${raw(linhas)} r join ${raw(historicos)} h on h.registro_id = r.${raw(chave)} and h.tabela_reajuste_id = ${tabela.id}
    where r.tabela_reajuste_id = ${tabela.id} and h.ate is not null`,
  );
  if (posterior !== null)
    throw impede(`O reajuste não pode ser cancelado: há históricos posteriores a ele para ${posterior}. Exclua-os antes.`);
  const mudado = await nomesDe(
    tx,
    sql`
    select r.nome from ${raw(linhas)} r left join ${raw(historicos)} h on h.registro_id = r.${raw(chave)} and h.tabela_reajuste_id = ${tabela.id}
    where r.tabela_reajuste_id = ${tabela.id} and (h.id is null or h.data <> ${tabela.data}::date or not (${comoProposto[tipo]}))`,
  );
  if (mudado !== null)
    throw impede(`O reajuste não pode ser cancelado: o histórico que ele criou foi alterado ou excluído para ${mudado}.`);
}

/** Takes an applied table back, to the cent, all or nothing, in the caller's transaction; the table stays, cancelled, with its lines. */
export async function cancela(
  tx: Tx,
  acting: Acting,
  id: number,
  avanca: (passo: number, de: number) => void = () => {},
): Promise<void> {
  await tx.query({ text: 'set local statement_timeout = 0' });
  await travaReajustes(tx, acting.empresaId);
  await travaPlanejamento(tx, acting.empresaId, id);
  const tabela = await leTabela(tx, acting.empresaId, id, 'escrita');
  if (tabela.situacao === 'C') throw impede('Este reajuste já foi cancelado.');
  if (tabela.situacao !== 'A') throw impede('Este planejamento ainda não foi aplicado: não há o que cancelar.');
  const confirmado = await tx.one<{ sim: boolean }>(
    sql`select ${historicoConfirmado(sql`${id}::bigint`, sql`${acting.empresaId}::bigint`)} as sim`,
  );
  if (confirmado?.sim)
    throw impede('O reajuste não pode ser cancelado: o sistema de pessoal já confirmou históricos criados por ele.');
  const deOutros = await talentosDeOutros(tx, acting, id, 'o cancelamento');
  if (deOutros !== null) throw impede(deOutros);

  // What is judged from here on stays true until the end.
  await travaValores(tx, acting.empresaId);
  await travaTalentos(tx, sql`x.id in (select registro_id from talentos_historicos where tabela_reajuste_id = ${id})`);
  const tipos = ORDEM.filter((tipo) => aplicadaEm(tabela, tipo) !== null);
  for (const tipo of tipos) await exigeReversivel(tx, tabela, tipo);
  avanca(1, tipos.length + 1);
  for (const [indice, tipo] of tipos.entries()) {
    if (tipo === 'C') await desfazReajusteDeTalentos(tx, id, acting.today);
    else await desfazValores(tx, tipo, tabela, acting.today);
    const { registro, mudancas } = naTrilha(tabela, tipo, 'volta');
    await auditaConjunto(tx, acting, registro, 'A', mudancas);
    avanca(indice + 2, tipos.length + 1);
  }
  await esqueceDoPlanejamento(tx, acting, id);
  await tx.query(sql`
    update tabelas_reajustes_colaboradores set versao = versao + 1, situacao = 'C', aprovada = false, cancelada_em = clock_timestamp() where id = ${id}`);
  await acting.audit(tx, {
    table: 'tabelas_reajustes_colaboradores',
    id,
    action: 'A',
    changes: { situacao: ['A', 'C'], canceladaEm: [null, acting.today] },
  });
}
