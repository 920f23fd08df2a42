import { type Definicao, type Opcao, type Pergunta, questionOf, type TipoDePergunta } from './definition.ts';
import { isChoice, orderFor } from './evaluate.ts';
import { podadas } from './translations.ts';

/** A change of the definition: the editor and the routes make the same ones. */
export type Change = (definicao: Definicao) => Definicao;

const SEM_NOTA = { notaMinima: null, notaMaxima: null, escala: 'N', rotuloMinimo: null, rotuloMaximo: null } as const;

const ouNada = (texto: string | null): string | null => texto?.trim() || null;

/** RUL-302: what belongs to another type of question is not kept; texts without spaces around them. */
export function tidy(pergunta: Pergunta): Pergunta {
  return {
    ...pergunta,
    ...(pergunta.tipo === '4'
      ? { rotuloMinimo: ouNada(pergunta.rotuloMinimo), rotuloMaximo: ouNada(pergunta.rotuloMaximo) }
      : SEM_NOTA),
    texto: pergunta.texto.trim(),
    ajuda: ouNada(pergunta.ajuda),
    respostas: isChoice(pergunta) ? pergunta.respostas.map((opcao) => ({ ...opcao, texto: opcao.texto.trim() })) : [],
    // The text of a question of type 3 is its answer; there is no comment beside it.
    ...(pergunta.tipo === '3' ? { exigirComentario: false, comentario: null } : { comentario: ouNada(pergunta.comentario) }),
    se: pergunta.se && pergunta.se.testes.length > 0 ? pergunta.se : null,
  };
}

const arrumada: Change = (definicao) => ({
  ...definicao,
  introducao: ouNada(definicao.introducao),
  agradecimento: ouNada(definicao.agradecimento),
  secoes: definicao.secoes.map((secao) => ({
    ...secao,
    titulo: secao.titulo.trim(),
    texto: ouNada(secao.texto),
    se: secao.se && secao.se.testes.length > 0 ? secao.se : null,
  })),
  aspectos: definicao.aspectos.map((aspecto) => ({ ...aspecto, nome: aspecto.nome.trim() })),
  perguntas: definicao.perguntas.map(tidy),
});

/** The same for the whole, with the translations of what stands in it. */
export const tidied: Change = (definicao) => {
  const depois = arrumada(definicao);
  return { ...depois, traducoes: podadas(depois) };
};

/** RUL-239: a note of an evaluation begins at 1, any other at 0; it ends at 10. */
export const newQuestion = (id: number, tipo: TipoDePergunta, notaMinima = 0): Pergunta =>
  questionOf({ id, texto: '', tipo, ...(tipo === '4' ? { notaMinima, notaMaxima: 10 } : {}) });

/** Gives the next ids, in order, to whatever `make` makes. */
export function withIds<T>(definicao: Definicao, make: (id: () => number) => T): { feito: T; proximoId: number } {
  let { proximoId } = definicao;
  const feito = make(() => proximoId++);
  return { feito, proximoId };
}

/** The section into which a question comes that is put at a place: that of the question before it, else of the one after it. */
const secaoEm = (perguntas: readonly Pergunta[], lugar: number): number | null =>
  (perguntas[lugar - 1] ?? perguntas[lugar])?.secaoId ?? null;

/** Puts questions at a place, counted from 0. */
export const inserted = (perguntas: readonly Pergunta[], lugar: number, novas: readonly Pergunta[]): Pergunta[] => {
  const secaoId = secaoEm(perguntas, lugar);
  return [...perguntas.slice(0, lugar), ...novas.map((nova) => ({ ...nova, secaoId })), ...perguntas.slice(lugar)];
};

/** Adds questions, at the end when no place is given. Their ids and those of their options are new. */
export const withQuestions =
  (novas: readonly Pergunta[], lugar?: number): Change =>
  (definicao) => {
    const { feito, proximoId } = withIds(definicao, (id) =>
      novas.map((nova) => ({ ...nova, id: id(), respostas: nova.respostas.map((opcao) => ({ ...opcao, id: id() })) })),
    );
    const onde = Math.min(Math.max(lugar ?? definicao.perguntas.length, 0), definicao.perguntas.length);
    return { ...definicao, proximoId, perguntas: inserted(definicao.perguntas, onde, feito) };
  };

export const withQuestion =
  (pergunta: Pergunta): Change =>
  (definicao) => ({ ...definicao, perguntas: definicao.perguntas.map((uma) => (uma.id === pergunta.id ? pergunta : uma)) });

