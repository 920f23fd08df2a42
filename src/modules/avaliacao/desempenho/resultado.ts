import type { Definicao } from '#platform/questionario/definition.ts';
import { mean } from '#platform/questionario/score.ts';
import { type Papel, papeis } from './papeis.ts';

/** The roles of a result; `G`: groups that are too small to be told apart, joined. */
export type PapelDoResultado = Papel | 'G';
export const papeisDoResultado: Readonly<Record<PapelDoResultado, string>> = { ...papeis, G: 'Demais avaliadores' };

/** The fewest people of a group that is told in an anonymous evaluation. */
export const MINIMO_DO_GRUPO = 3;

interface Indices {
  desempenho: number | null;
  potencial: number | null;
  performance: number | null;
}

/** Percentages 0–100 with at most three decimals; null: nobody answered, or too few to be told. */
export interface Resultado extends Indices {
  /** of the goals together; null: they weigh nothing, or none of them was measured */
  metas: number | null;
  /** the goals of the period; none where goals weigh nothing */
  metasDoPeriodo: readonly MetaApurada[];
  /** `avaliadores`: those who answered */
  papeis: readonly (Indices & { papel: PapelDoResultado; avaliadores: number })[];
  /** `obtido`: of all roles by their weights; `auto`: of the self-evaluation */
  competencias: readonly {
    id: number;
    nome: string;
    tipo: string;
    peso: number;
    exigido: number | null;
    nivelExigido: string | null;
    obtido: number | null;
    auto: number | null;
    porPapel: Readonly<Partial<Record<PapelDoResultado, number | null>>>;
  }[];
  aspectos: readonly { id: number; nome: string; obtido: number | null; auto: number | null }[];
  /** those that count */
  perguntas: readonly { id: number; texto: string; obtido: number | null; auto: number | null }[];
}

/** What a result tells line by line. */
export const LINHAS = ['competencias', 'aspectos', 'perguntas'] as const;
type Linha = Resultado[(typeof LINHAS)[number]][number];

/** The same lines without the numbers of anybody. */
export const semNumeros = (linhas: readonly Linha[]) =>
  linhas.map((linha) => ({ ...linha, obtido: null, auto: null, ...('porPapel' in linha ? { porPapel: {} } : {}) }));

const temNumero = (linha: Linha): boolean =>
  linha.obtido !== null ||
  linha.auto !== null ||
  ('porPapel' in linha && Object.values(linha.porPapel).some((um) => um !== null));

/** The numbers alone, in the order of the lines, as far as there are any. */
export const numerosDe = (linhas: readonly Linha[]) =>
  linhas.slice(0, linhas.findLastIndex(temNumero) + 1).map((linha) => {
    if (!temNumero(linha)) return {};
    const { obtido, auto } = linha;
    return 'porPapel' in linha ? { obtido, auto, porPapel: linha.porPapel } : { obtido, auto };
  });

/** A goal of the evaluated; `progresso` is null until somebody has told where a key result of it stands. */
export interface MetaApurada {
  id: number;
  titulo: string;
  peso: number;
  progresso: number | null;
}

/** What somebody sent about the evaluated. */
export interface Respondida {
  papel: Papel;
  /** among the evaluators of the same role */
  peso: number;
  /** the level by competency; absent: not observed */
  niveis: ReadonlyMap<number, number>;
  /** the percentage by question */
  perguntas: ReadonlyMap<number, number>;
  /** the note that was given instead of answering the questions */
  nota: number | null;
}

export interface Apuracao {
  anonima: boolean;
  pesoCompetencias: number;
  pesoQuestionario: number;
  pesoMetas: number;
  metas: readonly MetaApurada[];
  pesos: Readonly<Record<Papel, number>>;
  /** the levels of the scale that the evaluated's band has */
  niveis: readonly { id: number; descricao: string; ordem: number }[];
  exigidas: readonly { id: number; nome: string; tipo: string; peso: number; nivelId: number }[];
  definicao: Pick<Definicao, 'perguntas' | 'aspectos'>;
  respondidas: readonly Respondida[];
}

