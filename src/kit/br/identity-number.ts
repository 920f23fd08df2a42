/**
 * An identity number as every screen, import and API knows it. The stored form is the bare one: digits (and, in a CNPJ, capital letters), always text.
 */
export interface IdentityNumber {
  /** True for the right length, shape and check digits, masked or bare. False for everything else, whatever its type; never throws. */
  isValid(text: string): boolean;
  /** Separators out, letters upper-case. Other characters stay, so that garbage remains invalid instead of turning into a number. */
  normalize(text: string): string;
  /** The masked text. The check digits are not checked; a text of another shape is returned unchanged. */
  format(text: string): string;
  /** The n-th valid bare number, the same at every call: for seeds and tests. */
  sample(n: number): string;
}

interface Rule {
  /** One mask for each accepted or printable length; `#` stands for a character. */
  masks: readonly string[];
  /** What the bare text looks like. */
  shape: RegExp;
  check: (bare: string) => boolean;
  sample: (n: number) => string;
}

const SEPARATORS = /[\s./()-]+/g;

// The longest mask has 25 characters; more than this is no number, and is not worth a look.
const MAX_LENGTH = 60;

// Separators may stand anywhere inside, since people write the same number with different masks, but no more than three in a row
// (`(85) - 3333`), only an opening parenthesis before, and nothing after. All others (letters aside) make the text garbage.
const WRITTEN = /^\(?[0-9A-Za-z](?:[ \u00a0./()-]{0,3}[0-9A-Za-z])*$/;

function normalize(text: string): string {
  if (typeof text !== 'string') return '';
  // Not toUpperCase over all: it would turn the long s (U+017F) into an S and a garbage text into a number.
  return text.replace(SEPARATORS, '').replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** '###.###' → [['', 3], ['.', 3]]: what stands before each run of characters, and its length. */
const partsOf = (mask: string): [before: string, length: number][] =>
  [...mask.matchAll(/(?<=^|#)([^#]*)(#+)/g)].map(([, before = '', signs = '']) => [before, signs.length]);

function applyMask(parts: readonly (readonly [string, number])[], bare: string): string {
  let masked = '';
  let index = 0;
  for (const [before, length] of parts) {
    masked += before + bare.slice(index, index + length);
    index += length;
  }
  return masked;
}

/** Builds one identity number from its masks, its shape and its check. */
export function identityNumber({ masks, shape, check, sample }: Rule): IdentityNumber {
  const maskOf = new Map(masks.map((mask) => [mask.replace(/[^#]/g, '').length, partsOf(mask)]));
  const characters = /[A-Z]/.test(shape.source) ? /^[0-9A-Z]+$/ : /^[0-9]+$/;

  return {
    normalize,
    sample: (n) => sample(Number.isSafeInteger(n) && n > 0 ? n : 0),
    isValid(text) {
      if (typeof text !== 'string' || text.length > MAX_LENGTH || !WRITTEN.test(text.trim())) return false;
      const bare = normalize(text);
      return shape.test(bare) && check(bare);
    },
    format(text) {
      if (typeof text !== 'string') return '';
      if (text.length > MAX_LENGTH) return text;
      // What is stored is bare already.
      const bare = characters.test(text) ? text : normalize(text);
      const mask = maskOf.get(bare.length);
      return mask && (bare === text || characters.test(bare)) ? applyMask(mask, bare) : text;
    },
  };
}
