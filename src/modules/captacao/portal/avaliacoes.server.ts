import type { FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import type { ExternalActing } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import type { Visit } from '#kit/door/doors.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { envioNoFio, RECEBIDO, rascunhoNoFio } from '#platform/questionario/answer-wire.ts';
import { type Asked, findAsked, readAsked, saveDraft, submit } from '#platform/questionario/answering.server.ts';
import { tituloParaCandidatos } from '../anuncios/titulo.server.ts';
import { AVALIACOES } from '../avaliacoes/dadas.server.ts';
import { candidatoDa, demandaDono } from './cadastro.server.ts';
import type { portas } from './portas.ts';
import { demandaAceite } from './termo.server.ts';
import type { MinhaAvaliacao } from './vaga.ts';

/** Evaluations `a` of applications `k`, without those that the ad has answered at the company alone. */
const DE_CASA = sql`coalesce((select bool_or(v.responder_modulo_externo) from anuncios_vagas n
  join anuncios_vagas_solicitacao_avaliacoes v on v.registro_id = n.id where n.solicitacao_id = k.solicitacao_id and v.avaliacao_id = a.modelo_id), true)`;

/** SCR-021, SCR-022: what selections ask of a candidate, who answers it with the engine of questionnaires. Results are not told. */
export function portasDasAvaliacoes({ db }: Services) {
  type V<N extends keyof typeof portas> = Visit<(typeof portas)[N]>;

  /** Those that wait, the newest first, and then those that were answered. */
  async function minhas(of: Queryable, acting: ExternalActing, candidatura: number | null): Promise<MinhaAvaliacao[]> {
    const candidato = await candidatoDa(of, acting.pessoa.id);
    if (candidato === undefined) return [];
    return of.query<MinhaAvaliacao>(sql`
      select a.id, r.titulo, k.id as "candidaturaId", ${tituloParaCandidatos} as vaga, a.pedida_em::text as "pedidaEm",
        a.respondida_em::text as "respondidaEm", p.estado = 'P' as comecada
      from candidaturas k join avaliacoes_candidatos a on a.candidatura_id = k.id
      join rodadas r on r.dono = ${AVALIACOES} and r.dono_id = a.id join participacoes p on p.rodada_id = r.id
      join solicitacoes_pessoal s on s.id = k.solicitacao_id
      where k.candidato_id = ${candidato} and (${candidatura}::bigint is null or k.id = ${candidatura})
        and (a.respondida_em is not null or (k.situacao = 'A' and r.estado = 'A' and (r.ate is null or r.ate >= hoje()) and ${DE_CASA}))
      order by a.respondida_em desc nulls first, a.id desc limit 200`);
  }

  /** One that is asked of whoever acts; of anybody else it is not found. */
  async function minha(acting: ExternalActing, id: number): Promise<Asked> {
    const candidato = await candidatoDa(db, acting.pessoa.id);
    const asked = await findAsked(
      db,
      sql`p.empresa_id = ${acting.empresaId} and p.rodada_id = (
        select r.id from rodadas r join avaliacoes_candidatos a on a.id = r.dono_id join candidaturas k on k.id = a.candidatura_id
        where r.dono = ${AVALIACOES} and r.dono_id = ${id} and k.candidato_id = ${candidato ?? null} and ${DE_CASA})`,
    );
    if (!asked) throw refuse.notFound();
    return asked;
  }

  async function escreve(acting: ExternalActing, request: FastifyRequest, nome = 'id'): Promise<Asked> {
    await demandaAceite(db, acting, acting.pessoa.id);
    return minha(acting, recordIdOf(request, nome));
  }

  return {
    avaliacoes({ acting, request }: V<'avaliacoes'>) {
      queryOf(request, {});
      return minhas(db, acting, null);
    },

    async avaliacoesDaCandidatura({ acting, request }: V<'avaliacoesDaCandidatura'>) {
      queryOf(request, { utilizarAvaliacoesEtapaSeletiva: inQuery.flag.optional() });
      const id = recordIdOf(request);
      const candidato = await candidatoDa(db, acting.pessoa.id);
      const propria = await db.one(sql`select 1 from candidaturas where id = ${id} and candidato_id = ${candidato ?? null}`);
      if (!propria) throw refuse.notFound();
      return minhas(db, acting, id);
    },

    async avaliacao({ acting, request }: V<'avaliacao'>) {
      queryOf(request, {});
      return readAsked(db, await minha(acting, recordIdOf(request)));
    },

    async perguntasDaAvaliacao({ acting, request }: V<'perguntasDaAvaliacao'>) {
      queryOf(request, {});
      return (await readAsked(db, await minha(acting, recordIdOf(request)))).definicao.perguntas;
    },

    async rascunhoDaAvaliacao({ acting, request }: V<'rascunhoDaAvaliacao'>) {
      return saveDraft(db, await escreve(acting, request), demand(rascunhoNoFio, request.body));
    },

    async responderAvaliacao({ acting, request }: V<'responderAvaliacao'>) {
      demandaDono(request, acting);
      await submit(db, await escreve(acting, request, 'avaliacaoId'), demand(envioNoFio, request.body));
      return RECEBIDO;
    },

    /** CALL-073: a deadline that candidates set for themselves would be none. */
    async prazoDaEtapa({ acting, request }: V<'prazoDaEtapa'>) {
      const candidato = await candidatoDa(db, acting.pessoa.id);
      const passo = await db.one(
        sql`select 1 from candidatos_historicos where id = ${recordIdOf(request)} and candidato_id = ${candidato ?? null}`,
      );
      if (!passo) throw refuse.notFound();
      throw new Refusal(
        'PRAZO_DA_EMPRESA',
        'O prazo é dado pela empresa. Precisa de mais tempo? Fale com quem cuida da seleção.',
        409,
      );
    },
  };
}
