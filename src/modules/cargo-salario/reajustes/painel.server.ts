import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { add, compare } from '#kit/br/decimal.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { labelIn } from '#kit/fields/by-name.ts';
import { guardadas, naTransparencia, talentosVisiveis } from '#modules/gestao-talentos/public.server.ts';
import { GRANDES_GRUPOS } from '#modules/gestao-talentos/public.ts';
import { mesesEntre } from '../relatorios/quadro.server.ts';
import { linhasVisiveis, veSalario } from './acesso.server.ts';
import { percentualDiferenca, valorDiferenca } from './calculo.ts';
import { folhaDoPlano, percentualSql, razao } from './mundo.server.ts';
import type { Avisos, GrupoDeEquidade, NaoAlcancado, Totais, TotalFolha } from './painel.ts';
import { leOTeto, porQueNaoAplica, tiposQueAguardam } from './quem-aplica.server.ts';
import { desatualizadas } from './recalculo.server.ts';
import type { Tabela } from './tabelas.server.ts';

type Linha = Record<'talentos' | 'alcancados', number> &
  Record<'totalAtual' | 'totalProposto' | 'diferenca' | 'percentual', string | null> & { retroativo?: string | null };

const somas = sql`
  count(*)::int as talentos, (count(*) filter (where f.atual is distinct from f.proposto))::int as alcancados, sum(f.atual) as "totalAtual",
  sum(f.proposto) as "totalProposto", sum(f.proposto) - sum(f.atual) as diferenca, ${percentualSql(sql`sum(f.atual)`, sql`sum(f.proposto)`)} as percentual`;

const numero = (texto: string | null) => (texto === null ? null : Number(texto));

const totaisDe = (linha: Linha | undefined, ve: boolean): Totais => ({
  talentos: linha?.talentos ?? 0,
  alcancados: ve ? (linha?.alcancados ?? 0) : null,
  totalAtual: ve ? numero(linha?.totalAtual ?? '0') : null,
  totalProposto: ve ? numero(linha?.totalProposto ?? '0') : null,
  diferenca: ve ? numero(linha?.diferenca ?? '0') : null,
  percentual: ve ? numero(linha?.percentual ?? null) : null,
});

/** Payroll before and after, for the whole company (`quem`: every talent) or for the part that the user may see. */
export async function totais(db: Queryable, tabela: Tabela, quem: Sql): Promise<Linha | undefined> {
  return db.one<Linha>(sql`${folhaDoPlano(tabela, quem)} select ${somas} from folha f`);
}

/** The total difference over the whole months from the beginning of a dissídio, or from a later admission, to the table's day. */
const retroativo = ({ data, dataDissidio }: Tabela): Sql =>
  dataDissidio === null || dataDissidio >= data
    ? sql`null::numeric`
    : sql`sum((f.proposto - f.atual) * ${mesesEntre(sql`greatest(${dataDissidio}::date, f.admissao)`, sql`${data}::date`)})`;

/** Is paid a salary (over alias `f`), and the plan leaves it as it is. */
const deixadoDeFora = (acting: Acting): Sql =>
  veSalario(acting) ? sql`f.assalariado and f.atual is not distinct from f.proposto` : sql`f.assalariado and not f.com_linha`;

/** One row an area, of the part that the user may see; the total is their sum, so that everybody is queried once. */
const linhasPorArea = (db: Queryable, tabela: Tabela, acting: Acting) =>
  db.query<Linha & { id: number; nome: string; fora: number }>(sql`
    ${folhaDoPlano(tabela, talentosVisiveis(acting))}
    select a.id, a.descricao_hierarquia as nome, s.* from (select f.area, ${somas}, ${retroativo(tabela)} as retroativo, (count(*) filter (where ${deixadoDeFora(acting)}))::int as fora from folha f group by f.area) s
    join areas_organizacionais a on a.id = s.area order by a.descricao_hierarquia_ord, a.id`);