export const withoutQuestion =
  (id: number): Change =>
  (definicao) => ({ ...definicao, perguntas: definicao.perguntas.filter((uma) => uma.id !== id) });

/** Moves a question to a place, counted from 0; it joins the section that it comes into. */
export const moved =
  (id: number, lugar: number): Change =>
  (definicao) => {
    const pergunta = definicao.perguntas.find((uma) => uma.id === id);
    if (!pergunta) return definicao;
    const outras = definicao.perguntas.filter((uma) => uma !== pergunta);
    const onde = Math.min(Math.max(lugar, 0), outras.length);
    const [antes, depois] = [outras[onde - 1], outras[onde]];
    // At the border of its own section it stays in it.
    const fica = antes?.secaoId === pergunta.secaoId || depois?.secaoId === pergunta.secaoId;
    const entre = antes && depois && antes.secaoId === depois.secaoId;
    const secaoId = fica && !entre ? pergunta.secaoId : secaoEm(outras, onde);
    return { ...definicao, perguntas: [...outras.slice(0, onde), { ...pergunta, secaoId }, ...outras.slice(onde)] };
  };

/** A copy stands below its question. */
export const duplicated =
  (id: number): Change =>
  (definicao) => {
    const lugar = definicao.perguntas.findIndex((uma) => uma.id === id);
    const pergunta = definicao.perguntas[lugar];
    return pergunta ? withQuestions([pergunta], lugar + 1)(definicao) : definicao;
  };

/** One question a line; numbers and bullets at the beginning of a line are left out. */
export const pastedLines = (texto: string): string[] =>
  texto.split('\n').flatMap((linha) => {
    const limpa = linha.replace(/^\s*(?:\d{1,3}\s*[.)ºª-]+|[-–—•*·])\s*/, '').trim();
    return limpa === '' ? [] : [limpa];
  });

/** Mixes the questions, each within its section. */
export const shuffled =
  (seed: string): Change =>
  (definicao) => ({ ...definicao, perguntas: orderFor(definicao, seed) });

/**
 * Gives new ids to what the saved definition does not know, so that no id comes back with another meaning. After somebody was asked,
 * a question of another type is another question.
 */
export function adopted(definicao: Definicao, salva: Definicao, foiPerguntada: boolean): Definicao {
  const tipos = new Map(salva.perguntas.map(({ id, tipo }) => [id, tipo]));
  const opcoes = new Map(salva.perguntas.flatMap(({ id, respostas }) => respostas.map((opcao) => [opcao.id, id] as const)));
  const [secoes, aspectos] = [salva.secoes, salva.aspectos].map((de) => new Set(de.map(({ id }) => id)));
  const fica = ({ id, tipo }: Pergunta) => tipos.has(id) && (!foiPerguntada || tipos.get(id) === tipo);
  const novos = new Map<number, number>();
  const novo = (id: number) => novos.get(id) ?? id;
  const { proximoId } = withIds(salva, (proximo) => {
    const conhece = (id: number, known: boolean) => known || novos.set(id, proximo());
    for (const { id } of definicao.secoes) conhece(id, secoes?.has(id) === true);
    for (const { id } of definicao.aspectos) conhece(id, aspectos?.has(id) === true);
    for (const pergunta of definicao.perguntas) {
      conhece(pergunta.id, fica(pergunta));
      for (const { id } of pergunta.respostas) conhece(id, fica(pergunta) && opcoes.get(id) === pergunta.id);
    }
  });
  const se = <T extends Pick<Pergunta, 'se'>>(um: T): T => ({
    ...um,
    se: um.se && {
      ...um.se,
      testes: um.se.testes.map((teste) => ({
        ...teste,
        perguntaId: novo(teste.perguntaId),
        valor: (teste.eh === 'tem' || teste.eh === 'nao-tem') && teste.valor !== null ? novo(teste.valor) : teste.valor,
      })),
    },
  });
  const opcao = (uma: Opcao): Opcao => ({ ...uma, id: novo(uma.id) });
  return {
    ...definicao,
    proximoId,
    secoes: definicao.secoes.map((secao) => ({ ...se(secao), id: novo(secao.id) })),
    aspectos: definicao.aspectos.map((aspecto) => ({ ...aspecto, id: novo(aspecto.id) })),
    perguntas: definicao.perguntas.map((pergunta) => ({
      ...se(pergunta),
      id: novo(pergunta.id),
      aspectoId: pergunta.aspectoId === null ? null : novo(pergunta.aspectoId),
      secaoId: pergunta.secaoId === null ? null : novo(pergunta.secaoId),
      respostas: pergunta.respostas.map(opcao),
    })),
  };
}
