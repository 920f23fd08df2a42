// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { SideTabs } from './side-tabs.web.tsx';

const TABS = ['Dados', 'Acesso', 'Anexos'].map((title) => ({ value: title.toLowerCase(), title }));

function Parts({ keepMounted = false }: { keepMounted?: boolean }) {
  const [value, setValue] = useState('dados');
  return (
    <MantineProvider env="test">
      <SideTabs label="Seções" tabs={TABS} value={value} onChange={setValue} keepMounted={keepMounted}>
        {(shown) => <p>{`parte ${shown}`}</p>}
      </SideTabs>
    </MantineProvider>
  );
}

const tab = (name: string) => screen.getByRole('tab', { name });
const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });

it('an index of parts is one stop of the Tab key, and its arrows open the part they reach, around its ends', () => {
  render(<Parts />);
  expect(screen.getAllByRole('tab').filter(({ tabIndex }) => tabIndex === 0)).toEqual([tab('Dados')]);
  tab('Dados').focus();
  for (const [key, name] of [
    ['ArrowDown', 'Acesso'],
    ['End', 'Anexos'],
    ['ArrowDown', 'Dados'],
    ['ArrowUp', 'Anexos'],
    ['Home', 'Dados'],
    ['ArrowDown', 'Acesso'],
  ] as const) {
    press(key);
    expect(document.activeElement).toBe(tab(name));
    expect(screen.getByRole('tabpanel', { name }).textContent).toBe(`parte ${name.toLowerCase()}`);
  }
  press('a');
  expect(document.activeElement).toBe(tab('Acesso'));
  expect(screen.getAllByRole('tab').filter(({ tabIndex }) => tabIndex === 0)).toEqual([tab('Acesso')]);
});

it('parts that are not open are drawn where a form keeps them, and hidden', () => {
  const { container, rerender } = render(<Parts />);
  expect(container.textContent).not.toContain('parte anexos');
  rerender(<Parts keepMounted />);
  expect(container.textContent).toContain('parte anexos');
  expect(screen.getAllByRole('tabpanel')).toHaveLength(1);
});
