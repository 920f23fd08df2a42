import type { FastifyInstance } from 'fastify';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import { namesOf } from '#kit/fields/by-name.ts';
import { download, named, withAnswer } from '#kit/http/openapi.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { solicitacoesVisiveis } from '../solicitacoes/visiveis.server.ts';
import { candidaturas } from './candidaturas.registry.ts';
import { aptidoes } from './codigos.ts';
import { entrevistas } from './entrevistas.registry.ts';
import { type EntrevistaLida, icsDaEntrevista } from './ics.server.ts';

/** The newest of what HR wrote is answered whole, so many bytes of it; what is older begins only. */
const INTEIRAS = 1_500_000;
const COMECO = 300;
/** As many letters, or steps, as are answered: the newest. */
const MAIS = 500;

/** Over the newest first: a text, or its beginning where those before it are long already. */
const aosPoucos = (texto: Sql, ordem: Sql): Sql => sql`
  case when sum(octet_length(${texto})) over (order by ${ordem}) > ${INTEIRAS} and length(${texto}) > ${COMECO}
    then left(${texto}, ${COMECO}) || ' […]' else ${texto} end`;

/** What was done about one candidate: the interview as a calendar file, the letters and the history. */
export function doCandidatoRoutes(app: FastifyInstance, { db, store, address }: Services): void {
  const schema = { tags: ['Candidaturas'] };
  const open = { authority: candidaturas.authority };

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
      z.array(
        z.object({
          id: z.int(),
          assunto: z.string(),
          texto: z.string().nullable(),
          quem: z.string().nullable(),
          enviadoEm: z.any(),
        }),
      ),
    ),
    async (request) => {
      queryOf(request, {});
      const { id } = await store('captacao/candidaturas').read(db, request.acting, recordIdOf(request));
      return db.query(sql`
        select x.id::float8 as id, x.assunto, ${aosPoucos(sql`x.texto`, sql`x.id desc`)} as texto, x.quem, x.enviado_em as "enviadoEm"
        from (select * from candidaturas_emails where candidatura_id = ${id} order by id desc limit ${MAIS}) x order by x.id desc`);
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
          h.data, h.responsavel, h.apto, ${aosPoucos(sql`h.observacao`, sql`h.data desc, h.id desc`)} as observacao
        from (
          select h.* from candidatos_historicos h join solicitacoes_pessoal s on s.id = h.solicitacao_id
          where h.candidato_id = ${id} and h.empresa_id = ${acting.empresaId} and ${solicitacoesVisiveis(acting) ?? sql`true`}
          order by h.data desc, h.id desc limit ${MAIS}) h
        join solicitacoes_pessoal s on s.id = h.solicitacao_id left join etapas_seletivas e on e.id = h.etapa_seletiva_id
        order by h.data desc, h.id desc`);
    },
  );
}
