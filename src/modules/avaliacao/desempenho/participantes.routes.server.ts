import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { counted, fold } from '#kit/br/text.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { containing } from '#kit/db/like.ts';
import { recordId } from '#kit/fields/reference.ts';
import { demandForm } from '#kit/form/demand-form.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, asTask } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { type Job, LATER, type TitledJobs, titled } from '#kit/jobs/jobs.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { meusVinculos, temMeuCpf } from '#modules/gestao-talentos/public.server.ts';
import {
  AVALIADOS,
  type Avaliacao,
  avaliacaoPorId,
  avaliadosVisiveis,
  incluiAvaliados,
  semCompetencias,
} from './avaliados.server.ts';
import { escolhidos, type Montagem, paresDe, quantosPares, segredoDe } from './hierarquia.server.ts';
import { dizIncluidos, montagem, type PreviaDaMontagem } from './montagem.ts';
import { contavel, PARES, paresContaveis, perguntadosContaveis } from './pares.server.ts';
import { participantes } from './participantes.registry.ts';
import { contaMudanca, preparavel } from './participantes.server.ts';
import { type AvaliadoComAvaliadores, type PaginaDeAvaliados, paginaDeAvaliados, previaNoFio } from './participantes.wire.ts';
import { AVALIACOES } from './resultado.server.ts';
import { acompanha } from './rodada.server.ts';

const PATH = `/api/${AVALIACOES}/:id`;
/** People who are named in a preview, and evaluated on a page of the panel, with the evaluators of each. */
const NOMEADOS = 50;
const AVALIADORES_NOMEADOS = 20;
const POR_PAGINA = 50;
const AVALIADORES_NA_PAGINA = 100;

const tags = [participantes.title];
const edit = { authority: `${participantes.authority}_EDITAR` };

async function previa(db: Queryable, acting: Acting, avaliacao: Avaliacao, pedida: Montagem): Promise<PreviaDaMontagem> {
  const { id, empresaId } = avaliacao;
  const quem = escolhidos(acting, avaliacao, pedida);
  const segredo = await segredoDe(avaliacao);
  const contados = contavel(acting, avaliacao, sql`p.tipo`, sql`p.avaliado_id`);
  await quantosPares(db, acting, avaliacao, pedida);
  const contagem = await db.only<Omit<PreviaDaMontagem, 'pessoas'>>(sql`
    with pares as materialized (${paresDe(acting, avaliacao, pedida, segredo)}),
    quem as materialized (select t.id from talentos t where ${quem}),
    com as materialized (select distinct p.avaliado_id from pares p),
    novos as (select p.tipo from pares p where ${contados} and not exists (select from ${PARES} x
      where x.empresa_id = ${empresaId} and x.avaliacao_desempenho_id = ${id} and x.avaliado_id = p.avaliado_id and x.avaliador_id = p.avaliador_id))
    select (select count(*)::int from quem) as avaliados,
      (select count(*)::int from quem q where not exists (select from avaliados_desempenho a where a.avaliacao_desempenho_id = ${id} and a.colaborador_id = q.id)) as novos,
      (select count(*)::int from novos) as pares,
      (select coalesce(json_agg(json_build_object('tipo', x.tipo, 'pares', x.n) order by array_position(array['U', 'L', 'P', 'A', 'R'], x.tipo)), '[]')
        from (select tipo, count(*)::int as n from novos group by tipo) x) as papeis,
      (select count(*)::int from quem q where ${avaliacao.anonima ? sql`q.id not in (${meusVinculos(acting)}) and` : sql``} q.id not in (select c.avaliado_id from com c)
        and not exists (select from ${paresContaveis(acting)} x where x.empresa_id = ${empresaId} and x.avaliacao_desempenho_id = ${id} and x.avaliado_id = q.id)) as "semAvaliador"`);
  const primeiros = await db.query<{ id: number }>(
    sql`select t.id from talentos t where ${quem} order by t.nome_ord collate "C", t.id limit ${NOMEADOS}`,
  );
  const ids = primeiros.map((um) => um.id);
  const pessoas = await db.query<PreviaDaMontagem['pessoas'][number]>(sql`
    with pares as materialized (${paresDe(acting, avaliacao, pedida, segredo, ids)})
    select t.id, t.nome, area.nome as area, v.avaliadores, v.outros, ${avaliacao.anonima}::boolean and ${temMeuCpf(acting)} as reservado
    from talentos t left join areas_organizacionais area on area.id = t.area_atual_id
    cross join lateral (
      select coalesce(json_agg(json_build_object('nome', y.nome, 'tipo', y.tipo, 'novo', y.novo) order by y.n) filter (where y.n <= ${AVALIADORES_NOMEADOS}), '[]') as avaliadores,
        greatest(count(*) - ${AVALIADORES_NOMEADOS}, 0)::int as outros
      from (
        select r.nome, x.tipo, x.novo, row_number() over (order by array_position(array['U', 'L', 'P', 'A', 'R'], x.tipo), r.nome, r.id) as n
        from (select p.avaliador_id, p.tipo, true as novo from pares p where p.avaliado_id = t.id and ${contados} and not exists (
            select from ${PARES} y where y.avaliacao_desempenho_id = ${id} and y.avaliado_id = t.id and y.avaliador_id = p.avaliador_id)
          union all select y.avaliador_id, y.tipo, false from ${paresContaveis(acting)} y where y.avaliacao_desempenho_id = ${id} and y.avaliado_id = t.id) x
        join talentos r on r.id = x.avaliador_id) y) v
    where t.id = any(${ids}::bigint[]) order by t.nome_ord collate "C", t.id`);
  return { ...contagem, pessoas };
}

