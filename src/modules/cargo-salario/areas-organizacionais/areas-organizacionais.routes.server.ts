import type { FastifyInstance } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { z } from 'zod';
import { described, named, refTo, sharedSchema, withAnswer, withoutContent } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { rowSchema } from '#kit/registry/wire-schema.ts';
import { daAreaVisivel, nomesDosResponsaveis, RESPONSAVEIS, TALENTO } from '#modules/estrutura/public.server.ts';
import { quadroEm, TRABALHA } from '#modules/gestao-talentos/public.server.ts';
import { type AreaDoOrganograma, montaArvore, somaRamos } from './organograma.ts';
import { vinculadosRoutes } from './vinculados.routes.server.ts';

const ROOT = '/api/cargo-salario/areas-organizacionais';
const AUTHORITY = 'ROLE_CAD_AREA_ORGANIZACIONAL';

const open = { config: { authority: AUTHORITY }, schema: { tags: ['Áreas Organizacionais'] } };

const areaDaArvore = named.extend({ descricaoHierarquia: z.string(), areaMaeId: z.int().nullable(), ativo: z.boolean() });

const areaDoOrganograma = named.extend({
  areaMaeId: z.int().nullable(),
  ativo: z.boolean(),
  responsaveis: z.string().nullable(),
  cargoDoResponsavel: z.string().nullable(),
  talentos: z.int().nullable(),
  talentosNoRamo: z.int().nullable(),
});

/** A tree of areas: each with those below it. */
const organograma = (app: FastifyInstance) => {
  const ramo = sharedSchema(app, 'Organograma', () => {
    const { properties, required, ...area } = described(areaDoOrganograma) as { properties: object; required: string[] };
    const filhas = { type: 'array', items: refTo('Organograma') };
    return { ...area, properties: { ...properties, filhas }, required: [...required, 'filhas'] };
  });
  return { type: 'array', items: ramo };
};

/** The calls of document 2 §7 "Areas"; all of them see the session's company alone. */
export function areasOrganizacionaisRoutes(app: FastifyInstance, services: Services): void {
  arvoreRoutes(app, services);
  responsaveisRoutes(app, services);
  vinculadosRoutes(app, services);

  // The mobile product gets the company's whole tree each time; areas missing from it were removed here.
  app.put(
    `${ROOT}/envia-colabore`,
    withoutContent({ ...open, config: { authority: `${AUTHORITY}_EDITAR` } }),
    async (request, reply) => {
      queryOf(request, {});
      const enviadas = await services.db.query(sql`
      select id, nome, descricao_hierarquia as "descricaoHierarquia", area_mae_id as "areaMaeId", codigo_ac as "codigoAC", ativo
      from areas_organizacionais where empresa_id = ${request.acting.empresaId} order by descricao_hierarquia_ord, id`);
      await services.colabore.envia(request.acting, 'areas-organizacionais', { areas: enviadas });
      return reply.status(204).send();
    },
  );
}

