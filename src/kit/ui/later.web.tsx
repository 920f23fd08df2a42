import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { ScreenLoading } from './loading.web.tsx';

/** A component whose programs load when it is first drawn, or when they are fetched ahead. */
export type Later<P extends object> = ComponentType<P> & { ahead: () => Promise<unknown> };

/** A component whose programs load when it is first drawn; `waiting` stands in its place until then. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>, waiting: ReactNode = null): Later<P> {
  let known: ComponentType<P> | undefined;
  const ahead = async () => {
    known = await load();
    return { default: known };
  };
  const Loaded = lazy(ahead);
  const Shown = (props: P) => {
    // What is there is drawn at once: React keeps the sign of waiting for 300 ms where it has shown one.
    const [Known] = useState(() => known);
    return Known ? (
      <Known {...props} />
    ) : (
      <Suspense fallback={waiting}>
        <Loaded {...props} />
      </Suspense>
    );
  };
  return Object.assign(Shown, { ahead });
}

/** A screen whose programs load when it is first opened. */
export const laterScreen = <P extends object>(load: () => Promise<ComponentType<P>>) => later(load, <ScreenLoading />);
