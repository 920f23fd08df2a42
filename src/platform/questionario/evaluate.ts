import { isWellFormedText } from '#kit/br/text.ts';
import type { Condicao, Definicao, Pergunta, Resposta, Secao, Teste } from './definition.ts';

/** The most characters of a text that answers a question, and of a comment. */
export const MAIOR_COMENTARIO = 4_000;
/** The most characters of all texts of one anonymous answer, which are sealed, opened and mixed together with those of others. */
export const MAIOR_SOMA = 60_000;

/** The sound part of an answer: what conditions, results and the database see of it. */
export interface Reading {
  /** ids of the chosen options, of types 1 and 5 */
  escolhidas: readonly number[];
  nota: number | null;
  comentario: string | null;
}

export interface Falta {
  perguntaId: number;
  message: string;
}

export const isChoice = ({ tipo }: Pick<Pergunta, 'tipo'>): boolean => tipo === '1' || tipo === '5';

const NADA: Reading = { escolhidas: [], nota: null, comentario: null };

/** Whether the question itself was answered; a comment alone answers only a question of text. */
export const isAnswered = ({ tipo }: Pergunta, { escolhidas, nota, comentario }: Reading): boolean =>
  tipo === '3' ? comentario !== null : tipo === '4' ? nota !== null : escolhidas.length > 0;

/** What is asked for beside the answer. */
const asksComment = ({ tipo, comentario }: Pergunta): boolean => tipo !== '3' && comentario !== null;
const takesText = (pergunta: Pergunta): boolean => pergunta.tipo === '3' || asksComment(pergunta);

/** Of several answers to one question the last one counts. */
const lastOf = (respostas: readonly Resposta[]) => new Map(respostas.map((resposta) => [resposta.perguntaId, resposta]));

/** Reads an answer as its question takes it; what the question does not ask is left out. */
function read(pergunta: Pergunta, resposta: Resposta | undefined): { reading: Reading; faltas: string[] } {
  if (!resposta) return { reading: NADA, faltas: [] };
  const faltas: string[] = [];
  const reading: { -readonly [K in keyof Reading]: Reading[K] } = { ...NADA };
  const { tipo, respostas, notaMinima, notaMaxima } = pergunta;
  if (isChoice(pergunta)) {
    const pedidas = new Set(tipo === '1' ? [resposta.respostaId ?? null] : (resposta.respostasIds ?? []));
    pedidas.delete(null);
    reading.escolhidas = respostas.flatMap(({ id }) => (pedidas.has(id) ? [id] : []));
    if (reading.escolhidas.length < pedidas.size) faltas.push('Resposta inválida');
  }
  if (tipo === '4' && typeof resposta.nota === 'number') {
    const [menor, maior] = [notaMinima ?? 0, notaMaxima ?? 0];
    if (Number.isInteger(resposta.nota) && resposta.nota >= menor && resposta.nota <= maior) reading.nota = resposta.nota;
    else faltas.push(`Nota deve ser um número inteiro de ${menor} a ${maior}`);
  }
  const texto = resposta.comentario?.trim() ?? '';
  if (texto !== '' && takesText(pergunta)) {
    const nome = tipo === '3' ? 'Resposta' : 'Comentário';
    if (texto.length > MAIOR_COMENTARIO)
      faltas.push(`${nome} deve ter no máximo ${MAIOR_COMENTARIO.toLocaleString('pt-BR')} caracteres`);
    else if (isWellFormedText(texto)) reading.comentario = texto;
    else faltas.push(`${nome} contém caracteres inválidos`);
  }
  return { reading, faltas };
}

/** RUL-303: what is missing of a shown question. */
function* missing(pergunta: Pergunta, reading: Reading): Generator<string> {
  const respondida = isAnswered(pergunta, reading);
  if (pergunta.obrigatoria && !respondida) yield pergunta.tipo === '4' ? 'Nota é obrigatória' : 'Resposta é obrigatória';
  if (respondida && asksComment(pergunta) && pergunta.exigirComentario && reading.comentario === null)
    yield 'Comentário é obrigatório';
}

/** An absent answer passes no test: it is neither zero nor another option. */
function passes({ eh, valor }: Teste, reading: Reading | undefined): boolean {
  if (!reading) return false;
  const { escolhidas, nota } = reading;
  if (eh === 'respondida') return true;
  if (valor === null) return false;
  if (eh === 'tem') return escolhidas.includes(valor);
  if (eh === 'nao-tem') return !escolhidas.includes(valor);
  return nota !== null && (eh === 'minimo' ? nota >= valor : nota <= valor);
}

