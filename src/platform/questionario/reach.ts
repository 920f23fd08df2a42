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

const keyOf = (way: Way): string =>
  [...way].map(([id, testes]) => `${id} ${testes.map(({ eh, valor }) => `${eh} ${valor}`).join()}`).join('|');

/**
 * The places of questions whose condition, together with that of their section, no answers can fulfil. Conditions ask about earlier questions alone, so
 * what is said of one in a section stays true, however many questions have it.
 */
export function neverShown({ perguntas, secoes }: Definicao): number[] {
  const daSecao = new Map(secoes.map(({ id, se }) => [id, se]));
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
  /** The ways of a section that are possible, and whether each way of a question is possible in it. */
  const lugares = new Map<number | null, { ways: readonly Way[]; known: Map<string, boolean> }>();
  const lugarDe = (secaoId: number | null) => {
    const se = secaoId === null ? null : daSecao.get(secaoId);
    const lugar = lugares.get(secaoId) ?? { ways: waysOf(se).filter(isPossible), known: new Map<string, boolean>() };
    lugares.set(secaoId, lugar);
    return lugar;
  };
  return perguntas.flatMap((pergunta, lugar) => {
    const { ways, known } = lugarDe(pergunta.secaoId);
    const possivel = waysOf(pergunta.se).some((way) => {
      const key = keyOf(way);
      const fit = known.get(key) ?? (isPossible(way) && ways.some((um) => areTogether(um, way)));
      known.set(key, fit);
      return fit;
    });
    if (possivel) reachable.set(pergunta.id, pergunta);
    return possivel ? [] : [lugar];
  });
}
