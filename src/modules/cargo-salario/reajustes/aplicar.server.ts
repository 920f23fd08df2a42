import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { formatDate } from '#kit/br/date.ts';
import { compare } from '#kit/br/decimal.ts';
import { formatMoney, formatNumber } from '#kit/br/number.ts';
import { counted } from '#kit/br/text.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { tellHourly } from '#kit/history/reading.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import type { TransitionHook, TransitionStep } from '#kit/store/transition.server.ts';
import { aplicaReajusteDeTalentos, lugares, respeitaLimite, travaTalentos } from '#modules/gestao-talentos/public.server.ts';
import { auditaConjunto } from '#platform/audit/audit.server.ts';
import { aplicaValores } from './historicos-reajuste.server.ts';
import { avisaDoPlanejamento } from './integracao.server.ts';
import { travaReajuste } from './locks.server.ts';
import { totais } from './painel.server.ts';
import { leOTeto, porQueNaoAplica, tiposQueAguardam } from './quem-aplica.server.ts';
import { mudadas, recalcula } from './recalculo.server.ts';
import { aplicadaEm, leTabela, ORDEM, type Tabela, type TipoDeLinha, tiposDeLinha } from './tabelas.server.ts';
import { ESCRITAS, linhasDoPlano, saoMuitas } from './tamanho.server.ts';
import { naTrilha } from './trail.server.ts';

const ACIMA_DO_TETO = 'ROLE_REAJUSTE_ACIMA_TETO';

/** 'Ana, Bia e mais 3' for the records of a query with the column `nome`; null when it finds none; '5 linhas' for whoever is told no names. */
export async function nomesDe(db: Queryable, consulta: Sql, nomear = true): Promise<string | null> {
  const rows = await db.query<{ nome: string; total: number }>(
    sql`select x.nome, (count(*) over ())::int as total from (${consulta}) x order by x.nome limit 3`,
  );
  const total = rows[0]?.total ?? 0;
  if (total === 0) return null;
  if (!nomear) return counted(total, 'linha', 'linhas');
  const nomes = rows.map(({ nome }) => nome).join(', ');
  return total > rows.length ? `${nomes} e mais ${formatNumber(total - rows.length)}` : nomes;
}

/** Every reason not to apply, each with the first names that it concerns. */
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

/** The requested kinds; without any, all those that wait. */
async function tiposPedidos(db: Queryable, tabela: Tabela, { tipos }: Record<string, unknown>): Promise<TipoDeLinha[]> {
  const pedidos = ORDEM.filter((tipo) => Array.isArray(tipos) && tipos.includes(tipo));
  return pedidos.length > 0 ? pedidos : tiposQueAguardam(db, tabela);
}

/** Every reason not to apply these kinds of line, each with the first names that it concerns. */
async function motivos(tx: Tx, tabela: Tabela, tipos: readonly TipoDeLinha[], acting: Acting): Promise<string[]> {
  if (tipos.length === 0) return ['O planejamento não tem linhas para aplicar.'];
  // Whoever is refused here may not read the names and figures of what follows.
  const naoAplica = await porQueNaoAplica(tx, acting, tabela, tipos);
  if (naoAplica !== null) return [naoAplica];
  const contra: string[] = [];
  const linhas = await linhasDoPlano(tx, tabela.id);
  for (const tipo of tipos) {
    const { nome } = tiposDeLinha[tipo];
    if (aplicadaEm(tabela, tipo) !== null) contra.push(`Os reajustes de ${nome} deste planejamento já foram aplicados.`);
    else if (linhas[tipo] === 0) contra.push(`O planejamento não tem linhas de ${nome} para aplicar.`);
    else
      for (const [consulta, sentenca] of impedimentos(tabela, tipo)) {
        const nomes = await nomesDe(tx, consulta);
        if (nomes !== null) contra.push(sentenca(nomes));
      }
  }
  return contra;
}

const acimaDoTeto = ({ teto }: Tabela, diferenca: string): boolean => teto !== null && compare(diferenca, teto) > 0;

/** The figures are in the preview alone: a refusal would take the line of their reading with it. */
const ACIMA = 'O aumento da folha passa do teto deste planejamento.';

async function dizAcimaDoTeto(db: Queryable, { id, teto }: Tabela, diferenca: string, acting: Acting): Promise<string> {
  await tellHourly(db, acting, { table: 'tabelas_reajustes_colaboradores', id, columns: ['Folha de pagamento'] });
  return `O aumento de ${formatMoney(diferenca)} na folha passa do teto de ${formatMoney(teto ?? '0')} deste planejamento.`;
}

const linhasDe = (id: number): Sql => sql`select colaborador_id from reajustes_colaboradores where tabela_reajuste_id = ${id}`;

