import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { fold } from '#kit/br/text.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { containing } from '#kit/db/like.ts';
import { demandForm } from '#kit/form/demand-form.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf } from '#kit/http/query.server.ts';
import { blankInput } from '#kit/import/import.ts';
import type { Services } from '#kit/module/module.server.ts';

import { refuse } from '#kit/refusal/refusal.ts';
import { UNASKED } from '#kit/store/store.server.ts';
import { cargos as registro } from './cargos.registry.ts';
import {
  type CargosCriados,
  cargosDaCbo,
  formatCbo,
  MAXIMO_DE_CARGOS,
  MAXIMO_DE_OCUPACOES,
  nomeDoCargo,
  type Ocupacao,
  type Ocupacoes,
} from './cargos-da-cbo.ts';

const PATH = '/api/cargo-salario/cargos/cbo';

interface Codigo {
  codigo: string;
  descricao: string;
}

/** The occupations as positions, with those that the company has already. */
async function comoCargos(tx: Queryable, { empresaId }: Acting, achados: readonly Codigo[]): Promise<Ocupacao[]> {
  const ocupacoes = achados.map(({ codigo, descricao }) => ({ codigo, nome: nomeDoCargo(descricao) }));
  const nomes = ocupacoes.map(({ nome }) => fold(nome));
  const rows = await tx.query<{ nome: string }>(sql`
    select nome_ord as nome from cargos where empresa_id = ${empresaId} and nome_ord = any(${nomes}::text[])`);
  const existentes = new Set(rows.map(({ nome }) => nome));
  return ocupacoes.map((ocupacao) => ({ ...ocupacao, existe: existentes.has(fold(ocupacao.nome)) }));
}

const codigos = z
  .array(z.string('Valor inválido').regex(/^\d{6}$/, 'Código CBO inválido'), 'Escolha ao menos uma ocupação')
  .min(1, 'Escolha ao menos uma ocupação')
  .max(MAXIMO_DE_CARGOS, `São permitidos no máximo ${MAXIMO_DE_CARGOS} cargos de uma vez`);

/** Positions made of the official table of occupations, many at once. */
export function cargosDaCboRoutes(app: FastifyInstance, { db, store }: Services): void {
  const config = { authority: `${registro.authority}_EDITAR` };
  const cargos = store('cargo-salario/cargos');

  app.get(
    PATH,
    {
      config,
      schema: {
        tags: [registro.title],
        summary: 'Ocupações da CBO de um setor, ou que a pesquisa acha',
        response: answers(
          z.object({
            content: z.array(z.object({ codigo: z.string(), nome: z.string(), existe: z.boolean() })),
            total: z.int(),
          }),
        ),
      },
    },
    async (request): Promise<Ocupacoes> => {
      const { setor, busca = '' } = queryOf(request, {
        setor: z
          .string('Valor inválido')
          .regex(/^\d{2}$/, 'Setor inválido')
          .optional(),
        busca: inQuery.text.optional(),
      });
      // A code is written with its hyphen as often as without.
      const palavras = fold(busca.replace(/(\d)-(?=\d)/g, '$1'))
        .split(' ')
        .filter(Boolean);
      if (setor === undefined && palavras.length === 0) return { content: [], total: 0 };
      const rows = await db.query<Codigo & { total: number }>(sql`
        select codigo, descricao, count(*) over ()::int as total from codigos_cbo
        where (${setor ?? null}::text is null or left(codigo, 2) = ${setor ?? null})
          and busca like all(${palavras.map(containing)}::text[])
        order by codigo limit ${MAXIMO_DE_OCUPACOES}`);
      return { content: await comoCargos(db, request.acting, rows), total: rows[0]?.total ?? 0 };
    },
  );

  app.post(
    PATH,
    {
      config,
      schema: {
        tags: [registro.title],
        summary: 'Criar cargos das ocupações escolhidas',
        response: answers(z.object({ criados: z.int(), existentes: z.int() }), { status: 201 }),
      },
    },
    async (request, reply) => {
      const { acting, body } = request;
      const pedidos = [...new Set(demand(z.object({ codigos }), request.body).codigos)];
      const { areasOrganizacionais } = demandForm(cargosDaCbo, body, acting);
      const feito = await db.tx(
        async (tx): Promise<CargosCriados> => {
          const achados = await tx.query<Codigo>(
            sql`select codigo, descricao from codigos_cbo where codigo = any(${pedidos}::text[]) order by codigo`,
          );
          if (achados.length < pedidos.length)
            throw refuse.invalid([{ field: 'codigos', message: 'Um dos códigos não está na tabela da CBO' }]);
          const novos = (await comoCargos(tx, acting, achados)).filter(({ existe }) => !existe);
          for (const { codigo, nome } of novos)
            await cargos.create(
              tx,
              acting,
              { ...blankInput(registro), nome, nomeMercado: nome, areasOrganizacionais, observacao: `CBO ${formatCbo(codigo)}` },
              UNASKED,
            );
          return { criados: novos.length, existentes: achados.length - novos.length };
        },
        { long: true },
      );
      return reply.status(201).send(feito);
    },
  );
}
