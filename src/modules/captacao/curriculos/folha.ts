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
  texto.replace(/[^\0-\x7f]/g, (sinal) => sinal.normalize('NFD').charAt(0) || sinal).toLowerCase();

export const parte = (texto: string, inicio: number, fim: number): Parte => {
  let [de, ate] = [inicio, fim];
  while (de < ate && /\s/.test(texto.charAt(de))) de += 1;
  while (ate > de && /\s/.test(texto.charAt(ate - 1))) ate -= 1;
  const pedaco = texto.slice(de, ate);
  return { inicio: de, fim: ate, texto: pedaco, raso: raso(pedaco) };
};

/** A part of a part, by the places within it. */
export const dentro = (de: Parte, inicio: number, fim: number): Parte => {
  const dele = parte(de.texto, inicio, fim);
  return { ...dele, inicio: de.inicio + dele.inicio, fim: de.inicio + dele.fim };
};

const MOST_LINES = 600;
/** Longer lines tell, and propose nothing; patterns are looked for again and again in what is read of one. */
const MOST_IN_LINE = 240;

/** The lines of a CV, each with the section that it stands in. Empty lines stay, since they part entries. */
export function linhasDe(texto: string): Linha[] {
  const linhas: Linha[] = [];
  let secao: Secao = 'inicio';
  let inicio = 0;
  for (const linha of texto.split('\n', MOST_LINES)) {
    const inteira = parte(texto, inicio, inicio + Math.min(linha.length, MOST_IN_LINE));
    inicio += linha.length + 1;
    const [rotulo, resto] = tituloE(inteira);
    const achada = TITULOS.find(([, titulo]) => titulo.test(rotulo))?.[0];
    if (achada) secao = achada;
    if (achada && resto)
      linhas.push({ ...inteira, texto: '', raso: '', secao, titulo: true }, { ...resto, secao, titulo: false });
    else linhas.push({ ...inteira, secao, titulo: achada !== undefined });
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

/** The pieces of a line between bars, bullets, tabs and dashes with a space beside them. */
export function pedacos(linha: Parte, separa = /\s*[|•·;\t]\s*|\s+[-–—/]\s+|\s+[-–—](?=\p{L})|(?<=\p{L})[–—]\s+/gu): Parte[] {
  const achados: Parte[] = [];
  let de = 0;
  for (const corte of linha.texto.matchAll(separa)) {
    achados.push(dentro(linha, de, corte.index));
    de = corte.index + corte[0].length;
  }
  achados.push(dentro(linha, de, linha.texto.length));
  return achados.filter(({ texto }) => /\p{L}/u.test(texto));
}

/** Without the bullets, brackets and commas at its ends. */
export function limpo(de: Parte): Parte {
  const inicio = de.texto.search(/[\p{L}\p{N}]/u);
  if (inicio < 0) return dentro(de, 0, 0);
  const sobra = /\b(?:S\.A|Ltda|Cia|Inc)\.$/i.test(de.texto) ? 0 : (/[\s,;:.\-–—|•(]+$/.exec(de.texto)?.[0].length ?? 0);
  return dentro(de, inicio, Math.max(inicio, de.texto.length - sobra));
}

export const trecho = ({ inicio, fim }: Trecho): Trecho => ({ inicio, fim });
