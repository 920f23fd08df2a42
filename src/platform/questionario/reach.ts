import type { Condicao, Definicao, Pergunta, Teste } from './definition.ts';

/** The ways in which a condition can hold, each a list of tests that hold together. */
const caminhos = (se: Condicao | null | undefined): (readonly Teste[])[] =>
  !se ? [[]] : se.juntas === 'todas' ? [se.testes] : se.testes.map((teste) => [teste]);

/** Whether one answer to the question passes all of these tests. */
function cabe({ tipo, respostas, notaMinima, notaMaxima }: Pergunta, testes: readonly Teste[]): boolean {
  const valores = (eh: Teste['eh']) => testes.flatMap((teste) => (teste.eh === eh && teste.valor !== null ? [teste.valor] : []));
  if (tipo === '4') return Math.max(notaMinima ?? 0, ...valores('minimo')) <= Math.min(notaMaxima ?? 0, ...valores('maximo'));
  if (tipo === '3') return true;
  const [tem, falta] = [new Set(valores('tem')), new Set(valores('nao-tem'))];
  if ([...tem].some((id) => falta.has(id))) return false;
  return tipo === '1' && tem.size > 0 ? tem.size === 1 : respostas.some(({ id }) => !falta.has(id));
}

/** The places of questions whose condition, together with that of their section, no answers can fulfil. */
export function nuncaMostradas({ perguntas, secoes }: Definicao): number[] {
  const daSecao = new Map(secoes.map(({ id, se }) => [id, se]));
  const alcancaveis = new Map<number, Pergunta>();
  return perguntas.flatMap((pergunta, lugar) => {
    const secao = pergunta.secaoId === null ? null : daSecao.get(pergunta.secaoId);
    const possivel = caminhos(secao).some((um) => caminhos(pergunta.se).some((outro) => juntos([...um, ...outro], alcancaveis)));
    if (possivel) alcancaveis.set(pergunta.id, pergunta);
    return possivel ? [] : [lugar];
  });
}

function juntos(testes: readonly Teste[], alcancaveis: ReadonlyMap<number, Pergunta>): boolean {
  const por = Map.groupBy(testes, ({ perguntaId }) => perguntaId);
  return [...por].every(([id, delas]) => {
    const pergunta = alcancaveis.get(id);
    return pergunta !== undefined && cabe(pergunta, delas);
  });
}
