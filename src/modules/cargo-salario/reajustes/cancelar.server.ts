import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import type { TransitionHook } from '#kit/store/transition.server.ts';
import { desfazReajusteDeTalentos, travaTalentos } from '#modules/gestao-talentos/public.server.ts';
import { auditaConjunto } from '#platform/audit/audit.server.ts';
import { ABRE_PLANOS, talentosDeOutros, veSalario } from './acesso.server.ts';
import { nomesDe } from './aplicar.server.ts';
import { desfazValores } from './historicos-reajuste.server.ts';
import { esqueceDoPlanejamento } from './integracao.server.ts';
import { travaReajuste } from './locks.server.ts';
import { soQuemVeSalarios } from './so-quem-ve.ts';
import { aplicadaEm, leTabela, ORDEM, type Tabela, type TipoDeLinha, tiposDeLinha } from './tabelas.server.ts';
import { ESCRITAS, saoMuitas } from './tamanho.server.ts';
import { naTrilha } from './trail.server.ts';

/** People first, then the bands and indices that they are paid by. */
const DE_VOLTA = ORDEM.toReversed();

const aplicadas = (tabela: Tabela) => DE_VOLTA.filter((tipo) => aplicadaEm(tabela, tipo) !== null);

/** The entry still equals the line's proposal: nobody has changed it by hand. */
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

/** Why the entries of a kind of line cannot be taken back. */
async function irreversivel(tx: Tx, acting: Acting, tabela: Tabela, tipo: TipoDeLinha): Promise<string | undefined> {
  const { historicos, tabela: linhas, chave } = tiposDeLinha[tipo];
  // The personnel system refuses a plan that it may not open, and people whose pay it may not read.
  const nomear = acting.can(ABRE_PLANOS) && (tipo !== 'C' || veSalario(acting));
  const posterior = await nomesDe(
    tx,
    sql`
    select r.nome from ${raw(linhas)} r join ${raw(historicos)} h on h.registro_id = r.${raw(chave)} and h.tabela_reajuste_id = ${tabela.id}
    where r.tabela_reajuste_id = ${tabela.id} and h.ate is not null`,
    nomear,
  );
  if (posterior !== null)
    return `O reajuste não pode ser cancelado: há históricos posteriores a ele para ${posterior}. Exclua-os antes.`;
  // A line without its entry was annulled for that one person.
  const mudado = await nomesDe(
    tx,
    sql`
    select r.nome from ${raw(linhas)} r left join ${raw(historicos)} h on h.registro_id = r.${raw(chave)} and h.tabela_reajuste_id = ${tabela.id}
    where r.tabela_reajuste_id = ${tabela.id} and ${tipo === 'C' ? sql`h.id is not null` : sql`true`} and (h.id is null or h.data <> ${tabela.data}::date or not (${comoProposto[tipo]}))`,
    nomear,
  );
  return mudado === null
    ? undefined
    : `O reajuste não pode ser cancelado: o histórico que ele criou foi alterado ou excluído para ${mudado}.`;
}

/** Takes back an applied plan, to the cent, all or nothing; the plan stays, cancelled, with its lines. */
export const recusa: TransitionHook = {
  asTask: async (tx, { record }) =>
    (await saoMuitas(tx, record.id)) ? { titulo: `Cancelar ${String(record.nome)}`, writes: ESCRITAS } : undefined,
  // Locks the values that are judged from here on until the end.
  async lock(tx, { record, acting }) {
    await travaReajuste(tx, acting);
    await travaTalentos(tx, sql`x.id in (select registro_id from talentos_historicos where tabela_reajuste_id = ${record.id})`);
  },
  async guards(tx, { record, acting }) {
    if (record.existeHistoricoConfirmado === true)
      return ['O reajuste não pode ser cancelado: o sistema de pessoal já confirmou históricos criados por ele.'];
    const deOutros = await talentosDeOutros(tx, acting, record.id, 'o cancelamento');
    if (deOutros !== null) return [deOutros];
    const tabela = await leTabela(tx, acting.empresaId, record.id);
    const contra: string[] = [];
    for (const tipo of aplicadas(tabela))
      contra.push(...[await irreversivel(tx, acting, tabela, tipo)].flatMap((motivo) => motivo ?? []));
    return contra;
  },
  async effect(tx, { record: { id }, acting, progress }) {
    const tabela = await leTabela(tx, acting.empresaId, id);
    const tipos = aplicadas(tabela);
    for (const [indice, tipo] of tipos.entries()) {
      if (tipo === 'C') await desfazReajusteDeTalentos(tx, id, acting.today);
      else await desfazValores(tx, tipo, tabela, acting.today);
      const { registro, mudancas } = naTrilha(tabela, tipo, 'volta');
      await auditaConjunto(tx, acting, registro, 'A', mudancas);
      progress?.(indice + 1, tipos.length);
    }
    await esqueceDoPlanejamento(tx, acting, id);
    await tx.query(
      sql`update tabelas_reajustes_colaboradores set aprovada = false, cancelada_em = clock_timestamp() where id = ${id}`,
    );
  },
};

/** Entries of people are compared with what was proposed to pay. The personnel system, which holds all pay, is told how many differ. */
export const cancelamento: TransitionHook = {
  ...recusa,
  async guards(tx, step) {
    const tabela = await leTabela(tx, step.acting.empresaId, step.record.id);
    if (!veSalario(step.acting) && aplicadas(tabela).includes('C')) return [soQuemVeSalarios(step.acting, 'o cancelamento')];
    return (await recusa.guards?.(tx, step)) ?? [];
  },
};