interface Grupo {
  papel: PapelDoResultado;
  /** among the roles */
  peso: number;
  respondidas: readonly Respondida[];
  /** fewer answers tell nothing */
  minimo: number;
}

const soma = (valores: readonly number[]): number => valores.reduce((total, um) => total + um, 0);

/**
 * Who is told together. In an anonymous evaluation leader and self are persons and said to be so; the others are groups, and if one
 * of them is too small, all of them are one: beside the others it could be told by difference.
 */
function gruposDe({ anonima, pesos, respondidas }: Apuracao): Grupo[] {
  const porPapel = Map.groupBy(respondidas, ({ papel }) => papel);
  const presentes = (Object.keys(papeis) as Papel[]).flatMap((papel): Grupo[] => {
    const dele = porPapel.get(papel);
    return dele ? [{ papel, peso: pesos[papel], respondidas: dele, minimo: 1 }] : [];
  });
  if (!anonima) return presentes;
  const pessoas = presentes.filter(({ papel }) => papel === 'U' || papel === 'L');
  // The weight of one evaluator among the others would tell of their answers.
  const grupos = presentes
    .filter(({ papel }) => papel !== 'U' && papel !== 'L')
    .map((grupo) => ({
      ...grupo,
      minimo: MINIMO_DO_GRUPO,
      respondidas: grupo.respondidas.map((respondida) => ({ ...respondida, peso: 1 })),
    }));
  if (grupos.every((grupo) => grupo.respondidas.length >= MINIMO_DO_GRUPO)) return [...pessoas, ...grupos];
  return [
    ...pessoas,
    {
      papel: 'G',
      peso: soma(grupos.map(({ peso }) => peso)),
      minimo: MINIMO_DO_GRUPO,
      respondidas: grupos.flatMap((grupo) => grupo.respondidas),
    },
  ];
}

/** What a group gave to one competency or question: the mean by the weights of its evaluators. */
function celula({ respondidas, minimo }: Grupo, valorDe: (respondida: Respondida) => number | null | undefined): number | null {
  const dadas = respondidas.flatMap((respondida) => {
    const valor = valorDe(respondida);
    return valor === null || valor === undefined ? [] : [{ valor, peso: respondida.peso }];
  });
  return dadas.length < minimo ? null : mean(dadas);
}

/** The mean of what is told, each part with its weight. */
const media = <T>(partes: readonly T[], valorDe: (parte: T) => number | null, pesoDe: (parte: T) => number): number | null =>
  mean(
    partes.flatMap((parte) => {
      const valor = valorDe(parte);
      return valor === null ? [] : [{ valor, peso: pesoDe(parte) }];
    }),
  );

const arredonda = (valor: number | null): number | null => (valor === null ? null : Math.round(valor * 1_000) / 1_000);

const arredondados = ({ desempenho, potencial, performance }: Indices): Indices => ({
  desempenho: arredonda(desempenho),
  potencial: arredonda(potencial),
  performance: arredonda(performance),
});

/**
 * The result of somebody. Each group gives a percentage to each competency and to each question; everything else follows from these,
 * so that no number tells what they do not. Competencies tell the performance (`desempenho`), questions the potential (`potencial`),
 * each with its weight; then roles are put together by theirs. Goals belong to no role: they join the whole with a weight of their own.
 */
