import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { namedId } from '#kit/fields/bare.ts';
import { recordId } from '#kit/fields/reference.ts';
import { tellSaved } from '#kit/history/reading.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, described, named, withAnswer } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { recordRef, staleAnswer } from '#kit/store/described.server.ts';
import { answered, tellStale } from '#kit/store/stale.server.ts';
import type { Record_ } from '#kit/store/store.server.ts';
import { anuncios } from '../anuncios/anuncios.registry.ts';
import { DA_VEZ, PENDENTE, possoDecidir } from './aprovacao.server.ts';
import { situacoesDaAprovacao } from './codigos.ts';
import { dizLimite, limiteDaVaga } from './limite.server.ts';
import { solicitacoesPessoal } from './solicitacoes-pessoal.registry.ts';
import { APROVAR } from './transicoes.ts';

const PATH = 'captacao/solicitacoes-pessoal';
const BASE = `/api/${PATH}`;
const { authority } = solicitacoesPessoal;
const ABRIR = { authority };
const EDITAR = { authority: `${authority}_EDITAR` };
const tags = ['Solicitações de Pessoal'];

const limite = z.object({
  permitido: z.boolean(),
  mensagem: z.string().nullable(),
  limite: z.int().nullable(),
  ocupados: z.int().nullable(),
  pedidas: z.int().nullable(),
});

const etapa = z.object({
  id: z.int(),
  ordem: z.int(),
  nome: z.string(),
  situacao: z.enum(Object.keys(situacoesDaAprovacao) as [keyof typeof situacoesDaAprovacao]),
  daVez: z.boolean(),
  posso: z.boolean(),
  quem: z.string().nullable(),
  substituto: z.string().nullable(),
  prazo: z.string().nullable(),
  decididaPor: z.string().nullable(),
  decididaEm: z.string().nullable(),
  observacao: z.string().nullable(),
});

