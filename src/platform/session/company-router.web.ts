import { createBrowserRouter, type RouteObject } from 'react-router';
import { OUTSIDE, withCompany, withoutCompany } from './company-address.web.ts';

let target: string | undefined;
const watchers = new Set<() => void>();

/** The path that was asked for last, from the click on, while the screen is still that of another. For `useSyncExternalStore`. */
export const asked = {
  subscribe(watch: () => void) {
    watchers.add(watch);
    return () => void watchers.delete(watch);
  },
  path: () => target,
};

/**
 * The browser's router. The company stands in the address bar and in every link, so that a link that is sent, kept or opened in a
 * new tab tells it; the screens, which are always those of the present company, never see it.
 */
export function createCompanyRouter(routes: RouteObject[]) {
  const router = createBrowserRouter(routes, { window: hidingCompany(window) });
  const plain = router.createHref;
  router.createHref = (location) => withCompany(plain(location));
  router.subscribe(({ location, navigation }) => {
    target = (navigation.location ?? location).pathname;
    for (const watch of watchers) watch();
  });
  return router;
}

/** The window as the router uses it: addresses are read without the company, and written with it. */
function hidingCompany(real: Window): Window {
  const { location, history } = real;
  const write = (deed: 'pushState' | 'replaceState') => (state: unknown, unused: string, url?: string | URL | null) =>
    history[deed](state, unused, url === undefined || url === null ? url : withCompany(String(url)));
  const seen = over(location, {
    // Public pages and the external area read the company of their link themselves.
    search: () => (OUTSIDE.test(location.pathname) ? location.search : withoutCompany(location.search)),
  });
  const written = over(history, { pushState: () => write('pushState'), replaceState: () => write('replaceState') });
  return over(real, { location: () => seen, history: () => written });
}

/** An object with a few of its properties answered otherwise; its methods work on the object itself. */
function over<T extends object>(object: T, answers: Readonly<Record<string, () => unknown>>): T {
  return new Proxy({} as T, {
    get(_, name) {
      const answer = answers[String(name)];
      if (answer) return answer();
      const value: unknown = Reflect.get(object, name);
      return typeof value === 'function' ? value.bind(object) : value;
    },
  });
}
