import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { formatDate } from '#kit/br/date.ts';
import { compare } from '#kit/br/decimal.ts';
import { formatMoney, formatNumber } from '#kit/br/number.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { areasVisiveis } from '#modules/estrutura/public.server.ts';
import { aplicaReajusteDeTalentos, respeitaLimite, travaTalentos } from '#modules/gestao-talentos/public.server.ts';
import { auditaConjunto } from '#platform/audit/audit.server.ts';
import { talentosDeOutros, veSalario } from './acesso.server.ts';
import { aplicaValores } from './historicos-reajuste.server.ts';
import { avisaDoPlanejamento } from './integracao.server.ts';
import { totais } from './painel.server.ts';
import { mudadas, recalcula } from './recalculo.server.ts';
import { aplicadaEm, leTabela, type Tabela, type TipoDeLinha, tiposDeLinha } from './tabelas.server.ts';
import { impede, travaPlanejamento, travaReajustes, travaValores } from './travas.server.ts';
import { naTrilha } from './trilha.server.ts';

const ACIMA_DO_TETO = 'ROLE_REAJUSTE_ACIMA_TETO';

export interface Pedido {
  tabelaId: number;
  tipos: readonly TipoDeLinha[];
  /** the increase may pass the table's ceiling; needs an authority of its own */
  autorizarTeto?: boolean;
}

/** How many entries each kind of line wrote. */
export type Aplicado = Partial<Record<TipoDeLinha, number>>;

/** 'Ana, Bia e mais 3' of the records that a query of (nome) finds; null when it finds none. */
export async function nomesDe(db: Queryable, consulta: Sql): Promise<string | null> {
  const rows = await db.query<{ nome: string; total: number }>(
    sql`select x.nome, (count(*) over ())::int as total from (${consulta}) x order by x.nome limit 3`,
  );
  const total = rows[0]?.total ?? 0;
  if (total === 0) return null;
  const nomes = rows.map(({ nome }) => nome).join(', ');
  return total > rows.length ? `${nomes} e mais ${formatNumber(total - rows.length)}` : nomes;
}

/** Every reason not to apply, each with the first names that it concerns; the first one that holds is told. */
function* impedimentos(
  { id, data, empresaId }: Tabela,
  tipo: TipoDeLinha,
): Generator<[consulta: Sql, sentenca: (nomes: string) => string]> {
  const dia = formatDate(data);
  const { tabela, historicos, chave } = tiposDeLinha[tipo];
  if (tipo !== 'C') {
    const daLinha = sql`h.registro_id = r.${raw(chave)}`;
    yield [
      sql`select r.nome from ${raw(tabela)} r where r.tabela_reajuste_id = ${id} and exists (select from ${raw(historicos)} h where ${daLinha} and h.data >= ${data}::date)`,
      (nomes) => `Já existe histórico em ${dia} ou depois para: ${nomes}.`,
    ];
    yield [
      sql`select r.nome from ${raw(tabela)} r where r.tabela_reajuste_id = ${id} and not exists (select from ${raw(historicos)} h where ${daLinha})`,
      (nomes) => `Não há histórico anterior a ${dia} para: ${nomes}.`,
    ];
    return;
  }
  const linhas = (where: Sql) => sql`
    select distinct t.nome from reajustes_colaboradores r join talentos t on t.id = r.colaborador_id where r.tabela_reajuste_id = ${id} and ${where}`;
  yield [
    linhas(
      sql`exists (select from reajustes_colaboradores o where o.tabela_reajuste_id = r.tabela_reajuste_id and o.colaborador_id = r.colaborador_id and o.id <> r.id)`,
    ),
    (nomes) => `Há mais de uma linha para: ${nomes}. Deixe só uma linha de cada talento.`,
  ];
  yield [
    linhas(sql`t.data_desligamento < ${data}::date`),
    (nomes) => `Há talentos desligados no planejamento: ${nomes}. Remova as linhas deles.`,
  ];
  yield [linhas(sql`r.salario_proposto is null`), (nomes) => `Falta o salário proposto de: ${nomes}.`];
  yield [
    linhas(sql`not exists (select from talentos_historicos h where h.registro_id = t.id and h.data < ${data}::date)`),
    (nomes) => `Não há histórico anterior a ${dia} para: ${nomes}.`,
  ];
  yield [
    linhas(sql`exists (select from talentos_historicos h where h.registro_id = t.id and h.data >= ${data}::date)`),
    (nomes) => `Já existe histórico em ${dia} ou depois para: ${nomes}. Remova as linhas deles ou mude a data do planejamento.`,
  ];
  yield [
    mudadas({ id, data, empresaId }),
    (nomes) =>
      `A situação atual mudou depois que as linhas foram calculadas: ${nomes}. Recalcule o planejamento e confira as propostas antes de aplicar.`,
  ];
}

async function exigeAplicavel(tx: Tx, tabela: Tabela, tipos: readonly TipoDeLinha[], acting: Acting): Promise<void> {
  if (tabela.situacao === 'C') throw impede('Este planejamento foi cancelado. Copie-o para aplicar de novo.');
  for (const tipo of tipos) {
    const quando = aplicadaEm(tabela, tipo);
    if (quando !== null) throw impede(`Os reajustes de ${tiposDeLinha[tipo].nome} deste planejamento já foram aplicados.`);
    const linha = await tx.one(
      sql`select 1 from ${raw(tiposDeLinha[tipo].tabela)} where tabela_reajuste_id = ${tabela.id} limit 1`,
    );
    if (!linha) throw impede(`O planejamento não tem linhas de ${tiposDeLinha[tipo].nome} para aplicar.`);
    const deOutros = tipo === 'C' ? await talentosDeOutros(tx, acting, tabela.id, 'a aplicação') : null;
    if (deOutros !== null) throw impede(deOutros);
    for (const [consulta, sentenca] of impedimentos(tabela, tipo)) {
      const nomes = await nomesDe(tx, consulta);
      if (nomes !== null) throw impede(sentenca(nomes));
    }
  }
}

