import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isWellFormedText } from '#kit/br/text.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, described, nothing } from '#kit/http/openapi.server.ts';
import { queryOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { type Idioma, idiomas } from '#platform/questionario/definition.ts';
import { traducoesNoFio } from '../desempenho/questionarios.wire.server.ts';
import { modelosAvaliacao } from '../modelos-avaliacao.registry.ts';
import { grava, textosDasCompetencias, traducoesDe } from './traducoes.server.ts';
import { MAIS_TEXTOS, type TraducoesDasCompetencias } from './traducoes.ts';

const PATH = '/api/avaliacao/traducoes-competencias';
const EDITA = `${modelosAvaliacao.authority}_EDITAR` as const;

const idioma = z.enum(Object.keys(idiomas) as [Idioma, ...Idioma[]], 'Idioma inválido');
const texto = z
  .string('Valor inválido')
  .max(2_000, { error: 'No máximo 2.000 caracteres', abort: true })
  .refine(isWellFormedText, 'Caracteres inválidos');
const mudanca = z.object({
  idioma,
  textos: z
    .array(z.object({ de: texto, para: texto.transform((um) => um.trim()) }), 'Envie os textos')
    .min(1, 'Envie os textos')
    .max(MAIS_TEXTOS, `No máximo ${MAIS_TEXTOS} textos de cada vez`),
});
const traduzidas = z.object({
  textos: z.array(z.object({ texto: z.string(), onde: z.string(), maior: z.int() })),
  traducoes: traducoesNoFio,
  podeEditar: z.boolean(),
});

/** What competencies say in other languages, read and written by whoever writes what evaluations ask. */
export function traducoesRoutes(app: FastifyInstance, { db }: Services): void {
  const schema = { tags: ['Traduções das Competências'] };
  app.get(
    PATH,
    {
      config: { authority: modelosAvaliacao.authority },
      schema: { ...schema, summary: 'Textos e traduções', response: answers(traduzidas) },
    },
    async (request): Promise<TraducoesDasCompetencias> => {
      queryOf(request, {});
      const { empresaId, can } = request.acting;
      const textos = await textosDasCompetencias(db, empresaId);
      return { textos, traducoes: await traducoesDe(db, empresaId), podeEditar: can(EDITA) };
    },
  );
  app.put(
    PATH,
    {
      config: { authority: EDITA },
      schema: { ...schema, summary: 'Traduzir textos', body: described(mudanca), response: { 204: nothing('feito') } },
    },
    async (request, reply) => {
      const pedida = demand(mudanca, request.body);
      await db.tx((tx) => grava(tx, request.acting, pedida));
      return reply.status(204).send();
    },
  );
}
