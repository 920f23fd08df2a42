import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { entering } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { namedId } from '#kit/fields/bare.ts';
import { demandForm } from '#kit/form/demand-form.server.ts';
import { named, withAnswer, withoutContent } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { sendRows } from '#kit/http/rows.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { rowsIn } from '#kit/registry/record.ts';
import { inputOf } from '#kit/registry/registry.ts';
import { registerSubResource } from '#kit/routes/sub-resource.server.ts';
import { recordRef } from '#kit/store/described.server.ts';
import { answered } from '#kit/store/stale.server.ts';
import { hooksFor, type Record_ } from '#kit/store/store.server.ts';
import { valorDaFaixa } from '#modules/estrutura/public.server.ts';
import { atualizaPelaFaixa } from '#modules/gestao-talentos/public.server.ts';
import { mudou } from '../historicos.server.ts';
import { copiaDeFaixa, transferenciaDeFaixas } from './acoes-faixas.ts';
import { faixasSalariais } from './faixas-salariais.registry.ts';

/** What of its entries decides whom a band pays how much. */
const paga = ['data', 'tipo', 'indiceId', 'quantidade', 'valor', 'status'];

export const faixasSalariaisHooks = hooksFor(faixasSalariais, {
  computed: {
    valorAtual: valorDaFaixa(sql`t.id`, sql`hoje()`).sql,
  },
  async beforeSave(tx, { value, before }) {
    // A band that is new to its position waits for whoever renames it, who would not find the band yet.
    const isNew = !before || namedId(before.cargo) !== value.cargo;
    const cargo = await tx.one<{ nome: string }>(
      sql`select nome from cargos where id = ${value.cargo} ${isNew ? sql`for share` : sql``}`,
    );
    value.nomeComCargo = `${cargo?.nome ?? ''} ${value.nome}`;
  },
  async afterSave(tx, { id, value, acting, before }) {
    if (before && (namedId(before.cargo) !== value.cargo || mudou(paga, before, value)))
      await atualizaPelaFaixa(tx, acting.today, id);
  },
});

/** After the name of a position has changed: its bands include it. */
export const renomeiaFaixas = (tx: Tx, cargo: number, nome: unknown) =>
  tx.query(sql`update faixas_salariais set nome_com_cargo = ${nome}::text || ' ' || nome where cargo_id = ${cargo}`);

const ROOT = '/api/cargo-salario/faixas-salariais';

/** A body may hold its first entry as `historico`, as the spec's client sends on creation. */
function comHistorico(body: Record<string, unknown>) {
  const { historico, ...rest } = body;
  return { ...rest, ...(historico !== undefined && rest.historicos === undefined ? { historicos: [historico] } : {}) };
}

const destinoImpossivel = (message: string) => refuse.invalid([{ field: 'cargoDestinoId', message }]);

