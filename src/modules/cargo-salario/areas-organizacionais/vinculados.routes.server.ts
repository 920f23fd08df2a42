import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { named, withAnswer } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { ROWS_AT_ONCE, sendRows } from '#kit/http/rows.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { asOf } from '#kit/store/dated.server.ts';
import { daAreaVisivel, nosRamos, valorDaFaixa } from '#modules/estrutura/public.server.ts';
import { TRABALHA, trabalhaEm } from '#modules/gestao-talentos/public.server.ts';

const AREA = '/api/cargo-salario/areas-organizacionais/:id';

/** The entry of a talent (alias `t`) that was in force on a day, as alias `h`. */
const vigente = (dia: string) => sql`h.registro_id = t.id and ${asOf('h', sql`${dia}::date`)}`;

/** Calls on what belongs to one area: bands, people, their history, the areas below it. */
export function vinculadosRoutes(app: FastifyInstance, { db, store }: Services): void {
  const open = { config: { authority: 'ROLE_CAD_AREA_ORGANIZACIONAL' }, schema: { tags: ['Áreas Organizacionais'] } };
  const areas = store('cargo-salario/areas-organizacionais');

  const faixas = z.array(named.extend({ cargo: named, valorAtual: z.number().nullable() }));
  app.get(
    `${AREA}/faixas-salariais`,
    withAnswer({ ...open, config: { authority: 'ROLE_CAD_FAIXA_SALARIAL' } }, faixas),
    async (request) => {
      queryOf(request, {});
      const { id } = await areas.read(db, request.acting, recordIdOf(request));
      return db.query(sql`
      select f.id, f.nome, json_build_object('id', c.id, 'nome', c.nome) as cargo, ${valorDaFaixa(sql`f.id`, sql`${request.acting.today}::date`)}::float8 as "valorAtual"
      from faixas_salariais f join cargos c on c.id = f.cargo_id join cargos_areas_organizacionais l on l.registro_id = c.id
      where l.alvo_id = ${id} order by c.nome_ord, f.nome_ord, f.id`);
    },
  );

  // Seeing an area does not include seeing who works in it, nor their salaries.
  const people = { ...open, config: { authority: 'ROLE_CAD_TALENTO' } };

  // Those of the area and of everything below it, or its own alone (`soAreas`).
  const talento = named.extend({
    matricula: z.string().nullable(),
    cargo: z.string().nullable(),
    area: z.string().nullable(),
    situacao: z.string(),
  });
  app.get(`${AREA}/talentos`, withAnswer(people, z.array(talento)), async (request, reply) => {
    const { em, soAreas } = queryOf(request, { em: inQuery.date.optional(), soAreas: inQuery.flag.optional() });
    const { id } = await areas.read(db, request.acting, recordIdOf(request));
    const quem = em
      ? sql`
        select t.id, t.nome, t.matricula, c.nome as cargo, a.nome as area, case when ${trabalhaEm(em)} then 'A' else 'D' end as situacao
        from talentos t join talentos_historicos h on ${vigente(em)} join faixas_salariais f on f.id = h.faixa_salarial_id join cargos c on c.id = f.cargo_id
        join areas_organizacionais a on a.id = h.area_organizacional_id
        where ${nosRamos(sql`h.area_organizacional_id`, [id], soAreas)} and t.data_admissao <= ${em} and ${daAreaVisivel(request.acting, sql`t.area_atual_id`)}
        order by t.nome_ord, t.id`
      : sql`
        select t.id, t.nome, t.matricula, c.nome as cargo, a.nome as area, t.situacao from talentos t left join cargos c on c.id = t.cargo_atual_id
        left join areas_organizacionais a on a.id = t.area_atual_id
        where ${nosRamos(sql`t.area_atual_id`, [id], soAreas)} and ${daAreaVisivel(request.acting, sql`t.area_atual_id`)} order by t.nome_ord, t.id`;
    return sendRows(reply, db.stream(quem, ROWS_AT_ONCE, request.acting.usuarioId));
  });

  // The number of talents left in an area that is deactivated; of areas whose talents the user may not see, not even the number.
  app.get(`${AREA}/talentos-ativos`, withAnswer(open, z.object({ total: z.int() })), async (request) => {
    queryOf(request, {});
    const { id } = await areas.read(db, request.acting, recordIdOf(request));
    return db.one(sql`
      select count(*)::int as total from talentos t
      where t.area_atual_id = ${id} and ${TRABALHA} and ${daAreaVisivel(request.acting, sql`t.area_atual_id`)}`);
  });

  const historicos = z.array(z.object({ id: z.int(), data: z.iso.date(), colaborador: named }));
  app.get(`${AREA}/historicos-colaboradores-vinculados`, withAnswer(people, historicos), async (request, reply) => {
    queryOf(request, {});
    const { id } = await areas.read(db, request.acting, recordIdOf(request));
    const linhas = sql`
      select h.id, h.data::text as data, json_build_object('id', t.id, 'nome', t.nome) as colaborador
      from talentos_historicos h join talentos t on t.id = h.registro_id
      where h.area_organizacional_id = ${id} and ${daAreaVisivel(request.acting, sql`t.area_atual_id`)} order by h.data desc, h.id`;
    return sendRows(reply, db.stream(linhas, ROWS_AT_ONCE, request.acting.usuarioId));
  });

  app.get(
    `${AREA}/areasOrganizacionais-vinculadas`,
    withAnswer(open, z.array(named.extend({ ativo: z.boolean() }))),
    async (request) => {
      queryOf(request, {});
      const { id } = await areas.read(db, request.acting, recordIdOf(request));
      return db.query(sql`select id, nome, ativo from areas_organizacionais where area_mae_id = ${id} order by nome_ord, id`);
    },
  );
}
