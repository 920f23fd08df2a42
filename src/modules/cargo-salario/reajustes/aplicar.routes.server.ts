import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { formatNumber } from '#kit/br/number.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { corpoDe, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { type Job, type JobHandlers, LATER, type LongWork } from '#kit/jobs/jobs.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { type Aplicado, aplica, type Pedido } from './aplicar.server.ts';
import { cancela } from './cancelar.server.ts';
import { copia } from './copia.server.ts';
import { confirma, nadaAguarda } from './integracao.server.ts';
import { aplicadaEm, leTabela, type Tabela, type TipoDeLinha, tiposDeLinha } from './tabelas.server.ts';
import { impede, travaReajustes } from './travas.server.ts';

const TABELAS = '/api/cargo-salario/tabelas-reajustes-colaboradores';
const APLICAR = 'ROLE_APLICAR_REAJUSTE';
const CANCELAR = 'ROLE_CANCELAR_REAJUSTE';
const INTEGRACAO = 'ROLE_INTEGRACAO_PESSOAL';
const TAREFA_APLICAR = 'reajustes.aplicar';
const TAREFA_CANCELAR = 'reajustes.cancelar';

/** Lines that a request applies itself; more becomes a task. */
export const LINHAS_NA_HORA = 2_000;

const linhasDe = async (tx: Tx, id: number, tipos: readonly TipoDeLinha[]): Promise<Record<string, number>> => {
  const contagens: Record<string, number> = {};
  for (const tipo of tipos) {
    const row = await tx.one<{ n: number }>(
      sql`select count(*)::int as n from ${raw(tiposDeLinha[tipo].tabela)} where tabela_reajuste_id = ${id}`,
    );
    contagens[tipo] = row?.n ?? 0;
  }
  return contagens;
};

/** A plan is applied or cancelled by one task at a time. */
const daTabela = (tipo: string, verbo: string, { id, nome, empresaId }: Tabela, dados: object): LongWork => ({
  tipo,
  dados: { ...dados },
  titulo: `${verbo} ${nome}`,
  key: `cargo-salario.reajustes ${id}`,
  busy: () => impede('Este planejamento já está sendo aplicado ou cancelado em segundo plano.'),
  async also(tx) {
    await travaReajustes(tx, empresaId);
    return undefined;
  },
});

const TODOS: readonly TipoDeLinha[] = ['I', 'F', 'C'];

