import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Database } from '#kit/db/database.server.ts';
import type { Files } from '#kit/files/files.server.ts';
import { answers, download, named } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf } from '#kit/http/query.server.ts';
import { forAnybody } from '#kit/http/serves.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';

const LOGO = '/api/publico/empresa/logo';

/**
 * The part of a company that a public page shows, by the id in its link: name and logo. Not counted: whoever used up the count of an office would shut
 * its questionnaires and kiosks.
 */
export function registerPublicCompany(app: FastifyInstance, db: Database, files: Files): void {
  const tags = ['Páginas públicas'];
  const companyOf = async (request: { query: unknown }) => {
    const { empresaId } = queryOf(request, { empresaId: inQuery.id });
    const row = await db.one<{ id: number; nome: string; chave: string | null; tipo: string | null }>({
      text: `select e.id, e.nome, a.chave, a.tipo from empresas e left join arquivos a on a.id = e.logo_empresa_id and a.tipo in ('image/png', 'image/jpeg', 'image/webp', 'image/gif')
        where e.id = $1 and e.ativo`,
      values: [empresaId],
    });
    if (!row) throw refuse.notFound();
    return row;
  };
  app.get(
    '/api/publico/empresa',
    {
      config: { ...forAnybody, limits: 'free' },
      schema: { tags, summary: 'A empresa de um link público', response: answers(named.extend({ logo: z.string().nullable() })) },
    },
    async (request) => {
      const { id, nome, chave } = await companyOf(request);
      return { id, nome, logo: chave === null ? null : `${LOGO}?empresaId=${id}` };
    },
  );
  app.get(
    LOGO,
    {
      config: { ...forAnybody, limits: 'free' },
      compress: false,
      schema: { tags, summary: 'Logomarca da empresa', response: { 200: download(['any']) } },
    },
    async (request, reply) => {
      const { chave, tipo } = await companyOf(request);
      if (chave === null || tipo === null) throw refuse.notFound();
      const bytes = await files.store.get(chave).catch(() => {
        throw refuse.notFound();
      });
      return reply.headers({ 'content-type': tipo, 'x-content-type-options': 'nosniff' }).send(bytes);
    },
  );
}
