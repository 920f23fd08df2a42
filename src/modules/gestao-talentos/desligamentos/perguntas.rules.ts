/** Kinds of question (document 2 §3): there is no code 2. */
export const tiposDePergunta = { '1': 'Objetiva', '3': 'Subjetiva', '4': 'Nota', '5': 'Múltipla escolha' } as const;

export interface Pergunta {
  texto: string;
  tipo: keyof typeof tiposDePergunta;
  opcoes: string | null;
  notaMinima: number | null;
  notaMaxima: number | null;
  exigirComentario: boolean;
  comentario: string | null;
}

/** The options of a question of choice: one a line. */
export const opcoesDe = (texto: string | null): string[] =>
  (texto ?? '')
    .split('\n')
    .map((linha) => linha.trim())
    .filter(Boolean);

/** Questions of choice need options, questions of a note need a scale, and a requested comment needs its label. */
export function* faltasDasPerguntas(perguntas: readonly Pergunta[]): Generator<{ field: string; message: string }> {
  for (const [index, pergunta] of perguntas.entries())
    for (const [field, message] of faltasDaPergunta(pergunta)) yield { field: `perguntas.${index}.${field}`, message };
}

function* faltasDaPergunta(pergunta: Pergunta): Generator<[string, string]> {
  const { tipo, opcoes, notaMinima, notaMaxima, exigirComentario, comentario } = pergunta;
  if (tipo === '1' || tipo === '5') {
    const textos = opcoesDe(opcoes);
    if (textos.length < 2) yield ['opcoes', 'Opção de resposta: informe ao menos duas, uma por linha'];
    if (new Set(textos).size < textos.length) yield ['opcoes', 'Há opções de resposta repetidas'];
  }
  if (tipo === '4') {
    if (notaMinima === null) yield ['notaMinima', 'Nota mínima é obrigatória'];
    if (notaMaxima === null) yield ['notaMaxima', 'Nota máxima é obrigatória'];
    if (notaMinima !== null && notaMaxima !== null && notaMaxima <= notaMinima)
      yield ['notaMaxima', 'Nota máxima deve ser maior que a nota mínima'];
  }
  if (exigirComentario && comentario === null) yield ['comentario', 'Texto do comentário é obrigatório'];
}
