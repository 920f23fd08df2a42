import { useContext, useMemo } from 'react';
import type { Parts } from '#platform/questionario/answering.web.tsx';
import { evaluate, orderFor } from '#platform/questionario/evaluate.ts';
import { Language, langOf } from '#platform/questionario/words.web.ts';
import {
  daCompetencia,
  estaRespondida,
  type Folha,
  type FolhaLida,
  faltasDaFolha,
  folhaEmIdioma,
  folhaInteira,
} from '../folha.ts';

/** What is answered about somebody, and what is still missing. */
export function useFolha({ asked, answers }: Pick<Parts, 'asked' | 'answers'>) {
  const idioma = useContext(Language);
  const { pedida, traduzidos } = useMemo(() => folhaEmIdioma(asked.folha as FolhaLida, idioma), [asked.folha, idioma]);
  const folha = folhaInteira(answers.folha as Folha | undefined);
  const { definicao, semente } = asked;
  const { respostas } = answers;
  const perguntas = useMemo(() => {
    const { visiveis, faltas, respondidas } = evaluate(definicao, respostas);
    const ordenadas = definicao.ordemAleatoria ? orderFor(definicao, semente) : definicao.perguntas;
    return { visiveis: ordenadas.filter(({ id }) => visiveis.has(id)), faltas, respondidas };
  }, [definicao, respostas, semente]);
  const asCompetencias = pedida.niveis.length === 0 ? [] : pedida.competencias;
  const feitas = asCompetencias.filter((uma) => estaRespondida(daCompetencia(folha, uma.competencia.id))).length;
  const daPergunta = pedida.notaManual
    ? { feitas: folha.nota === null ? 0 : 1, total: 1 }
    : { feitas: perguntas.respondidas, total: perguntas.visiveis.length };
  const faltas = [
    ...faltasDaFolha(pedida, folha),
    ...(pedida.notaManual
      ? []
      : perguntas.faltas.map(({ perguntaId, message }) => ({ field: `perguntas.${perguntaId}`, message }))),
  ];
  return {
    pedida,
    /** in which language a text of the company's own is */
    langDe: (texto: string) => langOf(traduzidos.has(texto) ? idioma : null),
    folha,
    asCompetencias,
    perguntas: perguntas.visiveis,
    faltas,
    contagem: { competencias: { feitas, total: asCompetencias.length }, perguntas: daPergunta },
  };
}
