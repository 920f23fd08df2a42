import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { writeDocument } from '#kit/document/document.server.ts';
import { answers, download } from '#kit/http/openapi.server.ts';
import { inQuery, paramOf, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { sendPdf, sendTable } from '#kit/print/render.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { comments, commentsOf, respondents } from './comments.server.ts';
import { placeForFile } from './files-at-once.server.ts';
import { type Dentro, type Fonte, type PessoasVisiveis, theRound } from './reader.server.ts';
import { comparison, evolution, results, resultsOnScreen } from './results.server.ts';
import type { ComentariosDaPergunta, Filtros } from './results.ts';
import { comentariosNoFio, comparacaoNoFio, quemRespondeuNoFio, resultadosNoFio, vezNoFio } from './results.wire.ts';
import { documentOf, tableOfResults } from './results-files.ts';

interface Of {
  /** where the records that ask are served: `pesquisa/questionarios` */
  path: string;
  /** their registry, as rounds name it */
  dono: string;
  authority: `ROLE_${string}`;
  pessoas?: PessoasVisiveis;
  dentro?: Dentro;
}

const MOST_PAGES = 10_000;
/** Characters of texts in a document. */
const MOST_WRITTEN = 1_000_000;

/** Filters stand in the query as in the address of a list: `f.area=12,13`, or `f.area=so:12`. */
function filtersIn(query: Readonly<Record<string, unknown>>): { filtros: Filtros; rest: Record<string, unknown> } {
  const filtros: [string, Filtros[string]][] = [];
  const rest: [string, unknown][] = [];
  for (const [name, value] of Object.entries(query)) {
    const [, campo] = /^f\.(\w{1,60})$/.exec(name) ?? [];
    if (campo === undefined) {
      rest.push([name, value]);
      continue;
    }
    const [, so, ids] = (typeof value === 'string' && /^(so:)?(\d{1,9}(?:,\d{1,9}){0,499})$/.exec(value)) || [];
    if (ids === undefined) throw refuse.invalid([{ field: campo, message: 'Valor inválido' }]);
    filtros.push([campo, { ids: ids.split(',').map(Number), so: so !== undefined }]);
  }
  return { filtros: Object.fromEntries(filtros), rest: Object.fromEntries(rest) };
}

const shape = { por: inQuery.text.optional() };

/** Serves the results of the rounds of a registry below its records: `<path>/:id/resultados`. */
export function registerResults(app: FastifyInstance, { db, lookup }: Services, { path, authority, ...of }: Of): void {
  const root = `/api/${path}/:id/resultados`;
  const fonte: Fonte = { db, lookup, ...of };
  const config = { authority, reads: true, wide: true } as const;
  const tags = ['Resultados'];
  const filters = { type: 'string', pattern: '^(so:)?\\d+(,\\d+)*$' };
  const querystring = {
    type: 'object',
    properties: { por: { type: 'string', description: 'o campo pelo qual se agrupa' } },
    patternProperties: {
      '^f\\.': { ...filters, description: 'ids do campo; numa árvore, com o que fica abaixo, salvo depois de so:' },
    },
  };
  const askedOf = <S extends z.ZodRawShape>(request: FastifyRequest, more: S) => {
    const { filtros, rest } = filtersIn((request.query ?? {}) as Record<string, unknown>);
    const { por = null, ...others } = queryOf({ query: rest }, { ...shape, ...more }) as { por?: string | null } & z.output<
      z.ZodObject<S>
    >;
    return { pedido: { id: recordIdOf(request), por: por === '' ? null : por, filtros }, others };
  };

  app.get(root, { config, schema: { tags, summary: 'Resultados', querystring, response: answers(resultadosNoFio) } }, (request) =>
    resultsOnScreen(fonte, request.acting, askedOf(request, {}).pedido),
  );

  app.get(
    `${root}/comparacao/:com`,
    { config, schema: { tags, summary: 'Resultados de outra vez', querystring, response: answers(comparacaoNoFio) } },
    (request) => {
      const com = recordIdOf(request, 'com');
      return comparison(fonte, request.acting, { ...askedOf(request, {}).pedido, com });
    },
  );

  app.get(
    `${root}/evolucao`,
    { config, schema: { tags, summary: 'As vezes em que se perguntou o mesmo', response: answers(z.array(vezNoFio)) } },
    (request) => {
      queryOf(request, {});
      return evolution(fonte, request.acting, recordIdOf(request));
    },
  );

  const page = inQuery.id.pipe(z.number().max(MOST_PAGES, 'Valor inválido')).default(0);
  app.get(
    `${root}/perguntas/:perguntaId/comentarios`,
    { config, schema: { tags, summary: 'Comentários de uma pergunta', response: answers(comentariosNoFio) } },
    (request) => {
      const { page: at } = queryOf(request, { page });
      return comments(fonte, request.acting, {
        id: recordIdOf(request),
        perguntaId: recordIdOf(request, 'perguntaId'),
        page: at,
      });
    },
  );

  app.get(
    `${root}/perguntas/:perguntaId/pessoas`,
    {
      config,
      schema: { tags, summary: 'Quem deu uma resposta, numa rodada identificada', response: answers(quemRespondeuNoFio) },
    },
    (request) => {
      const { page: at, valor } = queryOf(request, { page, valor: inQuery.id.pipe(z.number().max(9_999, 'Valor inválido')) });
      return respondents(fonte, request.acting, {
        id: recordIdOf(request),
        perguntaId: recordIdOf(request, 'perguntaId'),
        valor,
        page: at,
      });
    },
  );

  app.get(
    `${root}/arquivo/:formato`,
    {
      config,
      schema: {
        tags,
        summary: 'Resultados em PDF, XLSX ou CSV',
        querystring: {
          ...querystring,
          properties: { ...querystring.properties, nome: { type: 'string', description: 'o nome do PDF; sem ele, o título' } },
        },
        response: { 200: download(['pdf', 'xlsx', 'csv']) },
      },
    },
    async (request, reply) => {
      const formato = paramOf(request, 'formato');
      if (formato !== 'pdf' && formato !== 'xlsx' && formato !== 'csv') throw refuse.notFound();
      const { acting } = request;
      const { pedido, others } = askedOf(request, { nome: inQuery.text.optional() });
      await placeForFile(reply);
      if (formato !== 'pdf')
        return sendTable(reply, {
          format: formato,
          table: tableOfResults(await results(fonte, acting, pedido)),
          frame: () => Promise.reject(new Error('a sheet has no frame')),
        });
      const rodada = await theRound(db, fonte, acting, pedido.id);
      const found = await resultsOnScreen(fonte, acting, { ...pedido, rodada });
      const texts: ComentariosDaPergunta[] = [];
      let left = MOST_WRITTEN;
      for (const { id, tipo } of found.perguntas) {
        if (tipo !== '3') continue;
        const { textos, ...one } = await commentsOf(fonte, acting, rodada, { perguntaId: id, page: 0 });
        // Of what is long the screen tells the rest.
        texts.push({ ...one, textos: textos && textos.filter(({ texto }) => (left -= texto.length) >= 0) });
      }
      const { title, filters: used, data } = documentOf(found, pedido.filtros, texts);
      const frame = {
        company: acting.empresaNome,
        printedBy: acting.usuarioNome,
        printedAt: new Date().toISOString(),
        filters: used,
      };
      const template = new URL('./results.typ', import.meta.url);
      return sendPdf(
        reply,
        others.nome || title,
        await writeDocument({ title, template, data, frame }, { owner: acting.usuarioId }),
      );
    },
  );
}
