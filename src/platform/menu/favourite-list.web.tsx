import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Favorito } from './favoritos.ts';

interface Props {
  favourites: readonly Favorito[];
  onMove: (caminho: string, to: number) => unknown;
  className?: string | undefined;
  onFollow?: (() => void) | undefined;
}

/** The favourites as links, ordered by dragging or by Alt and the arrows. */
export function FavouriteList({ favourites, onMove, className, onFollow }: Props) {
  const { pathname } = useLocation();
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const move = (place: number, to: number) => {
    const one = favourites[place];
    if (!one || to < 0 || to >= favourites.length || to === place) return;
    void onMove(one.caminho, to);
    setSaid(`${one.titulo}: ${to + 1} de ${favourites.length}.`);
    // The link is drawn again at its new place, which keeps the focus.
    requestAnimationFrame(() => list.current?.querySelectorAll('a')[to]?.focus());
  };
  const onKeyDown = (event: KeyboardEvent, place: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(place, place + (event.key === 'ArrowUp' ? -1 : 1));
  };
  const onDrop = (event: DragEvent, place: number) => {
    event.preventDefault();
    move(
      favourites.findIndex(({ caminho }) => caminho === dragged),
      place,
    );
    setDragged(null);
  };
  return (
    <>
      <ul ref={list}>
        {favourites.map(({ caminho, titulo, detalhe }, place) => (
          <li key={caminho}>
            <Link
              to={caminho}
              className={className}
              title={detalhe}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              data-here={caminho === pathname || undefined}
              onClick={onFollow}
              onKeyDown={(event) => onKeyDown(event, place)}
              onDragStart={() => setDragged(caminho)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => dragged !== null && event.preventDefault()}
              onDrop={(event) => dragged !== null && onDrop(event, place)}
            >
              <span>{titulo}</span>
            </Link>
          </li>
        ))}
      </ul>
      <span role="status" className="vinculo-hidden">
        {said}
      </span>
    </>
  );
}
