import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Acting, entering, trying, type UserActing } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { tried } from '#kit/db/tried.server.ts';
import { demandForm } from '#kit/form/demand-form.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { refTo, withAnswer } from '#kit/http/openapi.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { type BulkEdited, MOST_EDITED } from '#kit/registry/bulk-edit.ts';
import { type Row, rowsIn } from '#kit/registry/record.ts';
import { type Change, editMany, readEdit, writeEdit } from '#kit/store/edit-many.server.ts';
import { createOnce, ONCE } from '#kit/store/sent-once.server.ts';
import type { Record_, Store } from '#kit/store/store.server.ts';
import { VER_SALARIO } from '../pessoa/sensiveis.ts';
import { mudancasDe } from './mudancas.server.ts';
import { historicoDepois } from './previa.server.ts';
import { type PreviaDaTransferencia, transferenciaDeVarios } from './transferir-varios.ts';

const PATH = '/api/gestao-talentos/talentos/transferir-varios';
const escolhidos = z.object({ ids: z.array(z.int().positive()).min(1).max(MOST_EDITED) });

interface Lugar {
  data: string;
  areaOrganizacional: number | null;
  estabelecimento: number | null;
}

/** The talent's history with one more entry: the one in force before the day, in the new place. */
function historicosCom(talento: Record_, { data, areaOrganizacional, estabelecimento }: Lugar): Row[] {
  const linhas = rowsIn(talento, 'historicos');
  if (talento.situacao !== 'A' || talento.dataDesligamento)
    throw new Refusal('NAO_TRABALHA', 'Só vale para quem trabalha na empresa e não tem data de desligamento.');
  if (linhas.some((linha) => linha.data === data)) throw new Refusal('HISTORICO_NA_DATA', 'Já existe um histórico nesta data.');
  const anterior = linhas.filter((linha) => String(linha.data) < data).at(-1);
  if (!anterior) throw new Refusal('ANTES_DO_HISTORICO', 'O histórico começa depois deste dia.');
  const { id: _id, ate: _ate, status: _status, tabelaReajuste: _tabela, ...mantida } = anterior;
  const lugar = {
    ...(areaOrganizacional === null ? {} : { areaOrganizacional }),
    ...(estabelecimento === null ? {} : { estabelecimento }),
  };
  return [...linhas, { ...mantida, ...lugar, motivo: 'T', data }];
}

/** A reader of salaries, for what the server copies from the entry before: the copy is nobody's reading. */
const copiando = (acting: Acting): Acting => ({ ...acting, can: (right) => right === VER_SALARIO || acting.can(right) });

/** The entry of a day with those beside it: all that is told of it. Whole histories of five hundred talents would fill the memory. */
function vizinhos(linhas: readonly Row[], dia: string): Row[] {
  const emOrdem = linhas.toSorted((a, b) => (String(a.data) < String(b.data) ? -1 : 1));
  const lugar = emOrdem.findIndex((linha) => linha.data === dia);
  return emOrdem.slice(Math.max(0, lugar - 1), lugar + 2);
}

/** What each talent's history becomes; `made` keeps the new entry, and those beside it, by the talent's id. */
const mudanca = (lugar: Lugar, acting: Acting, made?: Map<number, Row[]>): Change => ({
  of(talento) {
    const historicos = historicosCom(talento, lugar);
    made?.set(talento.id, vizinhos(historicos, lugar.data));
    return { historicos };
  },
  writer: entering(copiando(acting)),
});

/** What is seldom meant about a talent's new entry: another one after it stays, or the position is not of the area. */
async function avisosDe(tx: Tx, historicos: readonly Row[], { data }: Lugar): Promise<string[]> {
  const nova = historicos.findIndex((linha) => linha.data === data);
  const { foraDaArea } = (await mudancasDe(tx, historicos)).find(({ lugar }) => lugar === nova) ?? {};
  const depois = historicoDepois(historicos, data);
  return [...(depois === null ? [] : [depois]), ...(foraDaArea ? [foraDaArea] : [])];
}

/** Saves the transfers and rolls them back: whom they would reach, with what is to be known of each, and whom they would not. */
async function previaDe(tx: Tx, acting: Acting, talentos: Store, { ids, ...lugar }: Pedido): Promise<PreviaDaTransferencia> {
  const made = new Map<number, Row[]>();
  const inTrial = trying(acting);
  const targets = ids.map((id) => ({ id }));
  const { alterados, falhas } = await editMany(tx, inTrial, talentos, targets, mudanca(lugar, inTrial, made));
  const transferidos: PreviaDaTransferencia['transferidos'] = [];
  for (const { id, nome } of alterados) transferidos.push({ id, nome, avisos: await avisosDe(tx, made.get(id) ?? [], lugar) });
  return { transferidos, falhas };
}

interface Pedido extends Lugar {
  ids: number[];
}

function pedidoDe({ acting, body }: FastifyRequest): { acting: UserActing; pedido: Pedido } {
  // The answers name the talents.
  if (acting.kind !== 'usuario' || !acting.can('ROLE_CAD_TALENTO')) throw refuse.forbidden();
  const { ids } = demand(escolhidos, body);
  return { acting, pedido: { ...demandForm(transferenciaDeVarios, body, acting), ids: [...new Set(ids)] } };
}

const previaAnswer = z.object({
  transferidos: z.array(z.object({ id: z.int(), nome: z.string(), avisos: z.array(z.string()) })),
  falhas: z.array(z.object({ id: z.int(), nome: z.string().nullable(), message: z.string() })),
});

/** Transfers several talents at once: each is saved as if alone, and the edit can be undone for a day. */
export function transferirVariosRoutes(app: FastifyInstance, { db, store }: Services): void {
  const talentos = store('gestao-talentos/talentos');
  const config = { authority: 'ROLE_CAD_TALENTO_EDITAR' };
  app.post(
    `${PATH}/previa`,
    withAnswer({ config, schema: { tags: ['Talentos'], summary: 'Transferir vários: o que mudaria' } }, previaAnswer),
    async (request): Promise<PreviaDaTransferencia> => {
      const { acting, pedido } = pedidoDe(request);
      return tried(db, (tx) => previaDe(tx, acting, talentos, pedido), { long: true });
    },
  );
  app.post(
    PATH,
    withAnswer({ config, schema: { tags: ['Talentos'], summary: 'Transferir vários' } }, refTo('EditarVarios.edicao')),
    async (request): Promise<BulkEdited> => {
      const { acting, pedido } = pedidoDe(request);
      const { ids, ...lugar } = pedido;
      return db.tx(
        (tx) =>
          createOnce(tx, acting, {
            key: request.headers[ONCE],
            path: PATH,
            body: request.body,
            create: () =>
              writeEdit(tx, acting, talentos, {
                targets: ids.map((id) => ({ id })),
                campos: ['historicos'],
                values: mudanca(lugar, acting),
              }),
            read: async (id) => {
              const known = await readEdit(tx, id);
              if (!known) throw refuse.notFound();
              return known;
            },
          }),
        { long: true },
      );
    },
  );
}
