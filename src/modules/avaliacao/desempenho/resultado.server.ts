import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { inSteps } from '#kit/engine/in-steps.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { type Escala, escalaDoHistorico } from '#modules/estrutura/public.server.ts';
import { DEFINICAO_VAZIA, type Definicao } from '#platform/questionario/definition.ts';
import { fromSlots } from '#platform/questionario/evaluate.ts';
import { roundOf } from '#platform/questionario/rounds.server.ts';
import { score } from '#platform/questionario/score.ts';
import { versionOf } from '#platform/questionario/versions.server.ts';
import type { Papel } from './papeis.ts';
import { PARES } from './pares.server.ts';
import { type Apuracao, apura, type LINHAS, type MetaApurada, type Respondida, type Resultado } from './resultado.ts';

/** The registry of evaluations, as rounds and participations name it. */
export const AVALIACOES = 'avaliacao/avaliacoes-desempenho';

interface Avaliacao {
  id: number;
  empresaId: number;
  situacao: string;
  anonima: boolean;
  notaQuestionarioManual: boolean;
  pesoCompetencias: number;
  pesoQuestionario: number | null;
  pesoMetas: number;
  metasDe: string | null;
  metasAte: string | null;
  pesos: Record<Papel, number>;
}

/** Roles that an evaluation does not have weigh nothing. */
export async function avaliacaoDe(db: Queryable, id: number): Promise<Avaliacao> {
  const found = await db.one<Avaliacao>(sql`
    select id, empresa_id as "empresaId", situacao, anonima is true as anonima, nota_questionario_manual as "notaQuestionarioManual",
      peso_competencias as "pesoCompetencias", peso_questionario as "pesoQuestionario", coalesce(peso_metas, 0) as "pesoMetas",
      metas_de as "metasDe", metas_ate as "metasAte",
      json_build_object('U', coalesce(peso_autoavaliacao, 0), 'L', coalesce(peso_lider, 0), 'P', coalesce(peso_par, 0),
        'A', coalesce(peso_subordinado, 0), 'R', coalesce(peso_avaliador, 0)) as pesos
    from avaliacoes_desempenho where id = ${id}`);
  if (!found) throw refuse.notFound();
  return found;
}

/** What was required of a band: its competencies, and the scale of their levels. */
interface Exigencia {
  exigidas: Apuracao['exigidas'];
  escala: Escala | undefined;
}

/** The competencies of a configuration of levels; of none, nothing. */
export async function exigenciaDe(db: Queryable, empresaId: number, configId: number | null): Promise<Exigencia> {
  const config = await db.one<{ historico: number | null }>(
    sql`select nivel_competencia_historico_id as historico from config_niveis_faixas where id = ${configId} and empresa_id = ${empresaId}`,
  );
  if (!config) return { exigidas: [], escala: undefined };
  const exigidas = await db.query<Apuracao['exigidas'][number]>(sql`
    select c.id, c.nome, c.tipo, i.competencia_peso as peso, i.nivel_competencia_id as "nivelId"
    from config_niveis_faixas_configs_niveis_competencias i join competencias c on c.id = i.competencia_id
    where i.registro_id = ${configId} order by array_position(array['C', 'H', 'A'], c.tipo), c.nome_ord, c.id`);
  return {
    exigidas,
    escala: config.historico === null ? undefined : await escalaDoHistorico(db, empresaId, config.historico),
  };
}

interface Avaliado {
  id: number;
  colaboradorId: number;
  configId: number | null;
}

interface Enviada {
  id: number;
  avaliadoId: number;
  papel: Papel;
  peso: number;
  notas: (number | null)[];
  nota: number | null;
  competencias: { competencia: number; nivel: number }[];
}

/** Sendings of an evaluation that are read at once: each has the numbers of a whole questionnaire, of some 50 KB at most. */
const ENVIADAS = 200;