function soma(linhas: readonly Linha[]): Linha {
  const de = (campo: 'totalAtual' | 'totalProposto') => linhas.reduce((total, linha) => add(total, linha[campo] ?? '0'), '0.00');
  const [totalAtual, totalProposto] = [de('totalAtual'), de('totalProposto')];
  return {
    talentos: linhas.reduce((n, { talentos }) => n + talentos, 0),
    alcancados: linhas.reduce((n, { alcancados }) => n + alcancados, 0),
    totalAtual,
    totalProposto,
    diferenca: valorDiferenca(totalAtual, totalProposto),
    percentual: percentualDiferenca(totalAtual, totalProposto),
  };
}

/** Entries on the table's day or after it, of what the table has lines for, that the table itself did not write. */
const historicosPosteriores = ({ id, data }: Tabela, visiveis: Sql): Sql => sql`
  (select count(*) from reajustes_colaboradores r where r.tabela_reajuste_id = ${id} and ${visiveis} and exists (
      select from talentos_historicos h where h.registro_id = r.colaborador_id and h.data >= ${data}::date and h.tabela_reajuste_id is distinct from ${id}))
  + (select count(*) from reajustes_faixas_salariais r where r.tabela_reajuste_id = ${id} and exists (
      select from faixas_salariais_historicos h where h.registro_id = r.faixa_salarial_id and h.data >= ${data}::date and h.tabela_reajuste_id is distinct from ${id}))
  + (select count(*) from reajustes_indices r where r.tabela_reajuste_id = ${id} and exists (
      select from indices_historicos h where h.registro_id = r.indice_id and h.data >= ${data}::date and h.tabela_reajuste_id is distinct from ${id}))`;

async function avisosDe(db: Queryable, tabela: Tabela, acting: Acting): Promise<Avisos> {
  const { id, data } = tabela;
  const visiveis = linhasVisiveis(acting, sql`r`) ?? sql`true`;
  // Which lines a band without a value leaves without a salary tells whom it pays.
  const paraQuemVe = (quais: Sql) => (veSalario(acting) ? sql`(count(*) filter (where ${quais}))::int` : sql`null::int`);
  const contadas = db.only<Omit<Avisos, 'desatualizadas'>>(sql`
    select count(*)::int as "linhasColaboradores",
      (count(*) filter (where r.vezes > 1))::int as "emDuplicidade",
      (count(*) filter (where t.data_desligamento < ${data}::date))::int as desligados,
      ${paraQuemVe(sql`r.salario_proposto is null`)} as "semSalario",
      ${paraQuemVe(sql`r.salario_proposto < r.salario_atual`)} as reducoes,
      (select count(*) from reajustes_faixas_salariais where tabela_reajuste_id = ${id})::int as "linhasFaixas",
      (select count(*) from reajustes_indices where tabela_reajuste_id = ${id})::int as "linhasIndices",
      (${historicosPosteriores(tabela, visiveis)})::int as "historicosPosteriores"
    from (select x.*, count(*) over (partition by x.colaborador_id) as vezes from reajustes_colaboradores x where x.tabela_reajuste_id = ${id}) r
    join talentos t on t.id = r.colaborador_id where ${visiveis}`);
  // An outdated line reveals that somebody's salary has changed.
  const compara = veSalario(acting) ? desatualizadas(db, tabela, visiveis) : null;
  const [row, mudadas] = await Promise.all([contadas, tabela.situacao === 'P' ? compara : 0]);
  return { ...row, desatualizadas: mudadas };
}

/** CALL-205: the payroll with and without the table, the warnings before applying it, and each area's share. */
export async function totalFolha(db: Queryable, tabela: Tabela, acting: Acting): Promise<TotalFolha> {
  const ve = veSalario(acting);
  const [linhas, avisos, aguardam] = await Promise.all([
    linhasPorArea(db, tabela, acting),
    avisosDe(db, tabela, acting),
    tabela.situacao === 'P' ? tiposQueAguardam(db, tabela) : [],
  ]);
  const total = soma(linhas);
  const devido = linhas.reduce((valor, linha) => add(valor, linha.retroativo ?? '0'), '0.00');
  const desde = tabela.dataDissidio !== null && tabela.dataDissidio < tabela.data ? tabela.dataDissidio : null;
  return {
    ...totaisDe(total, ve),
    retroativo: ve && desde !== null ? { desde, valor: Number(devido) } : null,
    teto: ve ? numero(tabela.teto) : null,
    acimaDoTeto: leOTeto(tabela, acting) ? compare(total.diferenca ?? '0', tabela.teto ?? '0') > 0 : null,
    naoAplica: await porQueNaoAplica(db, acting, tabela, aguardam),
    naoAlcancados: linhas.reduce((n, { fora }) => n + fora, 0),
    avisos,
    areas: linhas.map((linha) => ({ id: linha.id, nome: linha.nome, ...totaisDe(linha, ve) })),
  };
}

