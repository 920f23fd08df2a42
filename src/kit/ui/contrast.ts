type Rgb = readonly [number, number, number];

export const DEFAULT_PRIMARY = '#FF850A';
/** The surfaces on which text must be readable. */
export const SURFACES = { light: '#FFFFFF', page: '#F4F5F7', dark: '#242424', darkPage: '#1A1A1B' } as const;

const HEX = /^#?([\da-f]{3}|[\da-f]{6})$/i;

function parse(hex: string): Rgb | null {
  const digits = HEX.exec(hex.trim())?.[1];
  if (digits === undefined) return null;
  const six = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const at = (start: number) => Number.parseInt(six.slice(start, start + 2), 16);
  return [at(0), at(2), at(4)];
}

const write = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`.toUpperCase();
const black: Rgb = [0, 0, 0];
const rgbOf = (hex: string): Rgb => parse(hex) ?? parse(DEFAULT_PRIMARY) ?? black;

/** The colour as `#RRGGBB`; the product's own colour when the text is none. */
export const colorOr = (hex: string | null | undefined, otherwise = DEFAULT_PRIMARY): string =>
  typeof hex === 'string' && parse(hex) !== null ? write(rgbOf(hex)) : otherwise;

/** `share` of b in a, 0 to 1. */
function mix(a: string, b: string, share: number): string {
  const [x, y] = [rgbOf(a), rgbOf(b)];
  const part = (index: 0 | 1 | 2) => x[index] + (y[index] - x[index]) * share;
  return write([part(0), part(1), part(2)]);
}

/** Relative luminance of WCAG 2, 0 to 1. */
function luminance(hex: string): number {
  const [red, green, blue] = rgbOf(hex).map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of WCAG 2, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** The colour, moved towards black or white in small steps until it reads at `least` : 1 on every surface given. */
function readable(color: string, surfaces: readonly string[], least: number): string {
  const isLight = surfaces.every((surface) => luminance(surface) > 0.18);
  const goal = isLight ? '#000000' : '#FFFFFF';
  for (let share = 0; share < 1; share += 0.04) {
    const candidate = mix(color, goal, share);
    if (surfaces.every((surface) => contrast(candidate, surface) >= least)) return candidate;
  }
  return goal;
}

interface Tones {
  /** fills: buttons, ticks */
  primary: string;
  /** text on `primary` */
  onPrimary: string;
  /** background of the present menu item */
  tint: string;
  /** the company's colour as text: at least 5:1 on card, page and tint */
  text: string;
}

/** The tones of a company's colour on light and on dark surfaces. */
export function companyTones(primaryHex: string): { light: Tones; dark: Tones; shades: readonly string[] } {
  const primary = colorOr(primaryHex);
  const onPrimary = contrast(primary, '#FFFFFF') >= contrast(primary, '#000000') ? '#FFFFFF' : '#000000';
  const tint = mix(SURFACES.light, primary, 0.16);
  const darkTint = mix(SURFACES.dark, primary, 0.2);
  return {
    light: { primary, onPrimary, tint, text: readable(primary, [SURFACES.light, SURFACES.page, tint], 5) },
    dark: { primary, onPrimary, tint: darkTint, text: readable(primary, [SURFACES.dark, SURFACES.darkPage, darkTint], 5) },
    shades: [
      ...[0.92, 0.82, 0.66, 0.48, 0.3, 0.14].map((share) => mix(primary, '#FFFFFF', share)),
      primary,
      ...[0.12, 0.26, 0.42].map((share) => mix(primary, '#000000', share)),
    ],
  };
}

/** Ground and text of a state's pill, in light and in dark. */
export const TONES = {
  good: { light: ['#C3FAE8', '#05603F'], dark: ['#05402C', '#8CE9BD'] },
  quiet: { light: ['#EEF0F2', '#4A5158'], dark: ['#0F1112', '#C9CCD0'] },
  waiting: { light: ['#FFF3BF', '#664D03'], dark: ['#4A3800', '#FFE066'] },
  bad: { light: ['#FFE3E3', '#9B1C1C'], dark: ['#5C1A1A', '#FFB3B3'] },
} as const;
