import type { Condicao, Definicao, Pergunta, Teste } from './definition.ts';

/** Tests that hold together, by the question that each is about. */
type Way = ReadonlyMap<number, readonly Teste[]>;

/** The ways in which a condition can hold. */
function waysOf(se: Condicao | null | undefined): Way[] {
  if (!se) return [new Map()];
  const ways = se.juntas === 'todas' ? [se.testes] : se.testes.map((teste) => [teste]);
  return ways.map((testes) => Map.groupBy(testes, ({ perguntaId }) => perguntaId));
}

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
  const daSecao = new Map(secoes.map(({ id, se }) => [id, waysOf(se)]));
  const reachable = new Map<number, Pergunta>();
  const fitsAll = (id: number, testes: readonly Teste[]) => {
    const pergunta = reachable.get(id);
    return pergunta !== undefined && fits(pergunta, testes);
  };
  const isPossible = (way: Way) => [...way].every(([id, testes]) => fitsAll(id, testes));
  // Each is possible alone, so only a question of both can part them.
  const areTogether = (one: Way, other: Way) =>
    [...one].every(([id, testes]) => {
      const outros = other.get(id);
      return outros === undefined || fitsAll(id, [...testes, ...outros]);
    });
  return perguntas.flatMap((pergunta, lugar) => {
    const doLugar = (pergunta.secaoId === null ? undefined : daSecao.get(pergunta.secaoId)) ?? waysOf(null);
    const desta = waysOf(pergunta.se).filter(isPossible);
    const possivel = doLugar.some((um) => isPossible(um) && desta.some((outro) => areTogether(um, outro)));
    if (possivel) reachable.set(pergunta.id, pergunta);
    return possivel ? [] : [lugar];
  });
}