/** The calls of the specification beside those of every registry (CALL-097 to 108, 112). */
export function solicitacoesRoutes(app: FastifyInstance, services: Services): void {
  const { db, store } = services;
  const solicitacoes = store(PATH);
  const { registry } = solicitacoes;
  const record = recordRef(app, registry);

  /** Answers 404 for a request that the actor does not see. */
  const vista = (request: FastifyRequest, id = recordIdOf(request)) => solicitacoes.read(db, request.acting, id);

  // CALL-100 to 105: other addresses of the transitions; those that the specification writes without an id take it in the body.
  const moves = (request: FastifyRequest, id: number, name: string, input: unknown): Promise<Record_> =>
    db
      .tx(async (tx) =>
        tellSaved(
          tx,
          request.acting,
          registry,
          answered(registry, await solicitacoes.transition(tx, request.acting, id, name, input), request.acting),
        ),
      )
      .catch(tellStale(db, request.acting, registry))
      .then((moved) => answered(registry, moved, request.acting));
  const body = { type: 'object', additionalProperties: true };
  const response = { 200: { description: 'a solicitação', ...record }, 409: staleAnswer(record) };
  const muda = (caminho: string, transicao: string, config: { authority: string }) =>
    app.put(`${BASE}/:id/${caminho}`, { config, schema: { tags, body, response } }, (request) => {
      queryOf(request, {});
      return moves(request, recordIdOf(request), transicao, request.body ?? {});
    });
  muda('suspende', 'suspender', EDITAR);
  muda('cancela', 'cancelar', EDITAR);
  muda('libera', 'liberar', EDITAR);
  muda('encerra', 'encerrar', EDITAR);
  muda('reabre', 'reabrir', EDITAR);
  for (const [caminho, transicao] of [
    ['encerra', 'encerrar'],
    ['reabre', 'reabrir'],
  ] as const)
    app.put(`${BASE}/${caminho}`, { config: EDITAR, schema: { tags, body, response } }, (request) => {
      queryOf(request, {});
      const { id } = demand(z.looseObject({ id: recordId }), request.body);
      return moves(request, id, transicao, request.body);
    });

  const novoStatus = z.looseObject({ status: z.enum(['I', 'A', 'R'], 'Status é obrigatório') });
  const transicaoDo = { I: 'analisar', A: 'aprovar', R: 'reprovar' } as const;
  app.put(
    `${BASE}/:id/status`,
    {
      config: { authority: APROVAR, besides: [authority] },
      schema: { tags, summary: 'Mudar o status', body: described(novoStatus), response },
    },
    (request) => {
      queryOf(request, {});
      const { status } = demand(novoStatus, request.body);
      return moves(request, recordIdOf(request), transicaoDo[status], request.body);
    },
  );

  app.get(
    `${BASE}/:id/bairros`,
    withAnswer({ config: ABRIR, schema: { tags, summary: 'Bairros' } }, z.array(named)),
    async (request) => {
      queryOf(request, {});
      const { id } = await vista(request);
      return db.query(sql`
        select b.id, b.nome from solicitacoes_pessoal_bairros l join bairros b on b.id = l.alvo_id where l.registro_id = ${id} order by l.ordem`);
    },
  );

  app.get(
    `${BASE}/:id/existe-competencia-respondida`,
    withAnswer({ config: ABRIR, schema: { tags, summary: 'Há competências respondidas' } }, z.object({ existe: z.boolean() })),
    async (request) => {
      queryOf(request, {});
      const { id } = await vista(request);
      return db.only(sql`
        select exists (select from candidaturas_competencias n join candidaturas c on c.id = n.candidatura_id
          where c.solicitacao_id = ${id}) as existe`);
    },
  );

  // CALL-107, 108: as they are written, and below the request.
  const anuncio = z.object({
    id: z.int(),
    titulo: z.string(),
    exibirModuloExterno: z.boolean(),
    dataIni: z.string().nullable(),
    dataFim: z.string().nullable(),
  });
  const avaliacao = z.object({ id: z.int(), titulo: z.string() });
  const anunciosDe = (id: number) =>
    db.query<z.output<typeof anuncio>>(sql`
      select a.id, a.titulo, a.exibir_modulo_externo as "exibirModuloExterno", a.data_ini::text as "dataIni", a.data_fim::text as "dataFim"
      from anuncios_vagas a where a.solicitacao_id = ${id} order by a.id desc`);
  const avaliacoesDe = (id: number) =>
    db.query<z.output<typeof avaliacao>>(sql`
      select m.id, m.titulo from solicitacoes_pessoal_avaliacoes l join modelos_avaliacao_candidato m on m.id = l.alvo_id
      where l.registro_id = ${id} order by l.ordem`);
  const querystring = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };
  for (const [caminho, summary, schema, config, find] of [
    ['anuncio', 'Anúncios', anuncio, { authority: anuncios.authority }, anunciosDe],
    ['avaliacoes', 'Avaliações', avaliacao, ABRIR, avaliacoesDe],
  ] as const) {
    const response = answers(z.array(schema));
    app.get(`${BASE}/:id/${caminho}`, { config, schema: { tags, summary, response } }, async (request) => {
      queryOf(request, {});
      return find((await vista(request)).id);
    });
    app.get(`${BASE}/${caminho}`, { config, schema: { tags, summary, querystring, response } }, async (request) =>
      find((await vista(request, queryOf(request, { id: inQuery.id }).id)).id),
    );
  }

  app.post(
    `${BASE}/validarLimiteCargo/:id`,
    {
      config: EDITAR,
      schema: { tags, summary: 'O que o limite do cargo deixa à solicitação', response: answers(limite) },
    },
    async (request) => {
      queryOf(request, {});
      const pedido = await vista(request);
      const achado = await limiteDaVaga(db, request.acting, {
        id: pedido.id,
        faixaSalarialId: namedId(pedido.faixaSalarial) ?? null,
        areaOrganizacionalId: namedId(pedido.areaOrganizacional) ?? null,
        quantidade: Number(pedido.quantidade),
        substituidos: (pedido.colaboradoresSubstituidos as unknown[]).length,
      });
      if (!achado) return { permitido: true, mensagem: null, limite: null, ocupados: null, pedidas: null };
      const { limite: maximo, ocupados, pedidas, excede } = achado;
      return { permitido: !excede, mensagem: excede ? dizLimite(achado) : null, limite: maximo, ocupados, pedidas };
    },
  );

  app.get(
    `${BASE}/:id/aprovacoes`,
    withAnswer({ config: ABRIR, schema: { tags, summary: 'Etapas da aprovação' } }, z.array(etapa)),
    async (request) => {
      queryOf(request, {});
      const { id } = await vista(request);
      return db.query(sql`
        select a.id, a.ordem, a.nome, a.situacao, s.status = 'I' and s.situacao = 'A' and (${PENDENTE}) as "daVez",
          s.status = 'I' and s.situacao = 'A' and ${request.acting.can(APROVAR)} and (${PENDENTE}) and coalesce(${possoDecidir(request.acting)}, false) as posso,
          case a.quem when 'A' then 'Quem responde pela área'
            else (select string_agg(u.nome, ', ' order by u.nome) from usuarios u where u.id = any(a.usuarios)) end as quem,
          (select u.nome from usuarios u where u.id = a.substituto_id) as substituto, a.prazo::text as prazo,
          (select u.nome from usuarios u where u.id = a.decidida_por) as "decididaPor",
          to_char(a.decidida_em at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "decididaEm", a.observacao
        from solicitacoes_pessoal_aprovacoes a join solicitacoes_pessoal s on s.id = a.solicitacao_id
        where s.id = ${id} and ${DA_VEZ} order by a.ordem`);
    },
  );

  // CALL-094
  app.get(
    '/api/captacao/motivos-solicitacao/options',
    withAnswer(
      {
        config: forUsers,
        schema: { tags: ['Motivos de Solicitação'], summary: 'Motivos para escolher' },
      },
      z.array(z.object({ id: z.int(), descricao: z.string() })),
    ),
    (request) => {
      queryOf(request, {});
      return db.query(sql`
        select id, descricao from motivos_solicitacao where empresa_id = ${request.acting.empresaId} order by descricao_ord, id limit 1000`);
    },
  );
}
