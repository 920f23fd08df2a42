import { ActionIcon, Button, Group, Menu, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { IconListCheck, IconPlus, IconX } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react';
import { type Definicao, MAIS_OPCOES, type Opcao, type Pergunta } from '../definition.ts';
import { pastedLines, withIds } from '../edits.ts';
import { sugestoes } from '../respostas-sugeridas.ts';
import classes from './editor.module.css';

interface Props {
  pergunta: Pergunta;
  /** changes the options; new ones take their ids from the definition */
  onChange(edit: (definicao: Definicao) => Definicao, key?: string): void;
  faultOf(field: string): string | undefined;
}

/** The options of a question of choice, with their weights. */
export function OptionsFields({ pergunta, onChange, faultOf }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const { id, respostas } = pergunta;
  const put = (make: (next: () => number) => readonly Opcao[], key?: string) =>
    onChange((definicao) => {
      const { feito, proximoId } = withIds(definicao, make);
      const perguntas = definicao.perguntas.map((one) => (one.id === id ? { ...one, respostas: feito } : one));
      return { ...definicao, proximoId, perguntas };
    }, key);
  const focus = (place: number) =>
    setTimeout(() => list.current?.querySelectorAll<HTMLElement>('[data-opcao]')[place]?.focus(), 0);
  const insert = (place: number, textos: readonly string[]) => {
    put((next) => [
      ...respostas.slice(0, place),
      ...textos.map((texto, n) => ({ id: next(), texto, peso: respostas.length + n })),
      ...respostas.slice(place),
    ]);
    focus(place + textos.length - 1);
  };
  const remove = (place: number) => {
    put(() => respostas.filter((_, n) => n !== place));
    focus(Math.max(0, place - 1));
  };
  const set = (opcao: Opcao, change: Partial<Opcao>) =>
    put(
      () => respostas.map((one) => (one.id === opcao.id ? { ...one, ...change } : one)),
      `opcao ${opcao.id} ${Object.keys(change)[0]}`,
    );
  const onKey = (event: KeyboardEvent, place: number) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      insert(place + 1, ['']);
    } else if (event.key === 'Backspace' && respostas[place]?.texto === '' && respostas.length > 2) {
      event.preventDefault();
      remove(place);
    }
  };
  const onPaste = (event: ClipboardEvent, place: number) => {
    const lines = pastedLines(event.clipboardData.getData('text'));
    if (lines.length < 2) return;
    event.preventDefault();
    const isEmpty = respostas[place]?.texto === '';
    put((next) =>
      [
        ...respostas.slice(0, isEmpty ? place : place + 1),
        ...lines.map((texto, n) => ({ id: next(), texto, peso: place + n })),
        ...respostas.slice(place + 1),
      ].slice(0, MAIS_OPCOES),
    );
  };
  const sets = sugestoes.filter(({ tipo }) => tipo === '1');
  return (
    <Stack gap={6} ref={list} role="group" aria-label="Opções de resposta">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          Opções de resposta
        </Text>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="subtle" size="compact-sm" leftSection={<IconListCheck size={16} aria-hidden />}>
              Conjunto pronto
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {sets.map((one) => (
              <Menu.Item key={one.nome} onClick={() => put((next) => one.respostas.map((opcao) => ({ ...opcao, id: next() })))}>
                {one.nome}
                <Text size="xs" c="dimmed">
                  {one.respostas.map(({ texto }) => texto).join(' · ')}
                </Text>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
      {faultOf('respostas') && (
        <Text size="sm" c="var(--mantine-color-error)">
          {faultOf('respostas')}
        </Text>
      )}
      {respostas.map((opcao, place) => (
        <div key={opcao.id} className={classes.option}>
          <TextInput
            data-opcao=""
            aria-label={`Opção ${place + 1}`}
            placeholder={`Opção ${place + 1}`}
            value={opcao.texto}
            error={faultOf(`respostas.${place}.texto`)}
            onChange={(event) => set(opcao, { texto: event.currentTarget.value })}
            onKeyDown={(event) => onKey(event, place)}
            onPaste={(event) => onPaste(event, place)}
          />
          <NumberInput
            aria-label={`Peso da opção ${place + 1}`}
            placeholder="Peso"
            decimalSeparator=","
            decimalScale={2}
            min={0}
            hideControls
            value={opcao.peso ?? ''}
            error={faultOf(`respostas.${place}.peso`)}
            onChange={(peso) => set(opcao, { peso: typeof peso === 'number' ? peso : null })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            c="var(--mantine-color-text)"
            size={36}
            aria-label={`Remover a opção ${place + 1}`}
            onClick={() => remove(place)}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Group justify="space-between">
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={respostas.length >= MAIS_OPCOES}
          onClick={() => insert(respostas.length, [''])}
        >
          Opção
        </Button>
        <Text size="xs" c="dimmed">
          Peso: pontos da resposta. Sem peso, quem a escolhe não conta.
        </Text>
      </Group>
    </Stack>
  );
}
