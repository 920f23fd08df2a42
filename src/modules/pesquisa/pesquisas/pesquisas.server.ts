import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { namesOf } from '#kit/fields/by-name.ts';
import { demandForm } from '#kit/form/demand-form.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { amend } from '#kit/store/amend.server.ts';
import { freeTitle } from '#kit/store/free-title.server.ts';
import { createAllOnce, createOnce, ONCE } from '#kit/store/sent-once.server.ts';
import { hooksFor, type Store } from '#kit/store/store.server.ts';
import { actingIn } from '#platform/authority/acting-in.server.ts';
import type { Definicao } from '#platform/questionario/definition.ts';
import { copyVersion, editVersion, latestVersion } from '#platform/questionario/versions.server.ts';
import { clonagem } from './clonar.ts';
import { modelosProntos } from './modelos-prontos.ts';
import { pesquisas } from './pesquisas.registry.ts';
import { prontas } from './prontas/prontas.ts';

/** The registry under which the engine knows the questions of surveys. */
export const DONO = 'pesquisa/pesquisas';
const PATH = `/api/${DONO}`;

export const pesquisasHooks = hooksFor(pesquisas, {
  computed: {
    quantidadePerguntas: `coalesce((select jsonb_array_length(v.definicao->'perguntas') from questionario_versoes v
      where v.dono = '${DONO}' and v.dono_id = t.id order by v.numero desc limit 1), 0)`,
  },
});

/** A new survey with these questions. */
async function comPerguntas(
  tx: Tx,
  acting: Acting,
  store: Store,
  feita: { titulo: string; observacao: unknown; modelo: unknown },
) {
  const { titulo, observacao, modelo } = feita;
  const criada = await store.create(tx, acting, {
    titulo: await freeTitle(tx, pesquisas, { empresaId: acting.empresaId, title: titulo, nth: (n) => ` (${n + 1})` }),
    observacao,
    ativa: true,
  });
  await amend(tx, acting, pesquisas, criada, { modelo });
  return criada.id;
}

export const daPesquisa = (acting: Acting, donoId: number) => ({ empresaId: acting.empresaId, dono: DONO, donoId });

/** The actor with the rights that they have in another company, which must let them make surveys. */
async function emOutra(tx: Tx, acting: Acting, empresaId: number): Promise<Acting> {
  const la = await actingIn(tx, acting, empresaId);
  if (!la) throw refuse.invalid([{ field: 'empresas', message: 'O registro selecionado não existe' }]);
  if (!la.can('ROLE_CAD_PESQUISA_EDITAR'))
    throw new Refusal('NAO_AUTORIZADO', `Você não pode inserir pesquisas na empresa ${la.empresaNome}.`, 403);
  return la;
}

export function pesquisasRoutes(app: FastifyInstance, { db, store }: Services): void {
  const cadastro = store(DONO);
  const edit = { authority: 'ROLE_CAD_PESQUISA_EDITAR' };
  const schema = { tags: [pesquisas.title] };

  app.post(
    `${PATH}/prontas`,
    {
      config: edit,
      schema: {
        ...schema,
        summary: 'Começar por um modelo pronto',
        response: answers(z.object({ id: z.int() }), { status: 201 }),
      },
    },
    async (request, reply) => {
      const { acting } = request;
      const { modelo } = demand(z.object({ modelo: z.enum(namesOf(modelosProntos), 'Modelo inválido') }), request.body);
      const feita = await db.tx((tx) =>
        createOnce(tx, acting, {
          key: request.headers[ONCE],
          path: `${PATH}/prontas`,
          body: request.body,
          create: async () => {
            const id = await comPerguntas(tx, acting, cadastro, { titulo: modelosProntos[modelo], observacao: null, modelo });
            await editVersion(tx, acting, daPesquisa(acting, id), (): Definicao => prontas[modelo]);
            return { id };
          },
          read: async (id) => ({ id }),
        }),
      );
      return reply.status(201).send(feita);
    },
  );

  // CALL-423: in the present company when none is said.
  app.post(
    `${PATH}/:id`,
    {
      config: edit,
      schema: {
        ...schema,
        summary: 'Clonar para empresas',
        response: answers(z.array(z.object({ empresaId: z.int(), id: z.int() })), { status: 201 }),
      },
    },
    async (request, reply) => {
      const { acting } = request;
      const id = recordIdOf(request);
      const { empresas: pedidas } = queryOf(request, { empresas: inQuery.ids.optional() });
      const { empresas } = demandForm(
        clonagem,
        pedidas ? { empresas: pedidas } : { empresas: [acting.empresaId], ...(request.body as object | null) },
        acting,
      );
      const copia = async (tx: Tx) => {
        const { titulo, observacao, modelo } = await cadastro.read(tx, acting, id);
        const { id: versao } = await latestVersion(tx, daPesquisa(acting, id));
        const copias: { empresaId: number; id: number }[] = [];
        for (const empresaId of empresas.toSorted((a, b) => a - b)) {
          const la = empresaId === acting.empresaId ? acting : await emOutra(tx, acting, empresaId);
          const nova = await comPerguntas(tx, la, cadastro, { titulo: String(titulo), observacao, modelo });
          if (versao !== 0) await copyVersion(tx, la, daPesquisa(acting, id), daPesquisa(la, nova));
          copias.push({ empresaId, id: nova });
        }
        return copias;
      };
      const pedido = { key: request.headers[ONCE], path: `${PATH}/${id}`, body: { empresas } };
      const feitas = await db.tx((tx) => createAllOnce(tx, acting, { ...pedido, create: () => copia(tx) }));
      return reply.status(201).send(feitas);
    },
  );
}
