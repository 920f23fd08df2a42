import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { auditaConjunto } from '#platform/audit/audit.server.ts';
import { talentosDeOutros } from './acesso.server.ts';
import { travaPlanejamento } from './locks.server.ts';
import type { Plano } from './mundo.server.ts';
import { recalcula } from './recalculo.server.ts';
import type { situacoesDeTabela } from './tabelas.lifecycle.ts';
import { tabelasReajustes, type tiposDeTabela } from './tabelas.registry.ts';

/** The kinds of line, by the letter of document 2 §9: employee, band, index. */
export const tiposDeLinha = {
  C: {
    nome: 'colaboradores',
    tabela: 'reajustes_colaboradores',
    cadastro: 'reajustes-colaboradores',
    chave: 'colaborador_id',
    registro: 'talentos',
    historicos: 'talentos_historicos',
    campo: 'colaboradoresAplicadosEm',
    coluna: 'colaboradores_aplicados_em',
  },
  F: {
    nome: 'faixas salariais',
    tabela: 'reajustes_faixas_salariais',
    cadastro: 'reajustes-faixas-salariais',
    chave: 'faixa_salarial_id',
    registro: 'faixas_salariais',
    historicos: 'faixas_salariais_historicos',
    campo: 'faixasAplicadasEm',
    coluna: 'faixas_aplicadas_em',
  },
  I: {
    nome: 'índices',
    tabela: 'reajustes_indices',
    cadastro: 'reajustes-indices',
    chave: 'indice_id',
    registro: 'indices',
    historicos: 'indices_historicos',
    campo: 'indicesAplicadosEm',
    coluna: 'indices_aplicados_em',
  },
} as const;
export type TipoDeLinha = keyof typeof tiposDeLinha;

/** Indices first, then the bands that may follow them, then people. */
export const ORDEM: readonly TipoDeLinha[] = ['I', 'F', 'C'];

export interface Tabela extends Plano {
  versao: number;
  nome: string;
  tipoReajuste: keyof typeof tiposDeTabela;
  /** of a dissídio: the day from which the agreement counts */
  dataDissidio: string | null;
  situacao: keyof typeof situacoesDeTabela;
  teto: string | null;
  colaboradoresAplicadosEm: string | null;
  faixasAplicadasEm: string | null;
  indicesAplicadosEm: string | null;
  canceladaEm: string | null;
  quantidadeAplicada: number | null;
  totalAtual: string | null;
  totalProposto: string | null;
}

export const aplicadaEm = (tabela: Tabela, tipo: TipoDeLinha): string | null => tabela[tiposDeLinha[tipo].campo];

export type Trava = 'leitura' | 'escrita' | 'nenhuma';

/** `leitura`: nobody applies or cancels meanwhile; `escrita`: nobody adds lines either. */
export async function leTabela(db: Queryable, empresaId: number, id: number, trava: Trava = 'nenhuma'): Promise<Tabela> {
  const sufixo = trava === 'escrita' ? sql`for update` : trava === 'leitura' ? sql`for share` : sql``;
  const tabela = await db.one<Tabela>(sql`
    select id, empresa_id as "empresaId", versao, nome, data::text as data, tipo_reajuste as "tipoReajuste", case tipo_reajuste when 'D' then data_dissidio::text end as "dataDissidio", coalesce(situacao, 'P') as situacao, teto,
      colaboradores_aplicados_em as "colaboradoresAplicadosEm", faixas_aplicadas_em as "faixasAplicadasEm", indices_aplicados_em as "indicesAplicadosEm",
      cancelada_em as "canceladaEm", quantidade_aplicada as "quantidadeAplicada", total_atual as "totalAtual", total_proposto as "totalProposto"
    from tabelas_reajustes_colaboradores where id = ${id} and empresa_id = ${empresaId} ${sufixo}`);
  if (!tabela) throw refuse.notFound();
  return tabela;
}

const fechada = (mensagem: string) => new Refusal('PLANEJAMENTO_FECHADO', mensagem, 409);

/** Lines of a kind may change until that kind is applied or the table cancelled. */
export async function exigeAberta(
  tx: Tx,
  acting: Acting,
  id: number,
  tipo: TipoDeLinha,
  trava: Trava = 'leitura',
): Promise<Tabela> {
  const tabela = await leTabela(tx, acting.empresaId, id, trava);
  if (tabela.situacao === 'C') throw fechada('Este planejamento foi cancelado. Copie-o para continuar a partir dele.');
  if (aplicadaEm(tabela, tipo) !== null)
    throw fechada(`Os reajustes de ${tiposDeLinha[tipo].nome} deste planejamento já foram aplicados e não podem ser alterados.`);
  return tabela;
}

