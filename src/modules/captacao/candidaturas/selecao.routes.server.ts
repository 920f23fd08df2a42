import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { worldOf } from '#kit/acting/acting.server.ts';
import { namesOf } from '#kit/fields/by-name.ts';
import { recordId } from '#kit/fields/reference.ts';
import { demand } from '#kit/http/demand.server.ts';
import { named, withAnswer } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { deedsOf } from '#kit/registry/lifecycle.ts';
import { candidaturas } from './candidaturas.registry.ts';
import { aptidoes, situacoesDaCandidatura } from './codigos.ts';
import { comparacaoDe } from './comparacao.server.ts';
import { MAXIMO_DE_CANDIDATURAS, move } from './move.server.ts';
import { DAR_PARECER, fechadosDe, leSemAvaliar } from './notas.server.ts';
import { pareceres } from './pareceres.registry.ts';
import { candidatosDaColuna, idsDaColuna, selecaoDe, vagaDaSelecao, vagasDaSelecao } from './selecao.server.ts';
import { MAXIMO_DE_FINALISTAS } from './selecao.ts';
import { comparacao, daSelecao, daVaga, falha, ids, naSelecao } from './selecao.wire.server.ts';

const BASE = '/api/captacao/selecao';

/** The board of a selection: its stages, who stands in them, and moves between them. */
export function selecaoRoutes(app: FastifyInstance, { db, store }: Services): void {
  const schema = { tags: ['Candidaturas'] };
  const open = { authority: candidaturas.authority };
  const edit = { authority: `${candidaturas.authority}_EDITAR`, besides: [candidaturas.authority] };

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
      const { id, situacao } = await vagaDaSelecao(db, request.acting, recordIdOf(request));
      const { content, totalElements } = await candidatosDaColuna(db, request.acting, id, qual, { page, size });
      const world = worldOf(request.acting);
      const comAcoes = content.map((uma) => ({
        ...uma,
        acoes: deedsOf(candidaturas, { ...uma, vagaAberta: situacao === 'A' }, world),
      }));
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

  // CALL-099.
  app.get(
    '/api/captacao/solicitacoes-pessoal/:id/possui-candidato',
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
        leu: z.boolean(),
        ocultos: z.int(),
        ocultosDaEtapa: z.int(),
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
      const dados = await db.only<{ meu: number | null; leu: boolean }>(sql`
        select (select id::float8 from candidaturas_pareceres where candidatura_id = ${candidatura.id} and avaliador_id = ${acting.usuarioId}
            and etapa_seletiva_id is not distinct from ${etapa?.id ?? null}::bigint) as meu,
          exists (select 1 from candidaturas_pareceres_leituras where candidatura_id = ${candidatura.id} and usuario_id = ${acting.usuarioId}
            and etapa_seletiva_id is not distinct from ${etapa?.id ?? null}::bigint) as leu`);
      return { etapa, criterios, ...dados, ...(await fechadosDe(db, acting, candidatura.id)) };
    },
  );

  app.post(
    '/api/captacao/candidaturas/ler-pareceres',
    withAnswer(
      { config: { authority: DAR_PARECER }, schema: { ...schema, summary: 'Ler os pareceres de outros sem dar o seu' } },
      z.object({ lidas: z.int() }),
    ),
    async (request) => {
      const { acting } = request;
      const { ids: quais, soAnteriores } = demand(
        z.object({ ids: ids(MAXIMO_DE_FINALISTAS), soAnteriores: z.boolean('Valor inválido').default(false) }),
        request.body,
      );
      return db.tx(async (tx) => {
        for (const id of quais) await store('captacao/candidaturas').read(tx, acting, id);
        await leSemAvaliar(tx, acting, { ids: quais, soAnteriores });
        return { lidas: quais.length };
      });
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
}
