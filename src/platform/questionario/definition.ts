/** ENU-030: the kinds of question. The specification has no code 2. */
export const tiposDePergunta = { '1': 'Objetiva', '3': 'Subjetiva', '4': 'Nota', '5': 'Múltipla escolha' } as const;

export type TipoDePergunta = keyof typeof tiposDePergunta;

/** How a question of type 4 is drawn. What is answered is a number all the same. */
export const escalas = { N: 'Números', E: 'Estrelas', C: 'Carinhas' } as const;

/** Languages that the texts may have besides Portuguese, each by its own name. */
export const idiomas = { en: 'English', es: 'Español' } as const;

export type Idioma = keyof typeof idiomas;

/** The texts of a questionnaire in another language, by what they are in Portuguese; those without one are read in Portuguese. */
export interface Traducao {
  idioma: Idioma;
  textos: readonly { de: string; para: string }[];
}

/** One answer to choose. Answers hold `id`, never the text, so that a corrected text loses nothing. */
export interface Opcao {
  id: number;
  texto: string;
  /** what it counts in the result; null: the question does not count */
  peso: number | null;
}

/** A comparison with the answer to an earlier question. */
export interface Teste {
  perguntaId: number;
  /** `tem`: the option `valor` was chosen; `minimo`, `maximo`: the note is at least, at most `valor` */
  eh: 'respondida' | 'tem' | 'nao-tem' | 'minimo' | 'maximo';
  valor: number | null;
}

/** When a question or a section is shown. */
export interface Condicao {
  juntas: 'todas' | 'alguma';
  testes: readonly Teste[];
}

/** ENT-075, and what goes beyond it: section, help, scale, condition, and whether an answer is required. */
export interface Pergunta {
  id: number;
  texto: string;
  tipo: TipoDePergunta;
  ajuda: string | null;
  obrigatoria: boolean;
  /** its share of the result; 0: it does not count */
  peso: number;
  aspectoId: number | null;
  secaoId: number | null;
  /** of types 1 and 5 */
  respostas: readonly Opcao[];
  /** of type 4: whole numbers, the lower one from 0, the upper one to 100 */
  notaMinima: number | null;
  notaMaxima: number | null;
  escala: keyof typeof escalas;
  rotuloMinimo: string | null;
  rotuloMaximo: string | null;
  /** whether the answer needs a comment, and the text that asks for it; without the text no comment is asked */
  exigirComentario: boolean;
  comentario: string | null;
  se: Condicao | null;
}

export interface Secao {
  id: number;
  titulo: string;
  texto: string | null;
  se: Condicao | null;
}

/** ENT-077. */
export interface Aspecto {
  id: number;
  nome: string;
}

/**
 * What is asked: the document of one version. Questions, options, sections and aspects take their ids from `proximoId`, which only
 * grows: no id comes back in a later version with another meaning. The ids of questions, and of options of type 5, are the indexes
 * of the array of an answer (`respostas_dadas.notas`).
 */
export interface Definicao {
  introducao: string | null;
  agradecimento: string | null;
  secoes: readonly Secao[];
  aspectos: readonly Aspecto[];
  /** in the order of the screen; questions of a section stand together */
  perguntas: readonly Pergunta[];
  /** each person gets the questions of a section in an order of their own */
  ordemAleatoria: boolean;
  traducoes: readonly Traducao[];
  proximoId: number;
}

export const DEFINICAO_VAZIA: Definicao = {
  introducao: null,
  agradecimento: null,
  secoes: [],
  aspectos: [],
  perguntas: [],
  ordemAleatoria: false,
  traducoes: [],
  proximoId: 1,
};

/** Most questions of a definition, options of a question, and ids in all: a `smallint[]` holds an answer. */
export const MAIS_PERGUNTAS = 200;
export const MAIS_OPCOES = 50;
/** Options of all questions: each is compared with the others when the document is saved, and counted in results. */
export const MAIS_OPCOES_EM_TUDO = 2_000;
export const MAIOR_ID = 9_999;
/** Translated texts of one language. */
export const MAIS_TEXTOS = 4_000;

/** ENT-078: an answer as it stands on the wire and in a draft. The text of type 3 is `comentario`, as is the comment of the others. */
export interface Resposta {
  perguntaId: number;
  respostaId?: number | null;
  respostasIds?: readonly number[];
  nota?: number | null;
  comentario?: string | null;
}

/** A question that says only what is not as usual. */
export const questionOf = (said: Pick<Pergunta, 'id' | 'texto' | 'tipo'> & Partial<Pergunta>): Pergunta => ({
  ajuda: null,
  obrigatoria: true,
  peso: 1,
  aspectoId: null,
  secaoId: null,
  respostas: [],
  notaMinima: null,
  notaMaxima: null,
  escala: 'N',
  rotuloMinimo: null,
  rotuloMaximo: null,
  exigirComentario: false,
  comentario: null,
  se: null,
  ...said,
});

/** Whether a question is asked of those alone who answered another one so. */
export const isConditional = ({ se, secaoId }: Pergunta, { secoes }: Definicao): boolean =>
  se !== null || secoes.some(({ id, se: section }) => id === secaoId && section !== null);
