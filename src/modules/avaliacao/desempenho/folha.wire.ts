import { z } from 'zod';
import { isWellFormedText } from '#kit/br/text.ts';
import { MAIOR_COMENTARIO } from '#platform/questionario/evaluate.ts';
import { type Folha, MAIS_COMPETENCIAS, MAIS_EVIDENCIAS } from './folha.ts';

const id = z.int('Valor inválido').min(1, 'Valor inválido');

const avaliada = z.object({
  competenciaId: id,
  nivelCompetenciaId: id.nullable(),
  naoObservada: z.boolean('Valor inválido').default(false),
  criterios: z.array(id).max(200, 'Valor inválido').default([]),
  comentario: z
    .string('Valor inválido')
    .max(MAIOR_COMENTARIO, {
      error: `O comentário deve ter no máximo ${MAIOR_COMENTARIO.toLocaleString('pt-BR')} caracteres`,
      abort: true,
    })
    .refine(isWellFormedText, 'O comentário contém caracteres inválidos')
    .nullable()
    .default(null),
  evidencias: z
    .array(z.object({ id, nome: z.string().max(255).default(''), tamanho: z.number().min(0).default(0) }), 'Valor inválido')
    .max(MAIS_EVIDENCIAS, `No máximo ${MAIS_EVIDENCIAS} anexos em cada competência`)
    .default([]),
});

/** A sheet on the wire, also one not filled in yet. */
export const folhaNoFio: z.ZodType<Folha> = z.object({
  competencias: z
    .array(avaliada, 'Envie as competências')
    .max(MAIS_COMPETENCIAS, `No máximo ${MAIS_COMPETENCIAS} competências`)
    .default([]),
  nota: z.number('Valor inválido').nullable().default(null),
});
