import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { accepted } from '#kit/form/accepted.ts';
import { named, withAnswer } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { rowsIn } from '#kit/registry/record.ts';
import { bodyOf } from '#kit/routes/routes.server.ts';
import { recordRef } from '#kit/store/described.server.ts';
import { answered } from '#kit/store/stale.server.ts';
import { anulaHistoricos, nomeDoPrevisto, podeAnular, previstosDepoisDe } from '../talentos/anulacao.server.ts';
import { estabilidadeVista } from '../talentos/estabilidade.server.ts';
import { talentoVisivel } from '../talentos/visiveis.server.ts';
import { avisoDaEstabilidade } from './desligamentos.rules.ts';
import { desligamentoVigente } from './desligamentos.server.ts';
import type { PreviaDoDesligamento } from './desligar.ts';
import { opcoesDe } from './perguntas.rules.ts';

const TALENTOS = '/api/gestao-talentos/talentos';

const entrevista = z.object({
  colaborador: named,
  dataDesligamento: z.iso.date().nullable(),
  desligamento: z.object({ id: z.int(), status: z.string(), data: z.iso.date() }).nullable(),
  modelo: z
    .object({
      id: z.int(),
      titulo: z.string(),
      observacao: z.string().nullable(),
      perguntas: z.array(z.looseObject({ id: z.int(), ordem: z.int(), respostas: z.array(z.object({ texto: z.string() })) })),
    })
    .nullable(),
  respondida: z.boolean(),
});

/** Calls from the talent to a dismissal and back, and to the exit interview. */
export function desligamentosRoutes(app: FastifyInstance, { db, store }: Services): void {
  const schema = { tags: ['Desligamentos'] };
  const open = { config: { authority: 'ROLE_CAD_DESLIGAMENTO' }, schema };
  const confirm = { config: { authority: 'ROLE_CONFIRMAR_DESLIGAMENTO' }, schema };
  const desligamentos = store('gestao-talentos/desligamentos');

  // Requests and confirms in one call, for users who may do both.
  const desligamento = recordRef(app, desligamentos.registry);
  app.post(`${TALENTOS}/:id/desligar`, withAnswer(confirm, desligamento, { status: 201 }), async (request, reply) => {
    if (!request.acting.can('ROLE_CAD_DESLIGAMENTO_EDITAR')) throw refuse.forbidden();
    const body = { ...bodyOf(request), colaborador: recordIdOf(request) };
    const saved = await db.tx(async (tx) => {
      const { data } = accepted(desligamentos.registry.fields, body);
      if ('anularPrevistos' in body && body.anularPrevistos === true && typeof data === 'string') {
        const talento = await talentoVisivel(tx, request.acting, recordIdOf(request), true);
        if (!podeAnular(request.acting, await previstosDepoisDe(tx, talento.id, data)))
          throw new Refusal(
            'NAO_AUTORIZADO',
            'Para anular o que vem depois deste dia é preciso poder alterar talentos e, no que um realinhamento escreveu, cancelar reajustes.',
            403,
          );
        await anulaHistoricos(tx, request.acting, talento.id, sql`h.data > ${data}::date`);
      }
      const created = await desligamentos.create(tx, request.acting, body);
      return created.status === 'U' ? desligamentos.transition(tx, request.acting, created.id, 'confirmar') : created;
    });
    return reply.status(201).send(answered(desligamentos.registry, saved, request.acting));
  });

  // What stands against the day, and what could be annulled with it.
  const previa = z.object({
    podeAnular: z.boolean(),
    previstos: z.array(z.object({ data: z.iso.date(), nome: z.string() })),
    avisos: z.array(z.string()),
    futura: z.boolean(),
  });
  app.get(`${TALENTOS}/:id/desligar/previa`, withAnswer(open, previa), async (request): Promise<PreviaDoDesligamento> => {
    const { acting } = request;
    const { data = acting.today } = queryOf(request, { data: inQuery.date.optional() });
    const talento = await talentoVisivel(db, acting, recordIdOf(request));
    const estabilidade = avisoDaEstabilidade(await estabilidadeVista(db, acting, talento.id, data));
    const previstos = await previstosDepoisDe(db, talento.id, data);
    return {
      podeAnular: podeAnular(acting, previstos),
      previstos: previstos.map((previsto) => ({ data: previsto.data, nome: nomeDoPrevisto(previsto) })),
      avisos: estabilidade === undefined ? [] : [estabilidade],
      futura: data > acting.today,
    };
  });
  app.post(`${TALENTOS}/:id/cancelar-desligamento`, withAnswer(confirm, desligamento), (request) =>
    db.tx(async (tx) => {
      const { acting } = request;
      const talento = await talentoVisivel(tx, acting, recordIdOf(request), true);
      const aberto = await desligamentoVigente(tx, talento.id);
      if (!aberto) throw refuse.notFound();
      return answered(desligamentos.registry, await desligamentos.transition(tx, acting, aberto.id, 'cancelar'), acting);
    }),
  );

  // The questions for the talent: the model of the dismissal, or the only active one. There are no answers before the survey
  // engine exists.
  app.get(`${TALENTOS}/:id/entrevista-desligamento`, withAnswer(open, entrevista), async (request) => {
    queryOf(request, {});
    const talento = await talentoVisivel(db, request.acting, recordIdOf(request));
    const vigente = (await desligamentoVigente(db, talento.id)) ?? null;
    const ativos = await db.query<{ id: number }>(
      sql`select id from modelos_entrevista_desligamento where empresa_id = ${request.acting.empresaId} and ativa order by id limit 2`,
    );
    const escolhido = vigente?.modelo ?? (ativos.length === 1 ? (ativos[0]?.id ?? null) : null);
    return {
      colaborador: { id: talento.id, nome: talento.nome },
      dataDesligamento: talento.dataDesligamento,
      desligamento: vigente && { id: vigente.id, status: vigente.status, data: vigente.data },
      modelo: escolhido === null ? null : await modeloDe(request, escolhido),
      respondida: false,
    };
  });

  async function modeloDe(request: FastifyRequest, id: number) {
    const modelo = await store('gestao-talentos/modelos-entrevista-desligamento').read(db, request.acting, id);
    const perguntas = rowsIn(modelo, 'perguntas');
    return {
      id,
      titulo: modelo.titulo,
      observacao: modelo.observacao,
      perguntas: perguntas.map(({ opcoes, ...pergunta }, index) => ({
        ...pergunta,
        ordem: index + 1,
        respostas: opcoesDe(typeof opcoes === 'string' ? opcoes : null).map((texto) => ({ texto })),
      })),
    };
  }
}
