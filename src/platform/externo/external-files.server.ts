import type { FastifyInstance } from 'fastify';
import type { ExternalActing } from '#kit/acting/acting.server.ts';
import type { DoorKeeper } from '#kit/door/doors.server.ts';
import type { FileRow } from '#kit/files/keep.server.ts';
import { sendStored } from '#kit/files/routes.server.ts';
import { download, nothing } from '#kit/http/openapi.server.ts';
import { recordIdOf } from '#kit/http/query.server.ts';
import { forExternals } from '#kit/http/serves.server.ts';
import { networkOf } from '#kit/http/throttle.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { candidateKey } from './outsiders.server.ts';

const mine = { who: 'externo', method: 'GET', path: '/api/externo/arquivos/:id', summary: 'Baixar um arquivo meu' } as const;

declare module 'fastify' {
  interface FastifyInstance {
    /** Stores a file that somebody sent anew, as their account at another company has sent it. */
    copyExternalFile(
      request: FastifyRequest,
      id: number,
      from: ExternalActing,
      to: { id: number; empresaId: number },
    ): Promise<FileRow>;
  }
}

/** The files that somebody of the external area has sent, and no others. */
export function registerExternalFiles(app: FastifyInstance, { files, actingAt }: Pick<DoorKeeper, 'files' | 'actingAt'>): void {
  app.decorate('copyExternalFile', async (request, id, from, { id: contaId, empresaId }) => {
    const file = await files.find(id, from);
    if (file.externo !== from.externo) throw refuse.notFound();
    const keeper = { empresaId, usuarioId: null, externo: candidateKey({ id: contaId }), network: networkOf(request.ip) };
    return files.save(keeper, { nome: file.nome, tipo: file.tipo, uso: 'envio' }, await files.store.get(file.chave));
  });

  app.get(
    mine.path,
    {
      config: forExternals,
      compress: false,
      schema: {
        tags: ['Área externa'],
        summary: mine.summary,
        response: { 200: download(['any']), 206: download(['any']), 304: nothing('o mesmo que já se tem') },
      },
    },
    async (request, reply) =>
      sendStored(request, reply, files, await files.find(recordIdOf(request), await actingAt(request, mine))),
  );
}