/** The sendings of an evaluation, over `d` and `p`, by its pairs, over `q`: who left it counts no longer. */
const deEnviadas = (avaliacaoId: number, rodadaId: number, quais: Sql): Sql => sql`
  from ${PARES} q
  join participacoes p on p.rodada_id = ${rodadaId} and p.pessoa = 'talentos:' || q.avaliador_id and p.sobre = 'talentos:' || q.avaliado_id
  join respostas_dadas d on d.participacao_id = p.id
  where q.avaliacao_desempenho_id = ${avaliacaoId} and ${quais}`;

const enviadas = (db: Queryable, avaliacaoId: number, rodadaId: number, quais: Sql) =>
  db.query<Enviada>(sql`
    select e.*, n.nota::float8 as nota, (
      select coalesce(json_agg(json_build_object('competencia', k.competencia_id, 'nivel', k.nivel_competencia_id)), '[]')
      from competencias_avaliadas k where k.resposta_id = e.id and k.nivel_competencia_id is not null) as competencias
    from (select d.id, q.avaliado_id as "avaliadoId", q.tipo as papel, q.peso, d.notas ${deEnviadas(avaliacaoId, rodadaId, quais)}) e
    left join notas_manuais n on n.resposta_id = e.id`);

/** The sendings about some of the evaluated, a few at a time. */
async function* enviadasSobre(db: Queryable, avaliacaoId: number, rodadaId: number, colaboradores: readonly number[]) {
  const sobre = sql`q.avaliado_id = any(${[...colaboradores]}::bigint[])`;
  const todas = await db.query<{ id: number }>(sql`select distinct d.id ${deEnviadas(avaliacaoId, rodadaId, sobre)}`);
  for (let de = 0; de < todas.length; de += ENVIADAS) {
    const estas = todas.slice(de, de + ENVIADAS).map(({ id }) => id);
    yield await enviadas(db, avaliacaoId, rodadaId, sql`d.id = any(${estas}::bigint[])`);
  }
}

/** The goals of a period, as a condition over `m`: those that end in it, and were begun. */
export const metasDoPeriodo = (de: string | null, ate: string | null): Sql =>
  sql`m.situacao in ('A', 'C') and m.data_fim between ${de}::date and ${ate}::date`;

/** That somebody has told where a key result of goal `m` stands. */
export const META_MEDIDA = sql`exists (select from metas_resultados r where r.registro_id = m.id and r.atual is not null)`;

/** The goals of some talents that an evaluation weighs. */
async function metasDe(
  db: Queryable,
  { empresaId, pesoMetas, metasDe: de, metasAte: ate }: Avaliacao,
  talentos: readonly number[],
) {
  if (pesoMetas === 0) return new Map<number, MetaApurada[]>();
  const metas = await db.query<MetaApurada & { deQuem: number }>(sql`
    select m.colaborador_id as "deQuem", m.id, m.titulo, m.peso, case when ${META_MEDIDA} then m.progresso::float8 end as progresso
    from metas m where m.empresa_id = ${empresaId} and m.colaborador_id = any(${talentos}::bigint[]) and ${metasDoPeriodo(de, ate)}
    order by m.data_fim, m.id`);
  return Map.groupBy(metas, ({ deQuem }) => deQuem);
}

const respondida = (definicao: Definicao, { papel, peso, notas, nota, competencias }: Enviada): Respondida => ({
  papel,
  peso,
  nota,
  niveis: new Map(competencias.map(({ competencia, nivel }) => [competencia, nivel])),
  perguntas: score(definicao, fromSlots(definicao, { notas, textos: [] })).perguntas,
});

/** How answers about somebody are measured. */
const base = (
  { anonima, pesos, pesoCompetencias, pesoQuestionario, pesoMetas, notaQuestionarioManual }: Avaliacao,
  { exigidas, escala }: Exigencia,
  definicao: Definicao,
  metas: readonly MetaApurada[],
): Omit<Apuracao, 'respondidas'> => ({
  anonima,
  pesos,
  pesoCompetencias,
  pesoQuestionario: pesoQuestionario ?? 0,
  pesoMetas,
  metas: metas.map(({ id, titulo, peso, progresso }) => ({ id, titulo, peso, progresso })),
  niveis: escala?.niveis ?? [],
  exigidas,
  definicao: notaQuestionarioManual ? DEFINICAO_VAZIA : definicao,
});

