import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { demandForm } from '#kit/form/demand-form.server.ts';
import { among } from '#kit/query/among.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { nosRamos } from '#modules/estrutura/public.server.ts';
import { recebeSalario, TRABALHA, talentosVisiveis } from '#modules/gestao-talentos/public.server.ts';
import { ONDE_EXIBIR_SALARIO } from '#platform/empresa/exibir-salario.ts';
import { contaQueLeu, veSalario } from './acesso.server.ts';
import type { ReajustePor } from './calculo.ts';
import { dissidioDeColaboradores, dissidioDeFaixas, dissidioDeIndices } from './dissidio.ts';
import { travaPlanejamento } from './locks.server.ts';
import {
  ativoNoDia,
  COLUNAS_DA_LINHA,
  linhasCalculadas,
  nomes,
  type Plano,
  percentualSql,
  reajustadoSql,
  salarioAtual,
  valoresDoDia,
  vigente,
} from './mundo.server.ts';
import type { Feito } from './painel.ts';
import { atualizaEstatisticas, recalcula } from './recalculo.server.ts';
import { exigeAberta, type Tabela, type TipoDeLinha, type Trava } from './tabelas.server.ts';
import { auditaLinhasNovas } from './trail.server.ts';

interface Formulario {
  tabelaReajuste: number;
  estabelecimentosIds: number[];
  areasIds: number[];
  soAreas: boolean;
  semEstabelecimento: boolean;
  reajustePor: ReajustePor;
  valorDissidio: number;
  tambemPorFaixaEIndice?: boolean;
  faixasIds?: number[];
  indicesIds?: number[];
}

/** Ids of another company reach nobody: the sets below only hold this company's rows. */
async function exigeIds(tx: Tx, acting: Acting, tabela: string, campo: string, ids: readonly number[]) {
  const row = await tx.one<{ n: number }>({
    text: `select count(*)::int as n from ${tabela} where id = any($1::bigint[]) and empresa_id = $2`,
    values: [ids, acting.empresaId],
  });
  if (row?.n !== new Set(ids).size) throw refuse.invalid([{ field: campo, message: 'O registro selecionado não existe' }]);
}

/** The talents `t` within reach on the table's day, by the entry `h` in force: those who are paid a salary, which interns and partners are not. */
const alcancado = (plano: Plano, form: Formulario, acting: Acting): Sql => sql`
  ${ativoNoDia(plano)} and ${recebeSalario} and ${talentosVisiveis(acting)}
    and ${nosRamos(sql`h.area_organizacional_id`, form.areasIds, form.soAreas)} and ${noEstabelecimento(form)}`;

/** The entry `h` in force is at one of the chosen establishments, or at none where those are meant too. */
const noEstabelecimento = ({ estabelecimentosIds, semEstabelecimento }: Formulario): Sql =>
  sql`(h.estabelecimento_id = any(${estabelecimentosIds}::bigint[]) or (${semEstabelecimento} and h.estabelecimento_id is null))`;

/** Those talents, each with the entry `h` in force and the two sets of values. */
const alcance = (plano: Plano, form: Formulario, acting: Acting): Sql => sql`
  from talentos t ${vigente(sql`t.id`, plano)} where ${alcancado(plano, form, acting)}`;

/** Reports the progress: done, of all. */
type Advance = (feito: number, de: number) => void;

/** The approximate number of people in one statement, with at most as many statements as the bar has steps. */
const AT_ONCE = 2_000;
const STEPS = 20;

/** The last id of each portion of the company's talents. */
async function porcoes(tx: Tx, empresaId: number): Promise<number[]> {
  const todos = await tx.one<{ n: number; de: number; ate: number }>(
    sql`select count(*)::int as n, coalesce(min(id), 0) as de, coalesce(max(id), 0) as ate from talentos where empresa_id = ${empresaId}`,
  );
  const { n, de, ate } = todos ?? { n: 0, de: 0, ate: 0 };
  const quantas = Math.min(STEPS, Math.ceil(n / AT_ONCE));
  return Array.from({ length: quantas }, (_, k) => de + Math.ceil(((ate - de) * (k + 1)) / quantas));
}

