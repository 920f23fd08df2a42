import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { fold } from '#kit/br/text.ts';
import { demandForm } from '#kit/form/demand-form.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { named, withAnswer, withoutContent } from '#kit/http/openapi.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { amend } from '#kit/store/amend.server.ts';
import { recordRef } from '#kit/store/described.server.ts';
import { answeredSave } from '#kit/store/stale.server.ts';
import { apagaCadastro } from './apagar.server.ts';
import { travaImportacoes } from './apagar-importacoes.server.ts';
import { bloqueio, unificacao } from './atos.ts';
import { candidatos } from './candidatos.registry.ts';
import { saoDuasPessoas } from './duas-pessoas.server.ts';
import { demandaSelecoesVistas } from './pendencias.server.ts';
import { previaDaRetencao } from './retencao.server.ts';
import { desfazUnificacao, unifica, unificacoesDe } from './unificar.server.ts';
import { abreCandidatos, candidatoVisivel, travaCandidaturas } from './visiveis.server.ts';

const ROOT = '/api/captacao/candidatos';
const EDITAR = 'ROLE_CAD_CANDIDATO_EDITAR';
const EXCLUIR = 'ROLE_CAD_CANDIDATO_EXCLUIR';
const schema = { tags: ['Candidatos'] };
/** Whoever was asked whether the account of the portal is of that person unites the records all the same. */
const sim = z.boolean('Valor inválido').default(false);

/** What is done with a candidate besides editing: the blocklist, one record out of two, erasure. */
export function atosDeCandidatos(app: FastifyInstance, { db, store }: Services): void {
  const registros = store('captacao/candidatos');
  const record = recordRef(app, registros.registry);
  const edit = { config: { authority: EDITAR }, schema };
  const erase = { config: { authority: EXCLUIR, frees: true as const }, schema };
  const unify = { config: { authority: EDITAR, besides: [EXCLUIR, 'ROLE_CAD_CANDIDATO'] }, schema };

  app.post(`${ROOT}/:id/bloquear`, withAnswer(edit, record), async (request) => {
    const { acting } = request;
    const id = recordIdOf(request);
    const { motivo, ate } = demandForm(bloqueio, request.body, acting);
    return db.tx(async (tx) => {
      const antes = await registros.readWhole(tx, acting, id, true);
      await amend(tx, acting, candidatos, antes, {
        bloqueado: true,
        bloqueadoAte: ate,
        motivoBloqueio: motivo,
        atualizadoEm: acting.today,
      });
      return answeredSave(tx, acting, candidatos, await registros.read(tx, acting, id));
    });
  });

  app.post(`${ROOT}/:id/desbloquear`, withAnswer(edit, record), async (request) => {
    const { acting } = request;
    const id = recordIdOf(request);
    return db.tx(async (tx) => {
      const antes = await registros.readWhole(tx, acting, id, true);
      await amend(tx, acting, candidatos, antes, {
        bloqueado: false,
        bloqueadoAte: null,
        motivoBloqueio: null,
        atualizadoEm: acting.today,
      });
      return answeredSave(tx, acting, candidatos, await registros.read(tx, acting, id));
    });
  });

  const unificacaoFeita = z.object({
    id: z.int(),
    nome: z.string(),
    quando: z.string(),
    usuario: z.string(),
    conta: z.boolean(),
    desfaz: z.boolean(),
  });
  app.get(
    `${ROOT}/:id/unificacoes`,
    withAnswer({ config: { authority: 'ROLE_CAD_CANDIDATO' }, schema }, z.array(unificacaoFeita)),
    async (request) => {
      queryOf(request, {});
      const { id } = await candidatoVisivel(db, request.acting, recordIdOf(request));
      return unificacoesDe(db, id);
    },
  );

  app.post(
    `${ROOT}/:id/unificar`,
    withAnswer(
      { ...unify, schema: { ...schema, summary: 'Unificar com outro cadastro da mesma pessoa' } },
      z.object({ id: z.int() }),
    ),
    async (request) => {
      const { acting } = request;
      const id = recordIdOf(request);
      const { outro } = demandForm(unificacao, request.body, acting);
      const confirma = demand(z.object({ confirma: sim }), request.body).confirma;
      return db.tx(async (tx) => {
        await candidatoVisivel(tx, acting, id);
        await candidatoVisivel(tx, acting, outro);
        return { id: await unifica(tx, acting, id, outro, confirma) };
      });
    },
  );

  app.post(`${ROOT}/unificacoes/:unificacaoId/desfazer`, withoutContent(unify), async (request, reply) => {
    await db.tx((tx) => desfazUnificacao(tx, request.acting, recordIdOf(request, 'unificacaoId')));
    return reply.status(204).send();
  });

  app.post(
    `${ROOT}/unificacoes/:unificacaoId/duas-pessoas`,
    withoutContent({ ...unify, schema: { ...schema, summary: 'Dizer que uma unificação foi de duas pessoas' } }),
    async (request, reply) => {
      await db.tx((tx) => saoDuasPessoas(tx, request.acting, recordIdOf(request, 'unificacaoId')));
      return reply.status(204).send();
    },
  );

  app.post(
    `${ROOT}/:id/apagar`,
    withoutContent({ ...erase, schema: { ...schema, summary: 'Apagar todos os dados de um candidato' } }),
    async (request, reply) => {
      const { acting } = request;
      const id = recordIdOf(request);
      const { nome } = demand(z.object({ nome: z.string('Digite o nome do candidato') }), request.body);
      await db.tx(
        async (tx) => {
          await candidatoVisivel(tx, acting, id);
          await travaImportacoes(tx, acting.empresaId, [id]);
          await travaCandidaturas(tx, [id]);
          const candidato = await candidatoVisivel(tx, acting, id, true);
          if (fold(nome) !== fold(candidato.nome))
            throw refuse.invalid([{ field: 'nome', message: 'O nome digitado não é o do candidato' }]);
          await demandaSelecoesVistas(tx, acting, id, 'apague os dados');
          await apagaCadastro(tx, acting, id, 'R');
        },
        { long: true },
      );
      return reply.status(204).send();
    },
  );

  app.get(
    `${ROOT}/retencao`,
    withAnswer(
      { ...erase, schema: { ...schema, summary: 'Quem a exclusão automática apagaria hoje' } },
      z.object({
        meses: z.int(),
        total: z.int(),
        bloqueados: z.int(),
        candidatos: z.array(named.extend({ atualizadoEm: z.iso.date() })),
      }),
    ),
    async (request) => {
      queryOf(request, {});
      abreCandidatos(request.acting);
      return previaDaRetencao(db, request.acting);
    },
  );
}

/** Whoever is on the list until a day leaves it on the next. */
export const LIBERA_BLOQUEIOS = sql`
  update candidatos set bloqueado = false, bloqueado_ate = null, motivo_bloqueio = null, versao = versao + 1
  where bloqueado and bloqueado_ate < hoje()`;