/** Those people by name, the first 500. */
export const naoAlcancados = (db: Queryable, tabela: Tabela, acting: Acting): Promise<NaoAlcancado[]> =>
  db.query<NaoAlcancado>(sql`
    ${folhaDoPlano(tabela, talentosVisiveis(acting))}
    select f.id, f.nome, case when f.estabelecimento is null then 'Sem estabelecimento' else 'Sem linha neste planejamento' end as motivo
    from folha f where f.area is not null and ${deixadoDeFora(acting)} order by f.estabelecimento is not null, f.nome_ord, f.id limit 500`);

/** Whether the count of a sex in the whole group is withheld (`guardadas`). */
const guardada = (sexo: 'F' | 'M'): Sql =>
  sql`exists (select from guardadas g where g.inteira and g.sexo = ${sexo} and g.grupo is not distinct from p.grupo)`;

/**
 * Women's mean salary over men's by major group of the occupation code, before and after, so that nobody applies a table without
 * knowing its effect. Covers the same people as the report of pay transparency, in their groups of today, and withholds groups of
 * few people as the report does: its figures as of the plan's day equal the ones before the plan here.
 */
export async function equidade(db: Queryable, tabela: Tabela, acting: Acting): Promise<GrupoDeEquidade[]> {
  const ve = veSalario(acting);
  // Who of a group is paid nothing yet, because their band has no value, tells whom it pays.
  const contadas = ve ? sql`f.atual is not null` : sql`true`;
  const linhas = await db.query<{
    grupo: string | null;
    mulheres: number | null;
    homens: number | null;
    atual: string | null;
    proposta: string | null;
  }>(sql`
    ${folhaDoPlano(tabela, sql`${talentosVisiveis(acting)} and ${naTransparencia}`)},
    pessoas as materialized (
      select left(c.codigo, 1) as grupo, f.estabelecimento_atual as estabelecimento, f.sexo, f.atual, f.proposto
      from folha f left join faixas_salariais b on b.id = f.faixa_atual left join codigos_cbo c on c.id = b.codigo_cbo_id where ${contadas}
    ),
    guardadas as materialized (${guardadas(sql`
      select p.grupo, p.estabelecimento, p.sexo, count(*)::int as n from pessoas p where p.sexo in ('F', 'M') group by 1, 2, 3`)})
    select x.grupo, case when not x.guarda_m then x.mulheres end as mulheres, case when not x.guarda_h then x.homens end as homens,
      case when not x.guarda_m and not x.guarda_h then x.atual end as atual, case when not x.guarda_m and not x.guarda_h then x.proposta end as proposta
    from (
      select p.grupo, (count(*) filter (where p.sexo = 'F'))::int as mulheres, (count(*) filter (where p.sexo = 'M'))::int as homens,
        ${guardada('F')} as guarda_m, ${guardada('M')} as guarda_h,
        ${razao(sql`avg(p.atual) filter (where p.sexo = 'F')`, sql`avg(p.atual) filter (where p.sexo = 'M')`)} as atual,
        ${razao(sql`avg(p.proposto) filter (where p.sexo = 'F')`, sql`avg(p.proposto) filter (where p.sexo = 'M')`)} as proposta
      from pessoas p group by p.grupo) x
    order by x.grupo nulls last`);
  return linhas.map(({ grupo, mulheres, homens, atual, proposta }) => ({
    grupo: grupo ?? '',
    nome: grupo === null ? 'Sem CBO' : (labelIn(GRANDES_GRUPOS, grupo) ?? grupo),
    mulheres,
    homens,
    razaoAtual: ve ? numero(atual) : null,
    razaoProposta: ve ? numero(proposta) : null,
  }));
}
