import { ActionIcon, Anchor, Badge, Menu, Paper, Text, Title } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconChevronDown,
  IconChevronUp,
  IconGripVertical,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { counted } from '#kit/br/text.ts';
import { Fault } from '#kit/ui/fault.web.tsx';
import { usePhone } from '#kit/ui/phone.web.ts';
import { counterOf, moveBox, type Organizacao, type Side, sideOf, stepBox, toggleBox } from './caixas.ts';
import { boxes, type Caixa, useOrganization } from './caixas-query.web.ts';
import { MessageList } from './message-list.web.tsx';
import classes from './messages.module.css';

/** The data type of a dragged box. */
const CARRIED = 'application/x-vinculo-caixa';
const SIDES: readonly Side[] = ['caixasEsquerda', 'caixasDireita'];

interface Props {
  empresaId: number | undefined;
  /** stands on top of the right side */
  children?: ReactNode;
}

/** Document 3 §2: the message boxes on the left and on the right, as the user has put them. */
export function MessageBoxes({ empresaId, children }: Props) {
  const { data, isError, isFetching, refetch } = useQuery(boxes(empresaId));
  const { mutate: keep } = useOrganization(empresaId);
  const [dragged, setDragged] = useState<string | null>(null);
  const [moved, setMoved] = useState<{ tipo: string; said: string } | null>(null);
  const caixas = data?.caixas ?? [];
  const organizacao = data?.organizacao ?? { caixasDireita: [], caixasEsquerda: [], caixasMinimizadas: [] };
  const shown = caixas.map(({ tipo }) => tipo);
  const place = (next: Organizacao) => {
    if (next === organizacao) return;
    keep(next);
  };
  const drop = (event: DragEvent, side: Side, before?: string) => {
    if (dragged === null) return;
    event.preventDefault();
    event.stopPropagation();
    place(moveBox(organizacao, dragged, side, before));
    setDragged(null);
  };
  return (
    <div className={classes.sides}>
      {SIDES.map((side) => (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the menu of a box offers the same to the keyboard
        <div
          key={side}
          className={classes.side}
          data-drop={dragged !== null || undefined}
          onDragOver={(event) => dragged !== null && event.preventDefault()}
          onDrop={(event) => drop(event, side)}
        >
          {side === 'caixasDireita' && children}
          {side === 'caixasEsquerda' && isError && (
            <Paper>
              <Fault message="Não foi possível carregar as mensagens." isBusy={isFetching} onRetry={refetch} />
            </Paper>
          )}
          {organizacao[side]
            .flatMap((tipo) => caixas.filter((caixa) => caixa.tipo === tipo))
            .map((caixa) => (
              <Box
                key={caixa.tipo}
                caixa={caixa}
                shown={shown}
                organizacao={organizacao}
                isDragged={dragged === caixa.tipo}
                isMoved={moved?.tipo === caixa.tipo}
                onPlace={(next, said) => {
                  place(next);
                  if (said) setMoved({ tipo: caixa.tipo, said: `${caixa.titulo}: ${said}.` });
                }}
                onDrag={setDragged}
                onDropBefore={(event) => drop(event, side, caixa.tipo)}
              />
            ))}
        </div>
      ))}
      <span className="vinculo-hidden" role="status">
        {moved?.said}
      </span>
    </div>
  );
}

interface BoxProps {
  caixa: Caixa;
  shown: readonly string[];
  organizacao: Organizacao;
  isDragged: boolean;
  isMoved: boolean;
  /** `said` tells a screen reader where it is now */
  onPlace: (next: Organizacao, said?: string) => void;
  onDrag: (tipo: string | null) => void;
  onDropBefore: (event: DragEvent) => void;
}

