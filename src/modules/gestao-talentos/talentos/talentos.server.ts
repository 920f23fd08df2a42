import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { named, refTo, withAnswer } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { rowsIn } from '#kit/registry/record.ts';
import { rowSchema } from '#kit/registry/wire-schema.ts';
import { recordRef } from '#kit/store/described.server.ts';
import { holdOff } from '#kit/store/hold-off.server.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { areasVisiveis, daAreaVisivel, nosRamos } from '#modules/estrutura/public.server.ts';
import { cancelaPendencia } from '#platform/integracao/pendencias.server.ts';
import { endWhatWasBegun } from '#platform/questionario/tickets.server.ts';
import { acompanhaDataDeDesligamento, exigeQuemDesliga, renomeiaRegistros } from '../desligamentos/acompanha.server.ts';
import { avisaDoUsuario } from './aberto-pelo-cpf.server.ts';
import { atuaisDe, atualizaAtuais, comoHistoricos, seguraOQuePagara } from './atuais.server.ts';
import { cabecalhoDoTalento } from './cabecalho.server.ts';
import { filtrosDeSituacao } from './codigos.ts';
import { talentosEm } from './em.server.ts';
import { pendenciaDoTalento } from './espera.server.ts';
import { exigeAreaVisivel, exigeQueCpfProprioFique, exigeQueNaoMudeAcesso } from './gestor.server.ts';
import { avisaDosHistoricos, situaHistoricos } from './historicos-integracao.server.ts';
import { aguardaPessoal, avisaDoTalento } from './integracao.server.ts';
import { exigeQueNuncaAdmitido } from './ja-admitido.server.ts';
import { comoEra, lugares, respeitaLimite } from './limite.server.ts';
import { duvidasDoTalento } from './mudancas.server.ts';
import { PERGUNTAS_POR_SI } from './perguntas.server.ts';
import { pessoaDe, TRABALHA } from './quem.server.ts';
import { talentos } from './talentos.registry.ts';
import { exigeOutroPeriodo } from './vinculos.server.ts';

export const talentosHooks = hooksFor(talentos, {
  where: (acting) => (areasVisiveis(acting) ? daAreaVisivel(acting, sql`t.area_atual_id`) : undefined),
  asOf: talentosEm,
  derived: ['avisos_experiencia', PERGUNTAS_POR_SI],
  heading: cabecalhoDoTalento,
  lock: async (tx, { acting, id, input }) => {
    if (id !== undefined) await seguraOQuePagara(tx, acting.today, id, input.historicos);
  },
  async beforeSave(tx, save) {
    // Records about the talent follow the name, also those that are being written.
    const { before, value } = save;
    if (before && value.nome !== undefined && value.nome !== before.nome) await holdOff(tx, talentos.table, before.id);
    await exigeQueNaoMudeAcesso(tx, save);
    await exigeQueCpfProprioFique(tx, save);
    await exigeQuemDesliga(tx, save);
    await exigeOutroPeriodo(tx, save);
    aguardaPessoal(save);
    situaHistoricos(save);
    if (!save.before) Object.assign(save.value, await atuaisDe(tx, save.acting.today, save.value));
  },
  doubts: duvidasDoTalento,
  async afterSave(tx, save) {
    const { id, acting, before } = save;
    await avisaDoTalento(tx, id, save);
    await avisaDosHistoricos(tx, id, save);
    await avisaDoUsuario(tx, save);
    if (!before) {
      await exigeAreaVisivel(tx, acting, id);
      return respeitaLimite(tx, acting, sql`select ${id}::bigint`);
    }
    await atualizaAtuais(tx, acting.today, sql`x.id = ${id}`);
    const { nome, dataDesligamento, email, cpf } = save.value;
    if ((email !== undefined && email !== before.email) || (cpf !== undefined && cpf !== before.cpf))
      await endWhatWasBegun(tx, acting.empresaId, [pessoaDe(id)]);
    if (dataDesligamento !== undefined && dataDesligamento !== before.dataDesligamento)
      await acompanhaDataDeDesligamento(tx, acting, id, dataDesligamento);
    if (typeof nome === 'string' && nome !== before.nome) await renomeiaRegistros(tx, id, before.nome, nome);
    const antes = lugares(comoEra(before), comoHistoricos(rowsIn(before, 'historicos'), id));
    await respeitaLimite(tx, acting, sql`select ${id}::bigint`, antes);
  },
  async beforeRemove(tx, { before, acting }) {
    await exigeQueNuncaAdmitido(tx, before);
    await cancelaPendencia(tx, acting, pendenciaDoTalento(before.id));
  },
});

/** The calls of document 2 §7 "Employees" and §7 "Talent management" that an employee record answers. */
export function talentosRoutes(app: FastifyInstance, { db, store }: Services): void {
  const open = { config: { authority: 'ROLE_CAD_TALENTO' }, schema: { tags: ['Talentos'] } };
  const registros = store('gestao-talentos/talentos');

  // Somebody without an area has one without id and name.
  const namedOrNot = z.object({ id: z.int().nullable(), nome: z.string().nullable() });
  // The same calls at both roots of the spec.
  for (const root of ['/api/gestao-talentos/talentos', '/api/cargo-salario/colaboradores']) {
    app.get(
      `${root}/situacao`,
      withAnswer(open, z.array(z.object({ id: z.string(), descricao: z.string() }))),
      async (request) => {
        queryOf(request, {});
        return Object.entries(filtrosDeSituacao).map(([id, descricao]) => ({ id, descricao }));
      },
    );

    app.get(`${root}/by-ids`, withAnswer(open, { type: 'array', items: recordRef(app, registros.registry) }), async (request) => {
      const { ids } = queryOf(request, { ids: inQuery.ids });
      if (ids.length === 0) return [];
      const query = { page: null, size: ids.length, paged: false, sort: [registros.registry.sort], busca: '', where: [], ids };
      return (await registros.page(db, request.acting, query)).content;
    });

    // The people of the given areas, for lists of choices: names, not records.
    app.get(`${root}/area`, withAnswer(open, z.array(named.extend({ areaAtual: namedOrNot }))), (request) => {
      const { areasIds, soAreas, ativo } = queryOf(request, {
        areasIds: inQuery.ids.optional(),
        soAreas: inQuery.flag.optional(),
        ativo: inQuery.flag.optional(),
      });
      return db.query(sql`
        select t.id, t.nome, json_build_object('id', a.id, 'nome', a.nome) as "areaAtual" from talentos t left join areas_organizacionais a on a.id = t.area_atual_id
        where t.empresa_id = ${request.acting.empresaId} and ${daAreaVisivel(request.acting, sql`t.area_atual_id`)} and ${nosRamos(sql`t.area_atual_id`, areasIds, soAreas)}
          and (${ativo ?? null}::boolean is null or (${TRABALHA}) = ${ativo ?? null}::boolean)
        order by t.nome_ord, t.id limit 5000`);
    });

    app.get(`${root}/:id/foto`, withAnswer(open, refTo('Arquivo')), async (request) => {
      queryOf(request, {});
      const { foto } = await registros.read(db, request.acting, recordIdOf(request));
      if (!foto) throw refuse.notFound();
      return foto;
    });

    app.get(
      `${root}/:id/historicos`,
      withAnswer(open, { type: 'array', items: rowSchema(registros.registry, 'historicos') }),
      async (request) => {
        queryOf(request, {});
        return (await registros.show(db, request.acting, recordIdOf(request))).historicos;
      },
    );
  }
}
