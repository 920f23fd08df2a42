import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { optional } from '#kit/fields/field.ts';
import { longText } from '#kit/fields/text.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, described, named } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { avaliacoesVisiveis } from './avaliados.server.ts';
import { evidenciaNoFio } from './questionarios.wire.server.ts';
import { daCiencia, resultado, resultados } from './resultados.server.ts';

const ROOT = '/api/avaliacao/resultados';

const percentual = z.number().nullable();
const indices = { desempenho: percentual, potencial: percentual, performance: percentual };
const papel = z.enum(['U', 'L', 'P', 'A', 'R', 'G']);
const resumo = z.object({
  id: z.int(),
  avaliacao: z.object({ id: z.int(), titulo: z.string(), dataFim: z.string(), situacao: z.string() }),
  colaborador: named,
  ...indices,
  metas: percentual,
  cienteEm: z.string().nullable(),
  visao: z.enum(['rh', 'lider', 'avaliado']),
});
const comparada = { obtido: percentual, auto: percentual };
const naTela = resumo.extend({
  anonima: z.boolean(),
  lugar: z.object({ area: z.string().nullable(), cargo: z.string().nullable(), faixa: z.string().nullable() }),
  exibe: z.object({ performance: z.boolean(), exigido: z.boolean(), auto: z.boolean() }),
  pesos: z.object({ competencias: z.int(), questionario: z.int().nullable(), metas: z.int().nullable() }),
  resultado: z.object({
    ...indices,
    metas: percentual,
    metasDoPeriodo: z.array(z.object({ id: z.int(), titulo: z.string(), peso: z.int(), progresso: percentual })),
    papeis: z.array(z.object({ papel, avaliadores: z.int(), ...indices })),
    competencias: z.array(
      z.object({
        id: z.int(),
        nome: z.string(),
        tipo: z.string(),
        peso: z.number(),
        exigido: percentual,
        nivelExigido: z.string().nullable(),
        ...comparada,
        porPapel: z.record(z.string(), percentual),
      }),
    ),
    aspectos: z.array(z.object({ id: z.int(), nome: z.string(), ...comparada })),
    perguntas: z.array(z.object({ id: z.int(), texto: z.string(), ...comparada })),
  }),
  comentarios: z.array(
    z.object({
      competenciaId: z.int().nullable(),
      perguntaId: z.int().nullable(),
      sobre: z.string(),
      textos: z.array(z.object({ papel, nome: z.string().nullable(), texto: z.string(), evidencias: z.array(evidenciaNoFio) })),
    }),
  ),
  maisComentarios: z.boolean(),
  versaoDoModelo: z.int().nullable(),
  ciencia: z.string().nullable(),
  podeDarCiencia: z.boolean(),
  outros: z.array(z.object({ id: z.int(), titulo: z.string() })),
});

const ciente = z.object({ ciencia: optional(longText('Comentário', 2_000)).schema });

/** Results of evaluations, each as its reader may see it. */
export function resultadosRoutes(app: FastifyInstance, { db }: Services): void {
  const config = forUsers;
  const schema = { tags: ['Resultados das Avaliações de Desempenho'] };
  app.get(
    ROOT,
    { config, schema: { ...schema, summary: 'Resultados que posso ver', response: answers(z.array(resumo)) } },
    (request) =>
      resultados(
        db,
        request.acting,
        queryOf(request, {
          avaliacaoDesempenhoId: inQuery.id.optional(),
          colaboradorId: inQuery.id.optional(),
          meus: inQuery.flag.optional(),
          busca: inQuery.text.optional(),
          pagina: inQuery.id.optional(),
        }),
      ),
  );
  app.get(
    `${ROOT}/avaliacoes`,
    { config, schema: { ...schema, summary: 'Avaliações de que posso ver algo', response: answers(z.array(named)) } },
    (request) => {
      queryOf(request, {});
      return avaliacoesVisiveis(db, request.acting);
    },
  );
  app.get(
    `${ROOT}/:id`,
    { config, schema: { ...schema, summary: 'O resultado de alguém', response: answers(naTela) } },
    async (request) => {
      queryOf(request, {});
      return resultado(db, request.acting, recordIdOf(request));
    },
  );
  app.put(
    `${ROOT}/:id/ciencia`,
    {
      config,
      schema: { ...schema, summary: 'Dar ciência do próprio resultado', body: described(ciente), response: answers(naTela) },
    },
    async (request) => {
      const id = recordIdOf(request);
      const { ciencia } = demand(ciente, request.body);
      await db.tx((tx) => daCiencia(tx, request.acting, id, ciencia ?? null));
      return resultado(db, request.acting, id);
    },
  );
}
