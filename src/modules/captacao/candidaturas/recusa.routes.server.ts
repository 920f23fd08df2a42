import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { demand } from '#kit/http/demand.server.ts';
import { withAnswer } from '#kit/http/openapi.server.ts';
import { queryOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { compose } from '#platform/mail/compose.server.ts';
import { tituloParaCandidatos } from '../anuncios/titulo.server.ts';
import { solicitacoesVisiveis } from '../solicitacoes/visiveis.server.ts';
import { candidatoNaoSelecionado } from './candidaturas.messages.ts';
import { candidaturas } from './candidaturas.registry.ts';
import { comEmail, dizPrevia, previaDaCarta } from './cartas.routes.server.ts';
import { nomesDaCarta } from './cartas.server.ts';
import { MAXIMO_DE_CARTAS } from './cartas.ts';
import { ids } from './selecao.wire.server.ts';

const recusa = z.looseObject({ ids: ids(MAXIMO_DE_CARTAS), recado: z.string().max(2_000).nullish() });

/** The letter that a refusal sends, with the company's own text, before anybody is refused. */
export function recusaRoutes(app: FastifyInstance, { db }: Services): void {
  app.post(
    '/api/captacao/candidaturas/recusar/previa',
    withAnswer(
      {
        config: { authority: `${candidaturas.authority}_EDITAR`, besides: [candidaturas.authority], reads: true as const },
        schema: { tags: [candidaturas.title], summary: 'O e-mail da recusa como o candidato o lê' },
      },
      previaDaCarta,
    ),
    async (request) => {
      queryOf(request, {});
      const { acting } = request;
      const { ids, recado } = demand(recusa, request.body);
      const todos = await db.query<{ candidato: string; vaga: string; email: string | null }>(sql`
        select coalesce(p.nome_social, p.nome) as candidato, ${tituloParaCandidatos} as vaga, p.email
        from candidaturas c join candidatos p on p.id = c.candidato_id join solicitacoes_pessoal s on s.id = c.solicitacao_id
        where c.id = any(${ids}::bigint[]) and c.situacao = 'A' and s.empresa_id = ${acting.empresaId} and ${solicitacoesVisiveis(acting) ?? sql`true`} order by c.id`);
      if (todos.length === 0) throw refuse.notFound();
      const [primeiro] = comEmail(todos);
      const dita =
        primeiro &&
        (await compose(db, candidatoNaoSelecionado, acting.empresaId, {
          ...nomesDaCarta(primeiro, acting),
          recado: recado ?? '',
        }));
      return dizPrevia(todos, primeiro?.candidato, dita);
    },
  );
}