const lugaresAntes = (id: number): Sql =>
  lugares(
    sql`(select * from talentos where id in (${linhasDe(id)}))`,
    sql`(select * from talentos_historicos where tabela_reajuste_id is distinct from ${id})`,
  );

const linhasDosTalentos = (id: number): Sql => sql`
  select r.colaborador_id, coalesce(r.estabelecimento_proposto_id, r.estabelecimento_atual_id) as estabelecimento_id, r.area_organizacional_proposta_id as area_id,
    r.faixa_salarial_proposta_id as faixa_id, r.ambiente_proposto_id as ambiente_id, r.funcao_proposta_id as funcao_id, r.tipo_salario_proposto as tipo,
    r.indice_proposto_id as indice_id, r.quantidade_indice_proposto as quantidade, r.salario_proposto as salario
  from reajustes_colaboradores r where r.tabela_reajuste_id = ${id}`;

/** A payroll beyond its column is kept as the greatest that fits: a refusal would tell whoever applies, and sees no salaries, what others earn. */
const cabe = (total: string | null | undefined): Sql => sql`least(${total ?? null}::numeric, 999999999999.99)`;

/**
 * Applies kinds of line of a plan, all or nothing: computes the lines again, writes the histories in bulk, refreshes today's
 * salaries.
 */
async function aplica(tx: Tx, { record: { id }, input, acting, progress }: TransitionStep): Promise<void> {
  const tabela = await leTabela(tx, acting.empresaId, id);
  const tipos = await tiposPedidos(tx, tabela, input);
  const advance = (passo: number) => progress?.(passo, tipos.length + 2);
  await recalcula(tx, tabela);
  advance(1);
  const folha = await totais(tx, tabela, sql`true`);
  const diferenca = folha?.diferenca ?? '0';
  const podeAutorizar = acting.can(ACIMA_DO_TETO);
  if (acimaDoTeto(tabela, diferenca) && !(input.autorizarTeto === true && podeAutorizar))
    throw new Refusal('ACIMA_DO_TETO', ACIMA, 409, { podeAutorizar });
  advance(2);

  const status = acting.settings.acIntegra === true ? 'P' : 'C';
  const feito: Partial<Record<TipoDeLinha, number>> = {};
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
    if (tipo === 'C') await respeitaLimite(tx, acting, linhasDe(tabela.id), lugaresAntes(tabela.id));
    const { registro, mudancas } = naTrilha(tabela, tipo, 'ida');
    await auditaConjunto(tx, acting, registro, 'A', mudancas);
    advance(indice + 3);
  }
  await tx.query(sql`
    update tabelas_reajustes_colaboradores set aprovada = true,
      total_atual = ${cabe(folha?.totalAtual)}, total_proposto = ${cabe(folha?.totalProposto)}, quantidade_aplicada = ${folha?.alcancados ?? 0},
      ${raw(tipos.map((tipo) => `${tiposDeLinha[tipo].coluna} = clock_timestamp()`).join(', '))}
    where id = ${tabela.id}`);
  if (status === 'P' && (feito.C ?? 0) + (feito.F ?? 0) > 0) await avisaDoPlanejamento(tx, acting, tabela);
}

/** The guards and effects of applying a plan; the lifecycle handles state, version and trail. */
export const aplicacao: TransitionHook = {
  async asTask(tx, { record, input, acting }) {
    const tabela = await leTabela(tx, acting.empresaId, record.id);
    const tipos = await tiposPedidos(tx, tabela, input);
    return (await saoMuitas(tx, tabela.id, tipos)) ? { titulo: `Aplicar ${tabela.nome}`, writes: ESCRITAS } : undefined;
  },
  // Locks the values that are judged and computed from here on until the end.
  async lock(tx, { record, input, acting }) {
    await travaReajuste(tx, acting);
    const tabela = await leTabela(tx, acting.empresaId, record.id);
    if ((await tiposPedidos(tx, tabela, input)).includes('C')) await travaTalentos(tx, sql`x.id in (${linhasDe(tabela.id)})`);
  },
  async guards(tx, { record, input, acting }) {
    const tabela = await leTabela(tx, acting.empresaId, record.id);
    return motivos(tx, tabela, await tiposPedidos(tx, tabela, input), acting);
  },
  async warnings(tx, { record, acting }) {
    const tabela = await leTabela(tx, acting.empresaId, record.id);
    if (!leOTeto(tabela, acting)) return [];
    const diferenca = (await totais(tx, tabela, sql`true`))?.diferenca ?? '0';
    return acimaDoTeto(tabela, diferenca) ? [await dizAcimaDoTeto(tx, tabela, diferenca, acting)] : [];
  },
  effect: aplica,
};
