import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { type Idioma, idiomas } from '../definition.ts';
import { andamento, textosDe, traduzido } from '../translations.ts';
import { TranslatedTexts } from './translated-texts.web.tsx';
import type { Editing } from './use-definition.web.ts';

const TODOS = Object.keys(idiomas) as Idioma[];

/** How far all languages are, for the button that opens them; '' while there is none. */
export function faltamTraduzir({ definicao }: Pick<Editing, 'definicao'>): string {
  if (definicao.traducoes.length === 0) return '';
  const faltam = definicao.traducoes.reduce((sum, { idioma }) => {
    const { feitos, total } = andamento(definicao, idioma);
    return sum + total - feitos;
  }, 0);
  return faltam === 0 ? ' · completas' : ` · ${faltam === 1 ? 'falta 1' : `faltam ${faltam}`}`;
}

/** The texts side by side, in Portuguese and in another language. */
export function Translations({ editing, onClose }: { editing: Editing; onClose(): void }) {
  const { definicao, change } = editing;
  const temos = definicao.traducoes.map(({ idioma }) => idioma);
  const [chosen, setChosen] = useState<Idioma | null>(null);
  const idioma = chosen !== null && temos.includes(chosen) ? chosen : (temos[0] ?? null);
  const podem = TODOS.filter((um) => !temos.includes(um));
  const inclui = (novo: Idioma) => {
    change((now) => ({ ...now, traducoes: [...now.traducoes, { idioma: novo, textos: [] }] }));
    setChosen(novo);
  };
  return (
    <Dialog title="Traduções" size="xl" onClose={onClose}>
      <Stack gap="md">
        <Text c="dimmed" size="sm">
          O português é a base, e o resultado é um só. Quem responde escolhe o idioma; o que ainda não tem tradução aparece em
          português. Ao mudar um texto em português, a tradução dele precisa ser feita de novo.
        </Text>
        <Group gap="sm">
          {temos.length > 0 && (
            <SegmentedControl
              aria-label="Idioma"
              value={idioma ?? ''}
              onChange={(next) => setChosen(TODOS.find((um) => um === next) ?? null)}
              data={temos.map((um) => ({ value: um, label: idiomas[um] }))}
            />
          )}
          {podem.map((um) => (
            <Button key={um} variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => inclui(um)}>
              {idiomas[um]}
            </Button>
          ))}
        </Group>
        {idioma !== null && <OfLanguage key={idioma} {...{ editing, idioma }} />}
        <Group justify="space-between">
          {idioma === null ? (
            <span />
          ) : (
            <Button
              variant="subtle"
              color="gray"
              c="var(--mantine-color-error)"
              leftSection={<IconTrash size={18} aria-hidden />}
              onClick={() => change((now) => ({ ...now, traducoes: now.traducoes.filter((uma) => uma.idioma !== idioma) }))}
            >
              Retirar {idiomas[idioma]}
            </Button>
          )}
          <Button onClick={onClose}>Concluir</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function OfLanguage({ editing: { definicao, change }, idioma }: { editing: Editing; idioma: Idioma }) {
  const para = new Map(definicao.traducoes.find((uma) => uma.idioma === idioma)?.textos.map((um) => [um.de, um.para] as const));
  return (
    <TranslatedTexts
      textos={textosDe(definicao)}
      {...{ idioma, para }}
      onWrite={(de, escrito) => change(traduzido(idioma, de, escrito), `${idioma} ${de}`)}
    />
  );
}
