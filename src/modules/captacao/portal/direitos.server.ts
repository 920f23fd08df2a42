import { Readable } from 'node:stream';
import { turnOf } from '#kit/acting/acting.server.ts';
import { writeDocument } from '#kit/document/document.server.ts';
import type { Visit } from '#kit/door/doors.server.ts';
import { contentDisposition } from '#kit/media/file-names.ts';
import type { Services } from '#kit/module/module.server.ts';
import { sendPdf } from '#kit/print/render.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { apagaDaConta } from '../candidatos/apagar.server.ts';
import { demandaDono } from './cadastro.server.ts';
import { umPorVez } from './lugares.server.ts';
import { comecoDe, comRotulos, dadosDe, emJson } from './meus-dados.server.ts';
import { emSecoes } from './meus-dados-no-papel.server.ts';
import { noPapel } from './no-papel.server.ts';
import type { portas } from './portas.ts';

/** The rights of the person whose data they are (Lei 13.709/2018, art. 18). */
export function portasDosDireitos({ db, store }: Services) {
  type V<N extends keyof typeof portas> = Visit<(typeof portas)[N]>;

  return {
    /** What is stored of the person, under the names of the screen. */
    async meusDados({ acting, request, reply }: V<'meusDados'>) {
      const contaId = demandaDono(request, acting);
      await umPorVez(contaId, reply);
      const { conta, cadastro, cadastroComecado, antesDaUniao, ...resto } = await dadosDe({ db, store }, acting, contaId);
      reply.header('content-disposition', contentDisposition('attachment', 'meus-dados.json'));
      const dados = {
        empresa: acting.empresaNome,
        emitidoEm: new Date().toISOString(),
        conta,
        cadastro: cadastro ? comRotulos(cadastro) : null,
        cadastroComecado: cadastroComecado ?? null,
        antesDaUniao: antesDaUniao.map((um) => ({ ...um, cadastro: comRotulos(um.cadastro) })),
        ...resto,
      };
      return reply.type('application/json').send(Readable.from(emJson(dados)));
    },

    /** The same for reading; laid out in the process of documents. */
    async meusDadosImpressos({ acting, request, reply }: V<'meusDadosImpressos'>) {
      const contaId = demandaDono(request, acting);
      await umPorVez(contaId, reply);
      const { dados, falta } = await comecoDe(await dadosDe({ db, store }, acting, contaId));
      const title = 'Meus dados';
      const frame = {
        company: acting.empresaNome,
        printedBy: acting.pessoa.nome,
        printedAt: new Date().toISOString(),
        filters: [],
      };
      const template = new URL('./meus-dados.typ', import.meta.url);
      const data = { secoes: noPapel(emSecoes(dados, acting.settings), falta) };
      return sendPdf(reply, title, await writeDocument({ title, template, data, frame }, turnOf(acting)));
    },

    /** Erases at once; the number is the receipt, which nobody can lead back to the person. */
    async apagar({ acting, request, reply, values }: V<'apagar'>) {
      const contaId = demandaDono(request, acting);
      if (!values.confirmo) throw refuse.invalid([{ field: 'confirmo', message: 'Confirme que quer apagar os seus dados.' }]);
      const apagaUma = () => db.tx((tx) => apagaDaConta(tx, acting, contaId), { long: true });
      // A record that was merged into another in this very instant is not there; the other is.
      const { protocolo, atendidoEm } = await apagaUma().catch((error: unknown) => {
        if (error instanceof Refusal && error.status === 404) return apagaUma();
        throw error;
      });
      await request.server.external.close(request, reply);
      return { protocolo, atendidoEm: new Date(atendidoEm).toISOString() };
    },
  };
}
