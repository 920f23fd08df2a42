import { type Definicao, isConditional, type Pergunta } from './definition.ts';

/** A number as it is told: `min`, `max` say that it is at least, at most so much, because to be exact would tell of a person. */
export interface Valor {
  valor: number;
  limite?: 'min' | 'max';
}

/** The answers of a group to one question: people by option (types 1 and 5) or by note (type 4). */
export interface Contagem {
  pessoas: number;
  por: ReadonlyMap<number, number>;
}

export interface Fatia {
  /** id of the option, or the note */
  valor: number;
  rotulo: string;
  parte: Valor;
  tom: Tom | null;
  /** people; only where answers are identified */
  pessoas?: number;
}

export interface ResultadoDaPergunta {
  id: number;
  /** who answered it; null: not told, because few of the group did not, or because only those who met a condition were asked */
  pessoas: number | null;
  /** its numbers go in steps of five percent of their scale, so that they do not tell how many were asked (43 % are three of seven) */
  deCincoEmCinco?: true;
  fatias: readonly Fatia[];
  /** of notes */
  media: Valor | null;
  /** percentage of the greatest weight, or of the greatest note */
  resultado: Valor | null;
  favoravel: Valor | null;
  nps: Valor | null;
}

export interface Indice {
  resultado: number | null;
  favoravel: number | null;
}

export interface Resultado {
  pessoas: number;
  geral: Indice;
  aspectos: readonly (Indice & { id: number })[];
  /** without the questions that may not be told of this group */
  perguntas: readonly ResultadoDaPergunta[];
}

/** How an answer is meant: the upper third of what it counts is favourable, the lower third is not. */
export type Tom = 'favoravel' | 'neutro' | 'desfavoravel';
const tomDe = (parte: number | null): Tom | null =>
  parte === null ? null : parte >= 65 ? 'favoravel' : parte <= 35 ? 'desfavoravel' : 'neutro';

interface Celula {
  valor: number;
  rotulo: string;
  /** what it counts, 0 to 100 */
  parte: number | null;
}

/** What may be answered, in the order of the scale. */
export function celulasDe({ tipo, respostas, notaMinima, notaMaxima, rotuloMinimo, rotuloMaximo }: Pergunta): Celula[] {
  if (tipo === '3') return [];
  if (tipo !== '4') {
    const maior = Math.max(0, ...respostas.map(({ peso }) => peso ?? 0));
    return respostas.map(({ id, texto, peso }) => ({
      valor: id,
      rotulo: texto,
      parte: peso === null || maior === 0 ? null : (peso / maior) * 100,
    }));
  }
  const [menor, maior] = [notaMinima ?? 0, notaMaxima ?? 0];
  return Array.from({ length: maior - menor + 1 }, (_, index) => {
    const nota = menor + index;
    const nome = nota === menor ? rotuloMinimo : nota === maior ? rotuloMaximo : null;
    return {
      valor: nota,
      rotulo: nome ? `${nota} · ${nome}` : String(nota),
      parte: maior > menor ? (index / (maior - menor)) * 100 : null,
    };
  });
}

/** A question from 0 to 10, whose answers make a net promoter score. */
export const eNps = ({ tipo, notaMinima, notaMaxima }: Pergunta): boolean =>
  tipo === '4' && notaMinima === 0 && notaMaxima === 10;

/**
 * The percentage of a group. Where answers are not identified, 'all' and 'all but one' are told alike, and so are 'none' and 'one';
 * above 95 % and below 5 % the bound is told: by `aoMenos` people, if it is not told how many they are; between them in steps of `passo`.
 */
export function parteDe(pessoas: number, todas: number, exato: boolean, aoMenos = todas, passo = 1): Valor {
  const parte = (pessoas / todas) * 100;
  if (exato) return { valor: Math.round(parte) };
  const borda = Math.max(5, 100 / aoMenos);
  if (pessoas <= 1 || parte <= 5) return { valor: Math.ceil(borda), limite: 'max' };
  if (pessoas >= todas - 1 || parte >= 95) return { valor: Math.floor(100 - borda), limite: 'min' };
  return { valor: emPassos(parte, passo) };
}

/** The step, in percent of a scale, of what is told of a question that only some were asked. */
const PASSO = 5;
const emPassos = (valor: number, passo: number): number => Math.round(valor / passo) * passo;
const umaCasa = (valor: number): number => Math.round(valor * 10) / 10;