async function deColaboradores(tx: Tx, plano: Plano, form: Formulario, acting: Acting, advance: Advance): Promise<Feito> {
  const feito: Feito = { inseridas: 0, jaIncluidas: 0, semValor: 0 };
  // Queried once: otherwise each portion would read through the lines that are being made.
  const comLinha = await tx.query<{ id: number }>(
    sql`select distinct colaborador_id as id from reajustes_colaboradores where tabela_reajuste_id = ${plano.id}`,
  );
  if (form.tambemPorFaixaEIndice !== true) {
    const outros = await tx.one<{ n: number }>(
      sql`with ${valoresDoDia(plano)} select count(*)::int as n ${alcance(plano, form, acting)} and h.tipo_salario <> '3'`,
    );
    feito.acompanham = outros?.n ?? 0;
  }
  const ate = await porcoes(tx, plano.empresaId);
  for (const [indice, ultimo] of ate.entries()) {
    const depoisDe = ate[indice - 1] ?? 0;
    const porcao = await dosColaboradores(tx, plano, form, acting, {
      // Restricts the entries too, so that each portion reads only its own.
      entre: sql`t.id > ${depoisDe} and t.id <= ${ultimo} and h.registro_id > ${depoisDe} and h.registro_id <= ${ultimo}`,
      comLinha: comLinha.filter(({ id }) => id > depoisDe && id <= ultimo).map(({ id }) => id),
    });
    feito.inseridas += porcao.inseridas;
    feito.jaIncluidas += porcao.jaIncluidas;
    feito.semValor += porcao.semValor;
    advance(indice + 1, ate.length + 1);
  }
  return feito;
}

interface Porcao {
  /** where, over aliases `t` and `h` */
  entre: Sql;
  /** those of the portion who have a line */
  comLinha: number[];
}

async function dosColaboradores(
  tx: Tx,
  plano: Plano,
  form: Formulario,
  acting: Acting,
  { entre, comLinha }: Porcao,
): Promise<Feito> {
  const novo = reajustadoSql(salarioAtual, form.reajustePor, form.valorDissidio);
  // A proposal without them leaves them unchanged, also when somebody changes them before it is applied.
  const { ambiente, funcao } =
    acting.settings.obrigarAmbienteFuncao === true
      ? { ambiente: sql`h.ambiente_id`, funcao: sql`h.funcao_id` }
      : { ambiente: sql`null::bigint`, funcao: sql`null::bigint` };
  const colunas = COLUNAS_DA_LINHA.map(([coluna]) => coluna);
  const calculadas = COLUNAS_DA_LINHA.map(([, calculada]) => calculada);
  const linhas = linhasCalculadas(plano, {
    de: sql`talentos t`,
    onde: sql`${alcancado(plano, form, acting)} and ${entre} and ${form.tambemPorFaixaEIndice === true ? sql`true` : sql`h.tipo_salario = '3'`}`,
    proposta: sql`t.id as colaborador_id, h.estabelecimento_id as estabelecimento, h.area_organizacional_id as area, h.faixa_salarial_id as faixa,
      ${ambiente} as ambiente, ${funcao} as funcao, '3'::text as tipo, null::bigint as indice, null::numeric as quantidade, ${novo} as salario`,
  });
  return tx.only<Feito>(sql`
    ${linhas},
    com_linha as (select unnest(${comLinha}::bigint[]) as colaborador_id),
    feitas as (
      insert into reajustes_colaboradores (empresa_id, tabela_reajuste_id, colaborador_id, estabelecimento_proposto_id, area_organizacional_proposta_id,
        faixa_salarial_proposta_id, ambiente_proposto_id, funcao_proposta_id, tipo_salario_proposto, ${nomes(colunas)})
      select ${plano.empresaId}, ${plano.id}, c.colaborador_id, c.estabelecimento, c.area, c.faixa, c.ambiente, c.funcao, '3', ${nomes(calculadas, 'c.')}
      from calculo c where c.salario_proposto is not null and c.salario_atual > 0 and not exists (select from com_linha l where l.colaborador_id = c.colaborador_id)
      returning id)
    select (select count(*) from feitas)::int as inseridas,
      count(l.colaborador_id)::int as "jaIncluidas",
      (count(*) filter (where l.colaborador_id is null and (c.salario_proposto is null or c.salario_atual <= 0)))::int as "semValor"
    from calculo c left join com_linha l on l.colaborador_id = c.colaborador_id`);
}

