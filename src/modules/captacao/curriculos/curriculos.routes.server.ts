import type { FastifyInstance } from 'fastify';
import { withAnswer } from '#kit/http/openapi.server.ts';
import { recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { leituraNoFio } from './leitura.wire.ts';
import { leCurriculo } from './sugestao.server.ts';

/** What a CV suggests to whoever fills in a candidate's record. Nothing is written: the record's own form is saved. */
export function curriculosRoutes(app: FastifyInstance, { db }: Services): void {
  app.post(
    '/api/captacao/curriculos/:arquivo/ler',
    withAnswer(
      {
        config: { authority: 'ROLE_CAD_CANDIDATO_EDITAR' },
        schema: { tags: ['Candidatos'], summary: 'O que um currículo sugere para o cadastro' },
      },
      leituraNoFio,
    ),
    (request) => leCurriculo(db, request.acting, recordIdOf(request, 'arquivo')),
  );
}