/** Puts a choice of participants into the evaluation, in no order: by the ids of the pairs that they read nobody places those that are kept from them. */
async function inclui(tx: Tx, acting: Acting, avaliacao: Avaliacao, pedida: Montagem) {
  const { id, empresaId } = avaliacao;
  const { pares } = await tx.only<{ pares: number }>(sql`
    with feitos as (
      insert into ${PARES} (empresa_id, avaliacao_desempenho_id, avaliado_id, avaliador_id, tipo, peso, resumo)
      select ${empresaId}, ${id}, p.avaliado_id, p.avaliador_id, p.tipo, 1, left(a.nome || ' – ' || r.nome, 220)
      from (${paresDe(acting, avaliacao, pedida, await segredoDe(avaliacao))}) p join talentos a on a.id = p.avaliado_id join talentos r on r.id = p.avaliador_id
      order by random() on conflict do nothing returning avaliado_id, tipo)
    select (count(*) filter (where ${contavel(acting, avaliacao, sql`f.tipo`, sql`f.avaliado_id`)}))::int as pares from feitos f`);
  const quem = escolhidos(acting, avaliacao, pedida);
  const avaliados = await incluiAvaliados(tx, avaliacao, sql`select t.id as avaliado_id from talentos t where ${quem}`);
  await acompanha(tx, acting, avaliacao);
  // Of an anonymous one readers count no others than they are told of, so its trail, which all read alike, counts none; also where none came in.
  const novos = counted(avaliados, 'avaliado incluído', 'avaliados incluídos');
  const avaliadores = avaliacao.anonima
    ? 'com os seus avaliadores'
    : counted(pares, 'avaliador incluído', 'avaliadores incluídos');
  if (avaliacao.anonima || avaliados + pares > 0) await contaMudanca(tx, acting, id, 'participantes', `${novos}, ${avaliadores}`);
  return { avaliados, pares };
}

/** More pairs than these are made by a task. */
const PARES_NA_HORA = 5_000;
const INCLUSAO = 'avaliacao.participantes';
const jaIncluindo = () =>
  new Refusal('PARTICIPANTES_EM_INCLUSAO', 'Participantes desta avaliação já estão sendo incluídos em segundo plano.', 409);

