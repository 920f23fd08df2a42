import { ActionIcon, Menu, Text } from '@mantine/core';
import {
  IconAlertCircle,
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconDots,
  IconEyeQuestion,
  IconGripVertical,
  IconTrash,
} from '@tabler/icons-react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { conditionInWords } from '../condition-words.ts';
import { type Definicao, type Pergunta, tiposDePergunta } from '../definition.ts';
import classes from './editor.module.css';

interface Props {
  definicao: Definicao;
  pergunta: Pergunta;
  place: number;
  isOpen: boolean;
  fault: string | undefined;
  onToggle(): void;
  onMove(place: number): void;
  onDuplicate(): void;
  onRemove(): void;
  onDrag(id: number | null): void;
  onTouch(event: PointerEvent): void;
  /** its form, while it is open */
  children?: ReactNode;
}

/** What stands below a question's text: its type, and what sets it apart. */
const about = ({ tipo, respostas, notaMinima, notaMaxima, obrigatoria, peso }: Pergunta, aspecto: string | undefined) =>
  [
    tipo === '4' ? `${tiposDePergunta[tipo]} de ${notaMinima ?? '?'} a ${notaMaxima ?? '?'}` : tiposDePergunta[tipo],
    ...(respostas.length > 0 && tipo !== '4' && tipo !== '3' ? [`${respostas.length} opções`] : []),
    ...(obrigatoria ? [] : ['facultativa']),
    ...(peso === 1 || tipo === '3' ? [] : [`peso ${peso.toLocaleString('pt-BR')}`]),
    ...(aspecto ? [aspecto] : []),
  ].join(' · ');

/** A question in the list: closed a line or two, open its form. */
export function QuestionRow(props: Props) {
  const { definicao, pergunta, place, isOpen, fault, onToggle, onMove, onDuplicate, onRemove, onDrag, onTouch, children } = props;
  const condition = conditionInWords(definicao, pergunta.se);
  const aspecto = definicao.aspectos.find(({ id }) => id === pergunta.aspectoId)?.nome;
  const name = `a pergunta ${place + 1}`;
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onMove(place + step);
  };
  return (
    <div className={classes.row} data-open={isOpen || undefined} data-fault={fault !== undefined || undefined}>
      <div className={classes.line}>
        <button
          type="button"
          className={classes.grip}
          draggable
          data-grip={pergunta.id}
          aria-label={`Mover ${name}: setas para cima e para baixo`}
          onKeyDown={onKey}
          onPointerDown={onTouch}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', pergunta.texto);
            onDrag(pergunta.id);
          }}
          onDragEnd={() => onDrag(null)}
        >
          <IconGripVertical size={18} aria-hidden />
        </button>
        <button type="button" className={classes.said} aria-expanded={isOpen} data-row={pergunta.id} onClick={onToggle}>
          <span className={classes.text}>
            <span className={classes.number}>{place + 1}.</span> {pergunta.texto || <em>Sem texto</em>}
          </span>
          <span className={classes.about}>{about(pergunta, aspecto)}</span>
          {condition && (
            <span className={classes.about}>
              <IconEyeQuestion size={15} aria-hidden /> {condition}
            </span>
          )}
          {fault && (
            <span className={classes.fault}>
              <IconAlertCircle size={15} aria-hidden /> {fault}
            </span>
          )}
        </button>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" c="var(--mantine-color-text)" size={36} aria-label={`Mais sobre ${name}`}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconCopy size={16} />} onClick={onDuplicate}>
              Duplicar
            </Menu.Item>
            <Menu.Item leftSection={<IconArrowUp size={16} />} disabled={place === 0} onClick={() => onMove(place - 1)}>
              Mover para cima
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown size={16} />}
              disabled={place === definicao.perguntas.length - 1}
              onClick={() => onMove(place + 1)}
            >
              Mover para baixo
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash size={16} />} color="red.8" onClick={onRemove}>
              Remover
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {isOpen && <div className={classes.form}>{children}</div>}
    </div>
  );
}

/** What is said to who hears the screen when a question has moved. */
export const Moved = ({ text }: { text: string }) => (
  <Text className="vinculo-hidden" role="status">
    {text}
  </Text>
);