function exigeTeto(tabela: Tabela, diferenca: string, pedido: Pedido, acting: Acting): void {
  if (tabela.teto === null || compare(diferenca, tabela.teto) <= 0) return;
  if (pedido.autorizarTeto === true && acting.can(ACIMA_DO_TETO)) return;
  throw new Refusal(
    'ACIMA_DO_TETO',
    veSalario(acting) && !areasVisiveis(acting) // the payroll is of the whole company
      ? `O aumento de ${formatMoney(diferenca)} na folha passa do teto de ${formatMoney(tabela.teto)} deste planejamento.`
      : 'O aumento da folha passa do teto deste planejamento.',
    409,
    { podeAutorizar: acting.can(ACIMA_DO_TETO) },
  );
}

const linhasDe = (id: number): Sql => sql`select colaborador_id from reajustes_colaboradores where tabela_reajuste_id = ${id}`;

const lugaresDe = (id: number): Sql => sql`
  select colaborador_id as talento_id, cargo_atual_id as cargo_id, area_organizacional_atual_id as area_id from reajustes_colaboradores where tabela_reajuste_id = ${id}`;

const linhasDosTalentos = (id: number): Sql => sql`
  select r.colaborador_id, coalesce(r.estabelecimento_proposto_id, r.estabelecimento_atual_id) as estabelecimento_id, r.area_organizacional_proposta_id as area_id,
    r.faixa_salarial_proposta_id as faixa_id, r.ambiente_proposto_id as ambiente_id, r.funcao_proposta_id as funcao_id, r.tipo_salario_proposto as tipo,
    r.indice_proposto_id as indice_id, r.quantidade_indice_proposto as quantidade, r.salario_proposto as salario
  from reajustes_colaboradores r where r.tabela_reajuste_id = ${id}`;

/** Indices first, then the bands that may follow them, then people. */
const ORDEM: readonly TipoDeLinha[] = ['I', 'F', 'C'];

/**
 * Applies kinds of line of a table, all or nothing, in the caller's transaction: locks, proves that nothing stands in the way, computes the lines anew,
 * writes the histories set by set, refreshes what people earn today, and leaves the trail. `avanca` hears of each step.
 */
export async function aplica(
  tx: Tx,
  acting: Acting,
  pedido: Pedido,
  avanca: (passo: number, de: number) => void = () => {},
): Promise<Aplicado> {
  const tipos = ORDEM.filter((tipo) => pedido.tipos.includes(tipo));
  const passos = tipos.length + 2;
  await tx.query({ text: 'set local statement_timeout = 0' });
  await travaReajustes(tx, acting.empresaId);
  await travaPlanejamento(tx, acting.empresaId, pedido.tabelaId);
  const tabela = await leTabela(tx, acting.empresaId, pedido.tabelaId, 'escrita');
  // What is judged and reckoned from here on stays true until the end.
  await travaValores(tx, acting.empresaId);
  if (tipos.includes('C')) await travaTalentos(tx, sql`x.id in (${linhasDe(tabela.id)})`);
  await exigeAplicavel(tx, tabela, tipos, acting);
  await recalcula(tx, tabela);
  avanca(1, passos);
  const folha = await totais(tx, tabela, sql`true`);
  exigeTeto(tabela, folha?.diferenca ?? '0', pedido, acting);
  avanca(2, passos);

  const status = acting.settings.acIntegra === true ? 'P' : 'C';
  const feito: Aplicado = {};
  for (const [indice, tipo] of tipos.entries()) {
    feito[tipo] =
      tipo === 'C'
        ? await aplicaReajusteDeTalentos(
            tx,
            {
              tabelaId: tabela.id,
              data: tabela.data,
              motivo: tabela.tipoReajuste === 'D' ? 'R' : 'P',
              status,
              hoje: acting.today,
            },
            linhasDosTalentos(tabela.id),
          )
        : await aplicaValores(tx, tipo, tabela, status, acting.today);
    if (tipo === 'C') await respeitaLimite(tx, acting.empresaId, lugaresDe(tabela.id));
    const { registro, mudancas } = naTrilha(tabela, tipo, 'ida');
    await auditaConjunto(tx, acting, registro, 'A', mudancas);
    avanca(indice + 3, passos);
  }
  await tx.query(sql`
    update tabelas_reajustes_colaboradores set versao = versao + 1, situacao = 'A', aprovada = true,
      total_atual = ${folha?.totalAtual ?? null}, total_proposto = ${folha?.totalProposto ?? null}, quantidade_aplicada = ${folha?.alcancados ?? 0},
      ${raw(tipos.map((tipo) => `${tiposDeLinha[tipo].coluna} = clock_timestamp()`).join(', '))}
    where id = ${tabela.id}`);
  if (status === 'P' && (feito.C ?? 0) + (feito.F ?? 0) > 0) await avisaDoPlanejamento(tx, acting, tabela);
  await acting.audit(tx, {
    table: 'tabelas_reajustes_colaboradores',
    id: tabela.id,
    action: 'A',
    changes: {
      situacao: [tabela.situacao, 'A'],
      ...Object.fromEntries(tipos.map((tipo) => [tiposDeLinha[tipo].campo, [null, acting.today]])),
    },
  });
  return feito;
}