export const participantesJobs: TitledJobs = {
  [INCLUSAO]: titled('Incluir participantes de uma avaliação', async ({ acting, db, dados, conclude, wroteMany }: Job) => {
    if (!acting.can(edit.authority)) throw refuse.forbidden();
    const { avaliacaoId, escolha } = demand(z.object({ avaliacaoId: recordId, escolha: z.unknown() }), dados);
    await db.tx(async (tx) => {
      const avaliacao = await preparavel(tx, acting, avaliacaoId);
      const pedida = demandForm(montagem, escolha, acting);
      await quantosPares(tx, acting, avaliacao, pedida);
      const incluidos = await inclui(tx, acting, avaliacao, pedida);
      // Others read it too, also whoever is among the evaluated (ADR 69).
      await conclude(tx, { mensagem: avaliacao.anonima ? 'Participantes incluídos.' : dizIncluidos(incluidos) });
    });
    wroteMany([participantes.table, 'avaliados_desempenho', 'participacoes']);
    return undefined;
  }),
};

export function participantesRoutes(app: FastifyInstance, { db, jobs }: Services): void {
  app.post(
    `${PATH}/participantes/previa`,
    { config: { ...edit, reads: true }, schema: { tags, summary: 'Quem participaria', response: answers(previaNoFio) } },
    async (request) => {
      const { acting } = request;
      const avaliacao = await avaliacaoPorId(db, acting.empresaId, recordIdOf(request));
      return previa(db, acting, avaliacao, demandForm(montagem, request.body, acting));
    },
  );

  app.post(
    `${PATH}/participantes`,
    {
      config: edit,
      schema: {
        tags,
        summary: 'Incluir participantes',
        response: { ...answers(z.object({ avaliados: z.int(), pares: z.int() })), ...asTask },
      },
    },
    async (request, reply) => {
      const { acting, body } = request;
      const { id, titulo } = await avaliacaoPorId(db, acting.empresaId, recordIdOf(request));
      const pedida = demandForm(montagem, body, acting);
      const key = `${INCLUSAO} ${id}`;
      const agora = () =>
        db.tx(
          async (tx) => {
            const avaliacao = await preparavel(tx, acting, id);
            if (await jobs.isOpen(tx, key)) throw jaIncluindo();
            const pares = await quantosPares(tx, acting, avaliacao, pedida);
            return pares > PARES_NA_HORA ? LATER : inclui(tx, acting, avaliacao, pedida);
          },
          { long: true },
        );
      return jobs.nowOrLater(reply, acting, agora, {
        tipo: INCLUSAO,
        dados: { avaliacaoId: id, escolha: body },
        titulo: `Incluir participantes em ${titulo}`,
        key,
        busy: jaIncluindo,
      });
    },
  );

  app.get(
    `${PATH}/participantes`,
    {
      config: { authority: participantes.authority },
      schema: { tags, summary: 'Avaliados com os seus avaliadores', response: answers(paginaDeAvaliados) },
    },
    async (request): Promise<PaginaDeAvaliados> => {
      const { acting } = request;
      const {
        busca = '',
        pagina = 0,
        sem,
      } = queryOf(request, {
        busca: inQuery.text.optional(),
        pagina: inQuery.id.optional(),
        sem: z.enum(['avaliador', 'competencias', 'resposta'], 'Valor inválido').optional(),
      });
      const { id } = await avaliacaoPorId(db, acting.empresaId, recordIdOf(request));
      const termo = containing(fold(busca));
      const pares = paresContaveis(acting);
      const perguntados = perguntadosContaveis(acting);
      const quais = sql`a.avaliacao_desempenho_id = ${id} and ${avaliadosVisiveis(acting)}
        ${
          busca === ''
            ? sql``
            : sql`and (t.nome_ord like ${termo} or t.id in (
              select p.avaliado_id from ${pares} p where p.avaliacao_desempenho_id = ${id} and p.busca like ${termo}))`
        }
        ${
          sem === 'avaliador'
            ? sql`and not exists (select from ${pares} b where b.avaliacao_desempenho_id = ${id} and b.avaliado_id = t.id)
                and not (d.anonima is true and ${temMeuCpf(acting)})`
            : sem === 'competencias'
              ? sql`and ${semCompetencias(acting.today)}`
              : sem === 'resposta'
                ? // Whoever has answered stays a participant, so that it is enough to count both.
                  sql`and t.id in (
                    select p.avaliado_id from (
                      select avaliado_id, count(*) as pares from ${pares} c where avaliacao_desempenho_id = ${id} group by 1) p
                    left join (
                      select x.sobre, count(*) as respondidas from ${perguntados} x join rodadas r on r.id = x.rodada_id
                      where r.dono = ${AVALIACOES} and r.dono_id = ${id} and x.estado = 'R' group by 1) x on x.sobre = 'talentos:' || p.avaliado_id
                    where p.pares > coalesce(x.respondidas, 0)) and not (d.anonima is true and ${temMeuCpf(acting)})`
                : sql``
        }`;
      const { total, ids } = await db.only<{ total: number; ids: number[] }>(sql`
        with achados as materialized (
          select a.id, t.nome_ord, t.id as talento from ${AVALIADOS} where ${quais})
        select (select count(*)::int from achados) as total,
          array(select x.id from achados x order by x.nome_ord, x.talento limit ${POR_PAGINA} offset ${pagina * POR_PAGINA}) as ids`);
      const contagem = await db.only<{ pares: number; respondidas: number }>(sql`
        with vistos as materialized (
          select t.id from ${AVALIADOS}
          where a.avaliacao_desempenho_id = ${id} and ${avaliadosVisiveis(acting)} and not (d.anonima is true and ${temMeuCpf(acting)}))
        select (select count(*)::int from ${pares} p
            where p.avaliacao_desempenho_id = ${id} and p.avaliado_id in (select v.id from vistos v)) as pares,
          (select count(*)::int from ${perguntados} x join rodadas r on r.id = x.rodada_id
            where r.dono = ${AVALIACOES} and r.dono_id = ${id} and x.estado = 'R'
              and split_part(x.sobre, ':', 2)::bigint in (select v.id from vistos v)) as respondidas`);
      const avaliados = await db.query<AvaliadoComAvaliadores>(sql`
        select t.id, t.nome, area.nome as area, cargo.nome as cargo, ${semCompetencias(acting.today)} as "semCompetencias", v.avaliadores, v.outros,
          d.anonima is true and ${temMeuCpf(acting)} as reservado, ${temMeuCpf(acting)} as minha
        from ${AVALIADOS}
        left join areas_organizacionais area on area.id = coalesce(a.area_id, t.area_atual_id)
        left join cargos cargo on cargo.id = coalesce(a.cargo_id, t.cargo_atual_id)
        cross join lateral (
          select coalesce(json_agg(json_build_object('participanteId', y.participante, 'id', y.id, 'nome', y.nome, 'tipo', y.tipo, 'peso', y.peso, 'estado', y.estado)
              order by y.ordem, y.nome_ord, y.id) filter (where y.n <= ${AVALIADORES_NA_PAGINA}), '[]') as avaliadores,
            greatest(count(*) - ${AVALIADORES_NA_PAGINA}, 0)::int as outros
          from (
            select z.*, row_number() over (order by z.procurado desc, z.ordem, z.nome_ord, z.id) as n
            from (
              select p.id as participante, q.id, q.nome, q.nome_ord, p.tipo, p.peso, x.estado, array_position(array['U', 'L', 'P', 'A', 'R'], p.tipo) as ordem,
                ${busca === '' ? sql`false` : sql`q.nome_ord like ${termo}`} as procurado
              from ${pares} p join talentos q on q.id = p.avaliador_id
              left join rodadas r on r.dono = ${AVALIACOES} and r.dono_id = ${id}
              left join participacoes x on x.rodada_id = r.id and x.pessoa = 'talentos:' || p.avaliador_id and x.sobre = 'talentos:' || p.avaliado_id
              where p.avaliacao_desempenho_id = ${id} and p.avaliado_id = t.id) z) y) v
        where a.id = any(${ids}::bigint[]) order by t.nome_ord, t.id`);
      return { total, ...contagem, avaliados };
    },
  );
}
