import { companyTones, SURFACES, TONES } from './contrast.ts';

type Variables = Record<`--${string}`, string>;

const tonesIn = (scheme: 'light' | 'dark'): Variables =>
  Object.fromEntries(
    Object.entries(TONES).flatMap(
      ([
        tone,
        {
          [scheme]: [ground, text],
        },
      ]) => [
        [`--vinculo-${tone}`, ground],
        [`--vinculo-${tone}-text`, text],
      ],
    ),
  );

/** The CSS variables of light and dark in a company's colour, for the whole program and for pages that go without Mantine. */
export function schemeVariables(primaryHex: string): { light: Variables; dark: Variables } {
  const { light, dark } = companyTones(primaryHex);
  return {
    light: {
      ...tonesIn('light'),
      '--vinculo-page': SURFACES.page,
      '--vinculo-line': '#DEE2E6',
      '--vinculo-field': SURFACES.light,
      '--vinculo-tint': light.tint,
      '--vinculo-accent': light.text,
      '--vinculo-focus': light.text,
      '--vinculo-primary': light.primary,
      '--vinculo-on-primary': light.onPrimary,
      '--mantine-color-text': '#111315',
      '--mantine-color-body': SURFACES.light,
      '--mantine-color-dimmed': '#525A63',
      '--mantine-color-placeholder': '#68707A',
      '--mantine-color-error': '#B91C1C',
      '--mantine-color-anchor': light.text,
      '--mantine-color-default-border': '#CDD2D8',
      '--mantine-color-marca-text': light.text,
      '--mantine-color-marca-outline': light.text,
      '--mantine-color-marca-light': light.tint,
      '--mantine-color-marca-light-color': light.text,
    },
    dark: {
      ...tonesIn('dark'),
      '--vinculo-page': SURFACES.darkPage,
      '--vinculo-line': '#3B3B3D',
      '--vinculo-field': '#2E2E2E',
      '--vinculo-tint': dark.tint,
      '--vinculo-accent': dark.text,
      '--vinculo-focus': dark.text,
      '--vinculo-primary': dark.primary,
      '--vinculo-on-primary': dark.onPrimary,
      '--mantine-color-text': '#DCDDDE',
      '--mantine-color-body': SURFACES.dark,
      '--mantine-color-dimmed': '#A6A8AB',
      '--mantine-color-placeholder': '#9A9CA0',
      '--mantine-color-error': '#FF9B9B',
      '--mantine-color-anchor': dark.text,
      '--mantine-color-default-border': '#424242',
      '--mantine-color-marca-text': dark.text,
      '--mantine-color-marca-outline': dark.text,
      '--mantine-color-marca-light': dark.tint,
      '--mantine-color-marca-light-color': dark.text,
    },
  };
}
