import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { type Acting, worldOf } from '#kit/acting/acting.server.ts';
import { namesOf } from '#kit/fields/by-name.ts';
import { recordId } from '#kit/fields/reference.ts';
import { demand } from '#kit/http/demand.server.ts';
import { download, named, withAnswer } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { deedsOf } from '#kit/registry/lifecycle.ts';
import { candidatosVisiveis } from '../candidatos/visiveis.server.ts';
import { solicitacoesVisiveis } from '../solicitacoes/visiveis.server.ts';
import { candidaturas } from './candidaturas.registry.ts';
import { aptidoes, situacoesDaCandidatura } from './codigos.ts';
import { comparacaoDe } from './comparacao.server.ts';
import { entrevistas } from './entrevistas.registry.ts';
import { type EntrevistaLida, icsDaEntrevista } from './ics.server.ts';
import { inscreve } from './inscreve.server.ts';
import { MAXIMO_DE_CANDIDATURAS, move } from './move.server.ts';
import { pareceres } from './pareceres.registry.ts';
import { candidatosDaColuna, idsDaColuna, selecaoDe, vagaDaSelecao, vagasDaSelecao } from './selecao.server.ts';
import { MAXIMO_DE_CANDIDATOS, MAXIMO_DE_FINALISTAS } from './selecao.ts';

const BASE = '/api/captacao/selecao';
const SOLICITACOES = '/api/captacao/solicitacoes-pessoal';

const daVaga = z.object({
  id: z.int(),
  descricao: z.string(),
  situacao: z.enum(['A', 'S', 'E', 'C']),
  status: z.enum(['I', 'A', 'R']),
  area: z.string().nullable(),
  quantidade: z.int(),
  preenchidas: z.int(),
  emSelecao: z.int(),
});
const daSelecao = z.object({
  vaga: daVaga,
  etapas: z.array(z.object({ id: z.int().nullable(), nome: z.string(), total: z.int() })),
  encerradas: z.object({ N: z.int(), D: z.int(), C: z.int() }),
  ultimo: z.int(),
});
const naSelecao = z.object({
  id: z.int(),
  versao: z.int(),
  candidato: named,
  foto: z.object({ id: z.int() }).nullable(),
  cidade: z.string().nullable(),
  etapa: z.int().nullable(),
  situacao: z.enum(namesOf(situacoesDaCandidatura)),
  origem: z.enum(['P', 'R', 'I']),
  inscritaEm: z.any(),
  etapaDesde: z.any(),
  respostaAte: z.iso.date().nullable(),
  apto: z.enum(namesOf(aptidoes)),
  pareceres: z.int(),
  anotacoes: z.int(),
  entrevista: z.object({ data: z.string(), hora: z.string() }).nullable(),
  acoes: z.array(z.string()),
});
const falha = z.object({ id: z.int(), nome: z.string(), motivo: z.string(), etapa: named.nullable() });
const feitos = z.object({ feitos: z.int(), falhas: z.array(z.object({ id: z.int(), nome: z.string(), message: z.string() })) });

const comparacao = z.object({
  vaga: z.object({ id: z.int(), descricao: z.string() }),
  criterios: z.array(z.string()),
  competencias: z.array(z.object({ nome: z.string(), exigido: z.number() })),
  niveis: z.array(z.object({ ordem: z.int(), descricao: z.string() })),
  finalistas: z.array(
    z.object({
      id: z.int(),
      candidato: named,
      foto: z.object({ id: z.int() }).nullable(),
      etapa: named.nullable(),
      situacao: z.enum(namesOf(situacoesDaCandidatura)),
      cidade: z.string().nullable(),
      pretencaoSalarial: z.number().nullable(),
      escolaridade: z.string().nullable(),
      formacoes: z.array(z.string()),
      idiomas: z.array(z.string()),
      experiencias: z.array(z.string()),
      mesesDeExperiencia: z.int(),
      conhecimentosPedidos: z.int(),
      conhecimentos: z.array(z.string()),
      media: z.number().nullable(),
      recomendacoes: z.object({ S: z.int(), I: z.int(), N: z.int() }),
      ocultos: z.int(),
      criterios: z.array(z.number().nullable()),
      competencias: z.array(z.number().nullable()),
    }),
  ),
});

const naoVazia = 'Selecione ao menos um candidato';
const muitos = (maximo: number) => `Selecione no máximo ${maximo.toLocaleString('pt-BR')} candidatos`;
const ids = (maximo: number) => z.array(recordId, naoVazia).min(1, naoVazia).max(maximo, muitos(maximo));

