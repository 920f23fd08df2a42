import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { inSteps } from '#kit/engine/in-steps.server.ts';
import { demandAsker } from '#kit/lanes/lanes.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { type Arvore, chainOf, lineOf, namesIn, type Rodada, treesOf } from './asked-round.server.ts';
import { type Contadas, countAnswers, type Reunidas, together, tooManyGroups } from './counts.server.ts';
import type { Pergunta } from './definition.ts';
import { branchesOf, judged, judgedWhole, type Verdict } from './ledger.server.ts';
import { type Fonte, type Pedido, seen, testing, theRound } from './reader.server.ts';
import { pesamAlgumas, type Resultado, resultadoDe } from './result.ts';
import type { Comparacao, Grupo, Resultados, ResultadosPorPergunta, ResumoDoGrupo, RodadaDosResultados, Vez } from './results.ts';

interface Lido {
  rodada: Rodada;
  /** for each dimension, the values that were asked, whether or not somebody answered */
  valores: readonly (readonly number[])[];
  /** of the dimensions by which it is told */
  arvores: readonly Arvore[];
  por: number | null;
  total: Reunidas;
  /** null: the whole round is withheld from this reader */
  verdict: Verdict;
  /** each value with those that stand below it, summed only when it is told */
  grupos: readonly { valor: number; ramo: readonly Contadas[]; verdict: Verdict }[];
  /** the condition on those who were asked; null: nothing is told yet */
  asked: Sql | null;
}

const NOTHING: Reunidas = { pessoas: 0, perguntas: new Map() };
const ALL: Verdict = () => true;

async function read(fonte: Fonte, acting: Acting, rodada: Rodada, pedido: Omit<Pedido, 'id'>): Promise<Lido> {
  const { db, lookup } = fonte;
  const { id: rodadaId, definicao, modo, estado } = rodada;
  const nothing = { rodada, valores: [], arvores: [], por: null, total: NOTHING, verdict: null, grupos: [], asked: null };
  if (modo !== 'I' && estado !== 'D') return nothing;
  const testsOf = await testing(fonte, acting, rodada, pedido);

  if (modo === 'I') {
    const arvores = await treesOf(db, lookup, rodada);
    const { valores, by, where } = testsOf(arvores);
    const people = fonte.pessoas?.(acting) ?? null;
    const visible = sql`${where} and ${seen(people)}`;
    const groups = await countAnswers(db, { rodadaId, definicao, por: by, where: visible });
    const values = by === null ? [] : (valores[by] ?? []);
    const grupos = branchesIn(groups, arvores[by ?? 0], values).map((one) => ({ ...one, verdict: ALL }));
    const asked = people ? sql`${where} and coalesce(sobre, pessoa) in (select v.chave from (${people}) v)` : where;
    return {
      rodada,
      valores,
      arvores,
      por: by,
      total: await together(definicao, groups, inAsking()),
      verdict: ALL,
      grupos,
      asked,
    };
  }

  const isWhole = pedido.por === null && Object.keys(pedido.filtros).length === 0 && !fonte.dentro?.(acting);
  const told = await (isWhole ? toldOfWhole(db, rodada) : toldOfSets(db, rodada, testsOf));
  if (!told) return nothing;
  const { arvores, verdicts } = told;
  const { valores, by, where } = testsOf(arvores);
  const groups = await countAnswers(db, { rodadaId, definicao, por: by, where });
  const of = branchesIn(groups, arvores[by ?? 0], by === null ? [] : (valores[by] ?? []));
  const grupos = of.map((one, index) => ({ ...one, verdict: verdicts[index + 1] ?? null }));
  return {
    rodada,
    valores,
    arvores,
    por: by,
    total: await together(definicao, groups, inAsking()),
    verdict: verdicts[0] ?? null,
    grupos,
    asked: where,
  };
}

interface Judged {
  arvores: readonly Arvore[];
  /** of what is asked for, and then of each of its groups */
  verdicts: readonly Verdict[];
}

async function toldOfWhole(db: Database, rodada: Rodada): Promise<Judged | undefined> {
  const found = await judgedWhole(db, rodada);
  return found && { arvores: found.arvores, verdicts: [found.verdict] };
}

async function toldOfSets(
  db: Database,
  rodada: Rodada,
  testsOf: Awaited<ReturnType<typeof testing>>,
): Promise<Judged | undefined> {
  const found = await judged(db, rodada, ({ places, arvores }) => {
    const { tests, valores, by } = testsOf(arvores);
    const passes = (values: readonly number[]) => tests.every(({ at, has }) => has(values[at] ?? Number.NaN));
    const chosen = places.flatMap(({ values }, place) => (passes(values) ? [place] : []));
    const within = new Set(chosen);
    if (by === null) return [chosen];
    const branches = branchesOf({ places, arvores }, by);
    return [chosen, ...(valores[by] ?? []).map((value) => (branches.get(value) ?? []).filter((place) => within.has(place)))];
  });
  return found && { arvores: found.ground.arvores, verdicts: found.verdicts };
}