const shows = (se: Condicao | null | undefined, respondidas: ReadonlyMap<number, Reading>): boolean => {
  if (!se) return true;
  const um = (teste: Teste) => passes(teste, respondidas.get(teste.perguntaId));
  return se.juntas === 'todas' ? se.testes.every(um) : se.testes.some(um);
};

/**
 * The answers of the shown questions, in one pass: conditions look backward only, and the answer to a question that is not shown
 * reads as absent.
 */
export function readingsOf({ perguntas, secoes }: Definicao, respostas: readonly Resposta[]) {
  const dadas = lastOf(respostas);
  const secaoDe = new Map<number, Secao>(secoes.map((secao) => [secao.id, secao]));
  const visiveis = new Map<number, Reading>();
  const respondidas = new Map<number, Reading>();
  const faltas: Falta[] = [];
  for (const pergunta of perguntas) {
    const { id, se, secaoId } = pergunta;
    if (!shows(secaoId === null ? null : secaoDe.get(secaoId)?.se, respondidas) || !shows(se, respondidas)) continue;
    const { reading, faltas: achadas } = read(pergunta, dadas.get(id));
    visiveis.set(id, reading);
    if (isAnswered(pergunta, reading)) respondidas.set(id, reading);
    // Of what cannot be read, only that is said.
    for (const message of achadas.length > 0 ? achadas : missing(pergunta, reading)) faltas.push({ perguntaId: id, message });
  }
  return { visiveis, respondidas, faltas };
}

export interface Avaliada {
  visiveis: ReadonlySet<number>;
  faltas: readonly Falta[];
  respondidas: number;
  /** shown questions */
  total: number;
}

/** What is shown and what is missing; browser and server judge by it. */
export function evaluate(definicao: Definicao, respostas: readonly Resposta[]): Avaliada {
  const { visiveis, respondidas, faltas } = readingsOf(definicao, respostas);
  return { visiveis: new Set(visiveis.keys()), faltas, respondidas: respondidas.size, total: visiveis.size };
}

export interface Slots {
  /** `notas[id - 1]` here is `notas[id]` in SQL, whose arrays begin at 1 */
  notas: (number | null)[];
  textos: { perguntaId: number; texto: string }[];
}

/** Ids that have a place in the array: questions, and the options of type 5. */
const placesOf = ({ perguntas }: Definicao): number[] =>
  perguntas.flatMap(({ id, tipo, respostas }) => (tipo === '5' ? [id, ...respostas.map((opcao) => opcao.id)] : [id]));

/** The answers as the database keeps them: nothing of questions that are not shown, nothing unknown, nothing invalid. */
export function toSlots(definicao: Definicao, respostas: readonly Resposta[]): Slots {
  const { visiveis } = readingsOf(definicao, respostas);
  const notas = Array.from<number | null>({ length: Math.max(0, ...placesOf(definicao)) }).fill(null);
  const textos: Slots['textos'] = [];
  for (const pergunta of definicao.perguntas) {
    const reading = visiveis.get(pergunta.id);
    if (!reading) continue;
    if (pergunta.tipo === '1') notas[pergunta.id - 1] = reading.escolhidas[0] ?? null;
    if (pergunta.tipo === '4') notas[pergunta.id - 1] = reading.nota;
    if (pergunta.tipo === '5' && reading.escolhidas.length > 0)
      for (const { id } of pergunta.respostas) notas[id - 1] = reading.escolhidas.includes(id) ? 1 : 0;
    if (reading.comentario !== null) textos.push({ perguntaId: pergunta.id, texto: reading.comentario });
  }
  return { notas, textos };
}

/** What is too long of an anonymous answer: it is said at the text with which it becomes so. */
export function tooLong({ textos }: Pick<Slots, 'textos'>): Falta[] {
  const all = textos.reduce((sum, { texto }) => sum + texto.length, 0);
  let left = MAIOR_SOMA;
  const over = textos.find(({ texto }) => (left -= texto.length) < 0);
  const number = (n: number) => n.toLocaleString('pt-BR');
  return over
    ? [
        {
          perguntaId: over.perguntaId,
          message: `Os textos de uma resposta anônima podem ter, juntos, no máximo ${number(MAIOR_SOMA)} caracteres. Os seus têm ${number(all)}: encurte este ou outros`,
        },
      ]
    : [];
}

