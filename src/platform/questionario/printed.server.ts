import type { Acting } from '#kit/acting/acting.server.ts';
import type { DocumentQuery, Reading } from '#kit/report/report.server.ts';
import { conditionInWords } from './condition-words.ts';
import type { Definicao, Pergunta } from './definition.ts';

/** A scale on paper has no room for more notes than this: then there is a line for the number. */
const MOST_NOTES = 11;

const notesOf = ({ tipo, notaMinima, notaMaxima }: Pergunta): number[] => {
  if (tipo !== '4' || notaMinima === null || notaMaxima === null || notaMaxima - notaMinima >= MOST_NOTES) return [];
  return Array.from({ length: notaMaxima - notaMinima + 1 }, (_, n) => notaMinima + n);
};

/** Lays out what `printed` answers, `economica` and, where people are promised something, `promessa`. */
export const BLANK = new URL('./blank.typ', import.meta.url);

/** The questions to be answered on paper. */
export const printed = (definicao: Definicao) => ({
  introducao: definicao.introducao,
  agradecimento: definicao.agradecimento,
  perguntas: definicao.perguntas.map((pergunta, place) => {
    const secao = definicao.secoes.find(({ id }) => id === pergunta.secaoId);
    const { tipo, texto, ajuda, obrigatoria, respostas, comentario, rotuloMinimo, rotuloMaximo, notaMinima, notaMaxima } =
      pergunta;
    return {
      secao:
        secao && definicao.perguntas[place - 1]?.secaoId !== secao.id
          ? { titulo: secao.titulo, texto: secao.texto, se: conditionInWords(definicao, secao.se) }
          : null,
      tipo,
      texto,
      ajuda,
      obrigatoria,
      se: conditionInWords(definicao, pergunta.se),
      opcoes: respostas.map((opcao) => opcao.texto),
      notas: notesOf(pergunta),
      limites: tipo === '4' ? `de ${notaMinima} a ${notaMaxima}` : '',
      rotuloMinimo,
      rotuloMaximo,
      comentario,
    };
  }),
});

interface Asked {
  titulo: string;
  definicao: Definicao;
}

/**
 * A blank questionnaire on paper. `find` answers what is printed, for the reader alone; `imprimirFormaEconomica` of the filter saves
 * paper: two columns and small letters.
 */
export const blankQuestionnaire = (
  // oxlint-disable-next-line typescript/no-explicit-any -- each document has its own filter
  find: (reading: Reading, filter: any, acting: Acting) => Promise<Asked>,
): DocumentQuery => ({
  template: BLANK,
  filters: false,
  async data(reading, filter: { imprimirFormaEconomica?: boolean | null }, acting) {
    const { titulo, definicao } = await find(reading, filter, acting);
    if (definicao.perguntas.length === 0) return null;
    return { titulo, economica: filter.imprimirFormaEconomica === true, ...printed(definicao) };
  },
});
