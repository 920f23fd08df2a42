import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Database } from '#kit/db/database.server.ts';
import type { Files } from '#kit/files/files.server.ts';
import { download } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf } from '#kit/http/query.server.ts';
import { forAnybody } from '#kit/http/serves.server.ts';
import { appIcon } from '#kit/picture/picture.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { colorOr, companyTones, SURFACES } from '#kit/ui/contrast.ts';
import { appearanceOf } from '#platform/empresa/appearance.server.ts';

const ICON = '/api/externo/icone';
const SIDES = ['180', '192', '512'] as const;
const SHORT = 24;

/** The portal of a company as a program that a telephone installs: its manifest, and icons drawn from its logo or colour. */
export function registerInstallable(app: FastifyInstance, db: Database, files: Files): void {
  const tags = ['Área externa'];
  const appearance = appearanceOf(db, files);
  async function companyOf(empresaId: number): Promise<{ nome: string; cor: string }> {
    const row = await db.one<{ nome: string; cor: string | null }>({
      text: 'select nome, cor_principal as cor from empresas where id = $1 and ativo',
      values: [empresaId],
    });
    if (!row) throw refuse.notFound();
    return { nome: row.nome, cor: colorOr(row.cor) };
  }

  app.get(
    '/api/externo/manifesto',
    {
      config: forAnybody,
      schema: { tags, summary: 'Manifesto do portal de uma empresa, para instalá-lo', response: { 200: download(['any']) } },
    },
    async (request, reply) => {
      const { empresaId } = queryOf(request, { empresaId: inQuery.id });
      const { nome, cor } = await companyOf(empresaId);
      const icon = (lado: string, purpose: string) => ({
        src: `${ICON}?empresaId=${empresaId}&lado=${lado}`,
        sizes: `${lado}x${lado}`,
        type: 'image/png',
        purpose,
      });
      const manifest = {
        // Another company of the installation is another program.
        id: `/externo/?empresaId=${empresaId}`,
        name: `Vagas · ${nome}`,
        short_name: nome.length > SHORT ? `${nome.slice(0, SHORT - 1).trimEnd()}…` : nome,
        lang: 'pt-BR',
        start_url: `/externo/anuncios?empresaId=${empresaId}`,
        scope: '/externo/',
        display: 'standalone',
        theme_color: cor,
        background_color: SURFACES.page,
        icons: [icon('192', 'any'), icon('512', 'any'), icon('512', 'maskable')],
      };
      return reply
        .headers({ 'content-type': 'application/manifest+json; charset=utf-8', 'cache-control': 'no-cache' })
        .send(JSON.stringify(manifest));
    },
  );

  app.get(
    ICON,
    {
      config: { ...forAnybody, limits: { address: 120 } },
      compress: false,
      schema: { tags, summary: 'Ícone do portal de uma empresa', response: { 200: download(['any']) } },
    },
    async (request, reply) => {
      const { empresaId, lado } = queryOf(request, {
        empresaId: inQuery.id,
        lado: z.enum(SIDES, 'Valor inválido').default('192'),
      });
      const { cor } = await companyOf(empresaId);
      const { primary, onPrimary } = companyTones(cor).light;
      const { logo } = await appearance({ empresaId });
      const png = await appIcon({ side: Number(lado), primary, onPrimary, logo });
      return reply.headers({ 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' }).send(png);
    },
  );
}
