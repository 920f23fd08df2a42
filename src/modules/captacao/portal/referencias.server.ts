import type { FastifyInstance } from 'fastify';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { answers, download, named } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { forAnybody } from '#kit/http/serves.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { anunciosAbertos } from '../anuncios/publico.server.ts';
import { aparenciaDe, DA_EMPRESA, empresaDe, opcoesDaLista } from './empresa.server.ts';
import { extrasUsados } from './extras.ts';

const tags = ['Área externa'];

/** What anybody may read to fill in a registration (document 1 §7 "Reference data"). Nothing here depends on a person. */
export function registerReferencias(app: FastifyInstance, { db, address }: Services): void {
  const lista = z.array(named);
  const serve = (path: string, summary: string, query: (empresaId: number) => Sql) =>
    app.get(
      `/api/externo/${path}`,
      { config: forAnybody, schema: { tags, summary, response: answers(lista) } },
      async (request) => {
        const { empresaId } = queryOf(request, { empresaId: inQuery.id, filtros: inQuery.text.optional() });
        const { id } = await empresaDe(db, empresaId);
        return db.query<{ id: number; nome: string }>(query(id));
      },
    );
  for (const [path, lista] of Object.entries(DA_EMPRESA))
    serve(path, lista.summary, (empresaId) => opcoesDaLista(lista, empresaId));

  // Languages are the same for all companies: what one of them adds takes no older one's place.
  const idiomas = sql`select id, nome from (select id, nome, nome_ord from idiomas order by id limit 3000) i order by nome_ord, id`;
  serve('idiomas', 'Idiomas', () => idiomas);

  app.get(
    '/api/externo/estados',
    { config: forAnybody, schema: { tags, summary: 'Estados', response: answers(z.array(named.extend({ sigla: z.string() }))) } },
    async () =>
      db.query<{ id: number; nome: string; sigla: string }>(
        sql`select id, nome, sigla from estados order by sigla_ord, id limit 3000`,
      ),
  );
  app.get(
    '/api/externo/estados/:id/cidades',
    { config: forAnybody, schema: { tags, summary: 'Cidades de um estado', response: answers(lista) } },
    async (request) =>
      db.query<{ id: number; nome: string }>(
        sql`select id, nome from (
          select id, nome, nome_ord from cidades where uf_id = ${recordIdOf(request)}
          order by codigo_ibge is null, id limit 2000) c order by nome_ord, id`,
      ),
  );

  const termo = z.object({ texto: z.string(), versao: z.string(), exigido: z.boolean() });
  app.get(
    '/api/externo/empresas/:id/configuracao',
    {
      config: forAnybody,
      schema: {
        tags,
        summary: 'A empresa do portal',
        response: answers(
          named.extend({
            corPrincipal: z.string().nullable(),
            logo: z.string().nullable(),
            maxCandidataCargo: z.int(),
            campoExtraCandidato: z.boolean(),
            termo,
          }),
        ),
      },
    },
    async (request) => aparenciaDe(db, recordIdOf(request)),
  );

  const extra = z.object({ campo: z.string(), titulo: z.string(), obrigatorio: z.boolean() });
  for (const path of ['empresas/:id/campos-extras', 'empresas/:id/campos-extras-visiveis-obrigatorios/:x', 'campos-extras/:id'])
    app.get(
      `/api/externo/${path}`,
      { config: forAnybody, schema: { tags, summary: 'Campos extras do candidato', response: answers(z.array(extra)) } },
      async (request) => {
        const { settings, extras } = await empresaDe(db, recordIdOf(request));
        return extrasUsados({ ...settings, camposExtras: extras }).map(({ campo, titulo, obrigatorioCandidato }) => ({
          campo,
          titulo,
          obrigatorio: obrigatorioCandidato,
        }));
      },
    );

  app.get(
    '/api/externo/parametros-do-sistema',
    {
      config: forAnybody,
      schema: {
        tags,
        summary: 'Parâmetros do portal',
        response: answers(z.object({ camposCandidatoObrigatorio: z.array(z.string()) })),
      },
    },
    async () => {
      const row = await db.one<{ campos: string[] | null }>(
        sql`select campos_candidato_obrigatorio as campos from parametros_sistema order by id limit 1`,
      );
      return { camposCandidatoObrigatorio: row?.campos ?? [] };
    },
  );

  // The three lookups by CPF judge the number and nothing else: whether somebody has it is never told (ADR 75).
  const julgado = z.object({ cpf: z.string(), valido: z.boolean() });
  for (const path of ['pessoas/cpf', 'pessoas/cpf-e-empresaId'])
    app.get(
      `/api/externo/${path}`,
      { config: forAnybody, schema: { tags, summary: 'Julgar um CPF', response: answers(julgado) } },
      async (request) => {
        const { cpf } = queryOf(request, { cpf: inQuery.text, empresaId: inQuery.id.optional() });
        return { cpf: CPF.normalize(cpf), valido: CPF.isValid(cpf) };
      },
    );
  app.get(
    '/api/externo/candidatos/empresas-por-cpf',
    { config: forAnybody, schema: { tags, summary: 'Empresas com portal, as mesmas para todo CPF', response: answers(lista) } },
    async (request) => {
      queryOf(request, { cpf: inQuery.text.optional() });
      return db.query<{ id: number; nome: string }>(sql`select id, nome from empresas where ativo order by nome_ord, id`);
    },
  );
  app.post(
    '/api/externo/userinfo/sensedata',
    {
      config: { ...forAnybody, limits: { address: 600 } },
      schema: { tags, summary: 'Aceita e não guarda', response: { 204: { description: 'feito', type: 'null' } } },
    },
    async (_request, reply) => reply.status(204).send(),
  );

  const xml = (text: string) =>
    text.replace(/[<>&"']/g, (c) => `&#${c.charCodeAt(0)};`).replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/g, '');
  // Programs ask for these, and each has all ads in it.
  const FEW = { address: 60 };
  const pagina = (id: number, empresaId: number) => xml(address(`/externo/anuncios/${id}?empresaId=${empresaId}`));
  app.get(
    '/api/externo/anuncios/feed',
    {
      config: { ...forAnybody, limits: FEW },
      schema: { tags, summary: 'Vagas abertas para quadros de vagas (RSS)', response: { 200: download(['any']) } },
    },
    async (request, reply) => {
      const { id, nome } = await empresaDe(db, queryOf(request, { empresaId: inQuery.id }).empresaId);
      const itens = (await anunciosAbertos(db, id)).map(
        (a) =>
          `<item><title>${xml(a.titulo)}</title><link>${pagina(a.id, id)}</link><guid>${pagina(a.id, id)}</guid><pubDate>${new Date(`${a.publicadoEm}T12:00:00Z`).toUTCString()}</pubDate><description>${xml(a.descricao)}</description></item>`,
      );
      return reply
        .type('application/rss+xml; charset=utf-8')
        .send(
          `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>${xml(`Vagas abertas · ${nome}`)}</title><link>${xml(address(`/externo/anuncios?empresaId=${id}`))}</link><description>${xml(`Vagas abertas da empresa ${nome}`)}</description><language>pt-BR</language>${itens.join('')}</channel></rss>`,
        );
    },
  );
  app.get(
    '/api/externo/anuncios/sitemap',
    {
      config: { ...forAnybody, limits: FEW },
      schema: { tags, summary: 'Mapa das páginas de vagas, para buscadores', response: { 200: download(['any']) } },
    },
    async (request, reply) => {
      const { id: empresaId } = await empresaDe(db, queryOf(request, { empresaId: inQuery.id }).empresaId);
      const urls = (await anunciosAbertos(db, empresaId)).map(
        (a) => `<url><loc>${pagina(a.id, empresaId)}</loc><lastmod>${a.publicadoEm}</lastmod></url>`,
      );
      return reply
        .type('application/xml; charset=utf-8')
        .send(
          `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`,
        );
    },
  );
}