/** The board of a selection, and the ways into it. */
export function selecaoRoutes(app: FastifyInstance, { db, store, address }: Services): void {
  const schema = { tags: ['Candidaturas'] };
  const open = { authority: candidaturas.authority };
  const edit = { authority: `${candidaturas.authority}_EDITAR` };

  app.get(
    `${BASE}/vagas`,
    withAnswer({ config: open, schema: { ...schema, summary: 'As vagas que têm seleção' } }, z.array(daVaga)),
    (request) => {
      queryOf(request, {});
      return vagasDaSelecao(db, request.acting);
    },
  );

  app.get(
    `${BASE}/:id`,
    withAnswer({ config: open, schema: { ...schema, summary: 'A seleção de uma vaga, etapa por etapa' } }, daSelecao),
    (request) => {
      queryOf(request, {});
      return selecaoDe(db, request.acting, recordIdOf(request));
    },
  );

  const coluna = {
    etapa: inQuery.id.optional(),
    situacao: z.enum(namesOf(situacoesDaCandidatura)).optional(),
    busca: inQuery.text.optional(),
  };

  app.get(
    `${BASE}/:id/candidatos`,
    withAnswer(
      { config: open, schema: { ...schema, summary: 'Os candidatos de uma etapa da seleção' } },
      z.object({ content: z.array(naSelecao), totalElements: z.int(), totalPages: z.int(), number: z.int(), size: z.int() }),
    ),
    async (request) => {
      const {
        page = 0,
        size = 50,
        ...qual
      } = queryOf(request, {
        ...coluna,
        page: inQuery.id.refine((page) => page <= 10_000, 'Valor inválido').optional(),
        size: inQuery.id.refine((size) => size >= 1 && size <= 100, 'Valor inválido').optional(),
      });
      const { id } = await vagaDaSelecao(db, request.acting, recordIdOf(request));
      const { content, totalElements } = await candidatosDaColuna(db, id, qual, { page, size });
      const world = worldOf(request.acting);
      const comAcoes = content.map((uma) => ({ ...uma, acoes: deedsOf(candidaturas, uma, world) }));
      return { content: comAcoes, totalElements, totalPages: Math.ceil(totalElements / size), number: page, size };
    },
  );

  app.get(
    `${BASE}/:id/ids`,
    withAnswer(
      { config: open, schema: { ...schema, summary: 'As candidaturas de uma etapa, para mover todas' } },
      z.array(z.int()),
    ),
    async (request) => {
      const qual = queryOf(request, coluna);
      const { id } = await vagaDaSelecao(db, request.acting, recordIdOf(request));
      return idsDaColuna(db, id, qual, MAXIMO_DE_CANDIDATURAS);
    },
  );

  app.post(
    `${BASE}/:id/mover`,
    withAnswer(
      { config: edit, schema: { ...schema, summary: 'Mover candidatos de etapa' } },
      z.object({ movidas: z.array(z.int()), falhas: z.array(falha) }),
    ),
    async (request) => {
      const destino = demand(
        z.object({
          ids: ids(MAXIMO_DE_CANDIDATURAS),
          etapaId: recordId.nullable(),
          de: recordId.nullable().optional(),
          observacao: z
            .string()
            .max(4_000, 'O texto deve ter no máximo 4000 caracteres')
            .refine((texto) => !texto.includes('\0') && texto.isWellFormed(), 'Valor inválido')
            .nullable()
            .optional(),
          apto: z.enum(namesOf(aptidoes), 'Valor inválido').optional(),
        }),
        request.body,
      );
      return db.tx(async (tx) => {
        const { id } = await vagaDaSelecao(tx, request.acting, recordIdOf(request));
        const daqui = await tx.query<{ id: number }>(
          sql`select id from candidaturas where solicitacao_id = ${id} and id = any(${destino.ids}::bigint[])`,
        );
        if (daqui.length === 0) throw refuse.notFound();
        const movimento = await move(
          tx,
          request.acting,
          daqui.map((uma) => uma.id),
          destino,
        );
        const [primeira] = movimento.falhas;
        if (movimento.movidas.length === 0 && primeira)
          throw new Refusal('CANDIDATO_NAO_MOVIDO', primeira.motivo, 409, { falhas: movimento.falhas });
        return movimento;
      });
    },
  );

  /** Each of them alone: one who may not enter keeps nobody else out. */
  async function vincula(
    acting: Acting,
    pares: readonly { solicitacaoId: number; candidatoId: number; quem: 'candidato' | 'vaga' }[],
  ) {
    const falhas: { id: number; nome: string; message: string }[] = [];
    for (const { solicitacaoId, candidatoId, quem } of pares)
      try {
        await db.tx((tx) => inscreve(tx, acting, { solicitacaoId, candidatoId, origem: 'R' }));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const id = quem === 'candidato' ? candidatoId : solicitacaoId;
        const nome = await db.one<{ nome: string }>(
          quem === 'candidato'
            ? sql`select t.nome from candidatos t where t.id = ${id} and ${candidatosVisiveis(acting)}`
            : sql`select s.descricao as nome from solicitacoes_pessoal s where s.id = ${id} and s.empresa_id = ${acting.empresaId} and ${solicitacoesVisiveis(acting) ?? sql`true`}`,
        );
        falhas.push({ id, nome: nome?.nome ?? '', message: error.message });
      }
    return { feitos: pares.length - falhas.length, falhas };
  }

  // CALL-111: candidates into the selection of a request. One or several.
  app.post(
    `${SOLICITACOES}/candidato/:id`,
    withAnswer({ config: edit, schema: { ...schema, summary: 'Vincular candidatos a uma vaga' } }, feitos),
    async (request) => {
      const { candidatosIds } = demand(z.object({ candidatosIds: ids(MAXIMO_DE_CANDIDATOS) }), request.body);
      const { id: solicitacaoId } = await vagaDaSelecao(db, request.acting, recordIdOf(request));
      return vincula(
        request.acting,
        [...new Set(candidatosIds)].map((candidatoId) => ({ solicitacaoId, candidatoId, quem: 'candidato' as const })),
      );
    },
  );

  // CALL-096, SCR-341: one candidate into the selections of several requests.
  app.post(
    '/api/captacao/candidatos/:id/solicitacoes',
    withAnswer({ config: edit, schema: { ...schema, summary: 'Vincular um candidato a vagas' } }, feitos),
    async (request) => {
      const nenhuma = 'Solicitações disponíveis é obrigatório';
      const candidatoId = recordIdOf(request);
      const body = demand(
        z.object({
          empresaId: recordId.optional(),
          candidatoId: recordId.optional(),
          solicitacoesIds: z.array(recordId, nenhuma).min(1, nenhuma).max(100, 'Selecione no máximo 100 vagas'),
        }),
        request.body,
      );
      const { acting } = request;
      if (body.empresaId !== undefined && body.empresaId !== acting.empresaId) throw refuse.notFound();
      if (body.candidatoId !== undefined && body.candidatoId !== candidatoId) throw refuse.notFound();
      await store('captacao/candidatos').read(db, acting, candidatoId);
      return vincula(
        acting,
        [...new Set(body.solicitacoesIds)].map((solicitacaoId) => ({ solicitacaoId, candidatoId, quem: 'vaga' as const })),
      );
    },
  );

  // CALL-109, CALL-110: the requests that take candidates; for one of them, those where they are not yet.
  const disponivel = z.object({ id: z.int(), descricao: z.string(), area: z.string().nullable(), quantidade: z.int() });
  const disponiveis = (acting: Acting, candidatoId: number | undefined) =>
    db.query(sql`
      select s.id, s.descricao, a.nome as area, s.quantidade from solicitacoes_pessoal s
      left join areas_organizacionais a on a.id = s.area_organizacional_id
      where s.empresa_id = ${acting.empresaId} and s.situacao = 'A' and s.status = 'A' and ${solicitacoesVisiveis(acting) ?? sql`true`}
        and not exists (select 1 from candidaturas c where c.solicitacao_id = s.id and c.candidato_id = ${candidatoId ?? null}::bigint and c.situacao in ('A', 'C'))
      order by s.descricao_ord, s.id limit 1000`);
  for (const path of [`${SOLICITACOES}/candidato`, `${SOLICITACOES}/candidato/:empresaId`])
    app.get(
      path,
      withAnswer({ config: open, schema: { ...schema, summary: 'As vagas que recebem candidatos' } }, z.array(disponivel)),
      (request) => {
        const { candidatoId } = queryOf(request, { candidatoId: inQuery.id.optional() });
        if (path.endsWith(':empresaId') && recordIdOf(request, 'empresaId') !== request.acting.empresaId) throw refuse.notFound();
        return disponiveis(request.acting, candidatoId);
      },
    );

  // CALL-099.
  app.get(
    `${SOLICITACOES}/:id/possui-candidato`,
    withAnswer(
      { config: open, schema: { ...schema, summary: 'Se alguém está na seleção da vaga' } },
      z.object({ possuiCandidato: z.boolean() }),
    ),
    async (request) => {
      queryOf(request, {});
      const { id } = await vagaDaSelecao(db, request.acting, recordIdOf(request));
      return db.only(sql`select exists (select 1 from candidaturas where solicitacao_id = ${id}) as "possuiCandidato"`);
    },
  );

  // What the acting user is to look at, and whether others have given their opinion already.
  app.get(
    '/api/captacao/candidaturas/:id/parecer',
    withAnswer(
      { config: { authority: pareceres.authority }, schema: { ...schema, summary: 'O que avaliar no candidato nesta etapa' } },
      z.object({
        etapa: named.nullable(),
        criterios: z.array(z.object({ nome: z.string(), peso: z.int() })),
        meu: z.int().nullable(),
        ocultos: z.int(),
      }),
    ),
    async (request) => {
      queryOf(request, {});
      const { acting } = request;
      const candidatura = await store('captacao/candidaturas').read(db, acting, recordIdOf(request));
      const etapa = (candidatura.etapaSeletiva as { id: number; nome: string } | null) ?? null;
      const criterios = await db.query<{ nome: string; peso: number }>(
        sql`select nome, peso from etapas_seletivas_criterios where registro_id = ${etapa?.id ?? null}::bigint order by ordem`,
      );
      const dados = await db.only<{ meu: number | null; outros: number }>(sql`
        select (min(id) filter (where avaliador_id = ${acting.usuarioId}))::float8 as meu, (count(*) filter (where avaliador_id <> ${acting.usuarioId}))::int as outros
        from candidaturas_pareceres where candidatura_id = ${candidatura.id} and etapa_seletiva_id is not distinct from ${etapa?.id ?? null}::bigint`);
      const esconde = dados.meu === null && candidatura.situacao === 'A';
      return { etapa, criterios, meu: dados.meu, ocultos: esconde ? dados.outros : 0 };
    },
  );

  app.get(
    `${BASE}/:id/comparacao`,
    withAnswer({ config: open, schema: { ...schema, summary: 'Finalistas lado a lado' } }, comparacao),
    (request) => {
      const { ids: quais } = queryOf(request, { ids: inQuery.ids });
      if (quais.length === 0 || quais.length > MAXIMO_DE_FINALISTAS)
        throw refuse.invalid([{ field: 'ids', message: `Compare de 1 a ${MAXIMO_DE_FINALISTAS} candidatos` }]);
      return comparacaoDe(db, request.acting, recordIdOf(request), quais);
    },
  );

  app.get(
    '/api/captacao/entrevistas/:id/ics',
    {
      config: { authority: entrevistas.authority },
      schema: { ...schema, summary: 'A entrevista como arquivo de calendário', response: { 200: download(['ics']) } },
    },
    async (request, reply) => {
      queryOf(request, {});
      const entrevista = await store('captacao/entrevistas').show(db, request.acting, recordIdOf(request));
      return reply
        .type('text/calendar; charset=utf-8')
        .header('Content-Disposition', 'attachment; filename="entrevista.ics"')
        .send(
          icsDaEntrevista(
            { ...(entrevista as typeof entrevista & EntrevistaLida), resumo: `Entrevista com ${String(entrevista.resumo)}` },
            address(`/captacao/entrevistas/${entrevista.id}`),
          ),
        );
    },
  );

  app.get(
    '/api/captacao/candidaturas/:id/emails',
    withAnswer(
      { config: open, schema: { ...schema, summary: 'O que se escreveu ao candidato' } },
      z.array(z.object({ id: z.int(), assunto: z.string(), quem: z.string().nullable(), enviadoEm: z.any() })),
    ),
    async (request) => {
      queryOf(request, {});
      const { id } = await store('captacao/candidaturas').read(db, request.acting, recordIdOf(request));
      return db.query(sql`
        select id::float8 as id, assunto, quem, enviado_em as "enviadoEm" from candidaturas_emails where candidatura_id = ${id} order by id desc limit 500`);
    },
  );

  // CALL-093: what happened to a candidate, in every selection that the actor sees.
  app.get(
    '/api/captacao/historico/candidato/:id',
    withAnswer(
      { config: open, schema: { ...schema, summary: 'O histórico de um candidato' } },
      z.array(
        z.object({
          id: z.int(),
          candidatura: z.int(),
          solicitacao: named,
          etapaSeletiva: named.nullable(),
          data: z.iso.date(),
          responsavel: z.string().nullable(),
          apto: z.enum(namesOf(aptidoes)),
          observacao: z.string().nullable(),
        }),
      ),
    ),
    async (request) => {
      queryOf(request, {});
      const { acting } = request;
      const { id } = await store('captacao/candidatos').read(db, acting, recordIdOf(request));
      return db.query(sql`
        select h.id, h.candidatura_id as candidatura, json_build_object('id', s.id, 'nome', s.descricao) as solicitacao,
          case when e.id is not null then json_build_object('id', e.id, 'nome', e.nome) end as "etapaSeletiva",
          h.data, h.responsavel, h.apto, h.observacao
        from candidatos_historicos h join solicitacoes_pessoal s on s.id = h.solicitacao_id
        left join etapas_seletivas e on e.id = h.etapa_seletiva_id
        where h.candidato_id = ${id} and h.empresa_id = ${acting.empresaId} and ${solicitacoesVisiveis(acting) ?? sql`true`}
        order by h.data desc, h.id desc limit 1000`);
    },
  );
}
