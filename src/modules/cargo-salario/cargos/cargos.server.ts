import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { recordId } from '#kit/fields/reference.ts';
import { demand } from '#kit/http/demand.server.ts';
import { named, withAnswer } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { asOf } from '#kit/store/dated.server.ts';
import type { Hooks } from '#kit/store/store.server.ts';
import { daAreaVisivel, nosRamos } from '#modules/estrutura/public.server.ts';
import { talentos } from '#modules/gestao-talentos/public.ts';
import { colaboradores } from '../colaboradores/colaboradores.registry.ts';
import { renomeiaFaixas } from '../faixas-salariais/faixas-salariais.server.ts';

const COM_STATUS = `t.nome_mercado || case when t.ativa then ' (Ativo)' else ' (Inativo)' end`;

export const cargosHooks: Hooks = {
  computed: {
    nomeMercadoComStatus: COM_STATUS,
    nomeMercadoComEmpresaEStatus: `select e.nome || ' - ' || ${COM_STATUS} from empresas e where e.id = t.empresa_id`,
    empresa: `select json_build_object('id', e.id, 'nome', e.nome, 'acIntegra', e.ac_integra) from empresas e where e.id = t.empresa_id`,
    possuiFaixaSalarial: 'exists (select 1 from faixas_salariais f where f.cargo_id = t.id)',
  },
  async afterSave(tx, { id, value, before }) {
    if (before && before.nome !== value.nome) await renomeiaFaixas(tx, id, value.nome);
  },
};

const ROOT = '/api/cargo-salario/cargos';

export function cargosRoutes(app: FastifyInstance, { db, store }: Services): void {
  const open = { config: { authority: 'ROLE_CAD_CARGO' }, schema: { tags: ['Cargos'] } };
  const cargos = store('cargo-salario/cargos');

  const responsabilidade = named.extend({ responsabilidades: z.string().nullable() });

  app.get(`${ROOT}/:id/responsabilidade`, withAnswer(open, responsabilidade), async (request) => {
    queryOf(request, {});
    const { id, nome, responsabilidades } = await cargos.read(db, request.acting, recordIdOf(request));
    return { id, nome, responsabilidades };
  });

  // The responsibilities of a talent on a day, by the position held then: it is told to whoever opens talents.
  app.get(`${ROOT}/responsabilidade/:colaboradorId`, withAnswer(open, responsabilidade), async (request) => {
    const { data = request.acting.today } = queryOf(request, { data: inQuery.date.optional() });
    if (![talentos, colaboradores].some(({ authority }) => request.acting.can(authority))) throw refuse.forbidden();
    const found = await db.one(sql`
      select c.id, c.nome, c.responsabilidades from talentos_historicos h
      join talentos t on t.id = h.registro_id join faixas_salariais f on f.id = h.faixa_salarial_id join cargos c on c.id = f.cargo_id
      where t.id = ${recordIdOf(request, 'colaboradorId')} and t.empresa_id = ${request.acting.empresaId} and ${asOf('h', sql`${data}::date`)}
        and ${daAreaVisivel(request.acting, sql`t.area_atual_id`)}`);
    if (!found) throw refuse.notFound();
    return found;
  });

  // Positions of the given areas, and those without areas.
  const cargo = named.extend({ nomeMercado: z.string(), ativa: z.boolean() });
  app.post(`${ROOT}/mais-sem-areas`, withAnswer(open, z.array(cargo)), (request) => {
    const { areasIds, soAreas } = demand(
      z.object({
        soAreas: z.boolean('Valor inválido').optional(),
        areasIds: z.array(recordId, 'Valor inválido').max(5_000, 'São permitidos no máximo 5000 itens'),
      }),
      request.body,
    );
    return db.query(sql`
      select c.id, c.nome, c.nome_mercado as "nomeMercado", c.ativa from cargos c
      where c.empresa_id = ${request.acting.empresaId} and (
        exists (select 1 from cargos_areas_organizacionais l where l.registro_id = c.id and ${areasIds.length > 0} and ${nosRamos(sql`l.alvo_id`, areasIds, soAreas)})
        or not exists (select 1 from cargos_areas_organizacionais l where l.registro_id = c.id))
      order by c.nome_ord, c.id`);
  });
}
