import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { namedId, nameIn } from '#kit/fields/bare.ts';
import { recordId } from '#kit/fields/reference.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, described } from '#kit/http/openapi.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { refuse, stillThere } from '#kit/refusal/refusal.ts';
import { montaMatriz } from '#modules/estrutura/public.server.ts';
import { candidaturas } from '../candidaturas/candidaturas.registry.ts';
import type { CompetenciasDoCandidato } from './competencias.ts';

const PATH = 'captacao/candidaturas';
const tags = ['Níveis de Competência (Recrutamento)'];
const EDITAR = `${candidaturas.authority}_EDITAR`;

const resposta = z.object({
  candidato: z.string(),
  faixa: z.string().nullable(),
  niveis: z.array(z.object({ id: z.int(), descricao: z.string(), ordem: z.int() })),
  linhas: z.array(
    z.object({
      id: z.int(),
      nome: z.string(),
      tipo: z.string(),
      exigido: z.int().nullable(),
      nivel: z.int().nullable(),
    }),
  ),
  podeEditar: z.boolean(),
}) satisfies z.ZodType<CompetenciasDoCandidato>;

const enviado = z.object({
  linhas: z
    .array(z.object({ id: recordId, nivel: z.int('Valor inválido').nullable() }), 'Valor inválido')
    .max(1_000, 'São permitidos no máximo 1.000 itens'),
});

/** SCR-045: how far candidates have what the band of their vacancy asks for. */
export function competenciasRoutes(app: FastifyInstance, { db, store }: Services): void {
  const lista = store(PATH);

  async function competencias(tx: Queryable, acting: Acting, id: number, lock = false): Promise<CompetenciasDoCandidato> {
    const candidatura = await lista.read(tx, acting, id, lock);
    const { faixaId } = stillThere(
      await tx.one<{ faixaId: number | null }>(
        sql`select faixa_salarial_id as "faixaId" from solicitacoes_pessoal where id = ${namedId(candidatura.solicitacao)}`,
      ),
    );
    const matriz =
      faixaId === null
        ? undefined
        : await montaMatriz(tx, { empresaId: acting.empresaId, dono: 'faixa', donoId: faixaId, faixaId, data: acting.today });
    const meus = await tx.query<{ id: number; nivel: number }>(
      sql`select competencia_id as id, ordem as nivel from candidaturas_competencias where candidatura_id = ${id}`,
    );
    const nivel = new Map(meus.map((um) => [um.id, um.nivel]));
    return {
      candidato: nameIn(candidatura.candidato) ?? '',
      faixa: matriz?.faixaSalarial?.nome ?? null,
      niveis: matriz?.niveisCompetencias.map(({ id: um, descricao, ordem }) => ({ id: um, descricao, ordem })) ?? [],
      linhas:
        matriz?.configsNiveisCompetencias.map(({ competencia, competenciaTipo, ordem }) => ({
          ...competencia,
          tipo: competenciaTipo,
          exigido: ordem,
          nivel: nivel.get(competencia.id) ?? null,
        })) ?? [],
      podeEditar: acting.can(EDITAR) && candidatura.situacao === 'A',
    };
  }

  app.get(
    `/api/${PATH}/:id/competencias`,
    {
      config: { authority: candidaturas.authority },
      schema: { tags, summary: 'Competências do candidato', response: answers(resposta) },
    },
    (request: FastifyRequest) => {
      queryOf(request, {});
      return competencias(db, request.acting, recordIdOf(request));
    },
  );

  app.put(
    `/api/${PATH}/:id/competencias`,
    {
      config: { authority: EDITAR, besides: [candidaturas.authority] },
      schema: { tags, summary: 'Avaliar as competências do candidato', body: described(enviado), response: answers(resposta) },
    },
    (request: FastifyRequest) => {
      queryOf(request, {});
      const { acting } = request;
      const id = recordIdOf(request);
      const { linhas } = demand(enviado, request.body);
      return db.tx(async (tx) => {
        const agora = await competencias(tx, acting, id, true);
        if (!agora.podeEditar) throw refuse.forbidden();
        const conhecidas = new Map(agora.linhas.map((linha) => [linha.id, linha]));
        const niveis = new Set(agora.niveis.map(({ ordem }) => ordem));
        const faltas = linhas.flatMap(({ id: qual, nivel }, lugar) =>
          !conhecidas.has(qual) || (nivel !== null && !niveis.has(nivel))
            ? [{ field: `linhas.${lugar}.${conhecidas.has(qual) ? 'nivel' : 'id'}`, message: 'Valor inválido' }]
            : [],
        );
        if (faltas.length > 0) throw refuse.invalid(faltas);
        const novas = [...new Map(linhas.map((linha) => [linha.id, linha])).values()];
        await tx.query(sql`
          delete from candidaturas_competencias where candidatura_id = ${id} and competencia_id = any(${novas.map((uma) => uma.id)}::bigint[])`);
        const dadas = novas.filter(({ nivel }) => nivel !== null);
        await tx.query(sql`
          insert into candidaturas_competencias (candidatura_id, tipo, competencia_id, ordem, respondida_por)
          select ${id}, x.tipo, x.competencia, x.ordem, ${acting.usuarioId}
          from unnest(${dadas.map((uma) => conhecidas.get(uma.id)?.tipo ?? '')}::text[], ${dadas.map((uma) => uma.id)}::bigint[],
            ${dadas.map((uma) => uma.nivel)}::int[]) x(tipo, competencia, ordem)`);
        const mudancas = novas.flatMap(({ id: qual, nivel }): [string, [number | null, number | null]][] => {
          const antes = conhecidas.get(qual);
          return antes && antes.nivel !== nivel ? [[antes.nome, [antes.nivel, nivel]]] : [];
        });
        if (mudancas.length > 0)
          await acting.audit(tx, {
            table: candidaturas.table,
            id,
            action: 'A',
            changes: {
              competencias: [null, mudancas.map(([nome, [de, para]]) => `${nome}: ${de ?? '—'} → ${para ?? '—'}`).join('; ')],
            },
          });
        return competencias(tx, acting, id);
      });
    },
  );
}
