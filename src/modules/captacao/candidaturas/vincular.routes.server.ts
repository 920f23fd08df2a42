import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { recordId } from '#kit/fields/reference.ts';
import { demand } from '#kit/http/demand.server.ts';
import { withAnswer } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { candidatos } from '../candidatos/candidatos.registry.ts';
import { duvidasDeOutrasVagas } from '../candidatos/outras-vagas.server.ts';
import { candidatosVisiveis } from '../candidatos/visiveis.server.ts';
import { solicitacoesVisiveis } from '../solicitacoes/visiveis.server.ts';
import { candidaturas } from './candidaturas.registry.ts';
import { inscreve } from './inscreve.server.ts';
import { vagaDaSelecao } from './selecao.server.ts';
import { MAXIMO_DE_CANDIDATOS } from './selecao.ts';
import { feitos, ids } from './selecao.wire.server.ts';

const SOLICITACOES = '/api/captacao/solicitacoes-pessoal';
/** Whoever was asked about candidates who said nothing of other vacancies links them all the same. */
const sim = z.boolean('Valor inválido').default(false);

/** HR's ways into a selection: several candidates into one, and one candidate into several. */
export function vincularRoutes(app: FastifyInstance, { db, store }: Services): void {
  const schema = { tags: ['Candidaturas'] };
  const open = { authority: candidaturas.authority };
  // The answer names those who may not enter, and says why.
  const edit = { authority: `${candidaturas.authority}_EDITAR`, besides: [candidaturas.authority, candidatos.authority] };

  /** Each of them alone: one who may not enter keeps nobody else out. */
  async function vincula(
    acting: Acting,
    pares: readonly { solicitacaoId: number; candidatoId: number; quem: 'candidato' | 'vaga' }[],
    confirma: boolean,
  ) {
    const duvidas = confirma ? [] : await duvidasDeOutrasVagas(db, acting, pares);
    if (duvidas.length > 0) throw refuse.unconfirmed(duvidas);
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
      const { candidatosIds, confirma } = demand(
        z.object({ candidatosIds: ids(MAXIMO_DE_CANDIDATOS), confirma: sim }),
        request.body,
      );
      const { id: solicitacaoId } = await vagaDaSelecao(db, request.acting, recordIdOf(request));
      return vincula(
        request.acting,
        [...new Set(candidatosIds)].map((candidatoId) => ({ solicitacaoId, candidatoId, quem: 'candidato' as const })),
        confirma,
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
          confirma: sim,
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
        body.confirma,
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
}
