import { NativeSelect } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { type Idioma, idiomas } from './definition.ts';
import { wordsIn } from './words.web.ts';

interface Props {
  offered: readonly Idioma[];
  idioma: Idioma | null;
  onChoose(idioma: Idioma | null): void;
}

/** The languages in which the questions can be read; nothing where there is one. */
export const LanguageChoice = ({ offered, idioma, onChoose }: Props) =>
  offered.length > 0 && (
    <NativeSelect
      aria-label={[...new Set([null, ...offered].map((each) => wordsIn(each).language))].join(' / ')}
      leftSection={<IconLanguage size={18} stroke={1.6} aria-hidden="true" />}
      value={idioma ?? ''}
      onChange={({ currentTarget }) => onChoose(offered.find((each) => each === currentTarget.value) ?? null)}
      data={[{ value: '', label: 'Português' }, ...offered.map((value) => ({ value, label: idiomas[value] }))]}
      w={160}
      style={{ flex: 'none' }}
    />
  );
