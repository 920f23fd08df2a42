import { type ComponentType, Suspense } from 'react';
import { type LoaderFunctionArgs, matchPath, useLoaderData, useParams } from 'react-router';
import type { ActingUser } from '#kit/acting/acting.web.tsx';
import { askAhead, awaitSoon } from '#kit/client/ask-ahead.web.ts';
import type { ModuleDeclaration } from '#kit/module/module.ts';
import type { ModuleWeb } from '#kit/module/module.web.tsx';
import { reportsAt } from '#kit/report/report.ts';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { DeniedPage, NotFoundPage } from '#platform/error/error-pages.web.tsx';
import { ModuleMenu } from '#platform/menu/module-menu.web.tsx';
import { actingOf, sessionQuery, useSession } from '#platform/session/session.web.tsx';
import { modules } from './modules.web.ts';
import { queries } from './queries.web.ts';
import {
  RegistryFormPage,
  RegistryListPage,
  ReportMenu,
  ReportPage,
  registryForm,
  registryList,
} from './standard-screens.web.ts';

const restOf = (params: Readonly<Record<string, string | undefined>>) => (params['*'] ?? '').replace(/(?<!\/)\/+$/, '');

/** Loads the module of the address, and asks for what its screen shows; null when there is none. The present screen stays meanwhile. */
export async function loadModule({ params, request }: LoaderFunctionArgs): Promise<ModuleWeb | null> {
  const { module = '' } = params;
  const web = Object.hasOwn(modules, module) ? ((await modules[module]?.()) ?? null) : null;
  const found = web && screenAt(web, restOf(params));
  // The first screen of a visit asks by itself: who works, and in which company, is not known yet.
  const info = queries.getQueryData(sessionQuery.queryKey);
  if (!found || !info?.empresa) return web;
  const acting = actingOf(info);
  const isOpen = [found.authority].flat().some((authority) => acting.authorities.has(authority));
  const ask = async () => {
    const questions = isOpen ? await found.asks?.(new URL(request.url).searchParams, acting) : [];
    // Somebody has gone on to another screen meanwhile.
    if (!request.signal.aborted) await askAhead(queries, questions ?? []);
  };
  // Programs that fail to load here fail again, and are told, when the screen is drawn.
  await awaitSoon(ask().catch(() => undefined));
  return web;
}

const ID = /^[1-9]\d{0,15}$/;

interface Found {
  /** of several, any opens it */
  authority: string | readonly string[];
  screen: ComponentType;
  /** one screen for each key: another record starts with fresh state */
  key: string;
  /** what it shows at an address */
  asks?: (search: URLSearchParams, acting: ActingUser) => Promise<Questions>;
}

type Questions = Parameters<typeof askAhead>[1];

/** The screen of a path below a module: a screen, a report, a list, a new record or a record. */
function findScreen(web: ModuleWeb, rest: string): Found | null {
  const { declaration, screens = {}, views = {} } = web;
  for (const { path, authority } of declaration.screens ?? []) {
    const screen = screens[path];
    if (screen && matchPath({ path: `/${path}`, end: true }, `/${rest}`)) return { authority, screen, key: path };
  }
  if (rest === '') return moduleScreen(declaration);
  const [first = '', slug, ...deeper] = rest.split('/');
  if (first === 'relatorios') return deeper.length > 0 ? null : reportScreen(declaration, slug);
  // A registry's id may hold a slash itself: `colaboradores/historicos` comes before record 'historicos' of `colaboradores`.
  const [registry] = declaration.registries
    .filter(({ id }) => rest === id || rest.startsWith(`${id}/`))
    .sort((a, b) => b.id.length - a.id.length);
  if (!registry) return null;
  const [second, ...more] = rest === registry.id ? [] : rest.slice(registry.id.length + 1).split('/');
  if (more.length > 0) return null;
  const path = `${declaration.id}/${registry.id}`;
  const view = views[registry.id] ?? {};
  const props = { path, registry, view, module: declaration.title };
  if (second === undefined) {
    return {
      authority: registry.authority,
      key: path,
      screen: () => <RegistryListPage {...props} />,
      asks: async (...at) => (view.list ? [] : (await registryList()).askedByList(path, registry, ...at, queries)),
    };
  }
  if (second === 'new' && !registry.readOnly) {
    return { authority: `${registry.authority}_EDITAR`, key: `${path}/new`, screen: () => <RegistryFormPage {...props} /> };
  }
  if (!ID.test(second)) return null;
  return {
    authority: registry.authority,
    key: `${path}/${second}`,
    screen: () => <RegistryFormPage {...props} id={Number(second)} />,
    asks: async () => (await registryForm()).askedByRecord(path, view, Number(second)),
  };
}

/** The module's own page, for users who may open any part of it. */
function moduleScreen(declaration: ModuleDeclaration): Found {
  const { id, registries, reports, screens = [] } = declaration;
  const authority = [...registries, ...reports, ...screens].map((offered) => offered.authority);
  return { authority, screen: () => <ModuleMenu declaration={declaration} />, key: id };
}

/** All reports of the module, or the one at the address. */
function reportScreen({ id: module, reports }: ModuleDeclaration, at: string | undefined): Found | null {
  const found = at === undefined ? reports : reportsAt(reports, at);
  if (found.length === 0) return null;
  const screen =
    at === undefined
      ? () => <ReportMenu module={module} reports={found} />
      : () => <ReportPage module={module} reports={found} />;
  return { authority: found.map(({ authority }) => authority), key: `${module}/relatorios/${at ?? ''}`, screen };
}

const made = new WeakMap<ModuleWeb, Map<string, Found | null>>();

/** Keeps the component of a path: a new one would restart the screen at each drawing. */
function screenAt(web: ModuleWeb, rest: string): Found | null {
  const known = made.get(web) ?? new Map<string, Found | null>();
  made.set(web, known);
  if (!known.has(rest)) known.set(rest, findScreen(web, rest));
  return known.get(rest) ?? null;
}

/** `/:module/*` */
export function ModuleScreen() {
  const web = useLoaderData<ModuleWeb | null>();
  const session = useSession();
  const rest = restOf(useParams());
  const found = web === null ? null : screenAt(web, rest);
  if (found === null) return <NotFoundPage />;
  const authorities = [found.authority].flat();
  if (!authorities.some((authority) => session.can(authority))) return <DeniedPage authorities={authorities} />;
  const Screen = found.screen;
  return (
    <Suspense fallback={<ScreenLoading />}>
      <Screen key={found.key} />
    </Suspense>
  );
}
