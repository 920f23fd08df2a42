import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { fold } from '#kit/br/text.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { containing } from '#kit/db/like.ts';
import { recordId } from '#kit/fields/reference.ts';
import { demandForm } from '#kit/form/demand-form.server.ts';
import { defineForm } from '#kit/form/form.ts';
import { demand } from '#kit/http/demand.server.ts';
import { named, withAnswer, withoutContent } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { inputOf } from '#kit/registry/registry.ts';
import { onceHeader, versionQuery } from '#kit/store/described.server.ts';
import { createOnce, ONCE } from '#kit/store/sent-once.server.ts';
import { respondemPela } from '#modules/estrutura/public.server.ts';
import { lideradosPor, souEu, TRABALHA, talentosVisiveis } from '#modules/gestao-talentos/public.server.ts';
import { countAt } from '#platform/session/throttle.server.ts';
import { type Acao, acaoAnswer, acoesDe, planoAnswer, planoDe, podeIncluir, talentoAnswer } from './plano.server.ts';
import { MAIOR_EQUIPE } from './plano.ts';
import { doAcompanhamento, formaDaAcao, planosAcao } from './planos-acao.registry.ts';
import { comoPrograma, type DoTalento, doTalento } from './quem.server.ts';

const PATH = '/api/avaliacao/pdi';
const { authority } = planosAcao;
const acompanhamento = defineForm({ fields: doAcompanhamento });

const daEquipeAnswer = talentoAnswer.extend({ acoes: z.int(), concluidas: z.int(), atrasadas: z.int() });