/** What one sending alone tells of the evaluated; the same numbers as in the result, before roles are put together, and without goals. */
export async function resultadoDeUma(db: Queryable, avaliacaoId: number, participacaoId: number): Promise<Resultado> {
  const avaliacao = await avaliacaoDe(db, avaliacaoId);
  const rodada = await roundOf(db, { dono: AVALIACOES, donoId: avaliacaoId });
  const sobre = await db.one<{ colaboradorId: number; configId: number | null }>(sql`
    select a.colaborador_id as "colaboradorId", a.config_nivel_faixa_id as "configId"
    from participacoes p join avaliados_desempenho a on a.colaborador_id = split_part(p.sobre, ':', 2)::bigint
    where p.id = ${participacaoId} and a.avaliacao_desempenho_id = ${avaliacaoId}`);
  if (!rodada || !sobre) throw refuse.notFound();
  const { definicao } = await versionOf(db, rodada.versaoId);
  const uma = await enviadas(db, avaliacaoId, rodada.id, sql`p.id = ${participacaoId}`);
  const exigencia = await exigenciaDe(db, avaliacao.empresaId, sobre.configId);
  return apura({
    ...base(avaliacao, exigencia, definicao, []),
    anonima: false,
    pesos: { U: 1, L: 1, P: 1, A: 1, R: 1 },
    respondidas: uma.map((enviada) => respondida(definicao, enviada)),
  });
}

/** What was answered about each of many people; thousands of answers take seconds, so others have their turns between. */
export async function respondidasEmPassos(
  definicao: Definicao,
  lotes: AsyncIterable<readonly Enviada[]> | Iterable<readonly Enviada[]>,
  pausa: ReturnType<typeof inSteps>,
): Promise<Map<number, Respondida[]>> {
  const sobre = new Map<number, Respondida[]>();
  for await (const lote of lotes)
    for (const uma of lote) {
      await pausa();
      const dela = sobre.get(uma.avaliadoId);
      if (dela) dela.push(respondida(definicao, uma));
      else sobre.set(uma.avaliadoId, [respondida(definicao, uma)]);
    }
  return sobre;
}

/** People of one reading, and about how many pairs of theirs: what is answered in each of them is held. So many goals are held as one pair is. */
const LOTE = { pessoas: 100, pares: 1_000, metasComoUmPar: 20 };

/** Results that were concluded before evaluations weighed goals have no goals in them. */
const SEM_METAS = { metas: null, metasDoPeriodo: [] };

interface Apurado {
  /** of `avaliados_desempenho` */
  id: number;
  configId: number | null;
  resultado: Resultado;
}

/** Some of the evaluated, those of one configuration one after the other, as many as are read at once. */
const avaliadosDepoisDe = (
  db: Queryable,
  { id: avaliacaoId, empresaId, pesoMetas, metasDe: de, metasAte: ate }: Avaliacao,
  { configId, id }: Pick<Avaliado, 'id' | 'configId'>,
  quais: Sql,
) => {
  const metas = pesoMetas
    ? sql`(select count(*) from metas m where m.empresa_id = ${empresaId} and m.colaborador_id = a.colaborador_id and ${metasDoPeriodo(de, ate)})`
    : sql`0`;
  return db.query<Avaliado>(sql`
    select x.id, x."colaboradorId", x."configId" from (
      select a.*, sum(a.pares) over (order by a.config, a.id) - a.pares as antes from (
        select a.id, a.colaborador_id as "colaboradorId", a.config_nivel_faixa_id as "configId", coalesce(a.config_nivel_faixa_id, 0) as config,
          (select count(*) from ${PARES} q where q.avaliacao_desempenho_id = ${avaliacaoId} and q.avaliado_id = a.colaborador_id)
            + ${metas} / ${LOTE.metasComoUmPar} as pares
        from avaliados_desempenho a
        where a.avaliacao_desempenho_id = ${avaliacaoId} and (coalesce(a.config_nivel_faixa_id, 0), a.id) > (${configId ?? 0}, ${id}) and ${quais}
        order by config, a.id limit ${LOTE.pessoas}) a) x
    where x.antes < ${LOTE.pares} order by x.config, x.id`);
};

