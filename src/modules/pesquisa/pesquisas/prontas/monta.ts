import { DEFINICAO_VAZIA, type Definicao, type Pergunta, questionOf } from '#platform/questionario/definition.ts';

/** A question before it has a number; what is not said is as it is for most questions. */
type Falada = Pick<Pergunta, 'texto' | 'tipo'> &
  Partial<Omit<Pergunta, 'id' | 'respostas' | 'aspectoId' | 'secaoId' | 'se'>> & {
    respostas?: readonly [texto: string, peso: number | null][];
  };

interface Pronta {
  introducao: string;
  agradecimento: string;
  /** the aspects with their questions; a name of null: questions of no aspect */
  partes: readonly (readonly [aspecto: string | null, perguntas: readonly Falada[]])[];
}

/** A definition from plain lists: ids are given in order. */
export function monta({ introducao, agradecimento, partes }: Pronta): Definicao {
  let proximoId = 1;
  const aspectos: { id: number; nome: string }[] = [];
  const perguntas: Pergunta[] = [];
  for (const [nome, faladas] of partes) {
    const aspectoId = nome === null ? null : proximoId++;
    if (aspectoId !== null && nome !== null) aspectos.push({ id: aspectoId, nome });
    for (const { respostas = [], ...falada } of faladas)
      perguntas.push(
        questionOf({
          id: proximoId++,
          aspectoId,
          ...falada,
          respostas: respostas.map(([texto, peso]) => ({ id: proximoId++, texto, peso })),
        }),
      );
  }
  return { ...DEFINICAO_VAZIA, introducao, agradecimento, aspectos, perguntas, proximoId };
}

/** A sentence with which people agree or not, from 1 to 5. */
export const frase = (texto: string): Falada => ({
  texto,
  tipo: '4',
  notaMinima: 1,
  notaMaxima: 5,
  rotuloMinimo: 'Discordo totalmente',
  rotuloMaximo: 'Concordo totalmente',
});

/** A free comment, which nobody has to write. */
export const comentario = (texto: string): Falada => ({ texto, tipo: '3', obrigatoria: false, peso: 0 });

/** The question of the net promoter score. */
export const recomenda = (texto: string): Falada => ({
  texto,
  tipo: '4',
  notaMinima: 0,
  notaMaxima: 10,
  rotuloMinimo: 'De jeito nenhum',
  rotuloMaximo: 'Com certeza',
});

const FREQUENCIAS = ['Nunca', 'Raramente', 'Às vezes', 'Muitas vezes', 'Sempre'] as const;

/** Something good, the more often the better. */
export const bom = (texto: string): Falada => ({ texto, tipo: '1', respostas: FREQUENCIAS.map((dito, n) => [dito, n]) });

/** Something that harms, the more often the worse. */
export const risco = (texto: string): Falada => ({ texto, tipo: '1', respostas: FREQUENCIAS.map((dito, n) => [dito, 4 - n]) });

/** One of several answers that count for nothing. */
export const escolha = (texto: string, respostas: readonly string[], varias = false): Falada => ({
  texto,
  tipo: varias ? '5' : '1',
  peso: 0,
  respostas: respostas.map((dito) => [dito, null]),
});