/** The personnel system holds a confirmed history too: taking it back here would separate the two. */
const historicoConfirmado = (id: Sql, empresa: Sql): Sql => historicoCom('C', id, empresa);

/** In an integrated company, the plan wrote a history with this status. */
const historicoCom = (status: 'C' | 'P', id: Sql, empresa: Sql): Sql => sql`(
  (select e.ac_integra from empresas e where e.id = ${empresa}) and (
    exists (select from faixas_salariais_historicos h where h.tabela_reajuste_id = ${id} and h.status = ${raw(`'${status}'`)})
    or exists (select from talentos_historicos h where h.tabela_reajuste_id = ${id} and h.status = ${raw(`'${status}'`)})))`;

/** 'IA': its lines are applied, 'IP': they wait; null without lines. */
const parteDe = (tipo: TipoDeLinha): string => {
  const { tabela, coluna } = tiposDeLinha[tipo];
  return `case when t.${coluna} is not null then '${tipo}A' when exists (select from ${tabela} r where r.tabela_reajuste_id = t.id) then '${tipo}P' end`;
};

const PARTES = `array_remove(array[${(['I', 'F', 'C'] as const).map(parteDe).join(', ')}], null)`;

/** Computing the lines again takes back what somebody has seen before they apply them: who does it sees them all. */
export async function demandRecalculo(tx: Tx, acting: Acting, planoId: number): Promise<void> {
  const deOutros = await talentosDeOutros(tx, acting, planoId, 'o recálculo');
  if (deOutros !== null) throw new Refusal('RECALCULO_IMPEDIDO', deOutros, 409);
}

export const tabelasReajustesHooks = hooksFor(tabelasReajustes, {
  // A new date computes all lines again, and removing the plan removes them.
  lock: async (tx, { acting, id }) => void (id !== undefined && (await travaPlanejamento(tx, acting.empresaId, id))),
  computed: {
    andamento: `case when t.situacao is distinct from 'A' then coalesce(t.situacao, 'P') when ${PARTES} && array['IP', 'FP', 'CP'] then 'E' else 'A' end`,
    partes: PARTES,
    dissidio: `t.tipo_reajuste = 'D'`,
    alcancados:
      'coalesce(t.quantidade_aplicada, (select count(distinct l.colaborador_id) from reajustes_colaboradores l where l.tabela_reajuste_id = t.id))::int',
    ehUltimo: `t.aprovada and not exists (select from tabelas_reajustes_colaboradores o where o.empresa_id = t.empresa_id and o.aprovada and o.id <> t.id
      and greatest(o.colaboradores_aplicados_em, o.faixas_aplicadas_em, o.indices_aplicados_em)
        > greatest(t.colaboradores_aplicados_em, t.faixas_aplicadas_em, t.indices_aplicados_em))`,
    existeHistoricoConfirmado: historicoConfirmado(sql`t.id`, sql`t.empresa_id`).sql,
    aguardaPessoal: historicoCom('P', sql`t.id`, sql`t.empresa_id`).sql,
  },
  async afterSave(tx, { id, value, before, acting }) {
    if (!before || before.data === value.data) return;
    await demandRecalculo(tx, acting, id);
    await recalcula(tx, { id, empresaId: acting.empresaId, data: value.data });
  },
  goesWith: ORDEM.map((tipo) => ({ target: `cargo-salario/${tiposDeLinha[tipo].cadastro}`, field: 'tabelaReajuste' })),
  async beforeRemove(tx, { before, acting }) {
    const deOutros = await talentosDeOutros(tx, acting, before.id, 'a exclusão');
    if (deOutros !== null) throw new Refusal('EXCLUSAO_IMPEDIDA', deOutros, 409);
    for (const { tabela } of Object.values(tiposDeLinha)) {
      const linhas = sql`from ${raw(tabela)} r where r.tabela_reajuste_id = ${before.id}`;
      await auditaConjunto(
        tx,
        acting,
        tabela,
        'E',
        sql`
        select r.id as registro_id, jsonb_build_object('nome', jsonb_build_array(r.nome, null)) as mudancas ${linhas}`,
      );
      await tx.query(sql`delete ${linhas}`);
    }
  },
});
