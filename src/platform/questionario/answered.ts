import type { Pergunta, Resposta } from './definition.ts';

/** The answers with this one in the place of an earlier answer to the same question. */
export const withAnswer = (respostas: readonly Resposta[], resposta: Resposta): Resposta[] => [
  ...respostas.filter(({ perguntaId }) => perguntaId !== resposta.perguntaId),
  resposta,
];

/** What was answered, as whoever answered reads it again; empty: nothing. */
export function inWords(
  { tipo, respostas, notaMaxima }: Pergunta,
  resposta: Resposta | undefined,
  say = (nota: number, most: number) => `${nota} de ${most}`,
): string {
  if (!resposta) return '';
  const chosen = tipo === '1' ? [resposta.respostaId] : tipo === '5' ? (resposta.respostasIds ?? []) : [];
  const texts = respostas.filter(({ id }) => chosen.includes(id)).map(({ texto }) => texto);
  const nota = tipo === '4' && typeof resposta.nota === 'number' ? [say(resposta.nota, notaMaxima ?? 10)] : [];
  return [[...texts, ...nota].join(', '), resposta.comentario?.trim()].filter(Boolean).join('. ');
}