export function apura(apuracao: Apuracao): Resultado {
  const { niveis, exigidas, definicao, pesoCompetencias, pesoQuestionario, pesoMetas } = apuracao;
  const grupos = gruposDe(apuracao);
  const maior = Math.max(0, ...niveis.map(({ ordem }) => ordem));
  const nivelDe = new Map(niveis.map((nivel) => [nivel.id, nivel]));
  const valeDe = (id: number | undefined): number | null => {
    const nivel = id === undefined ? undefined : nivelDe.get(id);
    return nivel && maior > 0 ? (nivel.ordem / maior) * 100 : null;
  };
  const contam = definicao.perguntas.filter(({ tipo, peso }) => tipo !== '3' && peso > 0);

  const apurados = grupos.map((grupo) => {
    const competencias = exigidas.map(({ id, peso }) => ({
      id,
      peso,
      valor: celula(grupo, (respondida) => valeDe(respondida.niveis.get(id))),
    }));
    const perguntas = contam.map(({ id, peso, aspectoId }) => ({
      id,
      peso,
      aspectoId,
      valor: celula(grupo, (respondida) => respondida.perguntas.get(id)),
    }));
    const nota = celula(grupo, (respondida) => respondida.nota);
    const indices = juntos(
      media(
        competencias,
        ({ valor }) => valor,
        ({ peso }) => peso,
      ),
      nota ??
        media(
          perguntas,
          ({ valor }) => valor,
          ({ peso }) => peso,
        ),
    );
    const valores = {
      competencias: new Map(competencias.map(({ id, valor }) => [id, valor])),
      perguntas: new Map(perguntas.map(({ id, valor }) => [id, valor])),
    };
    return { ...grupo, perguntas, valores, ...indices };
  });
  type Apurado = (typeof apurados)[number];

  function juntos(desempenho: number | null, potencial: number | null, metas: number | null = null): Indices {
    const partes = [
      { valor: desempenho, peso: pesoCompetencias },
      { valor: potencial, peso: pesoQuestionario },
      { valor: metas, peso: pesoMetas },
    ];
    return {
      desempenho,
      potencial,
      performance: media(
        partes,
        ({ valor }) => valor,
        ({ peso }) => peso,
      ),
    };
  }
  const detodos = (valorDe: (apurado: Apurado) => number | null) => media(apurados, valorDe, ({ peso }) => peso);
  const proprio = apurados.find(({ papel }) => papel === 'U');
  /** of all roles, and of the self-evaluation */
  const par = (valorDe: (apurado: Apurado) => number | null) => ({
    obtido: arredonda(detodos(valorDe)),
    auto: proprio ? arredonda(valorDe(proprio)) : null,
  });
  const em =
    (qual: 'competencias' | 'perguntas', id: number) =>
    ({ valores }: Apurado): number | null =>
      valores[qual].get(id) ?? null;

  const metasDoPeriodo = pesoMetas > 0 ? apuracao.metas : [];
  const metas = media(
    metasDoPeriodo,
    ({ progresso }) => progresso,
    ({ peso }) => peso,
  );

  return {
    ...arredondados(
      juntos(
        detodos(({ desempenho }) => desempenho),
        detodos(({ potencial }) => potencial),
        metas,
      ),
    ),
    metas: arredonda(metas),
    metasDoPeriodo,
    papeis: apurados.map((apurado) => ({
      papel: apurado.papel,
      avaliadores: apurado.respondidas.length,
      ...arredondados(apurado),
    })),
    competencias: exigidas.map(({ id, nome, tipo, peso, nivelId }) => ({
      id,
      nome,
      tipo,
      peso,
      exigido: arredonda(valeDe(nivelId)),
      nivelExigido: nivelDe.get(nivelId)?.descricao ?? null,
      ...par(em('competencias', id)),
      porPapel: Object.fromEntries(apurados.map((apurado) => [apurado.papel, arredonda(em('competencias', id)(apurado))])),
    })),
    aspectos: definicao.aspectos.map(({ id, nome }) => ({
      id,
      nome,
      ...par(({ perguntas }) =>
        media(
          perguntas.filter(({ aspectoId }) => aspectoId === id),
          ({ valor }) => valor,
          ({ peso }) => peso,
        ),
      ),
    })),
    perguntas: contam.map(({ id, texto }) => ({ id, texto, ...par(em('perguntas', id)) })),
  };
}
