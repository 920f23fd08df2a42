import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { fold } from '#kit/br/text.ts';
import { containing } from '#kit/db/like.ts';
import { namedId } from '#kit/fields/bare.ts';
import { recordId } from '#kit/fields/reference.ts';
import { demand } from '#kit/http/demand.server.ts';
import { described, named, refTo, withAnswer, withoutContent } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { type ListQuery, PAGE_SIZE } from '#kit/query/list-query.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { inputOf } from '#kit/registry/registry.ts';
import { pageBody } from '#kit/routes/routes.server.ts';
import { shortAnswer } from '#kit/store/described.server.ts';
import { answered } from '#kit/store/stale.server.ts';
import { hooksFor, type Record_ } from '#kit/store/store.server.ts';
import { doColaborador } from '../talentos/do-colaborador.server.ts';
import { deTalentosVisiveis, talentosVisiveis, talentoVisivel } from '../talentos/visiveis.server.ts';
import { colaboradoresOcorrencias } from './colaboradores-ocorrencias.registry.ts';
import { ocorrenciasDo, periodoDe } from './fatias.server.ts';

export const colaboradoresOcorrenciasHooks = hooksFor(colaboradoresOcorrencias, {
  ...doColaborador,
  where: deTalentosVisiveis,
  async beforeSave(tx, { value, acting }) {
    const talento = await talentoVisivel(tx, acting, value.colaborador);
    if (value.dataIni < talento.dataAdmissao)
      throw refuse.invalid([{ field: 'dataIni', message: 'Data da ocorrência inferior à data de admissão do talento.' }]);
    if (talento.dataDesligamento !== null && value.dataIni > talento.dataDesligamento)
      throw refuse.invalid([{ field: 'dataIni', message: 'Data da ocorrência posterior à data de desligamento do talento.' }]);
    const tipo = await tx.one<{ descricao: string }>(sql`select descricao from tipos_ocorrencia where id = ${value.ocorrencia}`);
    value.resumo = `${talento.nome} – ${tipo?.descricao ?? ''}`;
  },
});

const ROOT = '/api/gestao-talentos/colaboradores-ocorrencias';

/** The calls of occurrences beyond the registry's own (document 2 §7). */
export function colaboradoresOcorrenciasRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;
  const open = { config: { authority: 'ROLE_CAD_COLABORADOR_OCORRENCIA' }, schema: { tags: ['Ocorrências do Talento'] } };

  // The talents that an occurrence may refer to: the visible ones, dismissed ones last.
  app.get(
    `${ROOT}/talentos`,
    withAnswer(open, z.array(named.extend({ matricula: z.string().nullable(), situacao: z.string() }))),
    (request) => {
      const { nome = '' } = queryOf(request, { nome: inQuery.text.optional() });
      return db.query(sql`
      select t.id, t.nome, t.matricula, t.situacao from talentos t
      where ${talentosVisiveis(request.acting)} and t.nome_ord like ${containing(fold(nome))}
      order by t.situacao, t.nome_ord, t.id limit 5000`);
    },
  );

  // Occurrences of a period by kind, with the measures taken; the most frequent first.
  const contada = z.object({ id: z.int(), descricao: z.string(), quantidade: z.int() });
  const porTipo = contada.extend({ comProvidencia: z.int(), semProvidencia: z.int(), providencias: z.array(contada) });
  app.get(`${ROOT}/por-periodo-providencias`, withAnswer(open, z.array(porTipo)), (request) => {
    const asked = periodoDe(request.query);
    return db.query(sql`
      with ocorrencias as (
        ${ocorrenciasDo(asked, request.acting)}
      ), contadas as (
        select ocorrencia_id, providencia_id, count(*)::int as n from ocorrencias group by 1, 2
      )
      select x.id, x.descricao, sum(c.n)::int as quantidade, coalesce(sum(c.n) filter (where p.id is not null), 0)::int as "comProvidencia",
        coalesce(sum(c.n) filter (where p.id is null), 0)::int as "semProvidencia",
        coalesce(json_agg(json_build_object('id', p.id, 'descricao', p.descricao, 'quantidade', c.n) order by c.n desc, p.descricao_ord)
          filter (where p.id is not null), '[]') as providencias
      from contadas c join tipos_ocorrencia x on x.id = c.ocorrencia_id left join providencias p on p.id = c.providencia_id
      group by x.id, x.descricao, x.descricao_ord order by quantidade desc, x.descricao_ord, x.id limit ${Math.min(asked.qtdItens ?? 500, 500)}`);
  });

  ocorrenciaProvidenciaRoutes(app, services);
}

