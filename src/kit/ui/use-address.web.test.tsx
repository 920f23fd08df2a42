// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { useAddress, useAddressDay, useAddressId, useRecordId } from './use-address.web.ts';

function Screen() {
  const [kind, setKind] = useAddress('tipo');
  const { day, typed, type } = useAddressDay('data', '2026-11-20');
  return (
    <>
      <button type="button" onClick={() => setKind(kind === '' ? 'férias' : '')}>
        {kind || 'tudo'}
      </button>
      <input aria-label="dia" value={typed} onChange={(event) => type(event.currentTarget.value)} />
      <output>{day}</output>
    </>
  );
}

const open = (address: string) => {
  const router = createMemoryRouter([{ path: '*', element: <Screen /> }], { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  return () => router.state.location.search;
};

test('what is chosen stands in the address, beside what others say there, and is read from it again', async () => {
  const search = open('/x?aba=2&data=2024-05-01');
  expect(screen.getByRole('status').textContent).toBe('2024-05-01');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'tudo' })));
  expect(search()).toBe('?aba=2&data=2024-05-01&tipo=f%C3%A9rias');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'férias' })));
  expect(search()).toBe('?aba=2&data=2024-05-01');
});

test('a half-typed day stays in its input, and the usual one is not written', async () => {
  const search = open('/x');
  const input = screen.getByLabelText('dia');
  await act(async () => fireEvent.change(input, { target: { value: '2024-05-0' } }));
  expect([search(), screen.getByRole('status').textContent]).toEqual(['', '2026-11-20']);
  await act(async () => fireEvent.change(input, { target: { value: '2024-05-01' } }));
  expect([search(), screen.getByRole('status').textContent]).toEqual(['?data=2024-05-01', '2024-05-01']);
  await act(async () => fireEvent.change(input, { target: { value: '2026-11-20' } }));
  expect(search()).toBe('');
});

test('an id in the address is a number, and any other text is none', () => {
  const read = (address: string) => {
    const Ids = () => <output>{JSON.stringify([useRecordId(), useAddressId('talento')])}</output>;
    const router = createMemoryRouter([{ path: '*', element: <Ids /> }], { initialEntries: [address] });
    const { container, unmount } = render(<RouterProvider router={router} />);
    const ids: unknown = JSON.parse(container.textContent ?? '');
    unmount();
    return ids;
  };
  expect(read('/m/talentos/7?talento=12')).toEqual([7, 12]);
  expect(read('/m/talentos/7/entrevista?talento=1e3')).toEqual([7, null]);
  expect(read('/m/talentos/new?talento=-1')).toEqual([null, null]);
});