function Box({ caixa, shown, organizacao, isDragged, isMoved, onPlace, onDrag, onDropBefore }: BoxProps) {
  const { tipo, titulo, total, naoLidas, mensagens } = caixa;
  const body = useId();
  const heading = useId();
  const paper = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const isPhone = usePhone();
  const isMinimized = organizacao.caixasMinimizadas.includes(tipo);
  const side = sideOf(organizacao, tipo);
  const other: Side = side === 'caixasDireita' ? 'caixasEsquerda' : 'caixasDireita';
  const isRight = other === 'caixasDireita';
  const moves = [
    { label: 'Mover para cima', Icon: IconArrowUp, next: stepBox(organizacao, tipo, -1, shown), said: 'um lugar acima' },
    { label: 'Mover para baixo', Icon: IconArrowDown, next: stepBox(organizacao, tipo, 1, shown), said: 'um lugar abaixo' },
    {
      label: isRight ? 'Mover para a direita' : 'Mover para a esquerda',
      Icon: isRight ? IconArrowRight : IconArrowLeft,
      // On a phone the sides stand one below the other.
      next: isPhone ? organizacao : moveBox(organizacao, tipo, other),
      said: isRight ? 'agora à direita' : 'agora à esquerda',
    },
  ].filter(({ next }) => next !== organizacao);
  // On another side it is drawn anew: the focus stays with whoever moved it.
  useEffect(() => {
    if (isMoved) handle.current?.focus();
  }, [isMoved]);
  return (
    <Paper
      ref={paper}
      component="section"
      p="md"
      aria-labelledby={heading}
      className={classes.box}
      data-dragged={isDragged || undefined}
      onDrop={onDropBefore}
    >
      <div className={classes.boxHead}>
        {moves.length > 0 && (
          <Menu position="bottom-start" shadow="md">
            <Menu.Target>
              <ActionIcon
                ref={handle}
                variant="subtle"
                color="gray"
                className={classes.handle}
                aria-label={`Mover a caixa ${titulo}`}
                draggable
                onDragStart={(event) => {
                  event.dataTransfer.setData(CARRIED, tipo);
                  event.dataTransfer.effectAllowed = 'move';
                  if (paper.current) event.dataTransfer.setDragImage(paper.current, 16, 16);
                  onDrag(tipo);
                }}
                onDragEnd={() => onDrag(null)}
              >
                <IconGripVertical size={18} aria-hidden="true" />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {moves.map(({ label, Icon, next, said }) => (
                <Menu.Item key={label} leftSection={<Icon size={16} aria-hidden="true" />} onClick={() => onPlace(next, said)}>
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
        <Title order={2} fz={16} id={heading} className={classes.boxTitle}>
          {titulo}
        </Title>
        {naoLidas > 0 && (
          <Badge variant="light">{naoLidas > 999 ? '999+ não lidas' : counted(naoLidas, 'não lida', 'não lidas')}</Badge>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={isMinimized ? `Expandir a caixa ${titulo}` : `Minimizar a caixa ${titulo}`}
          aria-expanded={!isMinimized}
          aria-controls={body}
          onClick={() => onPlace(toggleBox(organizacao, tipo))}
        >
          {isMinimized ? <IconChevronDown size={18} aria-hidden="true" /> : <IconChevronUp size={18} aria-hidden="true" />}
        </ActionIcon>
      </div>
      <div id={body} hidden={isMinimized}>
        {mensagens.length === 0 ? (
          <Text size="sm" c="dimmed">
            Parabéns! Você leu todas as mensagens da caixa.
          </Text>
        ) : (
          <>
            <MessageList mensagens={mensagens} label={`Mensagens de ${titulo}`} />
            <div className={classes.boxFoot}>
              <Text size="xs" c="dimmed">
                {counterOf(mensagens.length, total)}
              </Text>
              <Anchor component={Link} to={`/mensagens?tipo=${tipo}`} size="sm" aria-label={`Ver todas: ${titulo}`}>
                Ver todas
              </Anchor>
            </div>
          </>
        )}
      </div>
    </Paper>
  );
}