/** Bands that pay somebody within reach, and those of the areas' positions that pay nobody at all; a band by index follows its index. */
async function deFaixas(tx: Tx, plano: Plano, form: Formulario, acting: Acting): Promise<Feito> {
  const escolhidas = form.faixasIds ?? [];
  const novo = reajustadoSql(sql`d.atual`, form.reajustePor, form.valorDissidio);
  return tx.only<Feito>(sql`
    with ${valoresDoDia(plano)},
    usadas as (select distinct h.faixa_salarial_id as id ${alcance(plano, form, acting)}),
    ocupadas as (select distinct t.faixa_atual_id as id from talentos t where t.empresa_id = ${plano.empresaId} and ${TRABALHA} and t.faixa_atual_id is not null),
    alcancadas as (
      select d.*, r.id as linha from faixas_dia d left join reajustes_faixas_salariais r on r.tabela_reajuste_id = ${plano.id} and r.faixa_salarial_id = d.id
      where (d.id in (select id from usadas) or (d.id not in (select id from ocupadas)
          and exists (select from cargos_areas_organizacionais a where a.registro_id = d.cargo_id and ${nosRamos(sql`a.alvo_id`, form.areasIds, form.soAreas)})))
        and ${among(sql`d.id`, escolhidas)}),
    feitas as (
      insert into reajustes_faixas_salariais (empresa_id, tabela_reajuste_id, faixa_salarial_id, nome, valor_atual, valor_proposto, valor_diferenca, percentual_diferenca)
      select ${plano.empresaId}, ${plano.id}, d.id, f.nome_com_cargo, d.atual, ${novo}, ${novo} - d.atual, ${percentualSql(sql`d.atual`, novo)}
      from alcancadas d join faixas_salariais f on f.id = d.id where d.linha is null and d.tipo = '3' and d.atual > 0
      returning id)
    select (select count(*) from feitas)::int as inseridas, count(linha)::int as "jaIncluidas",
      (count(*) filter (where linha is null and (tipo is distinct from '3' or atual is null or atual <= 0)))::int as "semValor" from alcancadas`);
}

/**
 * Indices that pay somebody within reach, by an entry of their own or by the band; for whoever sees no salaries all that they
 * chose, because the lines would tell who is paid by one.
 */
async function deIndices(tx: Tx, plano: Plano, form: Formulario, acting: Acting): Promise<Feito> {
  const escolhidos = form.indicesIds ?? [];
  const novo = reajustadoSql(sql`d.atual`, form.reajustePor, form.valorDissidio);
  const usados = veSalario(acting)
    ? sql`select distinct case h.tipo_salario when '2' then h.indice_id when '1' then case when fa.tipo = '2' then fa.indice_id end end as id ${alcance(plano, form, acting)}`
    : sql`select i.id from indices i where i.empresa_id = ${plano.empresaId}`;
  return tx.only<Feito>(sql`
    with ${valoresDoDia(plano)},
    usados as (${usados}),
    alcancados as (
      select d.*, r.id as linha from indices_dia d left join reajustes_indices r on r.tabela_reajuste_id = ${plano.id} and r.indice_id = d.id
      where d.id in (select id from usados) and ${among(sql`d.id`, escolhidos)}),
    feitas as (
      insert into reajustes_indices (empresa_id, tabela_reajuste_id, indice_id, nome, valor_atual, valor_proposto, valor_diferenca, percentual_diferenca)
      select ${plano.empresaId}, ${plano.id}, d.id, i.nome, d.atual, ${novo}, ${novo} - d.atual, ${percentualSql(sql`d.atual`, novo)}
      from alcancados d join indices i on i.id = d.id where d.linha is null and d.atual > 0
      returning id)
    select (select count(*) from feitas)::int as inseridas, count(linha)::int as "jaIncluidas",
      (count(*) filter (where linha is null and (atual is null or atual <= 0)))::int as "semValor" from alcancados`);
}

const formas: Record<
  TipoDeLinha,
  { judge(body: unknown, acting: Acting): Formulario; faz: typeof deColaboradores; tabela: string }
> = {
  C: {
    judge: (...sent) => demandForm(dissidioDeColaboradores, ...sent),
    faz: deColaboradores,
    tabela: 'reajustes_colaboradores',
  },
  F: { judge: (...sent) => demandForm(dissidioDeFaixas, ...sent), faz: deFaixas, tabela: 'reajustes_faixas_salariais' },
  I: { judge: (...sent) => demandForm(dissidioDeIndices, ...sent), faz: deIndices, tabela: 'reajustes_indices' },
};

