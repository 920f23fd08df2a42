import { z } from 'zod';
import { type Definicao, MAIS_OPCOES, type Pergunta, tiposDePergunta } from './definition.ts';
import { condicao, opcao, perguntaSolta } from './definition-schema.ts';
import { newQuestion, tidy, withIds } from './edits.ts';

/** A question as the single calls send and answer it (ENT-075). */

const id = z.int('Valor inválido').positive('Valor inválido');
const ref = z
  .union([id, z.object({ id })], 'Valor inválido')
  .nullish()
  .transform((valor) => (typeof valor === 'object' ? (valor?.id ?? null) : (valor ?? null)));
const codigos = Object.keys(tiposDePergunta) as [Pergunta['tipo'], ...Pergunta['tipo'][]];

export const perguntaEnviada = perguntaSolta.extend({
  // The codes are numbers in the specification, and texts in the document.
  tipo: z
    .union([z.enum(codigos), z.literal([1, 3, 4, 5])], 'Tipo inválido')
    .transform((tipo) => String(tipo) as Pergunta['tipo']),
  respostas: z
    .array(opcao.extend({ id: id.nullish(), peso: z.number('Valor inválido').nullish() }), 'Valor inválido')
    .max(MAIS_OPCOES, `No máximo ${MAIS_OPCOES} opções de resposta`)
    .nullish()
    .transform((respostas) => respostas ?? []),
  aspecto: ref,
  ordem: z.int('Valor inválido').min(1, 'Valor inválido').nullish(),
});
export type PerguntaEnviada = z.output<typeof perguntaEnviada>;

const nomeada = z.object({ id, nome: z.string() });

export const perguntaRespondida = z.object({
  id,
  ordem: z.int(),
  texto: z.string(),
  tipo: z.enum(codigos),
  ajuda: z.string().nullable(),
  obrigatoria: z.boolean(),
  peso: z.number(),
  respostas: z.array(opcao.extend({ peso: z.number().nullable() })),
  notaMinima: z.number().nullable(),
  notaMaxima: z.number().nullable(),
  escala: z.string(),
  rotuloMinimo: z.string().nullable(),
  rotuloMaximo: z.string().nullable(),
  exigirComentario: z.boolean(),
  comentario: z.string().nullable(),
  aspecto: nomeada.nullable(),
  secao: nomeada.nullable(),
  se: condicao.nullable(),
});
export type PerguntaRespondida = z.output<typeof perguntaRespondida>;

/** The questions in their order, with the names of their aspects and sections. */
export function perguntasNoFio({ perguntas, aspectos, secoes }: Definicao): PerguntaRespondida[] {
  const nomes = new Map([...aspectos, ...secoes.map(({ id, titulo }) => ({ id, nome: titulo }))].map((um) => [um.id, um.nome]));
  const nomeado = (id: number | null) => (id === null ? null : { id, nome: nomes.get(id) ?? '' });
  return perguntas.map(({ aspectoId, secaoId, se, respostas, ...pergunta }, lugar) => ({
    ...pergunta,
    respostas: [...respostas],
    ordem: lugar + 1,
    aspecto: nomeado(aspectoId),
    secao: nomeado(secaoId),
    se: se && { juntas: se.juntas, testes: [...se.testes] },
  }));
}

/**
 * The question that was sent: a new one, or in place of `antes`. Options keep the ids that the question already has; others get new
 * ones, from what `withIds` answers.
 */
export function questionOf(
  definicao: Definicao,
  { ordem: _, aspecto, respostas, ...enviada }: PerguntaEnviada,
  { antes, notaMinima = 0 }: { antes?: Pergunta; notaMinima?: number },
): { pergunta: Pergunta; proximoId: number } {
  const minhas = new Set(antes?.respostas.map((uma) => uma.id));
  const { feito, proximoId } = withIds(definicao, (proximo) => {
    const nova = antes ?? newQuestion(proximo(), enviada.tipo, notaMinima);
    return {
      ...nova,
      ...enviada,
      id: nova.id,
      notaMinima: enviada.notaMinima ?? (enviada.tipo === '4' ? notaMinima : null),
      notaMaxima: enviada.notaMaxima ?? (enviada.tipo === '4' ? 10 : null),
      aspectoId: aspecto,
      respostas: respostas.map(({ id: known, texto, peso }) => ({
        id: known && minhas.delete(known) ? known : proximo(),
        texto,
        peso: peso ?? null,
      })),
    };
  });
  return { pergunta: tidy(feito), proximoId };
}
