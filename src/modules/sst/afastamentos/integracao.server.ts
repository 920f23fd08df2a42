import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { createMover } from '#kit/transition/moving.server.ts';
import { movedAnswer } from '#kit/transition/transition-routes.server.ts';
import { avisaPendencia, esquecePendencias } from '#platform/integracao/pendencias.server.ts';
import { pendente, type SituacaoDaIntegracao } from './classes.ts';

const PATH = 'sst/colaborador-afastamentos';

/** RUL-253: waiting or refused leaves are in the box of pending items; accepted ones are not. */
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

/** STA-022: the answer of the personnel system, at the address that it knows. */
export function integracaoRoutes(app: FastifyInstance, services: Services): void {
  const move = createMover(services, PATH, services.store(PATH));
  app.post(
    `/api/${PATH}/:id/integracao-ac`,
    {
      config: { authority: 'ROLE_INTEGRACAO_PESSOAL' },
      schema: {
        tags: ['Afastamentos de Talentos'],
        summary: 'Resposta do sistema de pessoal',
        response: movedAnswer(app, services.store(PATH).registry),
      },
    },
    (request, reply) => {
      const { acao } = demand(z.object({ acao: z.enum(['CONFIRMAR', 'RECUSAR'], 'Valor inválido') }), request.body);
      return move(request, reply, { name: acao === 'CONFIRMAR' ? 'confirmar' : 'recusar', input: {} });
    },
  );
}
