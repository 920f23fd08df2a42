// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useGridKeys } from './grid-keys.web.ts';

function Grid() {
  const grid = useGridKeys();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- arrows walk through its cells
    <table role="grid" {...grid}>
      <tbody>
        {['a', 'b', 'c'].map((row) => (
          <tr key={row}>
            <th scope="row">{row}</th>
            {[1, 2].map((column) => (
              <td key={column}>
                <input type="checkbox" aria-label={`${row}${column}`} disabled={row === 'b' && column === 1} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const cell = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });

it('arrows walk through the controls of a grid, past those that are disabled, and stop at its edges', () => {
  render(<Grid />);
  cell('a1').focus();
  press('ArrowDown');
  expect(document.activeElement).toBe(cell('c1'));
  press('ArrowRight');
  expect(document.activeElement).toBe(cell('c2'));
  press('ArrowRight');
  expect(document.activeElement).toBe(cell('c2'));
  press('ArrowUp');
  expect(document.activeElement).toBe(cell('b2'));
  press('ArrowLeft');
  expect(document.activeElement).toBe(cell('b2'));
});

it('a grid is one stop of the Tab key: its first control, then the one that had the focus', () => {
  render(<Grid />);
  const stops = () => ['a1', 'a2', 'b1', 'b2', 'c1', 'c2'].filter((name) => cell(name).tabIndex === 0 && !cell(name).disabled);
  expect(stops()).toEqual(['a1']);
  cell('b2').focus();
  expect(stops()).toEqual(['b2']);
});
