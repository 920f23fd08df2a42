/** Where something stands in the text of a CV. */
export interface Trecho {
  inicio: number;
  fim: number;
}

/** A part of the text: as it stands (`texto`), and in small letters without accents, of the same length (`raso`). */
export interface Parte extends Trecho {
  texto: string;
  raso: string;
}

export const SECOES = ['inicio', 'experiencia', 'formacao', 'idiomas', 'referencias', 'outra'] as const;
export type Secao = (typeof SECOES)[number];

export interface Linha extends Parte {
  secao: Secao;
  /** the line is only the title of its section */
  titulo: boolean;
}

const TITULOS: readonly (readonly [Secao, RegExp])[] = [
  [
    'experiencia',
    /^(minhas? )?(experiencias? profissiona(l|is)|experiencias?|historico profissional|trajetoria profissional|atuacao profissional|carreira|ultimas experiencias|empregos anteriores|vida profissional)( e atividades)?$/,
  ],
  [
    'formacao',
    /^(formacao( academica| escolar| educacional)?( e cursos)?|formacoes( academicas)?|escolaridade|educacao|grau de instrucao|instrucao|historico escolar|formacao e escolaridade)$/,
  ],
  ['idiomas', /^(idiomas?|linguas( estrangeiras)?|languages|conhecimento de idiomas|idiomas e informatica)$/],
  ['referencias', /^(referencias?( profissionais| pessoais)?|contatos? para referencia)$/],
  [
    'outra',
    /^(objetivos?( profissiona(l|is))?|resumo( profissional| das qualificacoes)?|perfil( profissional)?|sobre mim|dados pessoais|informacoes( pessoais| adicionais| complementares)?|contatos?|habilidades( e competencias)?|competencias|qualificacoes( profissionais)?|cursos( complementares| e certificacoes| extracurriculares| livres| adicionais)?|certificacoes|certificados|conhecimentos( de informatica)?|informatica|atividades complementares|trabalho voluntario|voluntariado|projetos|premios|publicacoes|interesses|hobbies|pretensao salarial|disponibilidade|endereco)$/,
  ],
];

/** Small letters without accents, one for each sign, so that places stay. */
export const raso = (texto: string): string =>
  texto.replace(/[À-ɏḀ-ỿ]/g, (letra) => letra.normalize('NFD').charAt(0)).toLowerCase();

const inteira = (texto: string): Parte => ({ inicio: 0, fim: texto.length, texto, raso: raso(texto) });

/** A part of a part, by the places within it, without the spaces around it. */
export const dentro = (de: Parte, inicio: number, fim: number): Parte => {
  let [da, ate] = [Math.min(inicio, de.texto.length), Math.min(fim, de.texto.length)];
  while (da < ate && /\s/.test(de.texto.charAt(da))) da += 1;
  while (ate > da && /\s/.test(de.texto.charAt(ate - 1))) ate -= 1;
  return { inicio: de.inicio + da, fim: de.inicio + ate, texto: de.texto.slice(da, ate), raso: de.raso.slice(da, ate) };
};

const MOST_LINES = 600;
/** Longer lines tell, and propose nothing; patterns are looked for again and again in what is read of one. */
const MOST_IN_LINE = 240;

/** The lines of a CV, each with the section that it stands in. Empty lines stay, since they part entries. */
export function linhasDe(texto: string): Linha[] {
  const linhas: Linha[] = [];
  let secao: Secao = 'inicio';
  let inicio = 0;
  const folha = inteira(texto);
  for (const { length } of texto.split('\n', MOST_LINES)) {
    const linha = dentro(folha, inicio, inicio + Math.min(length, MOST_IN_LINE));
    inicio += length + 1;
    const [rotulo, resto] = tituloE(linha);
    const achada = TITULOS.find(([, titulo]) => titulo.test(rotulo))?.[0];
    if (achada) secao = achada;
    if (achada && resto) linhas.push({ ...linha, texto: '', raso: '', secao, titulo: true }, { ...resto, secao, titulo: false });
    else linhas.push({ ...linha, secao, titulo: achada !== undefined });
  }
  return linhas;
}

/** The words before a colon, and what follows on the same line. */
function tituloE(linha: Parte): [rotulo: string, resto: Parte | undefined] {
  const doisPontos = linha.raso.indexOf(':');
  const ate = doisPontos < 0 ? linha.raso.length : doisPontos;
  if (ate > 50) return ['', undefined];
  const rotulo = linha.raso
    .slice(0, ate)
    .replace(/[^a-z]+/g, ' ')
    .trim();
  const resto = doisPontos < 0 ? undefined : dentro(linha, doisPontos + 1, linha.texto.length);
  return [rotulo, resto?.texto ? resto : undefined];
}

/** Pieces of a line that are read: more of them are a table, or no CV. */
const MOST_PIECES = 12;

/** The pieces of a line between bars, bullets, tabs and dashes with a space beside them. */
export function pedacos(
  linha: Parte,
  separa = /(?<![\s|•·;])(?=[^\S\t]*[|•·;\t])[\s|•·;]+|(?<!\s)\s+(?:[-–—/]\s+|[-–—](?=\p{L}))|(?<=\p{L})[–—]\s+/gu,
): Parte[] {
  const achados: Parte[] = [];
  const guarda = (inicio: number, fim: number) => {
    const pedaco = dentro(linha, inicio, fim);
    if (/\p{L}/u.test(pedaco.texto)) achados.push(pedaco);
  };
  let de = 0;
  for (const corte of linha.texto.matchAll(separa)) {
    guarda(de, corte.index);
    de = corte.index + corte[0].length;
  }
  guarda(de, linha.texto.length);
  return achados.length > MOST_PIECES ? [] : achados;
}

/** Without the bullets, brackets and commas at its ends. */
export function limpo(de: Parte): Parte {
  const inicio = de.texto.search(/[\p{L}\p{N}]/u);
  if (inicio < 0) return dentro(de, 0, 0);
  let fim = de.texto.length;
  // A pattern that ends in `+$` would begin anew at each of the signs.
  if (!/\b(?:S\.A|Ltda|Cia|Inc)\.$/i.test(de.texto))
    while (fim > inicio && /[\s,;:.\-–—|•(]/.test(de.texto.charAt(fim - 1))) fim -= 1;
  return dentro(de, inicio, fim);
}

export const trecho = ({ inicio, fim }: Trecho): Trecho => ({ inicio, fim });
