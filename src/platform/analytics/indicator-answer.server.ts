import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answerSchema, sharedSchema } from '#kit/http/openapi.server.ts';

const figure = z.number().nullable();
const format = z.string().optional();

/** One slice, bar or point. */
export const serieAnswer = z.object({
  label: z.string(),
  data: z.array(figure),
  descricao: z.string().nullish(),
  id: z.int().nullish(),
  temFilhas: z.boolean().optional(),
  fatia: z.string().optional(),
  borderColor: z.string().optional(),
});

const indicator = z.object({
  series: z.array(serieAnswer),
  colunas: z.array(z.object({ nome: z.string(), formato: format, desenha: z.boolean().optional() })),
  destaques: z.array(z.object({ rotulo: z.string(), valor: figure, formato: format })).optional(),
  aviso: z.string().optional().describe('o que ficou de fora, e por quê'),
  fechado: z.string().optional().describe('por que as fatias não abrem listas'),
  linhas: z
    .array(z.record(z.string(), z.union([z.string(), figure])))
    .optional()
    .describe('por empresa, para rotatividade e absenteísmo'),
});

/** The figures of one indicator. */
export const indicatorAnswer = (app: FastifyInstance) => sharedSchema(app, 'Indicador', () => answerSchema(indicator));
