import type { FastifyInstance } from 'fastify';
import type { DoorKeeper } from '#kit/door/doors.server.ts';
import { sendStored } from '#kit/files/routes.server.ts';
import { download, nothing } from '#kit/http/openapi.server.ts';
import { recordIdOf } from '#kit/http/query.server.ts';
import { forExternals } from '#kit/http/serves.server.ts';

const mine = { who: 'externo', method: 'GET', path: '/api/externo/arquivos/:id', summary: 'Baixar um arquivo meu' } as const;

/** The files that somebody of the external area has sent, and no others. */
export function registerExternalFiles(app: FastifyInstance, { files, actingAt }: Pick<DoorKeeper, 'files' | 'actingAt'>): void {
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
