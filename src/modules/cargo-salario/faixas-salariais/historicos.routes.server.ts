import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Queryable } from '#kit/db/database.server.ts';
import { queryOf, um } from '#kit/http/query.server.ts';
import { refuse } from '#kit/http/refusal.ts';
import type { Services } from '#kit/module/module.server.ts';
import { bodyOf, recordIdOf } from '#kit/registry/routes.server.ts';
import type { Record_ } from '#kit/registry/store.server.ts';
import { corpoDoRegistro, daLinha, linhaDe, linhaNova, semLinha, trocaLinha } from '../historicos.server.ts';
import { salarioCalculado } from './salario.server.ts';

const ROOT = '/api/cargo-salario/cargos';

/** Entries of a band's history, one by one; each passes through the same save as the band itself. */
export function historicosRoutes(app: FastifyInstance, { db, store }: Services): void {
  const schema = { tags: ['Faixas Salariais'] };
  const open = { config: { authority: 'ROLE_CAD_FAIXA_SALARIAL' }, schema };
  const edit = { config: { authority: 'ROLE_CAD_FAIXA_SALARIAL_EDITAR' }, schema };
  const faixas = store('cargo-salario/faixas-salariais');
  const historicosDe = (faixa: Record_) => faixa.historicos as Record_[];
  const path = `${ROOT}/:cargoId/faixas-salariais/:faixaId/historicos`;

  async function faixaDe(tx: Queryable, request: FastifyRequest, lock = false): Promise<Record_> {
    const faixa = await faixas.read(tx, request.acting, recordIdOf(request, 'faixaId'), lock);
    if ((faixa.cargo as { id: number }).id !== recordIdOf(request, 'cargoId')) throw refuse.notFound();
    return faixa;
  }

  /** Saves the band with another history. */
  const grava = (request: FastifyRequest, outra: (faixa: Record_) => unknown[]) =>
    daLinha(
      db.tx(async (tx) => {
        const faixa = await faixaDe(tx, request, true);
        return faixas.update(tx, request.acting, faixa.id, {
          ...corpoDoRegistro(faixas.registry, faixa),
          historicos: outra(faixa),
        });
      }),
    );

  app.get(path, open, async (request) => {
    queryOf(request, {});
    return historicosDe(await faixaDe(db, request));
  });
  app.get(`${path}/:id`, open, async (request) => {
    queryOf(request, {});
    return linhaDe(await faixaDe(db, request), recordIdOf(request));
  });
  app.post(path, edit, async (request, reply) => {
    const row = bodyOf(request);
    let before: Record_ | undefined;
    const saved = await grava(request, (faixa) => [...historicosDe((before = faixa)), row]);
    return reply.status(201).send(linhaNova(before, saved));
  });
  app.put(`${path}/:id`, edit, async (request) => {
    const id = recordIdOf(request);
    const row = bodyOf(request);
    return linhaDe(await grava(request, (faixa) => trocaLinha(faixa, id, row)), id);
  });
  app.delete(`${path}/:id`, edit, async (request, reply) => {
    await grava(request, (faixa) => semLinha(faixa, recordIdOf(request)));
    return reply.status(204).send();
  });

  // What an entry would pay on a day, before it is saved.
  app.get(`${ROOT}/faixas-salariais/calcularSalarioHistorico`, open, async (request) => {
    const { acting } = request;
    const asked = queryOf(request, {
      tipo: z.enum(['1', '2', '3'], 'Tipo inválido'),
      faixaSalarialId: um.id.optional(),
      indiceId: um.id.optional(),
      quantidade: um.decimal.optional(),
      valor: um.decimal.optional(),
      data: um.data.optional(),
    });
    const { valor: salario, ...forma } = asked;
    return salarioCalculado(db, acting, { ...forma, salario });
  });
}