const vinculoAnswer = z.object({
  id: z.int(),
  versao: z.int(),
  colaborador: named,
  ocorrencia: named,
  dataIni: z.iso.date(),
  dataFim: z.iso.date().nullable(),
  providencia: named.nullable(),
  providenciaId: z.int().nullable(),
});

/** The answer to a save. */
const gravado = z.union([vinculoAnswer, shortAnswer]);

/** The measure taken for an occurrence: `id` is the occurrence's. */
function ocorrenciaProvidenciaRoutes(app: FastifyInstance, { db, store }: Services): void {
  const root = '/api/gestao-talentos/ocorrencia-providencia';
  const schema = { tags: ['Providências da Ocorrência'] };
  const open = { config: { authority: 'ROLE_CAD_COLABORADOR_OCORRENCIA' }, schema };
  const edit = { config: { authority: 'ROLE_CAD_COLABORADOR_OCORRENCIA_EDITAR' }, schema };
  const ocorrencias = store('gestao-talentos/colaboradores-ocorrencias');
  const vinculo = ({ id, versao, colaborador, ocorrencia, dataIni, dataFim, providencia }: Record_) => ({
    id,
    versao,
    colaborador,
    ocorrencia,
    dataIni,
    dataFim,
    providencia,
    providenciaId: providencia ? namedId(providencia) : null,
  });

  const grava = (request: Parameters<typeof recordIdOf>[0], id: number, providencia: number | null) =>
    db.tx(async (tx) => {
      const { acting } = request;
      const record = await ocorrencias.read(tx, acting, id, true);
      const saved = await ocorrencias.update(tx, acting, id, { ...inputOf(ocorrencias.registry, record), providencia });
      return acting.can(ocorrencias.registry.authority) ? vinculo(saved) : answered(ocorrencias.registry, saved, acting);
    });

  const page = { allOf: [refTo('Pagina'), described(z.object({ content: z.array(vinculoAnswer) }))] };
  app.get(root, withAnswer(open, page), async (request) => {
    const { page, size, dataIni, dataFim, semProvidencia } = queryOf(request, {
      page: z
        .string('Valor inválido')
        .regex(/^\d{1,6}$/, 'Página inválida')
        .transform(Number)
        .optional(),
      size: inQuery.id.optional(),
      unpaged: inQuery.flag.optional(),
      dataIni: inQuery.date.optional(),
      dataFim: inQuery.date.optional(),
      semProvidencia: inQuery.flag.optional(),
    });
    const query: ListQuery = {
      page: page ?? 0,
      size: Math.min(size ?? PAGE_SIZE, 500),
      paged: true,
      sort: [ocorrencias.registry.sort],
      busca: '',
      where:
        dataIni || dataFim
          ? [{ field: 'dataIni', form: 'range', ...(dataIni ? { from: dataIni } : {}), ...(dataFim ? { to: dataFim } : {}) }]
          : [],
    };
    const comOuSem = semProvidencia ? sql`t.providencia_id is null` : sql`t.providencia_id is not null`;
    const found = await ocorrencias.page(db, request.acting, query, semProvidencia === undefined ? undefined : comOuSem);
    return { ...pageBody(query, found), content: found.content.map(vinculo) };
  });
  app.get(`${root}/:id`, withAnswer(open, vinculoAnswer), async (request) => {
    queryOf(request, {});
    return vinculo(await ocorrencias.read(db, request.acting, recordIdOf(request)));
  });
  app.post(root, withAnswer(edit, gravado, { status: 201 }), async (request, reply) => {
    const { colaboradorOcorrenciaId, providenciaId } = demand(
      z.object({
        colaboradorOcorrenciaId: recordId,
        providenciaId: recordId,
      }),
      request.body,
    );
    return reply.status(201).send(await grava(request, colaboradorOcorrenciaId, providenciaId));
  });
  app.put(`${root}/:id`, withAnswer(edit, gravado), (request) => {
    const { providenciaId } = demand(z.object({ providenciaId: recordId.nullable() }), request.body);
    return grava(request, recordIdOf(request), providenciaId);
  });
  app.delete(`${root}/:id`, withoutContent(edit, 'removida'), async (request, reply) => {
    await grava(request, recordIdOf(request), null);
    return reply.status(204).send();
  });
}
