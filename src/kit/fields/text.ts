import { z } from 'zod';
import { isBlankHtml, isWellFormedText, visible } from '#kit/br/text.ts';
import { field, says } from './field.ts';

/** The longest text that a field without a limit of its own takes, in characters. */
const LONGEST_TEXT = 20_000;

const malformed = 'O texto contém caracteres inválidos';

const tooLong = (label: string, max: number) => `${label} deve ter no máximo ${max} caracteres`;

/** Characters of a text as it is typed: spaces at its ends and what is not seen do not count in the end. */
const typedLength = (max: number) => 2 * max + 1_000;

/** Any text that PostgreSQL can store: no NUL and no lone surrogate. One that is far longer than `max` is not even looked at. */
export const anyText = (label: string, max = 200) =>
  z
    .string(says(label))
    .refine((typed) => typed.length <= typedLength(max), { error: tooLong(label, max), abort: true })
    .refine(isWellFormedText, malformed);

const bounded = (label: string, max: number, schema = anyText(label, max).overwrite(visible)) =>
  schema.trim().min(1, says(label)).max(max, tooLong(label, max));

/** Characters that begin another line, and invisible ones. */
const notOfALine = /[\p{Cc}\u2028\u2029]+/gu;
const oneLine = (label: string, max: number) => anyText(label, max).overwrite((typed) => visible(typed.replace(notOfALine, ' ')));

/** One line of text, trimmed. */
export const text = (label: string, max: number) => field('text', label, bounded(label, max, oneLine(label, max)), { max });

/** An address of the web or of mail, as programs that show mail make links of it. */
const ADDRESS = /:\/\/|\bwww\.|@|\/|\.(com|net|org|info|br|io|app|dev|me|co|link|site|online|top|xyz|shop|club|live)\b/i;
export const hasAddress = (typed: string): boolean => ADDRESS.test(typed);

/** Somebody's name as strangers type it: it stands in our mails, so it holds no address. */
export const personName = (label: string, max: number) =>
  field(
    'text',
    label,
    bounded(label, max, oneLine(label, max)).refine((typed) => !hasAddress(typed), `${label} não pode ter endereços`),
    { max },
  );

/** Text of several lines. */
export const longText = (label: string, max = LONGEST_TEXT) => field('longText', label, bounded(label, max), { max });

/** HTML of the editor; tags without a word are no text. The server keeps only harmless tags (see `rich-text.server.ts`). */
export const richText = (label: string, max = 100_000) =>
  field(
    'richText',
    label,
    bounded(
      label,
      max,
      anyText(label, max).overwrite((typed) => (isBlankHtml(typed) ? '' : visible(typed))),
    ),
    { max },
  );

export const url = (label: string) =>
  field('url', label, bounded(label, 500, oneLine(label, 500)).refine(isHttpUrl, 'Endereço inválido'), { max: 500 });

export const color = (label: string) =>
  field(
    'color',
    label,
    anyText(label)
      .trim()
      .regex(/^#[0-9a-fA-F]{6}$/, 'Cor inválida')
      .toUpperCase(),
  );

const emailText = (label: string, says: (typed: string) => string) =>
  bounded(label, 200)
    .refine((value) => z.email().safeParse(value).success, { error: ({ input }) => says(String(input)) })
    .toLowerCase();

export const email = (label: string) =>
  field(
    'email',
    label,
    emailText(label, () => 'E-mail inválido'),
    { max: 200 },
  );

/** A list of addresses; the input also takes them pasted with commas or semicolons. */
export const emails = (label: string) =>
  field(
    'emails',
    label,
    z
      .array(
        emailText(label, (typed) => `E-mail inválido: ${typed}`),
        says(label),
      )
      .min(1, says(label))
      .max(50, 'São permitidos no máximo 50 e-mails'),
  );

function isHttpUrl(value: string): boolean {
  try {
    return /^https?:$/.test(new URL(value).protocol);
  } catch {
    return false;
  }
}