/** Others have the loop between two steps, as long as somebody waits for what is made. */
function inAsking(): () => Promise<void> | undefined {
  const step = inSteps();
  return () => {
    demandAsker();
    return step();
  };
}

/** What was counted of each of some values, with what stands below it. */
function branchesIn(groups: readonly Contadas[], tree: Arvore | undefined, values: readonly number[]) {
  const branches = new Map(values.map((valor) => [valor, [] as Contadas[]]));
  for (const group of groups) for (const value of lineOf(tree, group.valor)) branches.get(value)?.push(group);
  return [...branches].map(([valor, ramo]) => ({ valor, ramo }));
}

/** The result of counted answers, without the questions that the verdict leaves out. */
function toldOf({ definicao, modo, minimo }: Rodada, { pessoas, perguntas }: Reunidas, verdict: Verdict): Resultado | null {
  if (verdict === null || pessoas === 0) return null;
  const told = new Map([...perguntas].filter(([id]) => verdict(id)));
  const medias = (pergunta: Pergunta) => !pesamAlgumas(pergunta) || verdict(pergunta.id, 'weights');
  return resultadoDe(definicao, pessoas, told, modo === 'I' ? null : minimo, medias);
}

type Summary = NonNullable<Grupo['resultado']>;

const summaryOf = ({ pessoas, geral, aspectos }: Resultado): Summary => ({ pessoas, geral, aspectos });

const byQuestion = (resultado: Resultado): ResumoDoGrupo => ({
  ...summaryOf(resultado),
  perguntas: resultado.perguntas.map(({ pessoas: _, fatias: __, ...one }) => one),
});

type Told<R> = Grupo & { resultado: R | null };

/** Groups in the order of their tree, or by name, each with what is kept of its result: told one after the other, so that no other is in memory. */
async function groupsOf<R extends Summary>(
  { db, lookup }: Fonte,
  { rodada, arvores, por, grupos }: Lido,
  keep: (resultado: Resultado) => R,
): Promise<AsyncIterable<Told<R>> | readonly Told<R>[]> {
  const dimensao = por === null ? undefined : rodada.dimensoes[por];
  if (por === null || !dimensao) return [];
  const values = grupos.map(({ valor }) => valor);
  const names = await namesIn(db, lookup, rodada.empresaId, dimensao, values);
  const nameOf = (id: number) => names.get(id) ?? '';
  const placed = grupos
    .map((grupo) => {
      const chain = chainOf(arvores[por], grupo.valor);
      return { ...grupo, nivel: chain.length, path: [grupo.valor, ...chain].map(nameOf).reverse() };
    })
    .sort((a, b) => comparePaths(a.path, b.path));
  const step = inAsking();
  async function* told(): AsyncGenerator<Told<R>, void, void> {
    for (const { valor, nivel, ramo, verdict } of placed) {
      const resultado = verdict && toldOf(rodada, await together(rodada.definicao, ramo, step), verdict);
      yield { id: valor, nome: nameOf(valor), nivel, resultado: resultado && keep(resultado) };
      await step();
    }
  }
  return told();
}

/** Indexes of groups that one answer holds. */
const MOST_INDEXES = 100_000;

/** All groups for one answer, unless they are too many; `each`: numbers that are kept of one of them. */
export async function gathered<G>(groups: AsyncIterable<G> | Iterable<G>, each: number): Promise<G[]> {
  const all: G[] = [];
  for await (const group of groups) {
    all.push(group);
    if (all.length * (1 + each) > MOST_INDEXES) throw tooManyGroups();
  }
  return all;
}

const byName = new Intl.Collator('pt-BR');

function comparePaths(a: readonly string[], b: readonly string[]): number {
  for (const [index, name] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (name !== other) return byName.compare(name, other);
  }
  return a.length - b.length;
}

const headOf = ({ id, titulo, modo, minimo, estado, ate, versao }: Rodada, donoId: number): RodadaDosResultados => ({
  id,
  donoId,
  titulo,
  modo,
  minimo,
  estado,
  ate,
  versao,
});

/** What is asked of a round, which somebody may have read already. */
type Asked = Pedido & { rodada?: Rodada };

