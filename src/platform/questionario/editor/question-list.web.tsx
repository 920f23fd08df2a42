import { type DragEvent, type PointerEvent, useState } from 'react';
import { useTouchDrag } from '#kit/ui/touch-drag.web.ts';
import type { Pergunta, Secao } from '../definition.ts';
import { duplicated, moved, withoutQuestion } from '../edits.ts';
import classes from './editor.module.css';
import { faultsIn } from './faults-in.ts';
import { QuestionFields } from './question-fields.web.tsx';
import { Moved, QuestionRow } from './question-row.web.tsx';
import { SectionRow } from './section-row.web.tsx';
import type { Editing } from './use-definition.web.ts';

interface Props {
  editing: Editing;
  /** the question whose form is open */
  opened: number | null;
  onOpen(id: number | null): void;
}

/** The questions in their order, each section under its title; dragged, or moved by the arrow keys. */
export function QuestionList({ editing, opened, onOpen }: Props) {
  const { definicao, change, faults, present } = editing;
  const { perguntas, secoes } = definicao;
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [said, setSaid] = useState('');

  const move = (id: number, place: number) => {
    if (place < 0 || place >= perguntas.length) return;
    change(moved(id, place));
    setSaid(`Pergunta movida para o lugar ${place + 1} de ${perguntas.length}.`);
    // The list is drawn anew around the handle.
    setTimeout(() => document.querySelector<HTMLElement>(`[data-grip="${id}"]`)?.focus(), 0);
  };
  const stop = () => {
    setOver(null);
    setDragged(null);
  };
  const drop = (event: DragEvent, place: number) => {
    event.preventDefault();
    const from = perguntas.findIndex(({ id }) => id === dragged);
    stop();
    if (dragged !== null && from >= 0 && from !== place) change(moved(dragged, place));
  };
  const { ref, begin } = useTouchDrag<HTMLOListElement>();
  const touch = (event: PointerEvent, { id, texto }: Pergunta) =>
    begin(event, {
      label: texto || 'Sem texto',
      onStart: () => setDragged(id),
      onOver: (place) => setOver(place === null ? null : Number(place)),
      onDrop: (place) => perguntas[Number(place)]?.id !== id && move(id, Number(place)),
      onEnd: stop,
    });
  const head = (secao: Secao) => <SectionRow key={`secao ${secao.id}`} editing={editing} secao={secao} />;
  const empty = secoes.filter(({ id }) => !perguntas.some(({ secaoId }) => secaoId === id));

  const row = (pergunta: Pergunta, place: number) => {
    const { id } = pergunta;
    const own = faultsIn(faults, `perguntas.${place}`);
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the handle moves it by keyboard
      <li
        key={id}
        data-drop={place}
        data-over={(over === place && dragged !== null && dragged !== id) || undefined}
        onDragOver={(event) => {
          if (dragged === null) return;
          event.preventDefault();
          setOver(place);
        }}
        onDrop={(event) => drop(event, place)}
      >
        <QuestionRow
          {...{ definicao, pergunta, place }}
          isOpen={opened === id}
          fault={own.first}
          onToggle={() => onOpen(opened === id ? null : id)}
          onMove={(to) => move(id, to)}
          onDuplicate={() => change(duplicated(id))}
          onRemove={() => {
            change(withoutQuestion(id));
            setSaid('Pergunta removida. Desfazer a traz de volta.');
          }}
          onDrag={setDragged}
          onTouch={(event) => touch(event, pergunta)}
        >
          <QuestionFields {...{ definicao, change, pergunta }} notaMinima={present.notaMinima} faultOf={own.of} />
        </QuestionRow>
      </li>
    );
  };
  return (
    <>
      <Moved text={said} />
      <ol ref={ref} className={classes.list} aria-label="Perguntas">
        {perguntas.flatMap((pergunta, place) => {
          const secao = secoes.find(({ id }) => id === pergunta.secaoId);
          const begins = secao && perguntas[place - 1]?.secaoId !== secao.id;
          return [...(begins ? [head(secao)] : []), row(pergunta, place)];
        })}
        {empty.map(head)}
      </ol>
    </>
  );
}
