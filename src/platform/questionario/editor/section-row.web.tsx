import { ActionIcon, Button, Stack, Textarea, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { conditionInWords } from '../condition-words.ts';
import type { Definicao, Secao } from '../definition.ts';
import { newQuestion, withIds } from '../edits.ts';
import { ConditionFields } from './condition-fields.web.tsx';
import classes from './editor.module.css';
import { faultsIn } from './faults-in.ts';
import type { Editing } from './use-definition.web.ts';

/** A new section at the end, with its first question. */
export const withSection = (titulo: string, notaMinima: number) => (definicao: Definicao) => {
  const { feito, proximoId } = withIds(definicao, (id) => {
    const secao: Secao = { id: id(), titulo, texto: null, se: null };
    return { secao, pergunta: { ...newQuestion(id(), '4', notaMinima), secaoId: secao.id } };
  });
  return {
    ...definicao,
    proximoId,
    secoes: [...definicao.secoes, feito.secao],
    perguntas: [...definicao.perguntas, feito.pergunta],
  };
};

/** Its questions stay; they join what stands before. */
const withoutSection = (id: number) => (definicao: Definicao) => {
  const begin = definicao.perguntas.findIndex((one) => one.secaoId === id);
  const before = definicao.perguntas[begin - 1]?.secaoId ?? null;
  return {
    ...definicao,
    secoes: definicao.secoes.filter((one) => one.id !== id),
    perguntas: definicao.perguntas.map((one) => (one.secaoId === id ? { ...one, secaoId: before } : one)),
  };
};

/** The title of a section above its questions; its text and condition unfold. */
export function SectionRow({ editing, secao }: { editing: Editing; secao: Secao }) {
  const { definicao, change, faults, present } = editing;
  const [isOpen, setOpen] = useState(false);
  const place = definicao.secoes.indexOf(secao);
  const own = faultsIn(faults, `secoes.${place}`);
  const begin = definicao.perguntas.findIndex(({ secaoId }) => secaoId === secao.id);
  const before = begin < 0 ? definicao.perguntas : definicao.perguntas.slice(0, begin);
  const set = (values: Partial<Secao>, key?: string) =>
    change(
      (now) => ({ ...now, secoes: now.secoes.map((one) => (one.id === secao.id ? { ...one, ...values } : one)) }),
      key && `secao ${key} ${secao.id}`,
    );
  const condition = conditionInWords(definicao, secao.se);
  return (
    <li className={classes.section}>
      <div className={classes.sectionHead}>
        <TextInput
          aria-label={`Título da seção ${place + 1}`}
          placeholder="Título da seção"
          variant="unstyled"
          flex={1}
          value={secao.titulo}
          error={own.of('titulo')}
          onChange={(event) => set({ titulo: event.currentTarget.value }, 'titulo')}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          size={36}
          aria-label={`Texto e condição da seção ${place + 1}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <IconChevronUp size={18} aria-hidden /> : <IconChevronDown size={18} aria-hidden />}
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="red.8"
          size={36}
          aria-label={`Remover a seção ${place + 1}; as perguntas ficam`}
          onClick={() => change(withoutSection(secao.id))}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </div>
      {!isOpen && condition && <div className={classes.about}>{condition}</div>}
      {own.first && !own.of('titulo') && <div className={classes.fault}>{own.first}</div>}
      {begin < 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() =>
            change((now) => {
              const { feito, proximoId } = withIds(now, (id) => newQuestion(id(), '4', present.notaMinima));
              return { ...now, proximoId, perguntas: [...now.perguntas, { ...feito, secaoId: secao.id }] };
            })
          }
        >
          Pergunta nesta seção
        </Button>
      )}
      {isOpen && (
        <Stack gap="sm" mt="xs">
          <Textarea
            label="Texto"
            placeholder="O que se diz antes das perguntas da seção"
            autosize
            minRows={1}
            maxRows={6}
            value={secao.texto ?? ''}
            error={own.of('texto')}
            onChange={(event) => set({ texto: event.currentTarget.value || null }, 'texto')}
          />
          <ConditionFields se={secao.se} before={before} onChange={(se) => set({ se })} />
        </Stack>
      )}
    </li>
  );
}