export function faixasSalariaisRoutes(app: FastifyInstance, { db, store }: Services): void {
  const schema = { tags: ['Faixas Salariais'] };
  const open = { config: { authority: 'ROLE_CAD_FAIXA_SALARIAL' }, schema };
  const edit = { config: { authority: 'ROLE_CAD_FAIXA_SALARIAL_EDITAR' }, schema };
  const faixas = store('cargo-salario/faixas-salariais');
  const cargos = store('cargo-salario/cargos');

  /** All of them: a position may have thousands, so they are not gathered. */
  async function faixasDoCargo(request: FastifyRequest, reply: FastifyReply) {
    const cargo = await cargos.read(db, request.acting, recordIdOf(request));
    const where = [{ field: 'cargo', form: 'in' as const, values: [cargo.id] }];
    const sort = [{ field: 'nome', order: 'asc' as const }];
    const asked = { page: null, size: 1, paged: false, sort, busca: '', where };
    return sendRows(reply, faixas.stream(db, request.acting, asked));
  }

  const faixa = recordRef(app, faixas.registry);

  app.get(`${ROOT}/cargo/:id`, withAnswer(open, { type: 'array', items: faixa }), (request, reply) => {
    queryOf(request, {});
    return faixasDoCargo(request, reply);
  });
  // Bands without a confirmed entry (a pending one is paid nevertheless), or whose position is inactive.
  const pendentes = (empresaId: number, cargosIds: number[] | null, today: string) =>
    db.query(sql`
      select f.id, f.nome, json_build_object('id', c.id, 'nome', c.nome) as cargo, not c.ativa as desabilitada
      from faixas_salariais f join cargos c on c.id = f.cargo_id
      where f.empresa_id = ${empresaId} and (${cargosIds === null} or c.id = any(${cargosIds}::bigint[]))
        and (not c.ativa or not exists (select 1 from faixas_salariais_historicos h where h.registro_id = f.id and h.data <= ${today}::date and coalesce(h.status, 'C') = 'C'))
      order by c.nome_ord, f.nome_ord, f.id`);

  const semValor = z.array(named.extend({ cargo: named, desabilitada: z.boolean() }));
  app.get(`${ROOT}/pendentes-desabilitados`, withAnswer(open, semValor), (request) => {
    const { cargosIds } = queryOf(request, { cargosIds: inQuery.ids.optional() });
    return pendentes(request.acting.empresaId, cargosIds ?? null, request.acting.today);
  });
  app.get(`${ROOT}/cargo/:id/pendentes-desabilitados`, withAnswer(open, semValor), async (request) => {
    queryOf(request, {});
    const { id } = await cargos.read(db, request.acting, recordIdOf(request));
    return pendentes(request.acting.empresaId, [id], request.acting.today);
  });

  registerSubResource(app, db, {
    path: `${ROOT}/cargo/:id`,
    param: 'faixaId',
    store: faixas,
    parent: { param: 'id', field: 'cargo', read: (tx, acting, id) => cargos.read(tx, acting, id) },
    list: false,
    input: comHistorico,
  });

  const movida = (tx: Tx, request: FastifyRequest, faixa: Record_, cargo: number) =>
    faixas.update(tx, request.acting, faixa.id, { ...inputOf(faixas.registry, faixa), cargo });

  app.post(`${ROOT}/cargo/:id/transferir-faixas-salariais`, withoutContent(edit, 'transferidas'), async (request, reply) => {
    const { body, acting } = request;
    const cargoOrigemId = recordIdOf(request);
    const pedido = typeof body === 'object' && !Array.isArray(body) ? { ...body, cargoOrigemId } : body;
    const { cargoDestinoId, faixasIds } = demandForm(transferenciaDeFaixas, pedido, acting);
    await db.tx(
      async (tx) => {
        const repetidas = await tx.query<{ nome: string }>(sql`
        select f.nome from faixas_salariais f join faixas_salariais d on d.cargo_id = ${cargoDestinoId} and d.nome_ord = f.nome_ord
        where f.id = any(${faixasIds}::bigint[]) and f.empresa_id = ${acting.empresaId} and d.empresa_id = f.empresa_id order by f.nome_ord`);
        if (repetidas.length > 0)
          throw destinoImpossivel(
            `Cargo de destino já possui faixa com este nome: ${repetidas.map(({ nome }) => nome).join(', ')}`,
          );
        // As a save locks them, so that others may refer to them meanwhile; in one order, so that nobody deadlocks.
        await tx.query(sql`
        select from faixas_salariais where id = any(${faixasIds}::bigint[]) and empresa_id = ${acting.empresaId} order by id for no key update`);
        for (const faixaId of faixasIds) {
          const faixa = await faixas.read(tx, acting, faixaId);
          if (namedId(faixa.cargo) !== cargoOrigemId) throw refuse.notFound();
          await movida(tx, request, faixa, cargoDestinoId);
        }
      },
      { long: true },
    );
    return reply.status(204).send();
  });

  app.post(`${ROOT}/copiar`, withAnswer(edit, faixa, { status: 201 }), async (request, reply) => {
    const { cargoOrigemId, faixaId, nome, ...pedido } = demandForm(copiaDeFaixa, request.body, request.acting);
    const cargo = pedido.cargoDestinoId ?? cargoOrigemId;
    const saved = await db.tx(async (tx) => {
      const faixa = await faixas.read(tx, request.acting, faixaId);
      if (namedId(faixa.cargo) !== cargoOrigemId) throw refuse.notFound();
      const repetida = sql`
        select 1 from faixas_salariais
        where empresa_id = ${request.acting.empresaId} and cargo_id = ${cargo} and nome_ord = dobra(${nome}::text)`;
      if (await tx.one(repetida)) throw refuse.invalid([{ field: 'nome', message: 'O cargo já possui faixa com este nome' }]);
      const historicos = rowsIn(faixa, 'historicos').map(({ id: _id, ...row }) => row);
      return faixas.create(tx, entering(request.acting), {
        ...inputOf(faixas.registry, faixa),
        cargo,
        nome,
        historicos,
      });
    });
    return reply.status(201).send(answered(faixas.registry, saved, request.acting));
  });
}