/**
 * The net promoter score: promoters (9 and 10) less detractors (0 to 6), in percent of all. Where answers are not identified, a
 * group of one kind and a group of one kind but for one person are told alike. `aoMenos`: see `parteDe`.
 */
export function nps({ pessoas, por }: Contagem, exato = true, aoMenos = pessoas, passo = 1): Valor {
  const de = (menor: number, maior: number) =>
    [...por].reduce((soma, [nota, quantas]) => (nota >= menor && nota <= maior ? soma + quantas : soma), 0);
  const [promotores, detratores] = [de(9, 10), de(0, 6)];
  const borda = Math.floor(100 - 2 * Math.max(5, 100 / aoMenos));
  if (!exato && promotores >= pessoas - 1) return { valor: borda, limite: 'min' };
  if (!exato && detratores >= pessoas - 1) return { valor: -borda, limite: 'max' };
  if (!exato && promotores + detratores <= 1) return { valor: 0 };
  return { valor: emPassos(((promotores - detratores) / pessoas) * 100, passo) };
}

/** Whether some answers of a choice have a weight, and others none: its mean is of fewer people than answered it. */
export function pesamAlgumas(pergunta: Pergunta): boolean {
  const celulas = pergunta.tipo === '5' ? [] : celulasDe(pergunta);
  return new Set(celulas.map(({ parte }) => parte === null)).size > 1;
}

/** What is said of the answers to one question. */
interface Dizer {
  /** whether what is of weighted answers alone is told; true if left out */
  medias?: boolean;
  /** at least so many answered it, where their number is not told; no bound may tell it instead */
  aoMenos?: number | undefined;
  /** at least so many gave an answer with a weight, where some have none */
  comPeso?: number | undefined;
  /** only those who met a condition were asked: numbers go in steps */
  condicional?: boolean;
}

/** The result of one question in a group of at least one person. */
export function resultadoDaPergunta(
  pergunta: Pergunta,
  contagem: Contagem,
  exato: boolean,
  { medias = true, aoMenos, comPeso, condicional = false }: Dizer = {},
): ResultadoDaPergunta {
  const { pessoas, por } = contagem;
  const celulas = celulasDe(pergunta);
  const varias = pergunta.tipo === '5';
  const passo = condicional ? PASSO : 1;
  const fatias = celulas.map(({ valor, rotulo, parte }): Fatia => {
    const quantas = por.get(valor) ?? 0;
    return {
      valor,
      rotulo,
      parte: parteDe(quantas, pessoas, exato, aoMenos, passo),
      tom: varias ? null : tomDe(parte),
      ...(exato ? { pessoas: quantas } : {}),
    };
  });
  const contam = celulas.filter(({ parte }) => parte !== null);
  const contadas = varias ? pessoas : contam.reduce((soma, { valor }) => soma + (por.get(valor) ?? 0), 0);
  // Of a group that agrees but for one at most, the common answer stands for all: a mean would tell whether that one is there.
  const comum = exato ? undefined : contam.find(({ valor }) => (por.get(valor) ?? 0) >= contadas - 1);
  const media = (of: (celula: Celula) => number): number | null => {
    if (!medias || contadas === 0 || contam.every(({ parte }) => parte === 0)) return null;
    if (comum) return of(comum);
    const exata = contam.reduce((soma, celula) => soma + of(celula) * (por.get(celula.valor) ?? 0), 0) / contadas;
    if (!condicional) return exata;
    const [menor, maior] = [Math.min(...contam.map(of)), Math.max(...contam.map(of))];
    return maior > menor ? menor + emPassos(exata - menor, ((maior - menor) * PASSO) / 100) : menor;
  };
  const valor = (numero: number | null): Valor | null => (numero === null ? null : { valor: umaCasa(numero) });
  const favoraveis = contam.reduce(
    (soma, one) => (tomDe(one.parte) === 'favoravel' ? soma + (por.get(one.valor) ?? 0) : soma),
    0,
  );
  return {
    id: pergunta.id,
    pessoas,
    fatias,
    media: pergunta.tipo === '4' ? valor(media((celula) => celula.valor)) : null,
    resultado: varias ? deVarias(pergunta, fatias) : valor(media(({ parte }) => parte ?? 0)),
    favoravel:
      varias || contam.length < 2 || contadas === 0 || !medias
        ? null
        : parteDe(favoraveis, contadas, exato, comPeso ?? aoMenos, passo),
    nps: eNps(pergunta) ? nps(contagem, exato, aoMenos, passo) : null,
    ...(condicional ? { deCincoEmCinco: true } : {}),
  };
}

