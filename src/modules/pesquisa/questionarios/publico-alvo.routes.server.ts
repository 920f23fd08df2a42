import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { demandForm } from '#kit/form/demand-form.server.ts';
import { defineForm } from '#kit/form/form.ts';
import { answers } from '#kit/http/openapi.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { doPublico } from './publico-alvo.server.ts';
import { camposDoPublico, faltasDoPublico, type PreviaDoPublico, publicoVisivel } from './publico-alvo.ts';

/** People who are named in the preview. */
const NOMEADOS = 100;

const formulario = defineForm({ fields: camposDoPublico, visibleWhen: publicoVisivel, rules: faltasDoPublico });

const previa = z.object({
  total: z.int(),
  semEmail: z.int(),
  comAcesso: z.int(),
  pessoas: z.array(z.object({ id: z.int(), nome: z.string(), area: z.string().nullable() })),
});

export function publicoRoutes(app: FastifyInstance, { db }: Services): void {
  app.post(
    '/api/pesquisa/questionarios/publico/previa',
    {
      config: { authority: 'ROLE_CAD_QUESTIONARIO', reads: true },
      schema: { tags: ['Questionários'], summary: 'Quem responderia', response: answers(previa) },
    },
    async (request): Promise<PreviaDoPublico> => {
      const { acting } = request;
      const quem = doPublico(acting, demandForm(formulario, request.body, acting));
      const contagem = await db.only<Omit<PreviaDoPublico, 'pessoas'>>(sql`
        select count(*)::int as total, (count(*) filter (where t.email is null))::int as "semEmail",
          (count(*) filter (where exists (select from usuarios u join usuarios_acessos a on a.registro_id = u.id
            where u.cpf = t.cpf and u.ativo and a.empresa_id = t.empresa_id)))::int as "comAcesso"
        from talentos t where ${quem}`);
      const pessoas = await db.query<PreviaDoPublico['pessoas'][number]>(sql`
        select t.id, t.nome, a.nome as area from talentos t left join areas_organizacionais a on a.id = t.area_atual_id
        where ${quem} order by t.nome_ord collate "C", t.id limit ${NOMEADOS}`);
      return { ...contagem, pessoas };
    },
  );
}