async function saoTodos(tx: Tx, { empresaId }: Acting, ids: readonly number[]): Promise<boolean> {
  const fora = await tx.one(
    sql`select 1 from estabelecimentos where empresa_id = ${empresaId} and id <> all(${[...ids]}::bigint[]) limit 1`,
  );
  return fora === undefined;
}

/** A collective adjustment reaches people by how they are paid: its lines, and every count of them, tell it. */
function exigeSalario(acting: Acting): void {
  if (!veSalario(acting))
    throw new Refusal(
      'NAO_AUTORIZADO',
      'O reajuste coletivo por colaborador diria quem recebe por faixa, por índice ou por valor: só o faz quem vê salários. As linhas podem ser inseridas uma a uma.' +
        (acting.settings.exibirSalario === false
          ? ` Esta empresa não exibe salários a ninguém: ligue ${ONDE_EXIBIR_SALARIO}.`
          : ''),
      403,
    );
}

/** For whoever sees no salaries only the choice of indices restricts the lines, never areas or establishments. */
function exigeIndices(acting: Acting, escolhidos: readonly number[] = []): void {
  if (veSalario(acting) || escolhidos.length > 0) return;
  throw refuse.invalid([
    {
      field: 'indicesIds',
      message: 'Escolha os índices: para quem não vê salários, áreas e estabelecimentos não os restringem.',
    },
  ]);
}

/** The judged form with records of this company, for a table that is still open. */
export async function preparado(tx: Tx, acting: Acting, tipo: TipoDeLinha, body: unknown, trava: Trava) {
  if (tipo === 'C') exigeSalario(acting);
  const form = formas[tipo].judge(body, acting);
  if (tipo === 'I') exigeIndices(acting, form.indicesIds);
  await exigeIds(tx, acting, 'tabelas_reajustes_colaboradores', 'tabelaReajuste', [form.tabelaReajuste]);
  await exigeIds(tx, acting, 'estabelecimentos', 'estabelecimentosIds', form.estabelecimentosIds);
  await exigeIds(tx, acting, 'areas_organizacionais', 'areasIds', form.areasIds);
  // All establishments mean everybody, also those who are at none; one of them means its own people.
  const dito = typeof body === 'object' && body !== null && 'semEstabelecimento' in body;
  if (form.semEstabelecimento && !dito) form.semEstabelecimento = await saoTodos(tx, acting, form.estabelecimentosIds);
  if (trava === 'escrita') await travaPlanejamento(tx, acting.empresaId, form.tabelaReajuste);
  return { form, plano: await exigeAberta(tx, acting, form.tabelaReajuste, tipo, trava) };
}

/**
 * The amount of work: people within reach, or the lines by employee that depend on bands and indices. Refuses what the work
 * itself would refuse.
 */
export async function tamanhoDoDissidio(
  tx: Tx,
  acting: Acting,
  tipo: TipoDeLinha,
  body: unknown,
): Promise<{ plano: Tabela; n: number }> {
  const { form, plano } = await preparado(tx, acting, tipo, body, 'nenhuma');
  const row = await tx.one<{ n: number }>(
    tipo === 'C'
      ? sql`with ${valoresDoDia(plano)} select count(*)::int as n ${alcance(plano, form, acting)}`
      : sql`select count(*)::int as n from reajustes_colaboradores where tabela_reajuste_id = ${plano.id}`,
  );
  return { plano, n: row?.n ?? 0 };
}

/** Makes the lines of a collective adjustment, in the caller's transaction; existing lines stay as they are. */
export async function aplicaDissidio(
  tx: Tx,
  acting: Acting,
  tipo: TipoDeLinha,
  body: unknown,
  advance: Advance = () => {},
): Promise<Feito> {
  const { faz, tabela } = formas[tipo];
  // 100,000 lines with their keys and indexes may take longer than a statement usually may.
  await tx.query({ text: 'set local statement_timeout = 0' });
  const { form, plano } = await preparado(tx, acting, tipo, body, 'escrita');
  const ultima = await tx.one<{ id: number }>({ text: `select coalesce(max(id), 0) as id from ${tabela}` });
  if (tipo !== 'F') contaQueLeu(tx, acting);
  const feito = await faz(tx, plano, form, acting, advance);
  if (feito.inseridas > 0) {
    await auditaLinhasNovas(tx, acting, tabela, plano, ultima?.id);
    if (tipo === 'C') await atualizaEstatisticas(tx, feito.inseridas);
    else await recalcula(tx, plano, sql`r.tipo_salario_proposto <> '3'`);
  }
  return feito;
}
