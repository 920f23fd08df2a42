import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { bare } from '#kit/fields/bare.ts';
import { recordId } from '#kit/fields/reference.ts';
import { demandForm } from '#kit/form/demand-form.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { withAnswer } from '#kit/http/openapi.server.ts';
import { paramOf, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { type RecordOf, rowsIn } from '#kit/registry/record.ts';
import { inputOf } from '#kit/registry/registry.ts';
import { onceHeader } from '#kit/store/described.server.ts';
import { createOnce, ONCE } from '#kit/store/sent-once.server.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { areaQueRespondo, areasVisiveis, daAreaVisivel } from '#modules/estrutura/public.server.ts';
import { deTalentosVisiveisEm, souUmDeles } from '#modules/gestao-talentos/public.server.ts';
import { comoPrograma, type DoTalento, doTalento, foiJulgado } from '../pdi/quem.server.ts';
import { METAS_NO_PLANO } from './meta.ts';
import { formaDaMeta, metas, situacoesDaMeta } from './metas.registry.ts';
import { progressoDe } from './progresso.ts';

const PATH = '/api/avaliacao/pdi/:colaboradorId/metas';
const { authority } = metas;

/** Goals that a talent, an area or the company has; an evaluation keeps all of its period with each result. */
const MAIS_METAS = 300;

async function recusaMetasDemais(tx: Tx, acting: Acting, { colaborador, area }: { colaborador: unknown; area: unknown }) {
  const [dono, dela] = [bare(colaborador) ?? null, bare(area) ?? null] as (number | null)[];
  const de =
    dono === null
      ? sql`colaborador_id is null and ${dela === null ? sql`area_id is null` : sql`area_id = ${dela}`}`
      : sql`colaborador_id = ${dono}::bigint`;
  const { n } = await tx.only<{ n: number }>(
    sql`select count(*)::int as n from metas where empresa_id = ${acting.empresaId} and ${de}`,
  );
  if (n >= MAIS_METAS)
    throw new Refusal(
      'METAS_DEMAIS',
      `Já há ${MAIS_METAS} metas aqui. Exclua as que não valem mais antes de incluir outra.`,
      409,
    );
}

export const metasHooks = hooksFor(metas, {
  where(acting) {
    const talentos = deTalentosVisiveisEm('colaborador_id')(acting);
    return (
      talentos && areasVisiveis(acting) && sql`${talentos} and (t.area_id is null or ${daAreaVisivel(acting, sql`t.area_id`)})`
    );
  },
  async beforeSave(tx, { value, before, restored, acting }) {
    value.progresso = progressoDe(value.resultados);
    const daEmpresa = recusaDaEmpresa(value, acting);
    if (daEmpresa) throw daEmpresa;
    if (!before || bare(before.colaborador) !== bare(value.colaborador) || bare(before.area) !== bare(value.area))
      await recusaMetasDemais(tx, acting, value);
    const stood = before ?? restored;
    if (stood && stood.situacao !== 'N')
      await recusaPropria(tx, acting, [Number(bare(stood.colaborador)), Number(bare(value.colaborador))]);
  },
  refuses: (record, acting) => recusaDaEmpresa({ colaborador: record.colaborador, area: record.area }, acting),
  async beforeRemove(tx, { before, acting }) {
    if (before.situacao !== 'N') await recusaPropria(tx, acting, [Number(bare(before.colaborador))]);
  },
  transitions: Object.fromEntries(
    Object.keys(metas.lifecycle?.transitions ?? {}).map((name) => [
      name,
      {
        guards: async (tx: Tx, { record, acting }: { record: RecordOf<typeof metas.fields>; acting: Acting }) => [
          ...daEmpresaToda(acting, record),
          ...(await propriaMeta(tx, acting, [Number(bare(record.colaborador))])),
        ],
      },
    ]),
  ),
});

/** A goal of the whole company is decided on by who sees all of it, here as in the routes of the plan, which have judged it themselves. */
const daEmpresaToda = (acting: Acting, { colaborador, area }: { colaborador: unknown; area: unknown }): string[] =>
  colaborador === null && area === null && !foiJulgado(acting) && areasVisiveis(acting)
    ? ['Esta meta é de toda a empresa: só quem vê todas as áreas decide sobre ela.']
    : [];

function recusaDaEmpresa(meta: { colaborador: unknown; area: unknown }, acting: Acting): Refusal | undefined {
  const [daEmpresa] = daEmpresaToda(acting, meta);
  return daEmpresa === undefined ? undefined : new Refusal('FORA_DA_VISTA', daEmpresa, 409);
}

/** In the registry nobody begins, changes or ends their own goals, which an evaluation may weigh; routes of the plan have judged who may. */
const propriaMeta = async (tx: Tx, acting: Acting, talentos: readonly number[]): Promise<string[]> =>
  !foiJulgado(acting) && (await souUmDeles(tx, acting, talentos))
    ? ['Ninguém decide sobre a própria meta: peça a quem lidera você, ou a outra pessoa do RH.']
    : [];

async function recusaPropria(tx: Tx, acting: Acting, talentos: readonly number[]): Promise<void> {
  const [propria] = await propriaMeta(tx, acting, talentos);
  if (propria) throw new Refusal('PROPRIA_META', propria, 403);
}

const answer = z.object({
  id: z.int(),
  versao: z.int(),
  titulo: z.string(),
  descricao: z.string().nullable(),
  dataIni: z.iso.date(),
  dataFim: z.iso.date(),
  peso: z.int(),
  progresso: z.number(),
  situacao: z.enum(Object.keys(situacoesDaMeta) as (keyof typeof situacoesDaMeta)[]),
  motivo: z.string().nullable(),
  /** the area whose goal it is, or 'Toda a empresa'; null: the talent's own */
  area: z.string().nullable(),
  resultados: z.array(
    z.object({
      id: z.int(),
      descricao: z.string(),
      unidade: z.string().nullable(),
      inicio: z.number(),
      alvo: z.number(),
      atual: z.number().nullable(),
      peso: z.int(),
    }),
  ),
  podeEditar: z.boolean(),
  /** tells where its key results stand */
  podeContar: z.boolean(),
  /** the transitions that the reader may make now */
  acoes: z.array(z.string()),
});
type Meta = z.infer<typeof answer>;

/** The goals of a talent, of their area and of the company, as the acting user may see and change them. */
async function metasDe(db: Queryable, acting: Acting, de: DoTalento, quais: Sql): Promise<Meta[]> {
  const edita = acting.can(`${authority}_EDITAR`);
  const manda = sql`case
    when m.colaborador_id is not null then ${de.lidero || (de.rh && edita && !de.eu)}::boolean
    when m.area_id is not null then ${areaQueRespondo(acting, sql`m.area_id`)} or (${edita}::boolean and ${daAreaVisivel(acting, sql`m.area_id`)})
    else ${edita && !areasVisiveis(acting)}::boolean end`;
  const minha = sql`(${de.eu}::boolean and m.colaborador_id is not null)`;
  const found = await db.query<Omit<Meta, 'acoes'> & { manda: boolean }>(sql`
    select m.id, m.versao, m.titulo, m.descricao, m.data_ini::text as "dataIni", m.data_fim::text as "dataFim", m.peso, m.progresso::float8 as progresso,
      m.situacao, m.motivo, case when m.colaborador_id is null then coalesce(a.nome, 'Toda a empresa') end as area,
      (select jsonb_agg(jsonb_build_object('id', r.id, 'descricao', r.descricao, 'unidade', r.unidade, 'inicio', r.inicio, 'alvo', r.alvo, 'atual', r.atual, 'peso', r.peso) order by r.ordem)
        from metas_resultados r where r.registro_id = m.id) as resultados,
      x.manda, m.situacao in ('N', 'A') and (x.manda or (${minha} and m.situacao = 'N')) as "podeEditar",
      m.situacao = 'A' and (x.manda or ${minha}) as "podeContar"
    from metas m left join areas_organizacionais a on a.id = m.area_id, lateral (select ${manda} as manda) x
    where m.empresa_id = ${acting.empresaId} and ${quais}
      and (m.colaborador_id = ${de.id} or m.area_id = (select d.area_atual_id from talentos d where d.id = ${de.id}) or coalesce(m.colaborador_id, m.area_id) is null)
    order by (m.situacao in ('C', 'X')), m.data_fim, m.id limit ${METAS_NO_PLANO}`);
  return found.map(({ manda, ...meta }) => ({
    ...meta,
    acoes: manda
      ? Object.entries(metas.lifecycle?.transitions ?? {}).flatMap(([name, { from }]) =>
          from.includes(meta.situacao) ? [name] : [],
        )
      : [],
  }));
}

/** Goals for talents and for whoever leads them; the registry serves those who look after goals. */
export function metasRoutes(app: FastifyInstance, { db, store }: Services): void {
  const schema = { tags: [metas.title] };
  const cadastro = store('avaliacao/metas');

  const deQuem = (of: Queryable, request: FastifyRequest) =>
    doTalento(of, request.acting, recordIdOf(request, 'colaboradorId'), authority);
  async function umaMeta(of: Queryable, acting: Acting, de: DoTalento, id: number): Promise<Meta> {
    const [meta] = await metasDe(of, acting, de, sql`m.id = ${id}`);
    if (!meta) throw refuse.notFound();
    return meta;
  }
  /** The goal in the address, locked. */
  async function doEndereco(tx: Tx, request: FastifyRequest) {
    const de = await deQuem(tx, request);
    const id = recordIdOf(request);
    await tx.query(sql`select id from metas where id = ${id} for update`);
    return { de, meta: await umaMeta(tx, request.acting, de, id) };
  }

  app.get(
    PATH,
    withAnswer({ config: forUsers, schema: { ...schema, summary: 'As metas de um talento e da sua área' } }, z.array(answer)),
    async (request) => {
      queryOf(request, {});
      return metasDe(db, request.acting, await deQuem(db, request), sql`true`);
    },
  );

  app.post(
    PATH,
    withAnswer({ config: forUsers, schema: { ...schema, summary: 'Incluir uma meta', headers: onceHeader } }, answer, {
      status: 201,
    }),
    async (request, reply) => {
      const { acting, body } = request;
      const feita = await db.tx(async (tx) => {
        const de = await deQuem(tx, request);
        if (!de.eu && !de.lidero && !(de.rh && acting.can(`${authority}_EDITAR`))) throw refuse.forbidden();
        const valores = demandForm(formaDaMeta, body, acting);
        const { id } = await createOnce<{ id: number }>(tx, acting, {
          key: request.headers[ONCE],
          path: `${PATH} ${de.id}`,
          body,
          create: () => cadastro.create(tx, comoPrograma(acting), { ...valores, colaborador: de.id, area: null }),
          read: async (known) => ({ id: known }),
        });
        return umaMeta(tx, acting, de, id);
      });
      return reply.status(201).send(feita);
    },
  );

  const versaoDe = (body: unknown) => demand(z.object({ versao: recordId }), body).versao;

  app.put(`${PATH}/:id`, withAnswer({ config: forUsers, schema: { ...schema, summary: 'Mudar uma meta' } }, answer), (request) =>
    db.tx(async (tx) => {
      const { acting, body } = request;
      const { de, meta } = await doEndereco(tx, request);
      if (!meta.podeEditar) throw refuse.forbidden();
      const valores = demandForm(formaDaMeta, body, acting);
      const program = comoPrograma(acting);
      const antes = await cadastro.read(tx, program, meta.id);
      await cadastro.update(tx, program, meta.id, { ...inputOf(metas, antes), ...valores, versao: versaoDe(body) });
      return umaMeta(tx, acting, de, meta.id);
    }),
  );

  const andamento = z.object({
    resultados: z.array(z.object({ id: recordId, atual: z.number('Valor inválido').min(-1e12).max(1e12).nullable() })).max(2_000),
    versao: recordId,
  });

  app.put(
    `${PATH}/:id/andamento`,
    withAnswer({ config: forUsers, schema: { ...schema, summary: 'Contar onde estão os resultados-chave' } }, answer),
    (request) =>
      db.tx(async (tx) => {
        const { acting, body } = request;
        const { de, meta } = await doEndereco(tx, request);
        if (!meta.podeContar)
          throw meta.situacao === 'A'
            ? refuse.forbidden()
            : new Refusal('META_PARADA', 'Só uma meta em andamento tem resultados a contar.');
        const { resultados, versao } = demand(andamento, body);
        const atuais = new Map(resultados.map(({ id, atual }) => [id, atual]));
        const program = comoPrograma(acting);
        const antes = await cadastro.read(tx, program, meta.id);
        const linhas = rowsIn(antes, 'resultados').map((linha) =>
          atuais.has(Number(linha.id)) ? { ...linha, atual: atuais.get(Number(linha.id)) } : linha,
        );
        await cadastro.update(tx, program, meta.id, { ...inputOf(metas, antes), resultados: linhas, versao });
        return umaMeta(tx, acting, de, meta.id);
      }),
  );

  app.post(
    `${PATH}/:id/transicao/:transicao`,
    withAnswer({ config: forUsers, schema: { ...schema, summary: 'Iniciar, concluir, cancelar ou reabrir uma meta' } }, answer),
    (request) =>
      db.tx(async (tx) => {
        const { acting, body } = request;
        const { de, meta } = await doEndereco(tx, request);
        const name = paramOf(request, 'transicao');
        if (!Object.hasOwn(metas.lifecycle?.transitions ?? {}, name)) throw refuse.notFound();
        if (!meta.acoes.includes(name) && meta.acoes.length === 0) throw refuse.forbidden();
        await cadastro.transition(tx, comoPrograma(acting), meta.id, name, body ?? {});
        return umaMeta(tx, acting, de, meta.id);
      }),
  );
}