async function resultsWith<R extends Summary>(
  fonte: Fonte,
  acting: Acting,
  { id, rodada: known, ...asked }: Asked,
  keep: (resultado: Resultado) => R,
): Promise<Omit<Resultados, 'grupos'> & { grupos: AsyncIterable<Told<R>> | readonly Told<R>[] }> {
  const { db, lookup } = fonte;
  const rodada = known ?? (await theRound(db, fonte, acting, id));
  const lido = await read(fonte, acting, rodada, asked);
  const total = toldOf(rodada, lido.total, lido.verdict);
  const invited = async (condition: Sql) =>
    (
      await db.only<{ n: number }>(
        sql`select count(*)::int as n from participacoes where rodada_id = ${rodada.id} and ${condition}`,
      )
    ).n;
  // Within a filter it would tell of single people whether they have answered.
  const mayCount = rodada.modo === 'I' || (Object.keys(asked.filtros).length === 0 && !fonte.dentro?.(acting));
  const convidados = total && lido.asked && mayCount ? await invited(lido.asked) : null;
  const outras = await db.query<RodadaDosResultados>(sql`
    select r.id, r.dono_id as "donoId", r.titulo, r.modo, r.minimo, r.estado, r.ate, v.numero as versao
    from rodadas r join questionario_versoes v on v.id = r.versao_id
    where r.dono = ${fonte.dono} and r.empresa_id = ${acting.empresaId} and r.id <> ${rodada.id} and r.estado = 'D'
      and v.dono = ${rodada.versaoDe.dono} and v.dono_id = ${rodada.versaoDe.donoId} order by r.id desc limit 20`);
  return {
    rodada: headOf(rodada, id),
    convidados,
    perguntas: rodada.definicao.perguntas.map(({ id: perguntaId, texto, tipo, aspectoId, comentario }) => ({
      id: perguntaId,
      texto,
      tipo,
      aspectoId,
      comenta: tipo === '3' || comentario !== null,
    })),
    aspectos: rodada.definicao.aspectos,
    dimensoes: await Promise.all(
      lido.arvores.map(async (tree, at) => {
        const { campo, rotulo } = rodada.dimensoes[at] as Rodada['dimensoes'][number];
        const all = lido.valores[at] ?? [];
        const names = await namesIn(db, lookup, rodada.empresaId, rodada.dimensoes[at] as Rodada['dimensoes'][number], all);
        return {
          campo,
          rotulo,
          arvore: tree !== null,
          valores: all.map((value) => ({ id: value, nome: names.get(value) ?? '', acima: tree?.[value] ?? null })),
        };
      }),
    ),
    pronto: lido.asked !== null,
    total,
    por: asked.por,
    grupos: await groupsOf(fonte, lido, keep),
    outras,
  };
}

/** Results of a round for a reader: the whole within a filter, and its groups by a dimension, with their questions. */
export const results = (fonte: Fonte, acting: Acting, asked: Asked): Promise<ResultadosPorPergunta> =>
  resultsWith(fonte, acting, asked, byQuestion);

/** The same without the questions of groups, for a screen and on paper. */
export async function resultsOnScreen(fonte: Fonte, acting: Acting, asked: Asked): Promise<Resultados> {
  const found = await resultsWith(fonte, acting, asked, summaryOf);
  return { ...found, grupos: await gathered(found.grupos, found.aspectos.length) };
}

/** The same of another round of the same questions, whose ids are the same in all of them. */
export async function comparison(
  fonte: Fonte,
  acting: Acting,
  { id, com, ...asked }: Pedido & { com: number },
): Promise<Comparacao> {
  const rodada = await theRound(fonte.db, fonte, acting, id);
  const other = await theRound(fonte.db, fonte, acting, com);
  if (other.versaoDe.dono !== rodada.versaoDe.dono || other.versaoDe.donoId !== rodada.versaoDe.donoId)
    throw refuse.invalid([{ field: 'com', message: 'Escolha uma rodada das mesmas perguntas' }]);
  const lido = await read(fonte, acting, other, asked);
  return {
    rodada: headOf(other, com),
    total: toldOf(other, lido.total, lido.verdict),
    grupos: await gathered(await groupsOf(fonte, lido, summaryOf), other.definicao.aspectos.length),
  };
}

/** Each time is counted anew, so that only so many are. */
const MAIS_VEZES = 8;

/** What was told of everybody each time that the same questions were asked, the oldest first; this round last of those shown. */
export async function evolution(fonte: Fonte, acting: Acting, id: number): Promise<Vez[]> {
  const rodada = await theRound(fonte.db, fonte, acting, id);
  const outras = await fonte.db.query<{ donoId: number }>(sql`
    select r.dono_id as "donoId" from rodadas r join questionario_versoes v on v.id = r.versao_id
    where r.dono = ${fonte.dono} and r.empresa_id = ${acting.empresaId} and r.id < ${rodada.id} and r.estado = 'D'
      and v.dono = ${rodada.versaoDe.dono} and v.dono_id = ${rodada.versaoDe.donoId} order by r.id desc limit ${MAIS_VEZES - 1}`);
  const vezes: Vez[] = [];
  for (const donoId of [...outras.map((uma) => uma.donoId).reverse(), id]) {
    const uma = donoId === id ? rodada : await theRound(fonte.db, fonte, acting, donoId);
    const lido = await read(fonte, acting, uma, { por: null, filtros: {} });
    const total = toldOf(uma, lido.total, lido.verdict);
    vezes.push({
      rodada: headOf(uma, donoId),
      pessoas: total?.pessoas ?? null,
      geral: total?.geral ?? { resultado: null, favoravel: null },
      nps: total?.perguntas.find(({ nps }) => nps !== null)?.nps ?? null,
    });
  }
  return vezes;
}
