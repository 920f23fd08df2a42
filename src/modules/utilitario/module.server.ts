import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { named, withAnswer } from '#kit/http/openapi.server.ts';
import { inQuery, paramOf, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { defineModuleServer } from '#kit/module/module.server.ts';
import { limiteHooks, limiteRoutes } from './configuracoes-limite-colaborador.server.ts';
import { copiaCadastroJobs, copiaCadastroRoutes } from './copia-cadastro/copia-cadastro.server.ts';
import { utilitario } from './module.ts';
import { parametrosHooks, parametrosRoutes } from './parametros-sistema.server.ts';

export const utilitarioServer = defineModuleServer({
  declaration: utilitario,
  hooks: { 'parametros-sistema': parametrosHooks, 'configuracoes-limite-colaborador': limiteHooks },
  firstSteps: {
    empresas: ({ empresaId }) =>
      sql`exists (select from empresas where id = ${empresaId} and razao_social is not null and cidade is not null)`,
    // The installation begins with the administrator and their profile.
    perfis: () => sql`exists (select from perfis where ativo offset 1)`,
    usuarios: ({ empresaId, usuarioId }) =>
      sql`exists (select from usuarios_acessos where empresa_id = ${empresaId} and registro_id is distinct from ${usuarioId})`,
  },
  jobs: copiaCadastroJobs,
  routes(app: FastifyInstance, services) {
    const { db } = services;
    copiaCadastroRoutes(app, services);
    parametrosRoutes(app, db);
    limiteRoutes(app, db);
    // Whether another establishment of the company already has this complement; `0` stands for a new establishment.
    app.get(
      '/api/utilitario/estabelecimentos/:id/verificar-cnpj-caepf',
      withAnswer(
        { config: { authority: 'ROLE_CAD_ESTABELECIMENTO' }, schema: { tags: ['Estabelecimentos'] } },
        z.object({ existe: z.boolean(), estabelecimento: named.nullable() }),
      ),
      async (request) => {
        const { complemento } = queryOf(request, { complemento: inQuery.text });
        const id = paramOf(request, 'id') === '0' ? 0 : recordIdOf(request);
        const found = await db.one(sql`
          select id, nome from estabelecimentos
          where empresa_id = ${request.acting.empresaId} and complemento_cnpj_caepf = ${complemento.trim().toUpperCase()} and id <> ${id}`);
        return { existe: found !== undefined, estabelecimento: found ?? null };
      },
    );
  },
});
