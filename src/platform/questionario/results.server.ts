import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { inSteps } from '#kit/engine/in-steps.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { type Arvore, chainOf, lineOf, namesIn, type Rodada, treesOf } from './asked-round.server.ts';
import { type Contadas, countAnswers, together } from './counts.server.ts';
import type { Pergunta } from './definition.ts';
import { branchesOf, judged, type Verdict } from './ledger.server.ts';
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
  total: Omit<Contadas, 'valor'>;
  /** null: the whole round is withheld from this reader */
  verdict: Verdict;
  grupos: readonly { valor: number; contadas: Omit<Contadas, 'valor'>; verdict: Verdict }[];
  /** the condition on those who were asked; null: nothing is told yet */
  asked: Sql | null;
}

const ALL: Verdict = () => true;

async function read(fonte: Fonte, acting: Acting, rodada: Rodada, pedido: Omit<Pedido, 'id'>): Promise<Lido> {
  const { db, lookup } = fonte;
  const { id: rodadaId, definicao, modo, estado } = rodada;
  const nothing = { rodada, valores: [], arvores: [], por: null, total: together([]), verdict: null, grupos: [], asked: null };
  if (modo !== 'I' && estado !== 'D') return nothing;
  const testsOf = await testing(fonte, acting, rodada, pedido);

  if (modo === 'I') {
    const arvores = await treesOf(db, lookup, rodada);
    const { valores, by, where } = testsOf(arvores);
    const people = fonte.pessoas?.(acting) ?? null;
    const visible = sql`${where} and ${seen(people)}`;
    const groups = await countAnswers(db, { rodadaId, definicao, por: by, where: visible });
    const values = by === null ? [] : (valores[by] ?? []);
    const of = await branchesIn(groups, arvores[by ?? 0], values);
    const grupos = of.map((one) => ({ ...one, verdict: ALL }));
    const asked = people ? sql`${where} and coalesce(sobre, pessoa) in (select v.chave from (${people}) v)` : where;
    return { rodada, valores, arvores, por: by, total: together(groups), verdict: ALL, grupos, asked };
  }

  const judgement = await judged(db, rodada, ({ places, arvores }) => {
    const { tests, valores, by } = testsOf(arvores);
    const passes = (values: readonly number[]) => tests.every(({ at, has }) => has(values[at] ?? Number.NaN));
    const chosen = places.flatMap(({ values }, place) => (passes(values) ? [place] : []));
    const within = new Set(chosen);
    if (by === null) return [chosen];
    const branches = branchesOf({ places, arvores }, by);
    return [chosen, ...(valores[by] ?? []).map((value) => (branches.get(value) ?? []).filter((place) => within.has(place)))];
  });
  if (!judgement) return nothing;
  const { ground, verdicts } = judgement;
  const { valores, by, where } = testsOf(ground.arvores);
  const groups = await countAnswers(db, { rodadaId, definicao, por: by, where });
  const of = await branchesIn(groups, ground.arvores[by ?? 0], by === null ? [] : (valores[by] ?? []));
  const grupos = of.map((one, index) => ({ ...one, verdict: verdicts[index + 1] ?? null }));
  return {
    rodada,
    valores,
    arvores: ground.arvores,
    por: by,
    total: together(groups),
    verdict: verdicts[0] ?? null,
    grupos,
    asked: where,
  };
}

/** The answers of each of some values, with those of what stands below it. */
async function branchesIn(groups: readonly Contadas[], tree: Arvore | undefined, values: readonly number[]) {
  const branches = new Map(values.map((valor) => [valor, [] as Contadas[]]));
  for (const group of groups) for (const value of lineOf(tree, group.valor)) branches.get(value)?.push(group);
  const step = inSteps();
  const counted: { valor: number; contadas: Omit<Contadas, 'valor'> }[] = [];
  for (const [valor, branch] of branches) {
    counted.push({ valor, contadas: together(branch) });
    await step();
  }
  return counted;
}

/** The result of counted answers, without the questions that the verdict leaves out. */
function toldOf(
  { definicao, modo, minimo }: Rodada,
  { pessoas, perguntas }: Omit<Contadas, 'valor'>,
  verdict: Verdict,
): Resultado | null {
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

/** Groups in the order of their tree, or by name, each with what is kept of its result. */
async function groupsOf<R extends Summary>(
  { db, lookup }: Fonte,
  { rodada, arvores, por, grupos }: Lido,
  keep: (resultado: Resultado) => R,
): Promise<(Grupo & { resultado: R | null })[]> {
  const dimensao = por === null ? undefined : rodada.dimensoes[por];
  if (por === null || !dimensao) return [];
  const values = grupos.map(({ valor }) => valor);
  const names = await namesIn(db, lookup, rodada.empresaId, dimensao, values);
  const nameOf = (id: number) => names.get(id) ?? '';
  const chains = new Map(values.map((id) => [id, chainOf(arvores[por], id)]));
  const chainOfGroup = (id: number) => chains.get(id) ?? [];
  const paths = new Map(values.map((id) => [id, [id, ...chainOfGroup(id)].map(nameOf).reverse()]));
  const step = inSteps();
  const told: (Grupo & { resultado: R | null })[] = [];
  for (const { valor, contadas, verdict } of grupos) {
    const resultado = toldOf(rodada, contadas, verdict);
    told.push({ id: valor, nome: nameOf(valor), nivel: chainOfGroup(valor).length, resultado: resultado && keep(resultado) });
    await step();
  }
  return told.sort((a, b) => comparePaths(paths.get(a.id) ?? [], paths.get(b.id) ?? []));
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
): Promise<Resultados & { grupos: readonly (Grupo & { resultado: R | null })[] }> {
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
export const resultsOnScreen = (fonte: Fonte, acting: Acting, asked: Asked): Promise<Resultados> =>
  resultsWith(fonte, acting, asked, summaryOf);

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
    grupos: await groupsOf(fonte, lido, summaryOf),
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
