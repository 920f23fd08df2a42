import { type PointerEvent, type RefCallback, useCallback, useRef } from 'react';
import classes from './touch-drag.module.css';

/** What an element carries that takes the dragged; its value is the place. */
const PLACE = 'data-drop';
/** Pixels that a finger moves before it drags a grip, or before it scrolls instead of holding. */
const SLACK = 8;
/** Nearer than so many pixels to the edge of the window the page scrolls, by so many a frame. */
const EDGE = 72;
const SPEED = 9;

interface Drag {
  /** what is written beside the finger */
  label: string;
  /** ms that a finger rests before it drags, where it also scrolls or taps; a grip, whose `touch-action` is none, has none */
  hold?: number;
  onStart(): void;
  /** the place under the finger */
  onOver?(place: string | null): void;
  onDrop(place: string): void;
  /** always at the end, dropped or not */
  onEnd(): void;
}

/**
 * Dragging by finger or pen, which `draggable` does not do everywhere; the mouse keeps `draggable`. The list gets `ref`, each of its
 * items begins from `onPointerDown`, and what takes them has `data-drop`.
 */
export function useTouchDrag<E extends HTMLElement>() {
  const isDragging = useRef(false);
  // Registered before the finger comes down: afterwards the browser has decided that it scrolls.
  const ref: RefCallback<E> = useCallback((list) => {
    const stay = (event: TouchEvent) => {
      if (isDragging.current && event.cancelable) event.preventDefault();
    };
    list?.addEventListener('touchmove', stay, { passive: false });
    return () => list?.removeEventListener('touchmove', stay);
  }, []);
  const begin = useCallback((event: PointerEvent, drag: Drag) => {
    if (event.pointerType === 'mouse' || !event.isPrimary) return;
    follow(event, drag, (dragging) => {
      isDragging.current = dragging;
    });
  }, []);
  return { ref, begin };
}

/** The nearest ancestor that scrolls, or the page. */
function scrollerOf(element: Element): Element {
  for (let one = element.parentElement; one; one = one.parentElement) {
    const { overflowY } = getComputedStyle(one);
    if ((overflowY === 'auto' || overflowY === 'scroll') && one.scrollHeight > one.clientHeight + EDGE) return one;
  }
  return document.scrollingElement ?? document.documentElement;
}

function follow(down: PointerEvent, drag: Drag, tell: (dragging: boolean) => void): void {
  const { pointerId } = down;
  const origin = down.currentTarget;
  const hold = drag.hold ?? 0;
  const at = { x: down.clientX, y: down.clientY };
  const listening = new AbortController();
  const { signal } = listening;
  let ghost: HTMLElement | undefined;
  let over: string | null = null;
  let frame = 0;
  const timer = hold > 0 ? setTimeout(() => start(), hold) : undefined;

  const look = () => {
    if (!ghost) return;
    // Whole, also at the right edge.
    const left = Math.min(at.x, window.innerWidth - ghost.offsetWidth - EDGE / 3);
    ghost.style.transform = `translate(${left}px, ${at.y}px)`;
    const place = document.elementFromPoint(at.x, at.y)?.closest(`[${PLACE}]`)?.getAttribute(PLACE) ?? null;
    if (place !== over) drag.onOver?.(place);
    over = place;
  };
  const scroll = (scroller: Element) => {
    const step = at.y < EDGE ? -SPEED : at.y > window.innerHeight - EDGE ? SPEED : 0;
    if (step !== 0) {
      scroller.scrollBy(0, step);
      look();
    }
    frame = requestAnimationFrame(() => scroll(scroller));
  };
  function start() {
    ghost = document.createElement('div');
    ghost.className = classes.ghost ?? '';
    ghost.textContent = drag.label;
    ghost.setAttribute('aria-hidden', 'true');
    document.body.append(ghost);
    tell(true);
    drag.onStart();
    look();
    scroll(scrollerOf(origin));
  }
  const end = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    listening.abort();
    tell(false);
    if (!ghost) return;
    ghost.remove();
    ghost = undefined;
    drag.onEnd();
  };

  window.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerId !== pointerId) return;
      const far = Math.hypot(event.clientX - at.x, event.clientY - at.y) > SLACK;
      if (!ghost) {
        if (!far) return;
        if (hold > 0) return end();
        start();
      }
      at.x = event.clientX;
      at.y = event.clientY;
      look();
    },
    { signal },
  );
  window.addEventListener(
    'pointerup',
    (event) => {
      if (event.pointerId !== pointerId) return;
      const place = ghost ? over : null;
      const dragged = ghost !== undefined;
      end();
      if (dragged) dropClick();
      if (place !== null) drag.onDrop(place);
    },
    { signal },
  );
  window.addEventListener('pointercancel', (event) => event.pointerId === pointerId && end(), { signal });
  window.addEventListener('keydown', (event) => event.key === 'Escape' && end(), { signal });
  // A long touch would begin the browser's own dragging, or its menu.
  for (const own of ['dragstart', 'contextmenu'])
    window.addEventListener(own, (event) => event.preventDefault(), { signal, capture: true });
}

/** The click that some browsers send after a touch belongs to the drag. */
function dropClick(): void {
  const once = new AbortController();
  window.addEventListener(
    'click',
    (event) => {
      event.preventDefault();
      event.stopPropagation();
    },
    { signal: once.signal, capture: true, once: true },
  );
  setTimeout(() => once.abort(), 0);
}