/** The answers that were kept, as they stand on the wire. */
export function fromSlots({ perguntas }: Definicao, { notas, textos }: Slots): Resposta[] {
  const textoDe = new Map(textos.map(({ perguntaId, texto }) => [perguntaId, texto]));
  return perguntas.flatMap(({ id, tipo, respostas }): Resposta[] => {
    const nota = notas[id - 1] ?? null;
    const comentario = textoDe.get(id);
    const escolhidas = tipo === '5' ? respostas.flatMap((opcao) => (notas[opcao.id - 1] === 1 ? [opcao.id] : [])) : [];
    const resposta = {
      ...(tipo === '1' && nota !== null ? { respostaId: nota } : {}),
      ...(tipo === '4' && nota !== null ? { nota } : {}),
      ...(escolhidas.length > 0 ? { respostasIds: escolhidas } : {}),
      ...(comentario === undefined ? {} : { comentario }),
    };
    return Object.keys(resposta).length > 0 ? [{ perguntaId: id, ...resposta }] : [];
  });
}

/**
 * What a draft keeps: the answer to each question as it was given, also to one that is hidden now, and nothing that the question does
 * not ask. A browser may still hold what an older version asked.
 */
export function toDraft({ perguntas }: Pick<Definicao, 'perguntas'>, respostas: readonly Resposta[]): Resposta[] {
  const dadas = lastOf(respostas);
  return perguntas.flatMap((pergunta): Resposta[] => {
    const { id: perguntaId, tipo } = pergunta;
    const { respostaId, respostasIds = [], nota = null, comentario = null } = dadas.get(perguntaId) ?? {};
    const escolhidas = (ids: readonly unknown[]) => pergunta.respostas.flatMap(({ id }) => (ids.includes(id) ? [id] : []));
    const [uma] = tipo === '1' ? escolhidas([respostaId]) : [];
    const varias = tipo === '5' ? escolhidas(respostasIds) : [];
    const resposta = {
      ...(uma === undefined ? {} : { respostaId: uma }),
      ...(tipo === '4' && nota !== null ? { nota } : {}),
      ...(varias.length > 0 ? { respostasIds: varias } : {}),
      ...(takesText(pergunta) && comentario !== null ? { comentario } : {}),
    };
    return Object.keys(resposta).length > 0 ? [{ perguntaId, ...resposta }] : [];
  });
}

/** A number that looks random, always the same for the same seed and id. */
function chance(seed: string, id: number): number {
  let h = 0x811c9dc5;
  for (const letra of `${seed}:${id}`) h = Math.imul(h ^ (letra.codePointAt(0) ?? 0), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/**
 * The questions in an order of its own for each seed: mixed within their section, and what a condition ties to another question
 * still after it.
 */
export function orderFor({ perguntas }: Pick<Definicao, 'perguntas'>, seed: string | number): Pergunta[] {
  const mixed: Pergunta[] = [];
  for (let begin = 0; begin < perguntas.length; ) {
    let end = begin;
    while (end < perguntas.length && perguntas[end]?.secaoId === perguntas[begin]?.secaoId) end++;
    mixed.push(...mixedSection(perguntas.slice(begin, end), String(seed)));
    begin = end;
  }
  return mixed;
}

function mixedSection(perguntas: readonly Pergunta[], seed: string): Pergunta[] {
  const ids = new Set(perguntas.map(({ id }) => id));
  const placed = new Set<number>();
  const order: Pergunta[] = [];
  const needs = ({ id, se }: Pergunta) =>
    (se?.testes ?? []).flatMap(({ perguntaId }) => (ids.has(perguntaId) && perguntaId !== id ? [perguntaId] : []));
  const place = (pergunta: Pergunta) => {
    placed.add(pergunta.id);
    order.push(pergunta);
    for (const next of perguntas)
      if (!placed.has(next.id) && needs(next).includes(pergunta.id) && needs(next).every((id) => placed.has(id))) place(next);
  };
  for (const head of perguntas
    .filter((one) => needs(one).length === 0)
    .toSorted((a, b) => chance(seed, a.id) - chance(seed, b.id) || a.id - b.id))
    place(head);
  // A circle of conditions is a fault of the definition; its questions are not lost.
  return [...order, ...perguntas.filter(({ id }) => !placed.has(id))];
}
