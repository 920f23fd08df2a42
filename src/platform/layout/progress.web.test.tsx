// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import { Link, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, expect, it } from 'vitest';
import { laterScreen } from '#kit/ui/later.web.tsx';
import { createCompanyRouter } from '#platform/session/company-router.web.ts';
import { Progress } from './progress.web.tsx';

afterEach(cleanup);

it('the bar stands from the click until the next screen is there, and the present one stays meanwhile', async () => {
  let arrive: (screen: ComponentType) => void = () => {};
  const Next = laterScreen(() => new Promise<ComponentType>((resolve) => (arrive = resolve)));
  const frame = (
    <>
      <Progress />
      <Suspense fallback="esperando">
        <Outlet />
      </Suspense>
    </>
  );
  const router = createCompanyRouter([
    {
      element: frame,
      children: [
        { path: '/', element: <Link to="/outra">Ir</Link> },
        { path: '/outra', element: <Next /> },
      ],
    },
  ]);
  render(<RouterProvider router={router} />);
  const bar = () => document.querySelector('[data-progress]');
  const link = await screen.findByRole('link', { name: 'Ir' });
  expect(bar()).toBeNull();
  fireEvent.click(link);
  expect(bar()).not.toBeNull();
  expect(screen.getByRole('link', { name: 'Ir' })).toBe(link);
  arrive(() => <h1>Outra</h1>);
  await screen.findByRole('heading', { name: 'Outra' });
  await waitFor(() => expect(bar()).toBeNull());
});
