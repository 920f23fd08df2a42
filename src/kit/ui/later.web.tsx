import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

/** A component whose programs load when it is first drawn; `waiting` stands in its place until then. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>, waiting: ReactNode = null): ComponentType<P> {
  const Loaded = lazy(async () => ({ default: await load() }));
  return (props: P) => (
    <Suspense fallback={waiting}>
      <Loaded {...props} />
    </Suspense>
  );
}
