import type { FastifyInstance } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { queryOf, recordIdOf, um } from '#kit/http/query.server.ts';
import { ROWS_AT_ONCE, sendRows } from '#kit/http/rows.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { asOf } from '#kit/store/dated.server.ts';
import { daAreaVisivel, RESPONSAVEIS, TALENTO, valorDaFaixa } from '#modules/estrutura/public.server.ts';
import { quadroEm, trabalhaEm } from '#modules/gestao-talentos/public.server.ts';
import { type AreaDoOrganograma, montaArvore } from './organograma.ts';

const ROOT = '/api/cargo-salario/areas-organizacionais';
const AUTHORITY = 'ROLE_CAD_AREA_ORGANIZACIONAL';

/** The entry of a talent (alias `t`) that was in force on a day, as alias `h`. */
const vigente = (dia: string) => sql`h.registro_id = t.id and ${asOf('h', sql`${dia}::date`)}`;

/** The calls of document 2 §7 "Areas"; all of them see the session's company alone. */
export function areasOrganizacionaisRoutes(app: FastifyInstance, { db, store }: Services): void {
  const open = { config: { authority: AUTHORITY }, schema: { tags: ['Áreas Organizacionais'] } };
  const areas = store('cargo-salario/areas-organizacionais');
  const talento = raw(TALENTO);

  // Who may be the parent: every active area but `areaId` and what stands below it, and the present parent.
  app.get(`${ROOT}/areas-maes`, open, (request) => {
    const {
      areaId = 0,
      areaMaeId = 0,
      resumido,
    } = queryOf(request, { areaId: um.id.optional(), areaMaeId: um.id.optional(), resumido: um.flag.optional() });
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

  // Whoever holds no authority over areas still sees those that they answer for; user and talent are one person by their CPF.
  app.get(`${ROOT}/permite-ver-areas-ou-responsavel-corresponsavel`, { ...open, config: forUsers }, async (request) => {
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
  });

  app.get(`${ROOT}/organogramas`, open, async (request) => {
    const { ativa, areaOrganizacionalId, em } = queryOf(request, {
      ativa: um.flag.optional(),
      areaOrganizacionalId: um.id.optional(),
      em: um.data.optional(),
    });
    // Who works in each area today stands beside the record; either is read once for all areas.
    const { empresaId, today } = request.acting;
    const quem = sql`t.empresa_id = ${empresaId} and ${daAreaVisivel(request.acting, sql`t.area_atual_id`)}`;
    const lotados = em
      ? quadroEm({ dia: em, hoje: today, empresas: [empresaId], onde: () => quem })
      : sql`select t.area_atual_id as area from talentos t where t.situacao in ('A', 'U') and ${quem}`;
    const nodes = await db.query<AreaDoOrganograma>(sql`
      select a.id, a.nome, a.area_mae_id as "areaMaeId", a.ativo,
        (select string_agg(p.nome, ', ' order by r.ordem) from ${raw(RESPONSAVEIS.empresaEResponsaveis)} r join talentos p on p.id = r.${talento} where r.registro_id = a.id) as responsaveis,
        case when ${daAreaVisivel(request.acting, sql`a.id`)} then coalesce(gente.n, 0) end as talentos
      from areas_organizacionais a
      left join (
        select q.area, count(*)::int as n from (${lotados}) q group by 1
      ) gente on gente.area = a.id
      where a.empresa_id = ${empresaId} and a.exibir_organograma and (${ativa ?? null}::boolean is null or a.ativo = ${ativa ?? null}::boolean)
      order by a.nome_ord, a.id`);
    return montaArvore(nodes, areaOrganizacionalId);
  });

  app.get(`${ROOT}/responsaveis`, open, async (request) => {
    const { id } = queryOf(request, { id: um.id });
    const { empresaEResponsaveis, empresaECoresponsaveis } = await areas.read(db, request.acting, id);
    return [
      ...(empresaEResponsaveis as object[]).map((one) => ({ ...one, corresponsavel: false })),
      ...(empresaECoresponsaveis as object[]).map((one) => ({ ...one, corresponsavel: true })),
    ];
  });

  // Branches without anybody who answers, under the root that they belong to.
  app.get(`${ROOT}/agrupadas-sem-responsaveis`, open, (request) => {
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

  app.get(`${ROOT}/:id/faixas-salariais`, { ...open, config: { authority: 'ROLE_CAD_FAIXA_SALARIAL' } }, async (request) => {
    queryOf(request, {});
    const { id } = await areas.read(db, request.acting, recordIdOf(request));
    return db.query(sql`
      select f.id, f.nome, json_build_object('id', c.id, 'nome', c.nome) as cargo, ${valorDaFaixa(sql`f.id`, sql`${request.acting.today}::date`)}::float8 as "valorAtual"
      from faixas_salariais f join cargos c on c.id = f.cargo_id join cargos_areas_organizacionais l on l.registro_id = c.id
      where l.alvo_id = ${id} order by c.nome_ord, f.nome_ord, f.id`);
  });

  // Who may see an area need not see who works in it, nor what they earn.
  const people = { ...open, config: { authority: 'ROLE_CAD_TALENTO' } };

  app.get(`${ROOT}/:id/talentos`, people, async (request, reply) => {
    const { em } = queryOf(request, { em: um.data.optional() });
    const { id } = await areas.read(db, request.acting, recordIdOf(request));
    const quem = em
      ? sql`
        select t.id, t.nome, t.matricula, c.nome as cargo, case when ${trabalhaEm(em)} then 'A' else 'D' end as situacao
        from talentos t join talentos_historicos h on ${vigente(em)} join faixas_salariais f on f.id = h.faixa_salarial_id join cargos c on c.id = f.cargo_id
        where h.area_organizacional_id = ${id} and t.data_admissao <= ${em} and ${daAreaVisivel(request.acting, sql`t.area_atual_id`)}
        order by t.nome_ord, t.id`
      : sql`
        select t.id, t.nome, t.matricula, c.nome as cargo, t.situacao from talentos t left join cargos c on c.id = t.cargo_atual_id
        where t.area_atual_id = ${id} and ${daAreaVisivel(request.acting, sql`t.area_atual_id`)} order by t.nome_ord, t.id`;
    return sendRows(reply, db.stream(quem, ROWS_AT_ONCE, request.acting.usuarioId));
  });

  // How many whoever deactivates the area would leave in it; of areas whose talents they may not see they learn no number either.
  app.get(`${ROOT}/:id/talentos-ativos`, open, async (request) => {
    queryOf(request, {});
    const { id } = await areas.read(db, request.acting, recordIdOf(request));
    return db.one(sql`
      select count(*)::int as total from talentos t
      where t.area_atual_id = ${id} and t.situacao in ('A', 'U') and ${daAreaVisivel(request.acting, sql`t.area_atual_id`)}`);
  });

  app.get(`${ROOT}/:id/historicos-colaboradores-vinculados`, people, async (request, reply) => {
    queryOf(request, {});
    const { id } = await areas.read(db, request.acting, recordIdOf(request));
    const historicos = sql`
      select h.id, h.data::text as data, json_build_object('id', t.id, 'nome', t.nome) as colaborador
      from talentos_historicos h join talentos t on t.id = h.registro_id
      where h.area_organizacional_id = ${id} and ${daAreaVisivel(request.acting, sql`t.area_atual_id`)} order by h.data desc, h.id`;
    return sendRows(reply, db.stream(historicos, ROWS_AT_ONCE, request.acting.usuarioId));
  });

  app.get(`${ROOT}/:id/areasOrganizacionais-vinculadas`, open, async (request) => {
    queryOf(request, {});
    const { id } = await areas.read(db, request.acting, recordIdOf(request));
    return db.query(sql`select id, nome, ativo from areas_organizacionais where area_mae_id = ${id} order by nome_ord, id`);
  });

  // Staffing requests have no table yet, so no area can be in one; the list of them is empty, and truly so.
  app.get(`${ROOT}/:id/solicitacoes-vinculadas`, open, async (request) => {
    queryOf(request, {});
    await areas.read(db, request.acting, recordIdOf(request));
    return [];
  });

  // The mobile product gets the company's whole tree each time: what it lacks then is what was removed here.
  app.put(`${ROOT}/envia-colabore`, { ...open, config: { authority: `${AUTHORITY}_EDITAR` } }, async (request, reply) => {
    queryOf(request, {});
    const enviadas = await db.query(sql`
      select id, nome, descricao_hierarquia as "descricaoHierarquia", area_mae_id as "areaMaeId", codigo_ac as "codigoAC", ativo
      from areas_organizacionais where empresa_id = ${request.acting.empresaId} order by descricao_hierarquia_ord, id`);
    await app.colabore.envia(request.acting, 'areas-organizacionais', { areas: enviadas });
    return reply.status(204).send();
  });
}
