import { Group, Progress, Stack, Switch, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type Idioma, idiomas } from '../definition.ts';
import type { Texto } from '../translations.ts';
import classes from './editor.module.css';

interface Props {
  idioma: Idioma;
  textos: readonly Texto[];
  /** by the Portuguese text, what was written */
  para: ReadonlyMap<string, string>;
  isReadOnly?: boolean;
  onWrite(de: string, para: string): void;
}

/** Texts side by side, in Portuguese and in another language. */
export function TranslatedTexts({ idioma, textos, para, isReadOnly = false, onWrite }: Props) {
  const [soFaltam, setSoFaltam] = useState(false);
  const total = textos.length;
  const feitos = textos.filter(({ texto }) => (para.get(texto) ?? '').trim() !== '').length;
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
              readOnly={isReadOnly}
              onChange={({ currentTarget }) => onWrite(texto, currentTarget.value)}
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
