import { z } from 'zod';
import { defineDoor } from '#kit/door/door.ts';
import { guardadoNoFio, MAIOR_ENVIO, questionarioNoFio, recebidoNoFio } from '#platform/questionario/answer-wire.ts';
import { proprio } from './proprio.ts';

const minhaAvaliacao = z.object({
  id: z.int(),
  titulo: z.string(),
  candidaturaId: z.int(),
  vaga: z.string(),
  pedidaEm: z.iso.date(),
  respondidaEm: z.iso.date().nullable(),
  comecada: z.boolean(),
});

/** CALL-032, CALL-070, CALL-072, CALL-073: what selections ask of a candidate. */
export const portasDeAvaliacoes = {
  avaliacoes: defineDoor({
    ...proprio,
    method: 'GET',
    path: '/api/externo/avaliacoes',
    summary: 'As avaliações que me pediram',
    answers: z.array(minhaAvaliacao),
  }),
  avaliacoesDaCandidatura: defineDoor({
    ...proprio,
    method: 'GET',
    path: '/api/externo/candidato-solicitacoes/:id/avaliacoes',
    summary: 'As avaliações de uma candidatura minha',
    query: z.object({ utilizarAvaliacoesEtapaSeletiva: z.boolean().optional() }),
    answers: z.array(minhaAvaliacao),
  }),
  avaliacao: defineDoor({
    ...proprio,
    method: 'GET',
    path: '/api/externo/avaliacoes/:id',
    summary: 'Uma avaliação, com o que já respondi',
    answers: questionarioNoFio,
  }),
  perguntasDaAvaliacao: defineDoor({
    ...proprio,
    method: 'GET',
    path: '/api/externo/avaliacoes/:id/perguntas',
    summary: 'As perguntas de uma avaliação',
    answers: z.array(z.looseObject({})),
  }),
  rascunhoDaAvaliacao: defineDoor({
    ...proprio,
    method: 'PUT',
    path: '/api/externo/avaliacoes/:id/rascunho',
    summary: 'Guardar respostas para continuar depois',
    bodyLimit: MAIOR_ENVIO,
    limits: { person: 1_200 },
    answers: guardadoNoFio,
  }),
  responderAvaliacao: defineDoor({
    ...proprio,
    method: 'POST',
    path: '/api/externo/candidatos/:id/avaliacoes/:avaliacaoId',
    summary: 'Enviar as respostas de uma avaliação',
    bodyLimit: MAIOR_ENVIO,
    answers: recebidoNoFio,
  }),
  prazoDaEtapa: defineDoor({
    ...proprio,
    method: 'PUT',
    path: '/api/externo/historico-candidatos/:id/data-hora-expiracao',
    summary: 'Recusa: o prazo de uma etapa é dado pela empresa',
    answers: 'nothing',
  }),
};
