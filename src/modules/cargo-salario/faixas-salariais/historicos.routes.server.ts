import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Queryable } from '#kit/db/database.server.ts';
import { namedId } from '#kit/fields/bare.ts';
import { withAnswer } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { rowSchema } from '#kit/registry/wire-schema.ts';
import type { Record_ } from '#kit/store/store.server.ts';
import { salarioAnswer, salarioCalculado } from '#modules/estrutura/public.server.ts';
import { linhaDe, linhas, registraEntradas } from '../historicos.server.ts';

const ROOT = '/api/cargo-salario/cargos';

/** Serves single entries of a band's history; each goes through the same save as the band itself. */
export function historicosRoutes(app: FastifyInstance, { db, store }: Services): void {
  const schema = { tags: ['Faixas Salariais'] };
  const open = { config: { authority: 'ROLE_CAD_FAIXA_SALARIAL' }, schema };
  const edit = { config: { authority: 'ROLE_CAD_FAIXA_SALARIAL_EDITAR' }, schema };
  const faixas = store('cargo-salario/faixas-salariais');
  const path = `${ROOT}/:cargoId/faixas-salariais/:faixaId/historicos`;

  async function faixaDe(tx: Queryable, request: FastifyRequest, lock = false): Promise<Record_> {
    const faixa = await faixas.read(tx, request.acting, recordIdOf(request, 'faixaId'), lock);
    if (namedId(faixa.cargo) !== recordIdOf(request, 'cargoId')) throw refuse.notFound();
    return faixa;
  }

  const entrada = rowSchema(faixas.registry, 'historicos');

  app.get(path, withAnswer(open, { type: 'array', items: entrada }), async (request) => {
    queryOf(request, {});
    return linhas(await faixaDe(db, request));
  });
  app.get(`${path}/:id`, withAnswer(open, entrada), async (request) => {
    queryOf(request, {});
    return linhaDe(await faixaDe(db, request), recordIdOf(request));
  });
  registraEntradas(app, path, edit, { db, store: faixas, dono: faixaDe });

  // What an entry would pay on a day, before it is saved.
  app.get(`${ROOT}/faixas-salariais/calcularSalarioHistorico`, withAnswer(open, salarioAnswer), async (request) => {
    const { acting } = request;
    const asked = queryOf(request, {
      tipo: z.enum(['1', '2', '3'], 'Tipo inválido'),
      faixaSalarialId: inQuery.id.optional(),
      indiceId: inQuery.id.optional(),
      quantidade: inQuery.decimal.optional(),
      valor: inQuery.decimal.optional(),
      data: inQuery.date.optional(),
    });
    const { valor: salario, ...forma } = asked;
    return salarioCalculado(db, acting, { ...forma, salario });
  });
}
