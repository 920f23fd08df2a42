// @vitest-environment happy-dom
import { Suspense, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { useRecordHalf } from './record-half.web.ts';
import type { RegistryView } from './view.web.tsx';

it('a screen that waits for the half of its record is drawn once it is there, and React finds nothing wrong on the way', async () => {
  const told = vi.spyOn(console, 'error').mockReturnValue();
  let arrive: (half: RegistryView) => void = () => {};
  const view: RegistryView = { record: () => new Promise((resolve) => (arrive = resolve)) };
  function Screen() {
    const whole = useRecordHalf(view);
    return useMemo(() => whole?.readByInput?.join(), [whole]);
  }
  const place = document.createElement('div');
  createRoot(place).render(
    <Suspense fallback="esperando">
      <Screen />
    </Suspense>,
  );
  await expect.poll(() => place.textContent).toBe('esperando');
  arrive({ readByInput: ['tipo'] });
  await expect.poll(() => place.textContent).toBe('tipo');
  expect(told).not.toHaveBeenCalled();
});
