import { z } from 'zod';
import { namesOf } from '#kit/fields/by-name.ts';
import { papeis } from './papeis.ts';

export const tipoNoFio = z.enum(namesOf(papeis));
export const nomeado = z.object({ id: z.int(), nome: z.string() });

export const previaNoFio = z.object({
  novos: z.int(),
  avaliados: z.int(),
  papeis: z.array(z.object({ tipo: tipoNoFio, pares: z.int() })),
  pares: z.int(),
  semAvaliador: z.int(),
  pessoas: z.array(
    nomeado.extend({
      area: z.string().nullable(),
      avaliadores: z.array(z.object({ nome: z.string(), tipo: tipoNoFio, novo: z.boolean() })),
      outros: z.int(),
      reservado: z.boolean(),
    }),
  ),
});

/** How far somebody is in an answer; null: nobody was asked yet. */
export const estadoNoFio = z.enum(['N', 'P', 'R']).nullable();

export const avaliadoComAvaliadores = nomeado.extend({
  area: z.string().nullable(),
  cargo: z.string().nullable(),
  /** no competency is required of their band */
  semCompetencias: z.boolean(),
  /** the reader themselves in an anonymous evaluation: who else evaluates them is left out */
  reservado: z.boolean(),
  /** the reader themselves: only somebody else changes who evaluates them (ADR 90) */
  minha: z.boolean(),
  /** those that are searched for, and the first others */
  avaliadores: z.array(
    z.object({ participanteId: z.int(), id: z.int(), nome: z.string(), tipo: tipoNoFio, peso: z.int(), estado: estadoNoFio }),
  ),
  /** how many more there are */
  outros: z.int(),
});
export type AvaliadoComAvaliadores = z.infer<typeof avaliadoComAvaliadores>;

export const paginaDeAvaliados = z.object({
  total: z.int(),
  pares: z.int(),
  respondidas: z.int(),
  avaliados: z.array(avaliadoComAvaliadores),
});
export type PaginaDeAvaliados = z.infer<typeof paginaDeAvaliados>;
