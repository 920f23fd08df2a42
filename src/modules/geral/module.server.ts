import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { fold } from '#kit/br/text.ts';
import { refuse } from '#kit/http/refusal.ts';
import { defineModuleServer } from '#kit/module/module.server.ts';
import { recordIdOf } from '#kit/registry/routes.server.ts';
import type { Hooks } from '#kit/registry/store.server.ts';
import { geral } from './module.ts';
import { queryOf, um } from './query.server.ts';

const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

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
    return /^[\d-]+$/.test(asked) ? sql`t.codigo like ${`${asked.replaceAll('-', '')}%`}` : sql`t.busca like ${like(asked)}`;
  },
};

export const geralServer = defineModuleServer({
  declaration: geral,
  hooks: { 'codigos-cbos': codigosCbosHooks },
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

    // Whether a person with this CPF already works in the company, so that a form may offer what is known.
    async function pessoa(cpf: string, empresaId: number, outraQue = 0) {
      const found = await db.one(
        sql`select id, nome, situacao from talentos where empresa_id = ${empresaId} and cpf = ${cpf.replace(/\D/g, '')} and id <> ${outraQue}`,
      );
      return { existe: found !== undefined, pessoa: found ?? null };
    }

    app.get('/api/geral/pessoas/cpf', { ...open, config: { authority: 'ROLE_CAD_TALENTO' } }, async (request) => {
      const { cpf, pessoaId } = queryOf(request, { cpf: um.texto, pessoaId: um.id.optional() });
      return pessoa(cpf, request.acting.empresaId, pessoaId);
    });

    app.get('/api/geral/pessoas/cpf-e-empresaId', { ...open, config: { authority: 'ROLE_CAD_TALENTO' } }, async (request) => {
      const { cpf, empresaId } = queryOf(request, { cpf: um.texto, empresaId: um.id });
      // Another company's people are as unknown here as its records are elsewhere.
      if (empresaId !== request.acting.empresaId) throw refuse.notFound();
      return pessoa(cpf, empresaId);
    });
  },
});
