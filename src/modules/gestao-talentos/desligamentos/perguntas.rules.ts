import type { Issue } from '#kit/refusal/issues.ts';
import { DEFINICAO_VAZIA, type Pergunta as DoMotor, MAIS_OPCOES, questionOf } from '#platform/questionario/definition.ts';
import { tidied, withIds } from '#platform/questionario/edits.ts';
import { faultsOfDefinition } from '#platform/questionario/faults.ts';

/** Kinds of question (document 2 §3): there is no code 2. */
export const tiposDePergunta = { '1': 'Objetiva', '3': 'Subjetiva', '4': 'Nota', '5': 'Múltipla escolha' } as const;

export interface Pergunta {
  texto: string;
  tipo: keyof typeof tiposDePergunta;
  opcoes: string | null;
  notaMinima: number | null;
  notaMaxima: number | null;
  exigirComentario: boolean;
  comentario: string | null;
}

/** The options of a question of choice: one a line; of more than the engine takes one more, which it refuses. */
export const opcoesDe = (texto: string | null): string[] =>
  (texto ?? '')
    .split('\n')
    .map((linha) => linha.trim())
    .filter(Boolean)
    .slice(0, MAIS_OPCOES + 1);

/** A question of a model as the engine asks it; what is written is optional, and notes are whole numbers. */
export const asEngineAsks = (linha: Pergunta, id: () => number): DoMotor => {
  const { texto, tipo, opcoes, notaMinima, notaMaxima, exigirComentario, comentario } = linha;
  const menor = Math.round(notaMinima ?? 0);
  return questionOf({
    id: id(),
    texto,
    tipo,
    obrigatoria: tipo !== '3',
    respostas: tipo === '1' || tipo === '5' ? opcoesDe(opcoes).map((opcao) => ({ id: id(), texto: opcao, peso: null })) : [],
    notaMinima: tipo === '4' ? menor : null,
    notaMaxima: tipo === '4' ? Math.max(menor + 1, Math.round(notaMaxima ?? 10)) : null,
    exigirComentario,
    comentario: exigirComentario ? comentario : null,
  });
};

/** What keeps the engine from asking these questions, at the fields of the model. */
export function faltasNoMotor(perguntas: readonly Pergunta[]): Issue[] {
  const { feito, proximoId } = withIds(DEFINICAO_VAZIA, (id) => perguntas.map((pergunta) => asEngineAsks(pergunta, id)));
  const faltas = faultsOfDefinition(tidied({ ...DEFINICAO_VAZIA, perguntas: feito, proximoId }));
  const porCampo = new Map<string, Issue>();
  for (const { field, message } of faltas.toReversed()) {
    const daqui = field.replace(/\.respostas\b.*/, '.opcoes');
    porCampo.set(daqui, { field: daqui, message });
  }
  return [...porCampo.values()].toReversed();
}

/** Questions of choice need options, questions of a note need a scale, and a requested comment needs its label; then the engine's own limits. */
export function* faltasDasPerguntas(perguntas: readonly Pergunta[]): Generator<Issue> {
  const faltas = perguntas.flatMap((pergunta, index) =>
    [...faltasDaPergunta(pergunta)].map(([field, message]) => ({ field: `perguntas.${index}.${field}`, message })),
  );
  yield* faltas.length > 0 ? faltas : faltasNoMotor(perguntas);
}

function* faltasDaPergunta(pergunta: Pergunta): Generator<[string, string]> {
  const { tipo, opcoes, notaMinima, notaMaxima, exigirComentario, comentario } = pergunta;
  if (tipo === '1' || tipo === '5') {
    const textos = opcoesDe(opcoes);
    if (textos.length < 2) yield ['opcoes', 'Opção de resposta: informe ao menos duas, uma por linha'];
    if (new Set(textos).size < textos.length) yield ['opcoes', 'Há opções de resposta repetidas'];
  }
  if (tipo === '4') {
    if (notaMinima === null) yield ['notaMinima', 'Nota mínima é obrigatória'];
    if (notaMaxima === null) yield ['notaMaxima', 'Nota máxima é obrigatória'];
    if (notaMinima !== null && notaMaxima !== null && notaMaxima <= notaMinima)
      yield ['notaMaxima', 'Nota máxima deve ser maior que a nota mínima'];
  }
  if (exigirComentario && comentario === null) yield ['comentario', 'Texto do comentário é obrigatório'];
}
