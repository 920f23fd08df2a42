import type { FastifyInstance } from 'fastify';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { fold } from '#kit/br/text.ts';
import { containing } from '#kit/db/like.ts';
import { labelIn } from '#kit/fields/by-name.ts';
import { hide } from '#kit/fields/sensitive.ts';
import { tellRows } from '#kit/history/reading.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { described, named, withAnswer, withoutContent } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { among } from '#kit/query/among.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { rowsIn } from '#kit/registry/record.ts';
import { type AnyRegistry } from '#kit/registry/registry.ts';
import { rowSchema } from '#kit/registry/wire-schema.ts';
import { nosRamos } from '#modules/estrutura/public.server.ts';
import { niveisIdioma, situacoesFormacao, tiposFormacao } from '../pessoa/codigos.ts';
import { VER_SAUDE } from '../pessoa/sensiveis.ts';
import { estabilidadeAnswer, estabilidadeVista } from './estabilidade.server.ts';
import { TRABALHA } from './quem.server.ts';
import { talentosVisiveis } from './visiveis.server.ts';

const MOST = 5_000;

/** People with their places, for choices and filters of other screens: names, never a salary. */
const quadro = (acting: Acting, ...onde: Sql[]): Sql => sql`
  select t.id, t.nome, t.matricula, t.situacao, t.data_admissao as "dataAdmissao",
    case when a.id is not null then json_build_object('id', a.id, 'nome', a.nome) end as "areaOrganizacional",
    case when c.id is not null then json_build_object('id', c.id, 'nome', c.nome) end as cargo,
    case when e.id is not null then json_build_object('id', e.id, 'nome', e.nome) end as estabelecimento
  from talentos t
  left join areas_organizacionais a on a.id = t.area_atual_id
  left join cargos c on c.id = t.cargo_atual_id
  left join estabelecimentos e on e.id = t.estabelecimento_atual_id
  where ${talentosVisiveis(acting)}${onde.reduce((all, one) => sql`${all} and ${one}`, sql``)}
  order by t.nome_ord, t.id limit ${MOST}`;

const pessoa = named.extend({
  matricula: z.string().nullable(),
  situacao: z.string(),
  dataAdmissao: z.iso.date(),
  areaOrganizacional: named.nullable(),
  cargo: named.nullable(),
  estabelecimento: named.nullable(),
});

const ids = z.array(z.int().positive()).max(5_000).nullish();

const ROOT = '/api/gestao-talentos/talentos';
/** The two addresses of calls that the spec lists under both roots. */
const BASES = [ROOT, '/api/cargo-salario/colaboradores'];
const open = { config: { authority: 'ROLE_CAD_TALENTO' }, schema: { tags: ['Talentos'] } };

/** A talent, or a 404 for one that the user may not see. */
const visto = ({ db, store }: Services, acting: Acting, id: number) => store('gestao-talentos/talentos').read(db, acting, id);

/** The calls of document 2 §7 beyond the record itself, under both roots where the spec lists both. */
export function colaboradoresRoutes(app: FastifyInstance, services: Services): void {
  listasRoutes(app, services);
  estabilidadeRoutes(app, services);
  quadroRoutes(app, services);
  ordemServicoRoute(app, services);

  app.post(
    '/api/cargo-salario/colaboradores/:id/usuario-eduvem',
    withoutContent({ ...open, config: { authority: 'ROLE_CAD_TALENTO_EDITAR' } }),
    async (request): Promise<never> => {
      await visto(services, request.acting, recordIdOf(request));
      throw new Refusal('ELEARNING_NAO_CONFIGURADO', 'A integração com o e-learning não está configurada.');
    },
  );
}

const acrescentados: Readonly<Record<string, z.ZodRawShape>> = {
  formacoes: {
    tipoDescricao: z.string().nullable(),
    situacaoDescricao: z.string().nullable(),
    anoConclusao: z.string().nullable(),
  },
  idiomas: { nivelDescricao: z.string().nullable() },
};

/** The lists of a record that have a call of their own, with the labels of their codes. */
const listas: Readonly<Record<string, (linha: Record<string, unknown>) => Record<string, unknown>>> = {
  formacoes: (linha) => ({
    ...linha,
    tipoDescricao: labelIn(tiposFormacao, linha.tipo),
    situacaoDescricao: labelIn(situacoesFormacao, linha.situacao),
    anoConclusao: /\b(19|20)\d\d\b/.exec(typeof linha.conclusao === 'string' ? linha.conclusao : '')?.[0] ?? null,
  }),
  certificados: (linha) => linha,
  idiomas: (linha) => ({ ...linha, nivelDescricao: labelIn(niveisIdioma, linha.nivel) }),
  experiencias: (linha) => linha,
};

/** A row with what the call adds to it. */
const linhaDe = (registry: AnyRegistry, nome: string) => ({
  allOf: [rowSchema(registry, nome), described(z.object(acrescentados[nome] ?? {}))],
});

function listasRoutes(app: FastifyInstance, services: Services): void {
  const { db, store } = services;
  const talentos = store('gestao-talentos/talentos');
  for (const [nome, mostra] of Object.entries(listas))
    for (const base of BASES)
      app.get(
        `${base}/:id/${nome}`,
        withAnswer(open, { type: 'array', items: linhaDe(talentos.registry, nome) }),
        async (request) => {
          queryOf(request, {});
          const { acting } = request;
          const talento = await visto(services, acting, recordIdOf(request));
          const linhas = rowsIn(talento, nome);
          const fields = talentos.registry.fields[nome]?.fields ?? {};
          await tellRows(db, acting, { table: talentos.registry.table, fields }, linhas, { id: talento.id });
          return linhas.map(mostra);
        },
      );
}

