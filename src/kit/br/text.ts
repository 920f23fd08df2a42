import { formatNumber } from './number.ts';

/**
 * The limit of Unicode (UAX #15, stream-safe text). Normalising sorts the marks of a character, which takes time in the square of
 * their number.
 */
const MOST_MARKS = 30;
const TOO_MANY_MARKS = new RegExp(`(?<!\\p{M})(\\p{M}{${MOST_MARKS}})\\p{M}+`, 'gu');

/** The text without the marks beyond the thirtieth of a character. */
export const withFewMarks = (text: string): string => text.replace(TOO_MANY_MARKS, '$1');

/** The text with composed accents; marks beyond the thirtieth of a character are dropped. */
export const composed = (text: string): string => withFewMarks(text).normalize('NFC');

/** The form that is searched and sorted: no accents, lower case, single spaces, none at the ends. */
export function fold(text: string): string {
  if (typeof text !== 'string') return '';
  return text
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * False for text that the database cannot store (NUL, half a surrogate pair) or that is slow to sort and search (a character with
 * more marks than any script has).
 */
export function isWellFormedText(text: string): boolean {
  return typeof text === 'string' && !text.includes('\0') && text.isWellFormed() && text.search(TOO_MANY_MARKS) < 0;
}

/** What another program said, as the database can store it: in place of NUL and half a surrogate pair the sign for what cannot be shown. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');

/** Letters without a shape: whoever reads the text sees a space. */
const BLANK = /[\u115f\u1160\u2800\u3164\uffa0]/g;
/**
 * Signs without a shape, and those that turn the direction of what follows. Joiners stay in emojis, and variants after emojis, keycaps,
 * Chinese characters and signs of mathematics; the few other signs that have variants lose them.
 */
const UNSEEN =
  /(?!\u200d|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffc\u{13430}-\u{1343f}]|(?<!\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d|(?<!\p{Extended_Pictographic}|\p{Script=Han}|[\u2200-\u2aff]|[0-9#*](?=\ufe0f\u20e3))[\ufe00-\ufe0f]/gu;

/** The text as it is seen: what is not seen is left out, and none shows its letters in another order than it has. */
export const visible = (text: string): string => withFewMarks(text.replace(BLANK, ' ').replace(UNSEEN, ''));

const SEEN = new RegExp(`(?!${BLANK.source}|${UNSEEN.source})\\S`, 'u');

/** Whether nothing of a text is seen. */
export const isBlank = (text: string): boolean => !SEEN.test(text);

/** Whether a formatted text has no word: paragraphs of spaces, a list without an item. */
export const isBlankHtml = (html: string): boolean => isBlank(html.replace(/<[^<>]*>|&nbsp;/gu, ''));

const UNITS = ['Bytes', 'KB', 'MB', 'GB'];

/** A file's size with steps of 1024 and up to two decimals: 10485760 → '10 MB', 1536 → '1,5 KB'. */
export function bytes(n: number): string {
  let value = Number.isFinite(n) && n > 0 ? Math.round(n) : 0;
  let unit = 0;
  // Compared after rounding, so that a byte less than 1 MB is not '1.024 KB'.
  while (unit < UNITS.length - 1 && Math.round(value * 100) / 100 >= 1024) {
    value /= 1024;
    unit += 1;
  }
  return `${formatNumber(Math.round(value * 100) / 100)} ${value === 1 && unit === 0 ? 'Byte' : UNITS[unit]}`;
}

const words = (list: string) => new Set(list.split(' '));

// Nouns (and acronyms) that the endings below would take for the other gender, or for a plural.
const FEMININE = words(
  'mão mãe razão ocasião vazão cor flor dor chave nave greve fome pele prole torre febre tribo foto moto ordem nuvem lei fé vez voz paz cruz luz ' +
    'raiz filial capital parte fonte noite sorte gente ponte corrente frente morte mente equipe enquete enchente patente variante vertente face ' +
    'série espécie lista entrevista revista vista pista conquista rede sede parede grade saúde ' +
    'art cat cbo cid cipa cnae cnh clt ctps lgpd nbr nr uf url',
);
const MASCULINE = words(
  'dia mapa clima tema lema sistema problema esquema dilema teorema poema cinema sintoma diploma idioma axioma aroma carisma plasma trauma drama ' +
    'panorama eczema edema estigma paradigma enigma colega pijama planeta cometa atleta ca ppra ocra fgts oca delta ' +
    'interesse passe repasse impasse gesso açude coração mês mese país paíse',
);
const SINGULAR_IN_S = words(
  'mês ônibus lápis país gás viés status bônus ônus vírus campus corpus tênis atlas cais inglês português francês ' +
    'bis cras cns ctps das dis fgts gps icms inss iss nps pis rais rms sms sus',
);

const FEMININE_ENDING = /(?:a|ã|ção|são|xão|idão|gião|nião|estão|ustão|dade|tude|gem|triz|se|ez)$/;
const MASCULINE_ENDING = /(?:grama|ista)$/;

function singularOf(word: string): string {
  if (SINGULAR_IN_S.has(word) || !word.endsWith('s') || word.length < 3) return word;
  for (const [plural, singular] of [
    [/[õã]es$/, 'ão'],
    [/ais$/, 'al'],
    [/[eé]is$/, 'el'],
    [/óis$/, 'ol'],
    [/ns$/, 'm'],
  ] as const) {
    if (plural.test(word)) return word.replace(plural, singular);
  }
  return /[rz]es$/.test(word) && !FEMININE.has(word.slice(0, -1)) ? word.slice(0, -2) : word.slice(0, -1);
}

function isFeminine(noun: string): boolean {
  if (FEMININE.has(noun)) return true;
  return !MASCULINE.has(noun) && !MASCULINE_ENDING.test(noun) && FEMININE_ENDING.test(noun);
}

// The noun that the sentence agrees with: the first word after an article. 'A partir de' has none; it agrees with the unwritten
// "data".
function headOf(label: string): string {
  const found =
    label
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*/gu) ?? [];
  const [first = '', second] = found;
  if (first === 'a' && second === 'partir') return 'data';
  return /^[oa]s?$/.test(first) && second ? second : first;
}

/**
 * 'Data de Admissão' → 'Data de Admissão é obrigatória', in the gender and number of the label's first noun. A heuristic on endings with lists of exceptions:
 * a label it gets wrong belongs in a list. A trailing asterisk or colon of the label is left out.
 */
export function obrigatorio(label: string): string {
  const text =
    typeof label === 'string'
      ? label
          .slice(0, 500)
          .trim()
          .replace(/(?<![\s:*])[\s:*]+$/, '')
      : '';
  const head = headOf(text);
  const noun = singularOf(head);
  const ending = isFeminine(noun) ? 'a' : 'o';
  return `${text || 'Campo'} ${noun === head ? `é obrigatóri${ending}` : `são obrigatóri${ending}s`}`;
}

/** 'Já existe um registro com este CPF e esta Matrícula', each label in its gender and number. */
export const alreadyThere = (labels: readonly string[]): string => {
  const each = labels.map((label) => {
    const [, ending = 'o'] = /obrigatóri([ao]s?)$/.exec(obrigatorio(label)) ?? [];
    return `est${ending === 'o' ? 'e' : ending === 'os' ? 'es' : ending} ${label}`;
  });
  return `Já existe um registro com ${each.join(' e ')}`;
};

/** The last letter that agrees with a label: 'Área' → a, 'Cargo' → o. */
export const genderOf = (label: string): string => /([ao])s?$/.exec(obrigatorio(label))?.[1] ?? 'o';

/** 'a, b e c' */
export const listed = (words: Iterable<string>): string => new Intl.ListFormat('pt-BR').format(words);

/**
 * '1 registro(s) encontrado(s).', as the spec writes it; of more than were counted, how many can be seen; of records that were not
 * all looked at, in how many, and what to do.
 */
export const countSentence = (total: number, { hasMore, lookedAt }: { hasMore?: boolean; lookedAt?: number } = {}) => {
  const number = total.toLocaleString('pt-BR');
  if (hasMore) return `Mais de ${number} registros encontrados: a lista mostra os ${number} primeiros.`;
  return lookedAt === undefined
    ? `${number} registro(s) encontrado(s).`
    : `${number} registro(s) encontrado(s) em ${lookedAt.toLocaleString('pt-BR')} que têm as palavras da frase: acrescente uma palavra ou um filtro para procurar em todos.`;
};

/** '1 registro selecionado', '1.216 registros selecionados'. */
export const counted = (total: number, one: string, many: string) =>
  `${total.toLocaleString('pt-BR')} ${total === 1 ? one : many}`;

/** A text as the beginning of a sentence. */
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