/** Development plans for talents, for whoever leads them, and for those whom an action names; none of them needs a profile for it. */
export function pdiRoutes(app: FastifyInstance, { db, store }: Services): void {
  const schema = { tags: ['Plano de Desenvolvimento'] };
  const acoes = store('avaliacao/planos-acao');

  const umaAcao = async (tx: Queryable, acting: Acting, id: number, de: DoTalento | undefined): Promise<Acao> => {
    const [acao] = await acoesDe(tx, acting, sql`p.id = ${id}`, de);
    if (!acao) throw refuse.notFound();
    return acao;
  };

  /** An action of the talent in the address, locked, and what the actor is to them. */
  async function doEndereco(tx: Tx, request: FastifyRequest): Promise<{ de: DoTalento; acao: Acao }> {
    const { acting } = request;
    const de = await doTalento(tx, acting, recordIdOf(request, 'colaboradorId'), authority);
    const id = recordIdOf(request);
    await tx.query(sql`select id from planos_acao where id = ${id} for update`);
    const acao = await umaAcao(tx, acting, id, de);
    if (acao.colaborador.id !== de.id) throw refuse.notFound();
    return { de, acao };
  }

  /** Who may answer for an action, when the actor may not choose among everybody: the talent, their leaders, and whom the actor leads. */
  const candidatos = (of: Queryable, acting: Acting, de: DoTalento, busca = '', so?: number) =>
    of.query<{ id: number; nome: string }>(sql`
      select t.id, t.nome from talentos t where t.empresa_id = ${acting.empresaId} and ${TRABALHA}
        and (t.id = ${de.id} or ${souEu(acting)} or ${lideradosPor(acting)} or ${de.rh && acting.can('ROLE_CAD_TALENTO') ? talentosVisiveis(acting) : sql`false`}
          or t.id in (${respondemPela(sql`(select d.area_atual_id from talentos d where d.id = ${de.id})`, acting.today)}))
        and ${so === undefined ? sql`t.nome_ord like ${containing(fold(busca))}` : sql`t.id = ${so}`}
      order by (t.id = ${de.id}) desc, t.nome_ord, t.id limit 50`);

  async function demandaResponsavel(tx: Tx, acting: Acting, de: DoTalento, responsavel: number) {
    if ((await candidatos(tx, acting, de, '', responsavel)).length === 0)
      throw refuse.invalid([{ field: 'responsavelId', message: 'Escolha o talento, quem o lidera ou alguém que você lidera.' }]);
  }

  /** An action comes out of an evaluation of its talent; the title of another one is not told here. */
  async function demandaAvaliacao(tx: Tx, de: DoTalento, avaliacao: number | null, antes: number | null = null) {
    if (avaliacao === null || avaliacao === antes) return;
    const dele = await tx.one(sql`
      select 1 from avaliados_desempenho a join avaliacoes_desempenho e on e.id = a.avaliacao_desempenho_id and e.situacao = 'C'
      where e.id = ${avaliacao} and a.colaborador_id = ${de.id}`);
    if (!dele) throw refuse.invalid([{ field: 'avaliacaoDesempenho', message: 'O registro selecionado não existe' }]);
  }

  /** An action, and another person for it, are written to whoever answers for it: often enough, not without end. */
  const conta = ({ acting }: FastifyRequest) => countAt(db, [['acaoDePlano', String(acting.usuarioId)]]);

  app.get(
    PATH,
    withAnswer(
      { config: forUsers, schema: { ...schema, summary: 'O meu plano, a minha equipe e as ações por que respondo' } },
      z.object({ eu: named.nullable(), equipe: z.array(daEquipeAnswer), minhas: z.array(acaoAnswer) }),
    ),
    async (request) => {
      queryOf(request, {});
      const { acting } = request;
      const eu = await db.one<{ id: number; nome: string }>(sql`select t.id, t.nome from talentos t where ${souEu(acting)}`);
      const equipe = await db.query<z.infer<typeof daEquipeAnswer>>(sql`
        select t.id, t.nome, c.nome as cargo, a.nome as area, count(p.id)::int as acoes,
          (count(p.id) filter (where p.acompanhamento_situacao = 'C'))::int as concluidas,
          (count(p.id) filter (where p.acompanhamento_situacao <> 'C' and p.previsao_termino < ${acting.today}::date))::int as atrasadas
        from talentos t left join planos_acao p on p.colaborador_id = t.id
        left join cargos c on c.id = t.cargo_atual_id left join areas_organizacionais a on a.id = t.area_atual_id
        where ${lideradosPor(acting)} and ${TRABALHA}
        group by t.id, t.nome, t.nome_ord, c.nome, a.nome order by t.nome_ord, t.id limit ${MAIOR_EQUIPE}`);
      const minhas = eu
        ? await acoesDe(
            db,
            acting,
            sql`p.responsavel_id = ${eu.id} and p.colaborador_id <> ${eu.id} and p.acompanhamento_situacao <> 'C'`,
          )
        : [];
      return { eu: eu ?? null, equipe, minhas };
    },
  );

  app.get(
    `${PATH}/:colaboradorId`,
    withAnswer({ config: forUsers, schema: { ...schema, summary: 'O plano de desenvolvimento de um talento' } }, planoAnswer),
    (request) => {
      queryOf(request, {});
      return planoDe(db, request.acting, recordIdOf(request, 'colaboradorId'));
    },
  );

  app.get(
    `${PATH}/:colaboradorId/responsaveis`,
    withAnswer({ config: forUsers, schema: { ...schema, summary: 'Quem pode responder por uma ação do plano' } }, z.array(named)),
    async (request) => {
      const { busca } = queryOf(request, { busca: inQuery.text.optional() });
      const { acting } = request;
      const de = await doTalento(db, acting, recordIdOf(request, 'colaboradorId'), authority);
      return candidatos(db, acting, de, busca);
    },
  );

  app.post(
    `${PATH}/:colaboradorId/acoes`,
    withAnswer({ config: forUsers, schema: { ...schema, summary: 'Incluir uma ação', headers: onceHeader } }, acaoAnswer, {
      status: 201,
    }),
    async (request, reply) => {
      const { acting, body } = request;
      await conta(request);
      const feita = await db.tx(async (tx) => {
        const de = await doTalento(tx, acting, recordIdOf(request, 'colaboradorId'), authority);
        if (!podeIncluir(acting, de)) throw refuse.forbidden();
        const valores = demandForm(formaDaAcao, body, acting);
        await demandaResponsavel(tx, acting, de, valores.responsavelId);
        await demandaAvaliacao(tx, de, valores.avaliacaoDesempenho);
        return createOnce<{ id: number }>(tx, acting, {
          key: request.headers[ONCE],
          path: `${PATH} ${de.id}`,
          body,
          create: () => acoes.create(tx, comoPrograma(acting), { ...valores, colaborador: de.id }),
          read: (id) => umaAcao(tx, acting, id, de),
        }).then(({ id }) => umaAcao(tx, acting, id, de));
      });
      return reply.status(201).send(feita);
    },
  );

  const versao = (body: unknown) => demand(z.object({ versao: recordId }), body);

  app.put(
    `${PATH}/:colaboradorId/acoes/:id`,
    withAnswer({ config: forUsers, schema: { ...schema, summary: 'Mudar uma ação' } }, acaoAnswer),
    async (request) => {
      await conta(request);
      return db.tx(async (tx) => {
        const { acting, body } = request;
        const { de, acao } = await doEndereco(tx, request);
        if (!acao.podeEditar) throw refuse.forbidden();
        const valores = demandForm(formaDaAcao, body, acting);
        if (valores.responsavelId !== acao.responsavelId) await demandaResponsavel(tx, acting, de, valores.responsavelId);
        await demandaAvaliacao(tx, de, valores.avaliacaoDesempenho, acao.avaliacaoDesempenho?.id);
        await acoes.update(tx, comoPrograma(acting), acao.id, { ...valores, ...versao(body), colaborador: de.id });
        return umaAcao(tx, acting, acao.id, de);
      });
    },
  );

  app.put(
    `${PATH}/acoes/:id/acompanhamento`,
    withAnswer({ config: forUsers, schema: { ...schema, summary: 'Contar como vai uma ação' } }, acaoAnswer),
    (request) =>
      db.tx(async (tx) => {
        const { acting, body } = request;
        const id = recordIdOf(request);
        const dona = await tx.one<{ colaborador: number; respondo: boolean }>(sql`
          select p.colaborador_id as colaborador, exists (select from talentos t where t.id = p.responsavel_id and ${souEu(acting)}) as respondo
          from planos_acao p where p.id = ${id} and p.empresa_id = ${acting.empresaId} for update of p`);
        if (!dona) throw refuse.notFound();
        const de = dona.respondo ? undefined : await doTalento(tx, acting, dona.colaborador, authority);
        if (de && !podeIncluir(acting, de)) throw refuse.forbidden();
        const valores = demandForm(acompanhamento, body, acting);
        const program = comoPrograma(acting);
        const antes = await acoes.read(tx, program, id);
        await acoes.update(tx, program, id, { ...inputOf(planosAcao, antes), ...valores, ...versao(body) });
        return umaAcao(tx, acting, id, de);
      }),
  );

  app.delete(
    `${PATH}/:colaboradorId/acoes/:id`,
    withoutContent({ config: forUsers, schema: { ...schema, summary: 'Excluir uma ação', querystring: versionQuery } }),
    async (request, reply) => {
      const { versao: vista } = queryOf(request, { versao: inQuery.id.optional() });
      await db.tx(async (tx) => {
        const { acting } = request;
        const { acao } = await doEndereco(tx, request);
        if (!acao.podeEditar) throw refuse.forbidden();
        await acoes.remove(tx, comoPrograma(acting), acao.id, vista);
      });
      return reply.status(204).send();
    },
  );
}
