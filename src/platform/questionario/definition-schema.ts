import { z } from 'zod';
import {
  type Definicao,
  escalas,
  idiomas,
  MAIOR_ID,
  MAIS_OPCOES,
  MAIS_PERGUNTAS,
  MAIS_TEXTOS,
  tiposDePergunta,
} from './definition.ts';

/** The shape of what the wire brings; what it means is judged by `faultsOfDefinition`. */

const id = z.int('Valor inválido').min(1, 'Valor inválido').max(MAIOR_ID, 'Valor inválido');
const texto = z.string('Valor inválido').max(10_000, 'O texto é longo demais');
const textoOuNada = texto.nullish().transform((valor) => valor ?? null);
const numeroOuNada = z
  .number('Valor inválido')
  .nullish()
  .transform((valor) => valor ?? null);
const idOuNada = id.nullish().transform((valor) => valor ?? null);
const keysOf = <K extends string>(of: Readonly<Record<K, string>>) => Object.keys(of) as [K, ...K[]];

export const condicao = z.object({
  juntas: z.enum(['todas', 'alguma'], 'Valor inválido').default('todas'),
  testes: z
    .array(
      z.object({
        perguntaId: id,
        eh: z.enum(['respondida', 'tem', 'nao-tem', 'minimo', 'maximo'], 'Valor inválido'),
        valor: numeroOuNada,
      }),
    )
    .max(20, 'No máximo 20 condições'),
});

const condicaoOuNada = condicao.nullish().transform((valor) => valor ?? null);

export const opcao = z.object({ id, texto, peso: numeroOuNada });

/** A question without its ids, section, aspect and place, which the document and the single calls say in their own ways. */
export const perguntaSolta = z.object({
  texto,
  tipo: z.enum(keysOf(tiposDePergunta), 'Tipo inválido'),
  ajuda: textoOuNada,
  obrigatoria: z.boolean('Valor inválido').default(true),
  peso: z.number('Valor inválido').default(1),
  notaMinima: numeroOuNada,
  notaMaxima: numeroOuNada,
  escala: z.enum(keysOf(escalas), 'Escala inválida').default('N'),
  rotuloMinimo: textoOuNada,
  rotuloMaximo: textoOuNada,
  exigirComentario: z.boolean('Valor inválido').default(false),
  comentario: textoOuNada,
  se: condicaoOuNada,
});

const pergunta = perguntaSolta.extend({
  id,
  aspectoId: idOuNada,
  secaoId: idOuNada,
  respostas: z.array(opcao).max(MAIS_OPCOES, `No máximo ${MAIS_OPCOES} opções de resposta`).default([]),
});

export const aspecto = z.object({ id, nome: texto });

export const definicaoNoFio = z.object(
  {
    introducao: textoOuNada,
    agradecimento: textoOuNada,
    secoes: z.array(z.object({ id, titulo: texto, texto: textoOuNada, se: condicaoOuNada })).max(MAIS_PERGUNTAS, 'Seções demais'),
    aspectos: z.array(aspecto).max(MAIS_PERGUNTAS, 'Aspectos demais'),
    perguntas: z.array(pergunta).max(MAIS_PERGUNTAS, `No máximo ${MAIS_PERGUNTAS} perguntas`),
    ordemAleatoria: z.boolean('Valor inválido').default(false),
    traducoes: z
      .array(
        z.object({
          idioma: z.enum(keysOf(idiomas), 'Idioma inválido'),
          textos: z.array(z.object({ de: texto, para: texto })).max(MAIS_TEXTOS, 'Traduções demais'),
        }),
      )
      .max(Object.keys(idiomas).length, 'Idiomas demais')
      .default([]),
    proximoId: z.int('Valor inválido').default(1),
  },
  'Envie um questionário',
) satisfies z.ZodType<Definicao, unknown>;