/** Calls of document 2 §7 that change histories: apply each kind, all of them, cancel; and the copy that goes on from a cancelled one. */
export function aplicarRoutes(app: FastifyInstance, { db, jobs, store }: Services): void {
  const schema = { tags: ['Realinhamento'] };
  const aplicar = { config: { authority: APLICAR }, schema };

  async function responde(
    request: FastifyRequest,
    reply: FastifyReply,
    tipos: (tabela: Tabela, linhas: Record<string, number>) => TipoDeLinha[],
  ) {
    queryOf(request, {});
    const { acting } = request;
    const id = recordIdOf(request);
    const { autorizarTeto = false } = corpoDe(
      { body: request.body ?? {} },
      { autorizarTeto: z.boolean('Valor inválido').optional() },
    );
    const [tabela, linhas] = await Promise.all([leTabela(db, acting.empresaId, id), linhasDe(db, id, TODOS)]);
    const pedido: Pedido = { tabelaId: id, tipos: tipos(tabela, linhas), autorizarTeto };
    const quantas = pedido.tipos.reduce((soma, tipo) => soma + (linhas[tipo] ?? 0), 0);
    const agora = async () => (quantas > LINHAS_NA_HORA ? LATER : db.tx((tx) => aplica(tx, acting, pedido)));
    return jobs.nowOrLater(reply, acting, agora, daTabela(TAREFA_APLICAR, 'Aplicar', tabela, pedido));
  }

  // CALL-209 to CALL-211
  for (const [caminho, tipo] of [
    ['indices', 'I'],
    ['faixas-salariais', 'F'],
    ['colaboradores', 'C'],
  ] as const)
    app.post(`${TABELAS}/:id/aplicar-${caminho}`, aplicar, (request, reply) => responde(request, reply, () => [tipo]));

  // Everything that waits, in one transaction.
  app.post(`${TABELAS}/:id/aplicar`, aplicar, (request, reply) =>
    responde(request, reply, (tabela, linhas) => {
      const tipos = TODOS.filter((tipo) => aplicadaEm(tabela, tipo) === null && (linhas[tipo] ?? 0) > 0);
      if (tipos.length === 0) throw new Refusal('REAJUSTE_IMPEDIDO', 'O planejamento não tem linhas para aplicar.', 409);
      return tipos;
    }),
  );

  async function respondeCancelado(request: FastifyRequest, reply: FastifyReply) {
    const { acting } = request;
    const id = recordIdOf(request);
    const [tabela, linhas] = await Promise.all([leTabela(db, acting.empresaId, id), linhasDe(db, id, TODOS)]);
    const agora = async () => {
      if (Object.values(linhas).reduce((soma, n) => soma + n, 0) > LINHAS_NA_HORA) return LATER;
      await db.tx((tx) => cancela(tx, acting, id));
      return reply.status(204).send();
    };
    return jobs.nowOrLater(reply, acting, agora, daTabela(TAREFA_CANCELAR, 'Cancelar', tabela, { tabelaId: id }));
  }

  // CALL-212
  app.post(`${TABELAS}/:id/cancelar-reajuste`, { config: { authority: CANCELAR }, schema }, (request, reply) => {
    queryOf(request, {});
    return respondeCancelado(request, reply);
  });

  app.post(
    `${TABELAS}/:id/integracao-ac`,
    { config: { authority: INTEGRACAO }, schema: { ...schema, summary: 'Resposta do sistema de pessoal' } },
    async (request, reply) => {
      queryOf(request, {});
      const { acting } = request;
      const { acao } = corpoDe(request, { acao: z.enum(['CONFIRMAR', 'CANCELAR'], 'Valor inválido') });
      const { aguardaPessoal } = await store('cargo-salario/tabelas-reajustes-colaboradores').read(
        db,
        acting,
        recordIdOf(request),
      );
      if (aguardaPessoal !== true) throw nadaAguarda();
      if (acao === 'CANCELAR') return respondeCancelado(request, reply);
      await db.tx((tx) => confirma(tx, acting, recordIdOf(request)));
      return reply.status(204).send();
    },
  );

  app.post(
    `${TABELAS}/:id/copiar`,
    { config: { authority: 'ROLE_CAD_TABELA_REAJUSTE_EDITAR' }, schema },
    async (request, reply) => {
      queryOf(request, {});
      const id = await db.tx((tx) => copia(tx, request.acting, recordIdOf(request)));
      return reply.status(201).send({ id });
    },
  );
}

const exige = (acting: Acting, ...uma: readonly string[]) => {
  if (!uma.some(acting.can)) throw refuse.forbidden();
};

const contado = (feito: Aplicado) =>
  Object.entries(feito)
    .map(([tipo, n]) => `${formatNumber(n)} ${tiposDeLinha[tipo as TipoDeLinha].nome}`)
    .join(', ');

/** Where so many lines write. */
const ESCRITAS = ['talentos', 'talentos_historicos'];

/** Whoever loses a deadlock, against somebody who moves one of the talents, begins again. */
const DE_NOVO = { retry: 2 };

/** The same, for many lines: the work and the end of its task are one transaction, so that a task run again finds it done, or not begun. */
export const reajustesJobs: JobHandlers = {
  [TAREFA_APLICAR]: async (job: Job) => {
    exige(job.acting, APLICAR);
    await job.db.tx(async (tx) => {
      const feito = await aplica(tx, job.acting, job.dados as unknown as Pedido, job.progress);
      job.wroteMany(ESCRITAS);
      await job.conclude(tx, { mensagem: `Reajuste aplicado: ${contado(feito)}.` });
    }, DE_NOVO);
    return undefined;
  },
  [TAREFA_CANCELAR]: async (job: Job) => {
    // The personnel system may refuse what was applied.
    exige(job.acting, CANCELAR, INTEGRACAO);
    await job.db.tx(async (tx) => {
      await cancela(tx, job.acting, Number(job.dados.tabelaId), job.progress);
      job.wroteMany(ESCRITAS);
      await job.conclude(tx, { mensagem: 'Reajuste cancelado.' });
    }, DE_NOVO);
    return undefined;
  },
};