/** Calls on the tree of areas: to draw it, to choose from it, and to find areas without responsibles. */
function arvoreRoutes(app: FastifyInstance, { db }: Services): void {
  // The possible parents: every active area except `areaId` and those below it, and the present parent.
  const maes = z.array(areaDaArvore.partial({ descricaoHierarquia: true, areaMaeId: true, ativo: true }));
  app.get(`${ROOT}/areas-maes`, withAnswer(open, maes), (request) => {
    const {
      areaId = 0,
      areaMaeId = 0,
      resumido,
    } = queryOf(request, { areaId: inQuery.id.optional(), areaMaeId: inQuery.id.optional(), resumido: inQuery.flag.optional() });
    const fields = resumido
      ? sql`a.id, a.nome`
      : sql`a.id, a.nome, a.descricao_hierarquia as "descricaoHierarquia", a.area_mae_id as "areaMaeId", a.ativo`;
    return db.query(sql`
      with recursive ramo as (
        select ${areaId}::bigint as id
        union select f.id from ramo join areas_organizacionais f on f.area_mae_id = ramo.id
      )
      select ${fields} from areas_organizacionais a
      where a.empresa_id = ${request.acting.empresaId} and (a.ativo or a.id = ${areaMaeId}) and a.id not in (select id from ramo)
      order by a.descricao_hierarquia_ord, a.id`);
  });

  app.get(`${ROOT}/organogramas`, withAnswer(open, organograma(app)), async (request) => {
    const { ativa, areaOrganizacionalId, em } = queryOf(request, {
      ativa: inQuery.flag.optional(),
      areaOrganizacionalId: inQuery.id.optional(),
      em: inQuery.date.optional(),
    });
    // Who works in each area today stands beside the record; either is read once for all areas.
    const { empresaId, today } = request.acting;
    const quem = sql`t.empresa_id = ${empresaId} and ${daAreaVisivel(request.acting, sql`t.area_atual_id`)}`;
    const lotados = em
      ? quadroEm({ dia: em, hoje: today, empresas: [empresaId], onde: () => quem })
      : sql`select t.area_atual_id as area from talentos t where ${TRABALHA} and ${quem}`;
    // All areas are read, and the people of those that are not drawn are counted above them.
    const todas = await db.query<AreaDoOrganograma & { desenha: boolean }>(sql`
      select a.id, a.nome, a.area_mae_id as "areaMaeId", a.ativo,
        a.exibir_organograma and (${ativa ?? null}::boolean is null or a.ativo = ${ativa ?? null}::boolean) as desenha,
        ${raw(nomesDosResponsaveis('empresaEResponsaveis', 'a.id'))} as responsaveis,
        (select c.nome from ${raw(RESPONSAVEIS.empresaEResponsaveis)} r join talentos t on t.id = r.${raw(TALENTO)} join cargos c on c.id = t.cargo_atual_id
          where r.registro_id = a.id and ${daAreaVisivel(request.acting, sql`t.area_atual_id`)} and r.ordem = (
            select min(p.ordem) from ${raw(RESPONSAVEIS.empresaEResponsaveis)} p where p.registro_id = a.id)) as "cargoDoResponsavel",
        case when ${daAreaVisivel(request.acting, sql`a.id`)} then coalesce(gente.n, 0) end as talentos
      from areas_organizacionais a
      left join (
        select q.area, count(*)::int as n from (${lotados}) q group by 1
      ) gente on gente.area = a.id
      where a.empresa_id = ${empresaId} order by a.nome_ord, a.id`);
    const somas = somaRamos(todas);
    const nodes = todas.flatMap(({ desenha, ...area }) =>
      desenha ? [{ ...area, talentosNoRamo: somas.get(area.id) ?? null }] : [],
    );
    return montaArvore(nodes, areaOrganizacionalId);
  });

  // Branches without a responsible, under the root that they belong to.
  const grupos = z.array(named.extend({ areas: z.array(named.extend({ descricaoHierarquia: z.string() })) }));
  app.get(`${ROOT}/agrupadas-sem-responsaveis`, withAnswer(open, grupos), (request) => {
    queryOf(request, {});
    return db.query(sql`
      with recursive arvore as (
        select id as raiz, id from areas_organizacionais where empresa_id = ${request.acting.empresaId} and area_mae_id is null
        union select arvore.raiz, f.id from arvore join areas_organizacionais f on f.area_mae_id = arvore.id
      )
      select raiz.id, raiz.nome, json_agg(json_build_object('id', a.id, 'nome', a.nome, 'descricaoHierarquia', a.descricao_hierarquia) order by a.descricao_hierarquia_ord) as areas
      from arvore join areas_organizacionais a on a.id = arvore.id join areas_organizacionais raiz on raiz.id = arvore.raiz
      where a.ativo and not exists (select 1 from ${raw(RESPONSAVEIS.empresaEResponsaveis)} r where r.registro_id = a.id)
      group by raiz.id, raiz.nome, raiz.nome_ord order by raiz.nome_ord, raiz.id`);
  });
}

/** Calls on the responsibles of areas. */
function responsaveisRoutes(app: FastifyInstance, { db, store }: Services): void {
  const areas = store('cargo-salario/areas-organizacionais');
  const talento = raw(TALENTO);

  // A user without authority over areas still sees the areas that they are responsible for; user and talent are one person by
  // their CPF.
  const permissao = z.object({ permite: z.boolean(), permiteVerAreas: z.boolean(), responsavelOuCorresponsavel: z.boolean() });
  app.get(
    `${ROOT}/permite-ver-areas-ou-responsavel-corresponsavel`,
    withAnswer({ ...open, config: forUsers }, permissao),
    async (request) => {
      queryOf(request, {});
      const { acting } = request;
      const row = await db.one<{ responde: boolean }>(sql`
      select exists (
        select 1 from (
          select registro_id, ${talento} as pessoa from ${raw(RESPONSAVEIS.empresaEResponsaveis)}
          union all select registro_id, ${talento} from ${raw(RESPONSAVEIS.empresaECoresponsaveis)}
        ) r
        join areas_organizacionais a on a.id = r.registro_id
        join talentos p on p.id = r.pessoa join usuarios u on u.cpf = p.cpf
        where a.empresa_id = ${acting.empresaId} and u.id = ${acting.usuarioId}
      ) as responde`);
      const permiteVerAreas = acting.can(AUTHORITY);
      const responsavelOuCorresponsavel = row?.responde ?? false;
      return { permite: permiteVerAreas || responsavelOuCorresponsavel, permiteVerAreas, responsavelOuCorresponsavel };
    },
  );

  const responsaveis = {
    type: 'array',
    items: { allOf: [rowSchema(areas.registry, 'empresaEResponsaveis'), described(z.object({ corresponsavel: z.boolean() }))] },
  };
  app.get(`${ROOT}/responsaveis`, withAnswer(open, responsaveis), async (request) => {
    const { id } = queryOf(request, { id: inQuery.id });
    const { empresaEResponsaveis, empresaECoresponsaveis } = await areas.read(db, request.acting, id);
    return [
      ...(empresaEResponsaveis as object[]).map((one) => ({ ...one, corresponsavel: false })),
      ...(empresaECoresponsaveis as object[]).map((one) => ({ ...one, corresponsavel: true })),
    ];
  });
}
