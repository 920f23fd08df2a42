import { Refusal } from '#kit/refusal/refusal.ts';
import { cleanName } from './file-names.ts';

const TEXT = /^text\/plain\b/;
const OLE = /^application\/x-cfb$/;
const office = (type: string) => new RegExp(`^application/(zip|vnd\\.openxmlformats-officedocument\\.${type}\\..+)$`);
const open = (type: string) => new RegExp(`^application/(zip|vnd\\.oasis\\.opendocument\\.${type})$`);

/**
 * The endings that a stored name may have, each with the content types that it stands for. A name without an ending gets the
 * first one that fits.
 */
const ENDINGS: Readonly<Record<string, RegExp>> = {
  pdf: /^application\/pdf$/,
  png: /^image\/a?png$/,
  jpg: /^image\/jpeg$/,
  jpeg: /^image\/jpeg$/,
  webp: /^image\/webp$/,
  gif: /^image\/gif$/,
  avif: /^image\/avif$/,
  tif: /^image\/tiff$/,
  tiff: /^image\/tiff$/,
  xml: /^application\/xml$/,
  txt: TEXT,
  csv: TEXT,
  tsv: TEXT,
  md: TEXT,
  json: TEXT,
  p7s: /^application\/pkcs7-signature$/,
  rtf: /^application\/rtf$/,
  zip: /^application\/zip$/,
  rar: /^application\/x-rar-compressed$/,
  '7z': /^application\/x-7z-compressed$/,
  docx: office('wordprocessingml'),
  xlsx: office('spreadsheetml'),
  pptx: office('presentationml'),
  odt: open('text'),
  ods: open('spreadsheet'),
  odp: open('presentation'),
  doc: OLE,
  xls: OLE,
  ppt: OLE,
  msg: OLE,
  mp3: /^audio\/mpeg$/,
  m4a: /^(audio\/(x-m4a|mp4)|video\/mp4)$/,
  ogg: /^(audio|video)\/ogg/,
  wav: /^audio\/(vnd\.|x-)?wav/,
  mp4: /^video\/(mp4|x-m4v|quicktime)$/,
  mov: /^video\/quicktime$/,
  webm: /^(video|audio)\/(webm|matroska)$/,
};

const TAKEN =
  'Envie PDF, imagem, texto, planilha, documento de escritório, documento assinado (.p7s), XML, áudio, vídeo ou um arquivo .zip.';
const refuseType = (sentence: string) => new Refusal('TIPO_NAO_SUPORTADO', sentence, 415);

/** The ending of a name; '01.02.2026' has none. */
const endingOf = (name: string) => /\.(?=[a-z0-9]*[a-z])([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase();
const isPicture = (type: RegExp) => type.source.startsWith('^image');
const withRight = (name: string, type: string): string | undefined => {
  const ending = Object.keys(ENDINGS).find((one) => ENDINGS[one]?.test(type));
  return ending && cleanName(`${name}.${ending}`);
};

/**
 * The name under which content of this type is stored: its ending is an accepted one and fits the type, because people and
 * computers trust the ending of a downloaded file.
 */
export function keptName(name: string, type: string): string {
  const ending = endingOf(name);
  if (ending === undefined) {
    const named = withRight(name, type);
    if (named === undefined) throw refuseType(`O tipo deste arquivo não foi reconhecido. ${TAKEN}`);
    return named;
  }
  const told = Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending] : undefined;
  if (!told) throw refuseType(`Arquivos .${ending} não são aceitos. ${TAKEN}`);
  if (told.test(type)) return name;
  // Pictures with another picture's ending are common and harmless.
  if (isPicture(told) && type.startsWith('image/')) return withRight(name.slice(0, -ending.length - 1), type) ?? name;
  throw refuseType(`O conteúdo de ${name} não é o de um arquivo .${ending}. Salve-o no formato certo e envie de novo.`);
}

/**
 * The stored name of a sheet to import, which is read by its content alone: a name with any other ending becomes that of a text.
 */
export const sheetName = (name: string): string =>
  /^(csv|tsv|txt|xlsx|xls|ods)$/.test(endingOf(name) ?? '') ? name : cleanName(`${name}.csv`);
