import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { Job, JobHandlers } from '#kit/jobs/jobs.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { LINHAS_NA_HORA } from './aplicar.routes.server.ts';
import { aplicaDissidio, tamanhoDoDissidio } from './dissidio.server.ts';
import { dizFeito } from './painel.ts';
import type { TipoDeLinha } from './tabelas.server.ts';
import { impede, travaPlanejamento } from './travas.server.ts';

const TAREFA = 'reajustes.coletivo';

const formularios: Record<TipoDeLinha, { registro: string; authority: string }> = {
  C: { registro: 'reajustes-colaboradores', authority: 'ROLE_CAD_REAJUSTE_COLABORADOR_EDITAR' },
  F: { registro: 'reajustes-faixas-salariais', authority: 'ROLE_CAD_REAJUSTE_FAIXA_SALARIAL_EDITAR' },
  I: { registro: 'reajustes-indices', authority: 'ROLE_CAD_REAJUSTE_INDICE_EDITAR' },
};

/** CALL-202 to CALL-204: lines made together, at once for a department, as a task for a whole company. */
export function coletivoRoutes(app: FastifyInstance, { db, jobs }: Services): void {
  for (const [tipo, { registro, authority }] of Object.entries(formularios) as [TipoDeLinha, (typeof formularios)['C']][])
    app.post(
      `/api/cargo-salario/${registro}/aplicar-dissidio`,
      { config: { authority }, schema: { tags: ['Realinhamento'] } },
      async (request, reply) => {
        const { acting, body } = request;
        const feito = await db.tx(async (tx) => {
          const { plano, n } = await tamanhoDoDissidio(tx, acting, tipo, body);
          // One at a time for a table: nobody waits for a task's lines, and no two tasks are put in.
          await travaPlanejamento(tx, acting.empresaId, plano.id);
          const naFila = await tx.one(sql`
            select 1 from tarefas where tipo = ${TAREFA} and estado in ('fila', 'executando') and empresa_id = ${acting.empresaId}
              and (dados->>'tabelaId')::bigint = ${plano.id} limit 1`);
          if (naFila) throw impede('As linhas deste planejamento já estão sendo incluídas em segundo plano.');
          if (n <= LINHAS_NA_HORA) return aplicaDissidio(tx, acting, tipo, body);
          const dados = { tabelaId: plano.id, tipo, formulario: body };
          return { tarefaId: await jobs.enqueue(TAREFA, dados, acting, { titulo: `Reajuste coletivo em ${plano.nome}`, tx }) };
        });
        return reply.status('tarefaId' in feito ? 202 : 200).send(feito);
      },
    );
}

/** The work and the end of its task are one transaction: run again, it finds its lines there, or none. */
export const coletivoJobs: JobHandlers = {
  [TAREFA]: async (job: Job) => {
    const tipo = job.dados.tipo as TipoDeLinha;
    if (!job.acting.can(formularios[tipo].authority)) throw refuse.forbidden();
    await job.db.tx(async (tx) => {
      const feito = await aplicaDissidio(tx, job.acting, tipo, job.dados.formulario, job.progress);
      await job.conclude(tx, { mensagem: dizFeito(feito) });
    });
    return undefined;
  },
};
