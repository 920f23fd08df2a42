// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useTouchDrag } from './touch-drag.web.ts';

const told: string[] = [];
let under = 'a';

function List({ hold }: { hold?: number }) {
  const { ref, begin } = useTouchDrag<HTMLUListElement>();
  return (
    <ul ref={ref}>
      {['a', 'b'].map((one) => (
        <li key={one} data-drop={one}>
          <button
            type="button"
            onClick={() => told.push(`click ${one}`)}
            onPointerDown={(event) =>
              begin(event, {
                label: `Pergunta ${one}`,
                ...(hold === undefined ? {} : { hold }),
                onStart: () => told.push('start'),
                onOver: (place) => told.push(`over ${place}`),
                onDrop: (place) => told.push(`drop ${place}`),
                onEnd: () => told.push('end'),
              })
            }
          >
            {one}
          </button>
        </li>
      ))}
    </ul>
  );
}
const item = () => screen.getByRole('button', { name: 'a' });
const finger = { pointerId: 4, pointerType: 'touch', isPrimary: true };
const down = (more: object = {}) => fireEvent.pointerDown(item(), { ...finger, clientX: 10, clientY: 300, ...more });
const move = (clientX: number, clientY: number) => fireEvent.pointerMove(window, { ...finger, clientX, clientY });

beforeEach(() => {
  told.length = 0;
  under = 'a';
  vi.useFakeTimers();
  document.elementFromPoint = () => document.querySelector(`[data-drop="${under}"]`);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('a finger drags a grip at once, sees its name beside it, and drops it where it is lifted', () => {
  render(<List />);
  down();
  move(12, 303);
  expect(told).toEqual([]);
  move(12, 330);
  expect(screen.getByText('Pergunta a')).toBeTruthy();
  under = 'b';
  move(12, 360);
  fireEvent.pointerUp(window, finger);
  expect(told).toEqual(['start', 'over a', 'over b', 'end', 'drop b']);
  expect(screen.queryByText('Pergunta a')).toBeNull();
  // The click that a browser may send after it is not one.
  fireEvent.click(item());
  vi.runAllTimers();
  fireEvent.click(item());
  expect(told.slice(5)).toEqual(['click a']);
});

it('where a finger also scrolls, it drags after it has rested, and the page stays', () => {
  render(<List hold={250} />);
  down();
  move(10, 340);
  vi.advanceTimersByTime(400);
  expect(told).toEqual([]);
  expect(fireEvent.touchMove(item())).toBe(true);
  down();
  vi.advanceTimersByTime(260);
  expect(told).toEqual(['start', 'over a']);
  expect(fireEvent.touchMove(item())).toBe(false);
  fireEvent.pointerUp(window, finger);
  expect(told.slice(2)).toEqual(['end', 'drop a']);
  expect(fireEvent.touchMove(item())).toBe(true);
});

it('nothing is dropped when the browser takes the finger, by Escape, or by a mouse', () => {
  render(<List />);
  for (const stop of [() => fireEvent.pointerCancel(window, finger), () => fireEvent.keyDown(window, { key: 'Escape' })]) {
    told.length = 0;
    down();
    move(12, 330);
    stop();
    fireEvent.pointerUp(window, finger);
    expect(told).toEqual(['start', 'over a', 'end']);
  }
  told.length = 0;
  down({ pointerType: 'mouse' });
  move(12, 330);
  fireEvent.pointerUp(window, finger);
  expect(told).toEqual([]);
});
