import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { formatDate } from '#kit/br/date.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { writeDocument } from '#kit/document/document.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { described, download } from '#kit/http/openapi.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { sendPdf } from '#kit/print/render.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { talentoVisivel } from '#modules/gestao-talentos/public.server.ts';
import { percentualDaExperiencia } from '#modules/gestao-talentos/public.ts';
import { inWords } from '#platform/questionario/answered.ts';
import type { Pergunta, Resposta } from '#platform/questionario/definition.ts';
import { acompanhamentos } from './acompanhamentos.registry.ts';
import { ACOMPANHAMENTOS, acompanhamentoQue } from './acompanhamentos.server.ts';
import { perguntado } from './em-experiencia.server.ts';

const pedida = z.object({
  colaboradorQuestionarioId: z.int('Questionário respondido é obrigatório').positive('Valor inválido'),
  agruparPorAspecto: z.boolean('Valor inválido').nullish(),
  modoEconomico: z.boolean('Valor inválido').nullish(),
});

/** REP-043, CALL-236: what was answered about somebody on trial, on paper. */
export function respondidaRoutes(app: FastifyInstance, { db }: Services): void {
  app.post(
    `/api/${ACOMPANHAMENTOS}/imprimir-avaliacao-respondida`,
    {
      config: { authority: acompanhamentos.authority, reads: true },
      schema: {
        tags: [acompanhamentos.title],
        summary: 'Imprimir a avaliação respondida',
        body: described(pedida),
        response: { 200: download(['pdf']) },
      },
    },
    async (request, reply) => {
      const { acting } = request;
      const { titulo, ...data } = await noPapel(db, acting, demand(pedida, request.body));
      const template = new URL('./respondida.typ', import.meta.url);
      const frame = {
        company: acting.empresaNome,
        printedBy: acting.usuarioNome,
        printedAt: new Date().toISOString(),
        filters: [],
      };
      return sendPdf(reply, titulo, await writeDocument({ title: titulo, template, data, frame }, { owner: acting.usuarioId }));
    },
  );
}

/** In the order of the questions, or below their aspects. */
async function noPapel(
  db: Queryable,
  acting: Acting,
  { colaboradorQuestionarioId, agruparPorAspecto, modoEconomico }: z.output<typeof pedida>,
) {
  const pedido = await acompanhamentoQue(
    db,
    sql`a.empresa_id = ${acting.empresaId} and a.respondida_em is not null
        and r.id = (select p.rodada_id from participacoes p where p.id = ${colaboradorQuestionarioId})`,
  );
  if (!pedido) throw refuse.notFound();
  await talentoVisivel(db, acting, pedido.colaboradorId);
  const lido = await perguntado(db, acting, pedido.colaboradorId, pedido.modeloId);
  const dadas = new Map((lido.respostas ?? []).map((uma): [number, Resposta] => [uma.perguntaId, uma]));
  const uma = (pergunta: Pergunta) => ({ texto: pergunta.texto, resposta: inWords(pergunta, dadas.get(pergunta.id)) || '—' });
  const { perguntas, aspectos } = lido.definicao;
  const percentualDe = (nome: string) => lido.aspectos.find((um) => um.nome === nome)?.percentual;
  const doAspecto = (titulo: string, percentual: number | undefined, quais: readonly Pergunta[]) =>
    quais.length === 0
      ? []
      : [{ titulo, percentual: percentual === undefined ? '' : percentualDaExperiencia(percentual), perguntas: quais.map(uma) }];
  return {
    titulo: lido.titulo,
    economico: modoEconomico === true,
    cabeca: [
      ['Talento', lido.colaborador.nome],
      ['Período', lido.periodo.nome],
      ['Avaliador', lido.avaliador ?? '—'],
      ['Respondida em', lido.respondidaEm ? formatDate(lido.respondidaEm) : '—'],
      ['Percentual', lido.percentual === null ? '—' : percentualDaExperiencia(lido.percentual)],
      ['Mínimo para aprovação', lido.minimo === null ? '—' : percentualDaExperiencia(lido.minimo)],
    ],
    grupos:
      agruparPorAspecto && aspectos.length > 0
        ? [
            ...aspectos.flatMap(({ id, nome }) =>
              doAspecto(
                nome,
                percentualDe(nome),
                perguntas.filter(({ aspectoId }) => aspectoId === id),
              ),
            ),
            ...doAspecto(
              'Sem aspecto',
              undefined,
              perguntas.filter(({ aspectoId }) => aspectoId === null),
            ),
          ]
        : [{ titulo: '', percentual: '', perguntas: perguntas.map(uma) }],
  };
}
