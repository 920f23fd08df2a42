import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { type DragEvent, useLayoutEffect, useRef, useState } from 'react';
import { counted } from '#kit/br/text.ts';
import { useColumn } from '#kit/list/use-column.web.ts';
import type { useTransitions } from '#kit/transition/use-transitions.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Cartao, type Feitos } from './cartao.web.tsx';
import classes from './quadro.module.css';
import { type Escolhido, useColuna } from './quadro-dados.web.ts';
import { type CandidatoNaSelecao, type EtapaDaSelecao } from './selecao.ts';

const CARD = 104;

interface ColunaProps {
  vaga: number;
  etapa: EtapaDaSelecao;
  etapas: readonly EtapaDaSelecao[];
  busca: string;
  arrastado: CandidatoNaSelecao | null;
  escolhidos: ReadonlyMap<number, Escolhido>;
  onEscolhe: ((cartao: CandidatoNaSelecao) => void) | undefined;
  onTodos: (() => void) | undefined;
  onArrasta(cartao: CandidatoNaSelecao | null): void;
  onSolta(): void;
  onMove(cartao: CandidatoNaSelecao, para: EtapaDaSelecao): unknown;
  aoLado(passo: -1 | 1): EtapaDaSelecao | undefined;
  acoesDe(cartao: CandidatoNaSelecao): ReturnType<ReturnType<typeof useTransitions>['actionsOf']>;
}

/** A stage with its people, of whom only those on the screen are drawn. */
export function Coluna(props: ColunaProps) {
  const { vaga, etapa, etapas, busca, arrastado, escolhidos, onEscolhe, onTodos, onArrasta, onSolta, onMove, aoLado, acoesDe } =
    props;
  const pages = useColuna(vaga, etapa.id, busca);
  const { rows, scroller, shown, items } = useColumn(pages, CARD);
  const titulo = useRef<HTMLHeadingElement>(null);
  const [sobre, setSobre] = useState(false);
  const aceita = arrastado !== null && arrastado.etapa !== etapa.id;
  /** The focus goes on to whoever takes the place of a card that left. */
  const passa = (cartao: CandidatoNaSelecao, para: EtapaDaSelecao) => {
    const place = rows.findIndex(({ id }) => id === cartao.id);
    const proximo = rows[place + 1] ?? rows[place - 1];
    void onMove(cartao, para);
    const alvo = proximo && scroller.current?.querySelector<HTMLElement>(`[data-candidatura="${proximo.id}"]`);
    (alvo ?? titulo.current)?.focus();
  };
  const agora: Feitos = {
    acoesDe,
    onChoose: (cartao) => onEscolhe?.(cartao),
    onMove: passa,
    onStep: (cartao, passo) => {
      const para = aoLado(passo);
      if (para) passa(cartao, para);
    },
    onDrag: onArrasta,
  };
  const feitos = useRef(agora);
  useLayoutEffect(() => {
    feitos.current = agora;
  });
  const total = busca === '' ? etapa.total : (pages.data?.pages[0]?.totalElements ?? 0);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the menu and the keys of a card offer the same
    <section
      className={classes.column}
      aria-label={etapa.nome}
      data-drop={aceita || undefined}
      data-over={(aceita && sobre) || undefined}
      onDragOver={(event: DragEvent) => {
        if (!aceita) return;
        event.preventDefault();
        if (!sobre) setSobre(true);
      }}
      onDragLeave={() => setSobre(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setSobre(false);
        if (aceita) onSolta();
      }}
    >
      <div className={classes.head}>
        <h2 className={classes.title} title={etapa.nome} ref={titulo} tabIndex={-1}>
          {etapa.nome}
        </h2>
        <span className={classes.count} role="status" aria-label={`${etapa.nome}: ${counted(total, 'candidato', 'candidatos')}`}>
          {total.toLocaleString('pt-BR')}
        </span>
        {onTodos && total > 0 && (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                c="var(--mantine-color-text)"
                size={28}
                aria-label={`Ações da etapa ${etapa.nome}`}
              >
                <IconDotsVertical size={16} stroke={1.8} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={onTodos}>Selecionar todos</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      <div ref={scroller} className={classes.cards}>
        {pages.isSuccess && rows.length === 0 && (
          <Text size="sm" c="dimmed" ta="center" py="lg">
            {busca === '' ? 'Ninguém nesta etapa' : 'Ninguém com este nome'}
          </Text>
        )}
        {pages.isError && <Fault message="Não foi possível carregar." onRetry={pages.refetch} isBusy={pages.isFetching} />}
        <ul style={{ height: shown.getTotalSize() }} aria-label={`Candidatos em ${etapa.nome}`}>
          {items.map(({ index, start, key }) => {
            const cartao = rows[index];
            return (
              cartao && (
                <li key={key} data-index={index} ref={shown.measureElement} style={{ transform: `translateY(${start}px)` }}>
                  <Cartao
                    cartao={cartao}
                    etapas={etapas}
                    feitos={feitos}
                    temAcoes={acoesDe(cartao).length > 0}
                    isDragged={arrastado?.id === cartao.id}
                    isChosen={escolhidos.has(cartao.id)}
                    isChoosable={onEscolhe !== undefined}
                  />
                </li>
              )
            );
          })}
        </ul>
      </div>
    </section>
  );
}
