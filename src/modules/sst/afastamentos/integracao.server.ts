import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { corpoDe, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { avisaPendencia, esquecePendencias } from '#platform/integracao/pendencias.server.ts';
import { pendente, type SituacaoDaIntegracao } from './classes.ts';

const PATH = 'sst/colaborador-afastamentos';

/** RUL-253: what waits, or was refused, stands in the box of pending items; what the personnel system has taken does not. */
export async function avisaDoAfastamento(
  tx: Tx,
  acting: Acting,
  id: number,
  situacao: SituacaoDaIntegracao | null,
  oQue: string,
): Promise<void> {
  const origem = `${PATH}/${id}`;
  if (!pendente(situacao)) return esquecePendencias(tx, acting, [origem]);
  const estado = situacao === 'COM_ERRO' ? 'foi recusado pelo sistema de pessoal' : 'aguarda confirmação no sistema de pessoal';
  await avisaPendencia(tx, acting, {
    origem,
    tipo: 'Afastamento',
    descricao: `${oQue} ${estado}`,
    autoridade: 'ROLE_CAD_COLABORADOR_AFASTAMENTO_EDITAR',
  });
}

/** STA-022: the answer of the personnel system, AGUARDANDO or COM_ERRO → SEM_ERRO or COM_ERRO. */
export function integracaoRoutes(app: FastifyInstance, { db, store }: Services): void {
  const afastamentos = store(PATH);
  app.post(
    `/api/${PATH}/:id/integracao-ac`,
    {
      config: { authority: 'ROLE_INTEGRACAO_PESSOAL' },
      schema: { tags: ['Afastamentos de Talentos'], summary: 'Resposta do sistema de pessoal' },
    },
    async (request) => {
      const { acting } = request;
      const id = recordIdOf(request);
      const { acao } = corpoDe(request, { acao: z.enum(['CONFIRMAR', 'RECUSAR'], 'Valor inválido') });
      return db.tx(async (tx) => {
        const before = await afastamentos.read(tx, acting, id, true);
        const antes = before.statusAC as SituacaoDaIntegracao | null;
        if (!pendente(antes)) throw new Refusal('NADA_AGUARDA', 'Este afastamento não aguarda resposta do sistema de pessoal.');
        const depois = acao === 'CONFIRMAR' ? 'SEM_ERRO' : 'COM_ERRO';
        await tx.query(sql`update colaboradores_afastamentos set status_ac = ${depois}, versao = versao + 1 where id = ${id}`);
        await avisaDoAfastamento(tx, acting, id, depois, `Afastamento de ${String(before.resumo)}`);
        await acting.audit(tx, {
          table: 'colaboradores_afastamentos',
          id,
          action: 'A',
          changes: { statusAC: [antes, depois] },
        });
        return afastamentos.read(tx, acting, id);
      });
    },
  );
}
