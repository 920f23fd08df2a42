import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { fold } from '#kit/br/text.ts';
import { containing } from '#kit/db/like.ts';
import { tellHourly } from '#kit/history/reading.server.ts';
import { queryOf, recordIdOf, um } from '#kit/http/query.server.ts';
import { defineModuleServer } from '#kit/module/module.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import type { Hooks } from '#kit/store/store.server.ts';
import { vinculosDoCpf } from '#modules/gestao-talentos/public.server.ts';
import { camposExtrasHooks } from '#platform/empresa/campos-extras.server.ts';
import { geral } from './module.ts';

/** `codigoOudescricao`: digits look for the code from its start, words for the description. */
const codigosCbosHooks: Hooks = {
  extraQuery: new Set(['codigoOudescricao']), // spelled so in the spec
  extraWhere(query) {
    const { codigoOudescricao = '' } = queryOf(
      { query: { codigoOudescricao: query.codigoOudescricao } },
      { codigoOudescricao: um.texto.optional() },
    );
    const asked = fold(codigoOudescricao);
    if (asked === '') return undefined;
    return /^[\d-]+$/.test(asked)
      ? sql`t.codigo like ${`${asked.replaceAll('-', '')}%`}`
      : sql`t.busca like ${containing(asked)}`;
  },
};

export const geralServer = defineModuleServer({
  declaration: geral,
  hooks: { 'codigos-cbos': codigosCbosHooks, 'campos-extras': camposExtrasHooks },
  queries: {},
  routes(app: FastifyInstance, { db }) {
    const open = { config: { authority: 'sessao' }, schema: { tags: ['Geral'] } };

    app.get('/api/geral/estados/:id/cidades', open, (request) => {
      queryOf(request, { estadoId: um.id.optional() });
      return db.query(
        sql`select id, nome, codigo_ibge as "codigoIbge" from cidades where uf_id = ${recordIdOf(request)} order by nome_ord, id`,
      );
    });

    app.get('/api/geral/cidades/:id/bairros', open, (request) => {
      queryOf(request, {});
      return db.query(sql`select id, nome from bairros where cidade_id = ${recordIdOf(request)} order by nome_ord, id`);
    });

    // Whether a person with this CPF works in the company, or has worked in it, so that a form may offer what is known: `pessoa` is the last employment,
    // `vinculos` are all of them. What stands in an area that the session does not see is known to be there (`ativo`: to go on), and no more.
    // An answer tells whose CPF it is: it is for who may read it.
    async function pessoa(acting: Acting, cpf: string, outraQue = 0) {
      if (!acting.can('ROLE_VER_DOCUMENTOS')) throw refuse.forbidden();
      const todos = await vinculosDoCpf(db, acting, cpf.replace(/\D/g, ''), outraQue);
      const vinculos = todos.flatMap(({ visivel, ...vinculo }) => (visivel ? [vinculo] : []));
      const ultimo = todos.at(-1);
      if (ultimo?.visivel) await tellHourly(db, acting, { table: 'talentos', id: ultimo.id, columns: ['CPF'] });
      return {
        existe: todos.length > 0,
        ativo: todos.some(({ dataDesligamento }) => dataDesligamento === null),
        pessoa: ultimo?.visivel ? { id: ultimo.id, nome: ultimo.nome, situacao: ultimo.situacao } : null,
        vinculos,
      };
    }

    app.get('/api/geral/pessoas/cpf', { ...open, config: { authority: 'ROLE_CAD_TALENTO' } }, async (request) => {
      const { cpf, pessoaId } = queryOf(request, { cpf: um.texto, pessoaId: um.id.optional() });
      return pessoa(request.acting, cpf, pessoaId);
    });

    app.get('/api/geral/pessoas/cpf-e-empresaId', { ...open, config: { authority: 'ROLE_CAD_TALENTO' } }, async (request) => {
      const { cpf, empresaId } = queryOf(request, { cpf: um.texto, empresaId: um.id });
      // Another company's people are as unknown here as its records are elsewhere.
      if (empresaId !== request.acting.empresaId) throw refuse.notFound();
      return pessoa(request.acting, cpf);
    });
  },
});
