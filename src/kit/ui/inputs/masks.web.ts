import type { MaskitoOptions } from '@maskito/core';

const digit = /\d/;
const exact = (pattern: string): (string | RegExp)[] => [...pattern].map((sign) => (sign === '9' ? digit : sign));

/** A fixed mask: `9` is a digit, every other character is literal. */
const fixedMask = (pattern: string): MaskitoOptions => ({ mask: exact(pattern) });

export const dateMask = fixedMask('99/99/9999');
export const cpfMask = fixedMask('999.999.999-99');
