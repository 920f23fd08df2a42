import type { Condicao, Definicao, Pergunta, Teste } from './definition.ts';

/** The ways in which a condition can hold, each a list of tests that hold together. */
const waysOf = (se: Condicao | null | undefined): (readonly Teste[])[] =>
  !se ? [[]] : se.juntas === 'todas' ? [se.testes] : se.testes.map((teste) => [teste]);

/** Whether one answer to the question passes all of these tests. */
function fits({ tipo, respostas, notaMinima, notaMaxima }: Pergunta, testes: readonly Teste[]): boolean {
  const valores = (eh: Teste['eh']) => testes.flatMap((teste) => (teste.eh === eh && teste.valor !== null ? [teste.valor] : []));
  if (tipo === '4') return Math.max(notaMinima ?? 0, ...valores('minimo')) <= Math.min(notaMaxima ?? 0, ...valores('maximo'));
  if (tipo === '3') return true;
  const [tem, falta] = [new Set(valores('tem')), new Set(valores('nao-tem'))];
  if ([...tem].some((id) => falta.has(id))) return false;
  return tipo === '1' && tem.size > 0 ? tem.size === 1 : respostas.some(({ id }) => !falta.has(id));
}

/** The places of questions whose condition, together with that of their section, no answers can fulfil. */
export function neverShown({ perguntas, secoes }: Definicao): number[] {
  const daSecao = new Map(secoes.map(({ id, se }) => [id, se]));
  const reachable = new Map<number, Pergunta>();
  return perguntas.flatMap((pergunta, lugar) => {
    const secao = pergunta.secaoId === null ? null : daSecao.get(pergunta.secaoId);
    const possivel = waysOf(secao).some((um) => waysOf(pergunta.se).some((outro) => holds([...um, ...outro], reachable)));
    if (possivel) reachable.set(pergunta.id, pergunta);
    return possivel ? [] : [lugar];
  });
}

function holds(testes: readonly Teste[], reachable: ReadonlyMap<number, Pergunta>): boolean {
  const por = Map.groupBy(testes, ({ perguntaId }) => perguntaId);
  return [...por].every(([id, delas]) => {
    const pergunta = reachable.get(id);
    return pergunta !== undefined && fits(pergunta, delas);
  });
}
