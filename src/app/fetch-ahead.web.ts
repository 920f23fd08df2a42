import { withRecordHalf } from '#kit/registry/record-half.web.ts';
import { modules } from './modules.web.ts';
import { RegistryFormPage, RegistryListPage } from './standard-screens.web.ts';

/** ms after the page has loaded, at most, by which its first screen has asked for what it shows */
const REST = 3_000;

// What fails here fails again, and is told, when the screen is asked for.
const quietly = (work: Promise<unknown>) => void work.catch(() => undefined);

/** Fetches the programs of the screen at an address below a module. */
async function fetchScreen(path: string): Promise<void> {
  const [, module = '', ...rest] = path.split('/');
  if (!Object.hasOwn(modules, module)) return;
  const loading = modules[module]?.();
  if (rest[0] === undefined || rest[0] === 'relatorios') return void (await loading);
  quietly(RegistryListPage.ahead());
  const isRecord = /^(\d+|new)$/.test(rest.at(-1) ?? '');
  const view = (await loading)?.views?.[rest.slice(0, -1).join('/')];
  if (isRecord) await Promise.all([RegistryFormPage.ahead(), view && withRecordHalf(view)]);
}

/** What every list needs, what stands in the menu, and what every record needs. */
async function fetchCommon(): Promise<void> {
  await RegistryListPage.ahead();
  // One after another: what is clicked meanwhile waits for one at most.
  for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-ahead]')) await fetchScreen(dataset.ahead ?? '');
  await RegistryFormPage.ahead();
}

/**
 * Fetches the programs of a screen when the pointer or the focus reaches a link to it, so that the click finds them there; and what
 * most screens need when the first one has come to rest, which takes a slow line longer. Programs alone: what was only pointed at is
 * in no trail of readings.
 */
export function fetchAhead(): void {
  const reach = ({ target }: Event) => {
    const ahead = target instanceof Element ? target.closest<HTMLElement>('a[href^="/"], [data-ahead]') : null;
    if (ahead) quietly(fetchScreen(ahead.dataset.ahead ?? (ahead as HTMLAnchorElement).pathname));
  };
  for (const kind of ['pointerover', 'focusin']) document.addEventListener(kind, reach, { passive: true });
  window.addEventListener('load', () => setTimeout(() => quietly(fetchCommon()), Math.min(REST, performance.now())));
}
