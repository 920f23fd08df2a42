import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { demandForm } from '#kit/form/demand-form.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { refTo, withAnswer } from '#kit/http/openapi.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { type BulkEdited, MOST_EDITED } from '#kit/registry/bulk-edit.ts';
import { type Row, rowsIn } from '#kit/registry/record.ts';
import { readEdit, writeEdit } from '#kit/store/edit-many.server.ts';
import { createOnce, ONCE } from '#kit/store/sent-once.server.ts';
import type { Record_ } from '#kit/store/store.server.ts';
import { VER_SALARIO } from '../pessoa/sensiveis.ts';
import { transferenciaDeVarios } from './transferir-varios.ts';

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

/** Transfers several talents at once: each is saved as if alone, and the edit can be undone for a day. */
export function transferirVariosRoutes(app: FastifyInstance, { db, store }: Services): void {
  const talentos = store('gestao-talentos/talentos');
  app.post(
    PATH,
    withAnswer(
      { config: { authority: 'ROLE_CAD_TALENTO_EDITAR' }, schema: { tags: ['Talentos'], summary: 'Transferir vários' } },
      refTo('EditarVarios.edicao'),
    ),
    async (request): Promise<BulkEdited> => {
      const { acting } = request;
      // The answer names the talents that stay.
      if (acting.kind !== 'usuario' || !acting.can('ROLE_CAD_TALENTO')) throw refuse.forbidden();
      const { ids } = demand(escolhidos, request.body);
      const lugar: Lugar = demandForm(transferenciaDeVarios, request.body, acting);
      return db.tx(
        (tx) =>
          createOnce(tx, acting, {
            key: request.headers[ONCE],
            path: PATH,
            body: request.body,
            create: () =>
              writeEdit(tx, acting, talentos, {
                targets: [...new Set(ids)].map((id) => ({ id })),
                campos: ['historicos'],
                values: { of: (talento) => ({ historicos: historicosCom(talento, lugar) }), writer: copiando(acting) },
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