/** What a bound counts in a mean: a group that agrees but for a few stands for all, as its mean does. */
const estimado = (valor: Valor | undefined): number =>
  valor?.limite === 'min' ? 100 : valor?.limite === 'max' ? 0 : (valor?.valor ?? 0);

/** Several choices: each chosen option is worth its weight; from the parts as they are told. */
function deVarias({ respostas }: Pergunta, fatias: readonly Fatia[]): Valor | null {
  const pesos = respostas.reduce((soma, { peso }) => soma + (peso ?? 0), 0);
  if (pesos <= 0) return null;
  const obtidos = respostas.reduce((soma, { peso }, index) => soma + (peso ?? 0) * estimado(fatias[index]?.parte), 0);
  return { valor: umaCasa(obtidos / pesos) };
}

/** The mean of what is told of questions, each with its weight; null of none. */
function indiceDe(perguntas: readonly { peso: number; resultado: ResultadoDaPergunta }[]): Indice {
  const media = (of: (one: ResultadoDaPergunta) => Valor | null): number | null => {
    const contam = perguntas.flatMap(({ peso, resultado }) => {
      const valor = of(resultado);
      return valor === null || peso <= 0 ? [] : [{ peso, valor: estimado(valor) }];
    });
    const pesos = contam.reduce((soma, { peso }) => soma + peso, 0);
    return pesos === 0 ? null : Math.round(contam.reduce((soma, { peso, valor }) => soma + peso * valor, 0) / pesos);
  };
  return { resultado: media(({ resultado }) => resultado), favoravel: media(({ favoravel }) => favoravel) };
}

/**
 * How many answered a question at least, where it is not told how many they are: how many were asked on a condition counts the answers that
 * meet it, and two conditions beside each other single answers; nor is it told that a few of the group left a question out.
 */
function quantasAoMenos(pessoas: number, responderam: number, minimo: number, condicional: boolean): number | undefined {
  if (condicional) return minimo;
  const semEla = pessoas - responderam;
  return semEla > 0 && semEla < minimo ? semPoucas(pessoas, minimo) : undefined;
}

/** How many there are at least in a group without some, who are fewer than the minimum. */
const semPoucas = (pessoas: number, minimo: number): number => Math.max(minimo, pessoas - minimo + 1);

/** How many gave an answer with a weight at least; undefined: it is no secret, because as many as the minimum gave one without. */
function comPesoAoMenos(pergunta: Pergunta, { pessoas, por }: Contagem, minimo: number, aoMenos?: number): number | undefined {
  if (aoMenos !== undefined) return minimo;
  const semPeso = celulasDe(pergunta).reduce(
    (soma, { valor, parte }) => (parte === null ? soma + (por.get(valor) ?? 0) : soma),
    0,
  );
  return semPeso < minimo ? semPoucas(pessoas, minimo) : undefined;
}

/**
 * The result of a group: of each question that may be told, of each aspect, and of the whole, which follow from the told ones. `minimo`:
 * the least number of people of whom is told; null: answers are identified. `medias`: see `Dizer`.
 */
export function resultadoDe(
  definicao: Definicao,
  pessoas: number,
  contagens: ReadonlyMap<number, Contagem>,
  minimo: number | null,
  medias: (pergunta: Pergunta) => boolean = () => true,
): Resultado {
  const contadas = definicao.perguntas.flatMap((pergunta) => {
    const contagem = contagens.get(pergunta.id);
    if (!contagem || contagem.pessoas === 0) return [];
    const condicional = minimo !== null && isConditional(pergunta, definicao);
    const aoMenos = minimo === null ? undefined : quantasAoMenos(pessoas, contagem.pessoas, minimo, condicional);
    const resultado = resultadoDaPergunta(pergunta, contagem, minimo === null, {
      medias: medias(pergunta),
      aoMenos,
      condicional,
      comPeso: minimo !== null && pesamAlgumas(pergunta) ? comPesoAoMenos(pergunta, contagem, minimo, aoMenos) : undefined,
    });
    return [{ ...pergunta, resultado: aoMenos === undefined ? resultado : { ...resultado, pessoas: null } }];
  });
  return {
    pessoas,
    geral: indiceDe(contadas),
    aspectos: definicao.aspectos.map(({ id }) => ({ id, ...indiceDe(contadas.filter(({ aspectoId }) => aspectoId === id)) })),
    perguntas: contadas.map(({ resultado }) => resultado),
  };
}