/** Computes the results of an evaluation, one after the other. */
export async function* calcula(db: Queryable, avaliacao: Avaliacao, quais: Sql): AsyncGenerator<Apurado> {
  const { id, empresaId } = avaliacao;
  const rodada = await roundOf(db, { dono: AVALIACOES, donoId: id });
  const definicao = rodada ? (await versionOf(db, rodada.versaoId)).definicao : DEFINICAO_VAZIA;
  const pausa = inSteps();
  let de: { configId: number | null; exigencia: Exigencia } | undefined;
  let ultimo: Pick<Avaliado, 'id' | 'configId'> | undefined = { id: 0, configId: null };
  while (ultimo) {
    const lote = await avaliadosDepoisDe(db, avaliacao, ultimo, quais);
    const colaboradores = lote.map(({ colaboradorId }) => colaboradorId);
    const respondidas = await respondidasEmPassos(
      definicao,
      rodada ? enviadasSobre(db, id, rodada.id, colaboradores) : [],
      pausa,
    );
    const metas = await metasDe(db, avaliacao, colaboradores);
    for (const { id: avaliadoId, colaboradorId, configId } of lote) {
      if (de?.configId !== configId) de = { configId, exigencia: await exigenciaDe(db, empresaId, configId) };
      const medida = base(avaliacao, de.exigencia, definicao, metas.get(colaboradorId) ?? []);
      await pausa();
      yield { id: avaliadoId, configId, resultado: apura({ ...medida, respondidas: respondidas.get(colaboradorId) ?? [] }) };
    }
    ultimo = lote.at(-1);
  }
}

/** The lines of the result of `a` (avaliados_desempenho): `x`, in the order of `n`. */
export const linhasDe = (qual: (typeof LINHAS)[number]): Sql =>
  sql`linhas_apuradas(a.avaliacao_desempenho_id, a.config_nivel_faixa_id, ${qual}, a.resultado -> ${qual})`;

const todasAsLinhasDe = (qual: (typeof LINHAS)[number]): Sql =>
  sql`(select coalesce(jsonb_agg(e.x order by e.n), '[]') from ${linhasDe(qual)} as e(x, n))`;

/**
 * The result of one row of `avaliados_desempenho`: as it was concluded, or as it stands while people answer. An anonymous evaluation
 * tells none before it is concluded, because what changes from one day to the next would tell who answered what. Nobody reads those of a
 * whole evaluation at once: they know no bound.
 */
export async function resultadoDoAvaliado(
  db: Queryable,
  avaliacaoId: number,
  avaliadoId: number,
): Promise<Resultado | undefined> {
  const avaliacao = await avaliacaoDe(db, avaliacaoId);
  if (avaliacao.situacao === 'C') {
    const row = await db.one<{ resultado: Resultado }>(sql`
      select a.resultado || jsonb_build_object('competencias', ${todasAsLinhasDe('competencias')}, 'aspectos', ${todasAsLinhasDe('aspectos')},
        'perguntas', ${todasAsLinhasDe('perguntas')}) as resultado
      from avaliados_desempenho a where a.avaliacao_desempenho_id = ${avaliacaoId} and a.resultado is not null and a.id = ${avaliadoId}`);
    return row && { ...SEM_METAS, ...row.resultado };
  }
  if (avaliacao.anonima) return undefined;
  for await (const { resultado } of calcula(db, avaliacao, sql`a.id = ${avaliadoId}`)) return resultado;
  return undefined;
}
