import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { corpoDe, recordIdOf } from '#kit/http/query.server.ts';
import { Refusal, refuse } from '#kit/http/refusal.ts';
import type { Services } from '#kit/module/module.server.ts';
import type { Record_ } from '#kit/registry/store.server.ts';
import { acompanhaDataDeDesligamento } from '../desligamentos/acompanha.server.ts';
import { desligamentoDoTalento } from '../desligamentos/desligamentos.server.ts';
import { atualizaAtuais } from './atuais.server.ts';
import { exigeDesligamentoPossivel } from './vinculos.server.ts';

const INTEGRACAO = 'ROLE_INTEGRACAO_PESSOAL';

export const pendenciaDoTalento = (id: number) => `gestao-talentos/talentos/${id}`;

interface Save {
  value: Record<string, unknown>;
  before?: Record_;
  acting: Acting;
}

/**
 * In a company that is integrated with a personnel system, an admission waits for it (G), and so does the dismissal of somebody it knows (U);
 * taking the dismissal back ends the wait. A company without one waits for nobody.
 */
export function aguardaPessoal({ value, before, acting }: Save): void {
  if (acting.settings.acIntegra !== true) return;
  if (!before) value.statusAC = value.codigoAC ? null : 'G';
  else if (before.statusAC === 'U' && value.dataDesligamento === null) value.statusAC = null;
  else if (before.statusAC === null && before.codigoAC && before.dataDesligamento === null && value.dataDesligamento !== null)
    value.statusAC = 'U';
}

/** The box of pending items says what the company waits for, and no longer what came. */
export async function avisaPendencia(tx: Tx, id: number, { value, acting }: Save): Promise<void> {
  if (value.statusAC === undefined) return;
  await tx.query(sql`delete from pendencias_ac where empresa_id = ${acting.empresaId} and origem = ${pendenciaDoTalento(id)}`);
  const oQue = value.statusAC === 'G' ? 'Admissão' : value.statusAC === 'U' ? 'Desligamento' : undefined;
  if (oQue === undefined) return;
  await tx.query(sql`
    insert into pendencias_ac (empresa_id, tipo, descricao, autoridade, origem)
    values (${acting.empresaId}, ${oQue}, ${`${oQue} de ${String(value.nome)} aguarda confirmação no sistema de pessoal`}, 'ROLE_CAD_TALENTO_EDITAR', ${pendenciaDoTalento(id)})`);
}

/** The state machine of a talent (STA-024): G → A or C, U → D or back to A. */
export function integracaoRoutes(app: FastifyInstance, { db, store }: Services): void {
  const talentos = store('gestao-talentos/talentos');
  app.post(
    '/api/gestao-talentos/talentos/:id/integracao-ac',
    { config: { authority: INTEGRACAO }, schema: { tags: ['Talentos'], summary: 'Resposta do sistema de pessoal' } },
    async (request) => {
      const id = recordIdOf(request);
      const { acting } = request;
      const { acao, codigoAC } = corpoDe(request, {
        acao: z.enum(['CONFIRMAR', 'CANCELAR'], 'Valor inválido'),
        codigoAC: z
          .string('Valor inválido')
          .trim()
          .min(1, 'Valor inválido')
          .max(20, 'Valor inválido')
          .regex(/^[\w./-]+$/, 'Valor inválido')
          .nullish(),
      });
      return db.tx(async (tx) => {
        const before = await talentos.read(tx, acting, id, true);
        if (before.statusAC !== 'G' && before.statusAC !== 'U')
          throw new Refusal('NADA_AGUARDA', 'Este talento não aguarda resposta do sistema de pessoal.');
        const isAdmission = before.statusAC === 'G';
        const pedido = isAdmission ? undefined : await desligamentoDoTalento(tx, id);
        if (pedido?.status === 'U') {
          // The request has its own record, which the answer settles.
          const desligamentos = store('gestao-talentos/desligamentos');
          await desligamentos.transition(tx, acting, pedido.id, acao === 'CONFIRMAR' ? 'confirmar' : 'cancelar');
          return talentos.read(tx, acting, id);
        }
        const codigo =
          isAdmission && acao === 'CONFIRMAR' ? (codigoAC ?? (before.matricula as string | null) ?? String(id)) : before.codigoAC;
        const status = isAdmission && acao === 'CANCELAR' ? 'C' : null;
        const desligamento = !isAdmission && acao === 'CANCELAR' ? null : before.dataDesligamento;
        const repetido = await tx.one(
          sql`select id from talentos where empresa_id = ${acting.empresaId} and codigo_ac = ${codigo} and id <> ${id}`,
        );
        if (repetido) throw refuse.invalid([{ field: 'codigoAC', message: 'Outro talento já tem este código' }]);
        if (desligamento !== before.dataDesligamento) await exigeDesligamentoPossivel(tx, acting, id, null);
        await tx.query(sql`
          update talentos set codigo_ac = ${codigo}, status_ac = ${status}, data_desligamento = ${desligamento}::date, versao = versao + 1 where id = ${id}`);
        await tx.query(
          sql`delete from pendencias_ac where empresa_id = ${acting.empresaId} and origem = ${pendenciaDoTalento(id)}`,
        );
        await atualizaAtuais(tx, acting.today, sql`x.id = ${id}`);
        if (desligamento !== before.dataDesligamento) await acompanhaDataDeDesligamento(tx, acting, id, null);
        await acting.audit(tx, {
          table: 'talentos',
          id,
          action: 'A',
          changes: {
            statusAC: [before.statusAC, status],
            ...(codigo === before.codigoAC ? {} : { codigoAC: [before.codigoAC, codigo] }),
            ...(desligamento === before.dataDesligamento ? {} : { dataDesligamento: [before.dataDesligamento, desligamento] }),
          },
        });
        return talentos.read(tx, acting, id);
      });
    },
  );
}
