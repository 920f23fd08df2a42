import { Button, Group, Progress, SegmentedControl, Stack, Switch, Text, Textarea } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { type Idioma, idiomas } from '../definition.ts';
import { andamento, textosDe, traduzido } from '../translations.ts';
import classes from './editor.module.css';
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
              color="red"
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

function OfLanguage({ editing, idioma }: { editing: Editing; idioma: Idioma }) {
  const { definicao, change } = editing;
  const [soFaltam, setSoFaltam] = useState(false);
  const { feitos, total } = andamento(definicao, idioma);
  const para = new Map(definicao.traducoes.find((uma) => uma.idioma === idioma)?.textos.map((um) => [um.de, um.para] as const));
  const textos = textosDe(definicao);
  // What is being written stays, though it is missing no longer.
  const [begun] = useState(() => new Set(textos.flatMap(({ texto }) => (para.get(texto) ? [texto] : []))));
  const shown = soFaltam ? textos.filter(({ texto }) => !begun.has(texto)) : textos;
  return (
    <Stack gap="sm">
      <div>
        <Group justify="space-between">
          <Text size="sm" role="status">
            {feitos} de {total} {total === 1 ? 'texto traduzido' : 'textos traduzidos'}
          </Text>
          <Switch
            label="Só os que faltavam"
            checked={soFaltam}
            onChange={({ currentTarget }) => setSoFaltam(currentTarget.checked)}
          />
        </Group>
        <Progress mt={6} value={total === 0 ? 0 : (100 * feitos) / total} aria-label="Textos traduzidos" />
      </div>
      <ul className={classes.translations}>
        {shown.map(({ texto, onde, maior }) => (
          <li key={texto}>
            <div>
              <Text size="xs" c="dimmed">
                {onde}
              </Text>
              <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                {texto}
              </Text>
            </div>
            <Textarea
              aria-label={`${idiomas[idioma]}: ${texto}`}
              placeholder={idiomas[idioma]}
              lang={idioma}
              autosize
              minRows={1}
              maxRows={8}
              maxLength={maior}
              value={para.get(texto) ?? ''}
              onChange={({ currentTarget }) => change(traduzido(idioma, texto, currentTarget.value), `${idioma} ${texto}`)}
            />
          </li>
        ))}
      </ul>
      {shown.length === 0 && (
        <Text c="dimmed" size="sm">
          {total === 0 ? 'Ainda não há textos para traduzir.' : 'Nenhum texto sem tradução.'}
        </Text>
      )}
    </Stack>
  );
}
