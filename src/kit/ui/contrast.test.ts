import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fc } from '#kit/testing/fast-check.server.ts';
import { colorOr, companyTones, contrast, SURFACES, TONES } from './contrast.ts';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);

test('black on white is 21 : 1 and the default orange on white is 2.44 : 1', () => {
  expect(contrast('#000', '#fff')).toBeCloseTo(21, 5);
  expect(contrast('#FF850A', '#FFFFFF')).toBeCloseTo(2.44, 1);
});

test('text on the default orange is black', () => {
  expect(companyTones('#FF850A').light.onPrimary).toBe('#000000');
});

test('a text that is no colour gives the default colour', () => {
  for (const wrong of ['', 'laranja', '#12', '#GGGGGG', 'rgb(0,0,0)']) expect(colorOr(wrong)).toBe('#FF850A');
});

test('for any company colour the text tone reads at 5 : 1 on card, page and tint, light and dark', () => {
  fc.assert(
    fc.property(hex, (color) => {
      const { light, dark } = companyTones(color);
      for (const surface of [SURFACES.light, SURFACES.page, light.tint])
        expect(contrast(light.text, surface)).toBeGreaterThanOrEqual(5);
      for (const surface of [SURFACES.dark, SURFACES.darkPage, dark.tint])
        expect(contrast(dark.text, surface)).toBeGreaterThanOrEqual(5);
    }),
  );
});

test('for any company colour the text on its buttons reads at 4.5 : 1', () => {
  fc.assert(
    fc.property(hex, (color) => {
      const { primary, onPrimary } = companyTones(color).light;
      expect(contrast(primary, onPrimary)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test('a state reads well on its pill, in light and in dark', () => {
  for (const tone of Object.values(TONES))
    for (const [ground, text] of [tone.light, tone.dark]) expect(contrast(ground, text)).toBeGreaterThanOrEqual(4.5);
});

test('no style sheet asks for light-dark(): the build lowers it to variables that nobody sets, and the colour is gone', () => {
  const sheets = globSync('src/**/*.css');
  expect(sheets.length).toBeGreaterThan(20);
  expect(sheets.filter((sheet) => /light-dark\(/.test(readFileSync(sheet, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')))).toEqual([]);
});
