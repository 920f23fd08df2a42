import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { namesOf } from '#kit/fields/by-name.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, asTask } from '#kit/http/openapi.server.ts';
import { type Job, LATER, type TitledJobs, titled } from '#kit/jobs/jobs.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { aplicaDissidio, tamanhoDoDissidio } from './dissidio.server.ts';
import { hindered, travaPlanejamento } from './locks.server.ts';
import { naoAlcancadosPor } from './nao-alcancados.server.ts';
import { dizFeito, motivosDeFora } from './painel.ts';
import type { TipoDeLinha } from './tabelas.server.ts';
import { LINHAS_NA_HORA } from './tamanho.server.ts';

const TAREFA = 'reajustes.coletivo';

const formularios: Record<TipoDeLinha, { registro: string; authority: string }> = {
  C: { registro: 'reajustes-colaboradores', authority: 'ROLE_CAD_REAJUSTE_COLABORADOR_EDITAR' },
  F: { registro: 'reajustes-faixas-salariais', authority: 'ROLE_CAD_REAJUSTE_FAIXA_SALARIAL_EDITAR' },
  I: { registro: 'reajustes-indices', authority: 'ROLE_CAD_REAJUSTE_INDICE_EDITAR' },
};

const PREVIA = '/api/cargo-salario/reajustes-colaboradores/aplicar-dissidio/previa';

const feito = z.object({ inseridas: z.int(), jaIncluidas: z.int(), semValor: z.int(), acompanham: z.int().optional() });

/** CALL-202 to CALL-204: collective lines, made at once for a department and in a task for a whole company. */
export function coletivoRoutes(app: FastifyInstance, { db, jobs }: Services): void {
  // Whom the lines would reach, and whom not, before they are made.
  app.post(
    PREVIA,
    {
      config: { authority: formularios.C.authority },
      schema: {
        tags: ['Realinhamento'],
        summary: 'Quem um reajuste coletivo alcança',
        response: answers(
          z.object({
            alcancados: z.int(),
            deixamFaixa: z.int(),
            fora: z.array(
              z.object({
                motivo: z.enum(namesOf(motivosDeFora)),
                total: z.int(),
                nomes: z.array(z.string()),
                inclui: z.object({ campo: z.string(), valor: z.union([z.literal(true), z.array(z.int())]) }).optional(),
              }),
            ),
          }),
        ),
      },
    },
    ({ acting, body }) => db.tx((tx) => naoAlcancadosPor(tx, acting, body)),
  );
  for (const tipo of namesOf(formularios)) {
    const { registro, authority } = formularios[tipo];
    app.post(
      `/api/cargo-salario/${registro}/aplicar-dissidio`,
      { config: { authority }, schema: { tags: ['Realinhamento'], response: { ...answers(feito), ...asTask } } },
      async (request, reply) => {
        const { acting, body } = request;
        const { plano, n } = await tamanhoDoDissidio(db, acting, tipo, body);
        const key = `${TAREFA} ${plano.id}`;
        const busy = () => hindered('As linhas deste planejamento já estão sendo incluídas em segundo plano.');
        const agora = () =>
          db.tx(async (tx) => {
            // One adjustment at a time for a table: nobody waits for the lines of a task.
            await travaPlanejamento(tx, acting.empresaId, plano.id);
            if (await jobs.isOpen(tx, key)) throw busy();
            return n > LINHAS_NA_HORA ? LATER : aplicaDissidio(tx, acting, tipo, body);
          });
        const dados = { tabelaId: plano.id, tipo, formulario: body };
        return jobs.nowOrLater(reply, acting, agora, {
          tipo: TAREFA,
          dados,
          titulo: `Reajuste coletivo em ${plano.nome}`,
          key,
          busy,
        });
      },
    );
  }
}

/** The work and the end of its task are one transaction: a repeated task finds all its lines, or none. */
export const coletivoJobs: TitledJobs = {
  [TAREFA]: titled('Aplicar um reajuste coletivo', async (job: Job) => {
    const { tipo } = demand(z.object({ tipo: z.enum(namesOf(formularios)) }), job.dados);
    if (!job.acting.can(formularios[tipo].authority)) throw refuse.forbidden();
    await job.db.tx(async (tx) => {
      const feito = await aplicaDissidio(tx, job.acting, tipo, job.dados.formulario, job.progress);
      await job.conclude(tx, { mensagem: dizFeito(feito) });
    });
    return undefined;
  }),
};
