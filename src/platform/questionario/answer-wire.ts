import { z } from 'zod';
import { isWellFormedText } from '#kit/br/text.ts';
import { MAIS_OPCOES, MAIS_PERGUNTAS } from './definition.ts';
import { definicaoNoFio } from './definition-schema.ts';
import { MAIOR_COMENTARIO } from './evaluate.ts';

const id = z.int('Valor inválido').min(1, 'Valor inválido');

/** The shape of answers on the wire; what they mean is judged by `evaluate`. */
export const respostasNoFio = z
  .array(
    z.object({
      perguntaId: id,
      respostaId: id.nullish(),
      respostasIds: z.array(id).max(MAIS_OPCOES, 'Valor inválido').readonly().optional(),
      nota: z.number('Valor inválido').nullish(),
      comentario: z
        .string('Valor inválido')
        .max(MAIOR_COMENTARIO, {
          error: `O texto deve ter no máximo ${MAIOR_COMENTARIO.toLocaleString('pt-BR')} caracteres`,
          abort: true,
        })
        .refine(isWellFormedText, 'O texto contém caracteres inválidos')
        .nullish(),
    }),
    'Envie as respostas',
  )
  .max(MAIS_PERGUNTAS, `No máximo ${MAIS_PERGUNTAS} respostas`);

/** A revision of a draft; 0: none was saved yet. */
const revisao = z.int('Valor inválido').min(0, 'Valor inválido');

/** The sheet of the asking module, whose shape that module proves. */
const folha = z.unknown().optional();

export const rascunhoNoFio = z.object({ revisao, respostas: respostasNoFio, folha });
export type RascunhoNoFio = z.output<typeof rascunhoNoFio>;

export const envioNoFio = z.object({
  /** chosen by the browser before the first attempt: the same sending is taken once, however often it arrives */
  envio: z.guid('Valor inválido'),
  /** the draft that it was made of, where drafts are kept on the server */
  revisao: revisao.nullish(),
  respostas: respostasNoFio,
  folha,
});
export type EnvioNoFio = z.output<typeof envioNoFio>;

/** Bytes of a body with answers. */
export const MAIOR_ENVIO = 1024 * 1024;

const modo = z.enum(['I', 'C', 'A']);
const estado = z.enum(['N', 'P', 'R']);
const textoOuNulo = z.string().nullable();

/** `Questionario`, as OpenAPI tells it. */
export const questionarioNoFio = z.object({
  id: z.int(),
  empresaId: z.int(),
  titulo: z.string(),
  modo,
  minimo: z.int(),
  ate: textoOuNulo,
  sobre: textoOuNulo,
  papel: textoOuNulo,
  estado,
  definicao: definicaoNoFio,
  semente: z.string(),
  rascunho: rascunhoNoFio.nullable(),
  folha,
});

/** A list of `Espera`. */
export const esperasNoFio = z.array(
  z.object({
    id: z.int(),
    titulo: z.string(),
    modo,
    ate: textoOuNulo,
    dono: z.string(),
    donoId: z.int(),
    sobre: textoOuNulo,
    papel: textoOuNulo,
    estado,
    quiosque: z.boolean(),
    endereco: textoOuNulo,
  }),
);

export const guardadoNoFio = z.object({ revisao });

/** What is told when answers have arrived. */
export const recebidoNoFio = z.object({ message: z.string() });
export const RECEBIDO: z.output<typeof recebidoNoFio> = { message: 'Recebemos as suas respostas. Obrigado!' };
