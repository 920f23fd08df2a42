import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, described } from '#kit/http/openapi.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import type { Record_ } from '#kit/registry/record.ts';
import type { Asked, Perguntado } from './asked.server.ts';
import { definicaoNoFio } from './definition-schema.ts';
import { adopted } from './edits.ts';
import type { ParaEditar } from './para-editar.ts';
import { latestVersion, type Versao } from './versions.server.ts';

const enviada = { versao: z.int('Valor inválido').min(0, 'Valor inválido'), definicao: definicaoNoFio };

const paraEditar = z.object({
  versao: z.int(),
  numero: z.int(),
  congelada: z.boolean(),
  notaMinima: z.number(),
  podeEditar: z.boolean(),
  motivo: z.string().nullable(),
  definicao: definicaoNoFio,
});

/** The whole document of a record's questions, read and saved at once. */
export function registerDefinicao(app: FastifyInstance, asked: Asked, { path, authority }: Perguntado): void {
  const { db, recordOf, why, change, notaMinima } = asked;
  const url = `/api/${path}/:id/definicao`;
  const tags = [`Perguntas (${path})`];
  const right = `${authority}_EDITAR`;

  const answer = (record: Record_, acting: Acting, { id: _, revisao, ...versao }: Versao): ParaEditar => {
    const motivo = why(record, acting) ?? null;
    return {
      ...versao,
      versao: revisao,
      notaMinima: notaMinima(record),
      podeEditar: motivo === null && acting.can(right),
      motivo,
    };
  };

  app.get(
    url,
    { config: { authority }, schema: { tags, summary: 'Questionário inteiro', response: answers(paraEditar) } },
    async (request: FastifyRequest): Promise<ParaEditar> => {
      queryOf(request, {});
      const { record, of } = await recordOf(db, request.acting, recordIdOf(request));
      return answer(record, request.acting, await latestVersion(db, of));
    },
  );

  app.put(
    url,
    {
      config: { authority: right },
      schema: {
        tags,
        summary: 'Salvar o questionário inteiro',
        body: described(z.object(enviada)),
        response: answers(paraEditar),
      },
    },
    (request): Promise<ParaEditar> => {
      const { acting } = request;
      if (!acting.can(authority)) throw refuse.forbidden();
      const { versao, definicao } = demand(z.object(enviada), request.body);
      return db.tx(async (tx) => {
        const { record } = await recordOf(tx, acting, recordIdOf(request), true);
        const saved = await change(tx, acting, recordIdOf(request), (antes, agora) => {
          if (agora.revisao !== versao) throw refuse.stale(answer(record, acting, agora));
          return adopted(definicao, antes, agora.congelada || agora.numero > 1);
        });
        return answer(record, acting, saved);
      });
    },
  );
}
