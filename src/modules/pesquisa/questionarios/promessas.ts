import { MINIMO_USUAL, type Modo } from '#platform/questionario/round.ts';

/** What people are told about their answers, before they answer; it cannot be taken back afterwards. */
export function prometido(modo: Modo, minimo: number | null): string {
  const grupos = `grupos de ${minimo ?? MINIMO_USUAL} pessoas ou mais`;
  if (modo === 'I') return 'Identificado: quem pode ver os resultados vê o seu nome ao lado das suas respostas.';
  if (modo === 'C')
    return `Confidencial: o sistema sabe quem respondeu o quê, e a empresa vê só resultados de ${grupos}.`;
  return `Anônimo: suas respostas são misturadas às dos outros quando o questionário encerra, e depois disso ninguém pode saber quem respondeu o quê, nem quem administra o sistema. A empresa vê só resultados de ${grupos}.`;
}
