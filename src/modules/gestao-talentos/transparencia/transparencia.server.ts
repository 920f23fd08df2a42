import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { tellHourly } from '#kit/history/reading.server.ts';
import { answers } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { trailName } from '#kit/report/report.ts';
import { ONDE_EXIBIR_SALARIO } from '#platform/empresa/exibir-salario.ts';
import { trabalhaEm } from '../indicadores/posicao.server.ts';
import { razoesSalariais } from './razoes.server.ts';
import { transparenciaSalarial } from './transparencia.report.ts';
import { EMPREGADOS_QUE_OBRIGAM } from './transparencia.rules.ts';
import type { Razao, Transparencia } from './transparencia.ts';

const TRANSPARENCIA = 'ROLE_TRANSPARENCIA_SALARIAL';

/** Ratios are of the whole company, and are computed from salaries. */
export function pedeSalariosDeTodos(acting: Acting): void {
  if (acting.settings.exibirSalario === false)
    throw new Refusal(
      'NAO_AUTORIZADO',
      `Esta empresa não exibe salários, e o relatório os deduziria. Para vê-lo, ligue ${ONDE_EXIBIR_SALARIO}.`,
      403,
    );
  if (!acting.can('ROLE_VER_SALARIO')) throw refuse.forbidden();
  if (!acting.can('ROLE_VER_TODAS_AREAS'))
    throw new Refusal(
      'NAO_AUTORIZADO',
      'O relatório é da empresa inteira: é preciso poder ver os talentos de todas as áreas.',
      403,
    );
}

/** How many employees the company has on a day, counted up to `ate`; from `EMPREGADOS_QUE_OBRIGAM` on it owes the report. */
export async function empregadosEm(
  db: Queryable,
  { empresaId }: Acting,
  dia: string,
  ate: number | null = null,
): Promise<number> {
  const row = await db.one<{ n: number }>(
    sql`select count(*)::int as n from (select from talentos t where t.empresa_id = ${empresaId} and t.vinculo in ('E', 'A') and ${trabalhaEm(dia)} limit ${ate}) x`,
  );
  return row?.n ?? 0;
}

type Linha = Omit<Razao, 'razaoMedia' | 'razaoMediana'> & { razaoMedia: string | null; razaoMediana: string | null };

const emNumeros = (linhas: readonly Linha[]): Razao[] =>
  linhas.map(({ razaoMedia, razaoMediana, ...linha }) => ({
    ...linha,
    razaoMedia: razaoMedia === null ? null : Number(razaoMedia),
    razaoMediana: razaoMediana === null ? null : Number(razaoMediana),
  }));

const razao = z.object({
  estabelecimento: z.string().nullable(),
  grupo: z.string(),
  mulheres: z.int().nullable(),
  homens: z.int().nullable(),
  razaoMedia: z.number().nullable(),
  razaoMediana: z.number().nullable(),
});
const transparencia = z.object({
  dataBase: z.iso.date(),
  empresa: z.string(),
  empregados: z.int(),
  obrigada: z.boolean(),
  grupos: z.array(razao),
  estabelecimentos: z.array(razao),
});

/** Call of the readiness screen. */
export function transparenciaRoutes(app: FastifyInstance, { db }: Services): void {
  app.get(
    '/api/gestao-talentos/transparencia-salarial',
    {
      config: { authority: TRANSPARENCIA },
      schema: {
        tags: ['Transparência salarial'],
        summary: 'Razões salariais entre mulheres e homens',
        response: answers(transparencia),
      },
    },
    async (request): Promise<Transparencia> => {
      const { acting } = request;
      const { dataBase = acting.today } = queryOf(request, { dataBase: inQuery.date.optional() });
      pedeSalariosDeTodos(acting);
      const empregados = await empregadosEm(db, acting, dataBase);
      const razoes = emNumeros(await db.query<Linha>(razoesSalariais(acting, dataBase, ['G', 'E'])));
      await tellHourly(db, acting, { table: trailName(transparenciaSalarial), columns: ['Razões salariais'] });
      return {
        dataBase,
        empresa: acting.empresaNome,
        empregados,
        obrigada: empregados >= EMPREGADOS_QUE_OBRIGAM,
        grupos: razoes.filter(({ estabelecimento }) => estabelecimento === null),
        estabelecimentos: razoes.filter(({ estabelecimento }) => estabelecimento !== null),
      };
    },
  );
}