/** Calls on the end of a protection from dismissal, and the first day of an exposure. */
function estabilidadeRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;
  for (const base of BASES)
    app.get(`${base}/:id/data-estabilidade`, withAnswer(open, estabilidadeAnswer), async (request) => {
      const { data = request.acting.today } = queryOf(request, { data: inQuery.date.optional() });
      const { id } = await visto(services, request.acting, recordIdOf(request));
      return estabilidadeVista(db, request.acting, id, data);
    });

  app.get(`${ROOT}/data-estabilidade-comissao`, withAnswer(open, estabilidadeAnswer), async (request) => {
    const { colaboradorId } = queryOf(request, { colaboradorId: inQuery.id });
    // The answer reveals whether the CIPA is the reason.
    if (!request.acting.can(VER_SAUDE)) throw refuse.forbidden();
    const { id } = await visto(services, request.acting, colaboradorId);
    return estabilidadeVista(db, request.acting, id, request.acting.today, true);
  });

  // Nobody is exposed before their admission.
  app.get(`${ROOT}/data-minima-condicao-ambiental`, withAnswer(open, z.object({ dataMinima: z.iso.date() })), async (request) => {
    const { colaboradorId } = queryOf(request, { colaboradorId: inQuery.id });
    const { dataAdmissao } = await visto(services, request.acting, colaboradorId);
    return { dataMinima: dataAdmissao };
  });
}

/** Calls on people and their places, for choices on other screens. */
function quadroRoutes(app: FastifyInstance, { db }: Services): void {
  app.post(`${ROOT}/filtro-condicao-ambiental`, withAnswer(open, z.array(pessoa)), (request) => {
    const { acting } = request;
    const filtro = demand(
      z.object({
        areasIds: ids,
        areasOrganizacionaisIds: ids,
        soAreas: z.boolean('Valor inválido').optional(),
        cargosIds: ids,
        estabelecimentosIds: ids,
        colaboradoresIds: ids,
        situacao: z.enum(['A', 'D', 'T', 'G', 'C', 'U'], 'Valor inválido').default('A'),
      }),
      request.body,
    );
    return db.query(
      quadro(
        acting,
        nosRamos(sql`t.area_atual_id`, filtro.areasIds ?? filtro.areasOrganizacionaisIds, filtro.soAreas),
        among(sql`t.cargo_atual_id`, filtro.cargosIds),
        among(sql`t.estabelecimento_atual_id`, filtro.estabelecimentosIds),
        among(sql`t.id`, filtro.colaboradoresIds),
        ...(filtro.situacao === 'T' ? [] : [sql`t.situacao = ${filtro.situacao}`]),
      ),
    );
  });

  for (const base of BASES)
    app.get(`${base}/participantes`, withAnswer(open, z.array(pessoa)), (request) => {
      const asked = queryOf(request, {
        nome: inQuery.text.optional(),
        areasIds: inQuery.ids.optional(),
        soAreas: inQuery.flag.optional(),
        cargosIds: inQuery.ids.optional(),
        estabelecimentosIds: inQuery.ids.optional(),
      });
      return db.query(
        quadro(
          request.acting,
          TRABALHA,
          nosRamos(sql`t.area_atual_id`, asked.areasIds, asked.soAreas),
          among(sql`t.cargo_atual_id`, asked.cargosIds),
          among(sql`t.estabelecimento_atual_id`, asked.estabelecimentosIds),
          ...(asked.nome === undefined ? [] : [sql`t.nome_ord like ${containing(fold(asked.nome))}`]),
        ),
      );
    });
}

function ordemServicoRoute(app: FastifyInstance, { db, store }: Services): void {
  const talentos = store('gestao-talentos/talentos');
  // NR-1, 1.4.1 c: the content of a service order for each worker's position.
  const ordem = named.extend({
    cpf: z.string().nullable(),
    matricula: z.string().nullable(),
    dataAdmissao: z.iso.date(),
    areaOrganizacional: z.string().nullable(),
    estabelecimento: z.string().nullable(),
    cargo: z.string().nullable(),
    codigoCBO: z.string().nullable(),
    missao: z.string().nullable(),
    responsabilidades: z.string().nullable(),
  });
  app.get(`${ROOT}/ordem-servico`, withAnswer(open, z.array(ordem)), async (request) => {
    const { acting } = request;
    const { colaboradoresIds } = queryOf(request, { colaboradoresIds: inQuery.ids });
    const ordens = await db.query(sql`
      select t.id, t.nome, t.cpf, t.matricula, t.data_admissao as "dataAdmissao", a.nome as "areaOrganizacional", e.nome as estabelecimento, c.nome as cargo,
        cbo.codigo as "codigoCBO", c.missao, c.responsabilidades
      from talentos t
      left join areas_organizacionais a on a.id = t.area_atual_id
      left join estabelecimentos e on e.id = t.estabelecimento_atual_id
      left join cargos c on c.id = t.cargo_atual_id
      left join faixas_salariais f on f.id = t.faixa_atual_id
      left join codigos_cbo cbo on cbo.id = f.codigo_cbo_id
      where ${talentosVisiveis(acting)} and t.id = any(${colaboradoresIds}::bigint[]) order by t.nome_ord, t.id limit 500`);
    const vistas = ordens.map((one) => hide(talentos.registry.fields, one, acting.can));
    await tellRows(db, acting, talentos.registry, vistas);
    return vistas;
  });
}
