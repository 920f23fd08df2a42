import { z } from 'zod';
import { tiposDePergunta } from './definition.ts';
import { estadosDaRodada, modos } from './round.ts';

const id = z.int();
const valor = z.strictObject({ valor: z.number(), limite: z.enum(['min', 'max']).exactOptional() });
const indice = z.strictObject({ resultado: z.number().nullable(), favoravel: z.number().nullable() });
const indices = { geral: indice, aspectos: z.array(indice.extend({ id })) };
const indicesDaPergunta = z.strictObject({
  id,
  favoravel: valor.nullable(),
  media: valor.nullable(),
  resultado: valor.nullable(),
  nps: valor.nullable(),
  deCincoEmCinco: z.literal(true).exactOptional(),
});

const fatia = z.strictObject({
  valor: z.int(),
  rotulo: z.string(),
  parte: valor,
  tom: z.enum(['favoravel', 'neutro', 'desfavoravel']).nullable(),
  pessoas: z.int().exactOptional(),
});

const resultado = z.strictObject({
  pessoas: z.int(),
  ...indices,
  perguntas: z.array(
    indicesDaPergunta.extend({
      pessoas: z.int().nullable(),
      fatias: z.array(fatia),
    }),
  ),
});

const rodada = z.strictObject({
  id,
  donoId: id,
  titulo: z.string(),
  modo: z.enum(Object.keys(modos)),
  minimo: z.int(),
  estado: z.enum(Object.keys(estadosDaRodada)),
  ate: z.string().nullable(),
  versao: z.int(),
});

const grupo = z.strictObject({
  id,
  nome: z.string(),
  nivel: z.int(),
  resultado: z.strictObject({ pessoas: z.int(), ...indices }).nullable(),
});

const dimensao = z.strictObject({
  campo: z.string(),
  rotulo: z.string(),
  arvore: z.boolean(),
  valores: z.array(z.strictObject({ id, nome: z.string(), acima: id.nullable() })),
});

/** `Resultados` on the wire. */
export const resultadosNoFio = z.strictObject({
  rodada,
  convidados: z.int().nullable(),
  perguntas: z.array(
    z.strictObject({
      id,
      texto: z.string(),
      tipo: z.enum(Object.keys(tiposDePergunta)),
      aspectoId: id.nullable(),
      comenta: z.boolean(),
    }),
  ),
  aspectos: z.array(z.strictObject({ id, nome: z.string() })),
  dimensoes: z.array(dimensao),
  pronto: z.boolean(),
  total: resultado.nullable(),
  por: z.string().nullable(),
  grupos: z.array(grupo),
  outras: z.array(rodada),
});

/** `Comparacao` on the wire. */
export const comparacaoNoFio = z.strictObject({ rodada, total: resultado.nullable(), grupos: z.array(grupo) });

/** `Vez` on the wire. */
export const vezNoFio = z.strictObject({ rodada, pessoas: z.int().nullable(), geral: indice, nps: valor.nullable() });

/** `ComentariosDaPergunta` on the wire. */
export const comentariosNoFio = z.strictObject({
  perguntaId: id,
  textos: z.array(z.strictObject({ texto: z.string(), nome: z.string().nullable().exactOptional() })).nullable(),
  total: z.int(),
  soAlguns: z.boolean().exactOptional(),
});

/** Who gave an answer in an identified round, a page of them. */
export const quemRespondeuNoFio = z.strictObject({
  pessoas: z.array(z.strictObject({ chave: z.string(), nome: z.string() })),
  total: z.int(),
});
