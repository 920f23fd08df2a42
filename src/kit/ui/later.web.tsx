import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';

/** A component whose programs load when it is first drawn, or when they are fetched ahead. */
export type Later<P extends object> = ComponentType<P> & { ahead: () => Promise<unknown> };

function fetched<P extends object>(load: () => Promise<ComponentType<P>>, framed: (loading: ReactNode) => ReactNode): Later<P> {
  let known: ComponentType<P> | undefined;
  const ahead = async () => {
    known = await load();
    return { default: known };
  };
  const Loading = lazy(ahead);
  const Shown = (props: P) => {
    // What is there is drawn at once: React keeps the sign of waiting for 300 ms where it has shown one.
    const [Known] = useState(() => known);
    return Known ? <Known {...props} /> : framed(<Loading {...props} />);
  };
  return Object.assign(Shown, { ahead });
}

/** A component whose programs load when it is first drawn; `waiting` stands in its place until then. */
export const later = <P extends object>(load: () => Promise<ComponentType<P>>, waiting: ReactNode = null): Later<P> =>
  fetched(load, (loading) => <Suspense fallback={waiting}>{loading}</Suspense>);

/** A screen whose programs load when it is first opened: the present one stays meanwhile, below the bar of progress. */
export const laterScreen = <P extends object>(load: () => Promise<ComponentType<P>>): Later<P> =>
  fetched(load, (loading) => loading);
