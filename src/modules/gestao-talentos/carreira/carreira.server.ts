import type { FastifyInstance } from 'fastify';
import sql, { empty } from 'sql-template-tag';
import { z } from 'zod';
import { tellRecord } from '#kit/history/reading.server.ts';
import { withAnswer } from '#kit/http/openapi.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { salarioDe } from '#modules/estrutura/public.server.ts';
import { VER_SALARIO, VER_SAUDE } from '../pessoa/sensiveis.ts';
import type { Afastamento, Passo } from './carreira.ts';

const MOST_STEPS = 500;
const AFASTAMENTOS = 'ROLE_CAD_COLABORADOR_AFASTAMENTO';

/**
 * The days on which bands and indices that pay the talent changed, between the entries of the history. An index counts while the band's entry that
 * names it is in force: until the next one that has a value (`valorDaFaixa`).
 */
const DO_PAGAMENTO = sql`
    union select v.data from h join faixas_salariais_historicos v on v.registro_id = h.faixa_salarial_id and h.tipo_salario = '1'
      where v.data > h.data and v.data < coalesce(h.ate, 'infinity')
    union select i.data from h join valores v on v.registro_id = h.faixa_salarial_id and h.tipo_salario = '1'
      cross join lateral (
        select i.data from indices_historicos i where i.registro_id = v.indice_id and i.data > greatest(h.data, v.data)
          and i.data < coalesce(least(h.ate, v.ate), 'infinity') offset 0) i
      where v.data < coalesce(h.ate, 'infinity') and coalesce(v.ate, 'infinity') > h.data
    union select i.data from h join indices_historicos i on i.registro_id = h.indice_id and h.tipo_salario = '2'
      where i.data > h.data and i.data < coalesce(h.ate, 'infinity')`;

/**
 * The days on which the talent's place, or for whoever sees salaries the pay, may have changed. How many days of pay there are would tell how
 * somebody is paid.
 */
const passos = (id: number, veSalario: boolean) => sql`
  with h as (select * from talentos_historicos where registro_id = ${id}),
  valores as (
    select registro_id, indice_id, data, lead(data) over (partition by registro_id order by data, id) as ate from faixas_salariais_historicos
    where registro_id in (select faixa_salarial_id from h where tipo_salario = '1') and tipo <> '1' and coalesce(status, 'C') <> 'X'),
  dias as (select h.data as dia from h ${veSalario ? DO_PAGAMENTO : empty})
  select d.dia::text as data, case when h.data = d.dia then h.motivo end as motivo, f.nome_com_cargo as cargo, a.nome as area,
    e.nome as estabelecimento, ${veSalario ? salarioDe(sql`h`, sql`d.dia`) : sql`null::text`} as salario
  from dias d
  join lateral (select * from h where h.data <= d.dia order by h.data desc limit 1) h on true
  join faixas_salariais f on f.id = h.faixa_salarial_id
  join areas_organizacionais a on a.id = h.area_organizacional_id
  left join estabelecimentos e on e.id = h.estabelecimento_id
  order by d.dia limit ${MOST_STEPS}`;

const carreira = z.object({
  desde: z.iso.date(),
  ate: z.iso.date().nullable(),
  passos: z.array(
    z.object({
      data: z.iso.date(),
      motivo: z.string().nullable(),
      cargo: z.string(),
      area: z.string(),
      estabelecimento: z.string().nullable(),
      salario: z.string().nullable(),
    }),
  ),
  afastamentos: z.array(z.object({ inicio: z.iso.date(), fim: z.iso.date().nullable(), motivo: z.string().nullable() })),
});

/** A talent's positions, pay and absences in the order of their days, as far as the reader may see them. */
export function carreiraRoutes(app: FastifyInstance, { db, store }: Services): void {
  const talentos = store('gestao-talentos/talentos');
  app.get(
    '/api/gestao-talentos/talentos/:id/carreira',
    withAnswer(
      { config: { authority: 'ROLE_CAD_TALENTO' }, schema: { tags: ['Talentos'], summary: 'Carreira do talento' } },
      carreira,
    ),
    async (request) => {
      queryOf(request, {});
      const { acting } = request;
      const { id, dataAdmissao, dataDesligamento } = await talentos.read(db, acting, recordIdOf(request));
      const veSalario = acting.can(VER_SALARIO);
      const veMotivo = acting.can(VER_SAUDE);
      const lidos = await db.query<Passo>(passos(id, veSalario));
      // A day on which only the pay of a band changed says nothing if that did not reach the talent.
      const mostrados = lidos.filter(({ motivo, salario }, index) => motivo !== null || salario !== lidos[index - 1]?.salario);
      const afastamentos = acting.can(AFASTAMENTOS)
        ? await db.query<Afastamento>(sql`
            select f.inicio::text as inicio, f.fim::text as fim, ${veMotivo ? sql`a.descricao` : sql`null::text`} as motivo
            from colaboradores_afastamentos f join afastamentos a on a.id = f.afastamento_id
            where f.colaborador_id = ${id} order by f.inicio limit ${MOST_STEPS}`)
        : [];
      if ((veSalario && mostrados.length > 0) || (veMotivo && afastamentos.length > 0))
        await tellRecord(db, acting, 'talentos', id);
      return { desde: dataAdmissao, ate: dataDesligamento, passos: mostrados, afastamentos };
    },
  );
}
