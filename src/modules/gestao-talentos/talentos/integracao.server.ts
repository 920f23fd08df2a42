import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { namedId } from '#kit/fields/bare.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, nothing } from '#kit/http/openapi.server.ts';
import { recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { rowsIn } from '#kit/registry/record.ts';
import { inputOf } from '#kit/registry/registry.ts';
import { amend } from '#kit/store/amend.server.ts';
import { recordRef } from '#kit/store/described.server.ts';
import { answeredSave } from '#kit/store/stale.server.ts';
import { type Record_, UNASKED } from '#kit/store/store.server.ts';
import { avisaPendencia, esquecePendencias } from '#platform/integracao/pendencias.server.ts';
import { acompanhaDataDeDesligamento } from '../desligamentos/acompanha.server.ts';
import { desligamentoVigente } from '../desligamentos/desligamentos.server.ts';
import { atualizaAtuais } from './atuais.server.ts';
import { pendenciaDoTalento } from './espera.server.ts';
import { historicoQueAguarda, respondeHistoricos } from './historicos-integracao.server.ts';
import { exigeDesligamentoPossivel } from './vinculos.server.ts';

const INTEGRACAO = 'ROLE_INTEGRACAO_PESSOAL';

interface Save {
  value: Record<string, unknown>;
  before?: Record_;
  restored?: Record_;
  acting: Acting;
}

/**
 * In a company that is integrated with a personnel system, an admission waits for it (G), and so does the dismissal of somebody
 * whom the system has (U); cancelling the dismissal ends the wait. Who comes back from the bin waits as before. Without integration nobody waits.
 */
export function aguardaPessoal({ value, before, restored, acting }: Save): void {
  if (acting.settings.acIntegra !== true) return;
  if (restored) value.statusAC = restored.statusAC;
  else if (!before) value.statusAC = value.codigoAC ? null : 'G';
  else if (before.statusAC === 'U' && value.dataDesligamento === null) value.statusAC = null;
  else if (before.statusAC === null && before.codigoAC && before.dataDesligamento === null && value.dataDesligamento !== null)
    value.statusAC = 'U';
}

/** Adds what the company awaits to the pending items, and removes what has been answered. */
export async function avisaDoTalento(tx: Tx, id: number, { value, acting }: Save): Promise<void> {
  if (value.statusAC === undefined) return;
  const oQue = value.statusAC === 'G' ? 'Admissão' : value.statusAC === 'U' ? 'Desligamento' : undefined;
  if (oQue === undefined) return esquecePendencias(tx, acting, [pendenciaDoTalento(id)]);
  await avisaPendencia(tx, acting, {
    origem: pendenciaDoTalento(id),
    tipo: oQue,
    descricao: `${oQue} de ${String(value.nome)} aguarda confirmação no sistema de pessoal`,
    autoridade: 'ROLE_CAD_TALENTO_EDITAR',
  });
}

/**
 * The answers for a talent (STA-024): G → A or C, U → D or back to A. This is no lifecycle: the situation follows from dates and
 * changes with the day, and only the admission or the dismissal waits, whose own record has its states.
 */
export function integracaoRoutes(app: FastifyInstance, { db, store }: Services): void {
  const talentos = store('gestao-talentos/talentos');
  app.post(
    '/api/gestao-talentos/talentos/:id/integracao-ac',
    {
      config: { authority: INTEGRACAO },
      schema: {
        tags: ['Talentos'],
        summary: 'Resposta do sistema de pessoal',
        response: answers(recordRef(app, talentos.registry)),
      },
    },
    async (request) => {
      const id = recordIdOf(request);
      const { acting } = request;
      const { acao, codigoAC } = demand(
        z.object({
          acao: z.enum(['CONFIRMAR', 'CANCELAR'], 'Valor inválido'),
          codigoAC: z
            .string('Valor inválido')
            .trim()
            .min(1, 'Valor inválido')
            .max(20, 'Valor inválido')
            .regex(/^[\w./-]+$/, 'Valor inválido')
            .nullish(),
        }),
        request.body,
      );
      return db.tx(async (tx) => {
        const before = await talentos.read(tx, acting, id, true);
        if (before.statusAC !== 'G' && before.statusAC !== 'U')
          throw new Refusal('NADA_AGUARDA', 'Este talento não aguarda resposta do sistema de pessoal.');
        const isAdmission = before.statusAC === 'G';
        const pedido = isAdmission ? undefined : await desligamentoVigente(tx, id);
        if (pedido?.status === 'U') {
          // The request has a record of its own, which the answer confirms or cancels.
          const desligamentos = store('gestao-talentos/desligamentos');
          await desligamentos.transition(tx, acting, pedido.id, acao === 'CONFIRMAR' ? 'confirmar' : 'cancelar');
          return answeredSave(tx, acting, talentos.registry, await talentos.read(tx, acting, id));
        }
        const codigo = isAdmission && acao === 'CONFIRMAR' ? (codigoAC ?? before.matricula ?? String(id)) : before.codigoAC;
        const status = isAdmission && acao === 'CANCELAR' ? 'C' : null;
        const desligamento = !isAdmission && acao === 'CANCELAR' ? null : before.dataDesligamento;
        const repetido = await tx.one(
          sql`select id from talentos where empresa_id = ${acting.empresaId} and codigo_ac = ${codigo} and id <> ${id}`,
        );
        if (repetido) throw refuse.invalid([{ field: 'codigoAC', message: 'Outro talento já tem este código' }]);
        if (desligamento !== before.dataDesligamento) await exigeDesligamentoPossivel(tx, acting, id, null);
        const resposta = { statusAC: status, codigoAC: codigo, dataDesligamento: desligamento };
        await amend(tx, acting, talentos.registry, before, resposta);
        await esquecePendencias(tx, acting, [pendenciaDoTalento(id)]);
        // The entries of the admission get the same answer.
        if (isAdmission) await respondeHistoricos(tx, acting, sql`h.registro_id = ${id}`, status === 'C' ? 'X' : 'C');
        await atualizaAtuais(tx, acting.today, sql`x.id = ${id}`);
        if (desligamento !== before.dataDesligamento) await acompanhaDataDeDesligamento(tx, acting, id, null);
        return answeredSave(tx, acting, talentos.registry, await talentos.read(tx, acting, id));
      });
    },
  );
  const historicos = store('cargo-salario/colaboradores/historicos');
  // The answer for one entry that was made by hand; entries of a realignment are answered with it.
  app.post(
    '/api/cargo-salario/colaboradores/historicos/:id/integracao-ac',
    {
      config: { authority: INTEGRACAO },
      schema: {
        tags: ['Colaboradores'],
        summary: 'Resposta do sistema de pessoal',
        response: { ...answers(recordRef(app, historicos.registry)), 204: nothing('cancelado') },
      },
    },
    async (request, reply) => {
      const { acting } = request;
      const id = recordIdOf(request);
      const { acao } = demand(z.object({ acao: z.enum(['CONFIRMAR', 'CANCELAR'], 'Valor inválido') }), request.body);
      const confirmado = await db.tx(async (tx) => {
        const { colaborador } = await historicos.read(tx, acting, id);
        const talento = await talentos.readWhole(tx, acting, namedId(colaborador), true);
        const aguarda = await historicoQueAguarda(tx, id);
        if (!aguarda) throw new Refusal('NADA_AGUARDA', 'Este histórico não aguarda resposta do sistema de pessoal.');
        if (aguarda.tabela !== null)
          throw new Refusal(
            'LINHA_GUARDADA',
            acting.can('ROLE_CAD_TABELA_REAJUSTE')
              ? `Este histórico foi criado pelo realinhamento “${aguarda.tabela}”: responda por ele.`
              : 'Este histórico foi criado por um realinhamento: responda por ele.',
            409,
          );
        if (aguarda.daAdmissao)
          throw new Refusal('NADA_AGUARDA', 'Este histórico é o da admissão, que ainda aguarda: responda por ela.');
        if (acao === 'CONFIRMAR') {
          await respondeHistoricos(tx, acting, sql`h.id = ${id}`, 'C');
          await acting.audit(tx, {
            table: 'talentos',
            id: talento.id,
            action: 'A',
            changes: { historicos: ['Pendente', 'Confirmado'] },
          });
          return true;
        }
        if (aguarda.primeiro)
          throw new Refusal(
            'CANCELAMENTO_IMPEDIDO',
            'O primeiro histórico é o da admissão e não pode ser cancelado sozinho.',
            409,
          );
        const linhas = rowsIn(talento, 'historicos').filter((linha) => linha.id !== id);
        await talentos.update(tx, acting, talento.id, { ...inputOf(talentos.registry, talento), historicos: linhas }, UNASKED);
        return false;
      });
      if (!confirmado) return reply.status(204).send();
      const { registry } = historicos;
      return answeredSave(db, acting, registry, await historicos.read(db, acting, id));
    },
  );
}
