import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { modules } from '#app/modules.server.ts';
import { menuFor } from '#platform/menu/menu.ts';
import { leavesOf } from '#platform/menu/menu-leaves.ts';
import { goTo, type Journeys, PATIENCE, settled } from './product.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };
/** Screens of one case: few enough for its time limit on a machine several times slower. */
const TOGETHER = 20;
/** Pages of one case: while one waits for an answer or for 'Carregando...' to go, the other works. */
const LANES = 2;
const CASE_MS = 420_000;

interface Violation {
  id: string;
  nodes: { html: string }[];
}

/** Every screen of the menu, and the home page; screens.test.ts compares it with what the product offers. */
export const menuScreens: readonly string[] = ['/', ...leavesOf(menuFor(modules, () => true)).map(({ caminho }) => caminho)];

/**
 * What axe finds, one line an element. What sticks to an edge stands in its place meanwhile: it covers a target only until somebody scrolls, which
 * axe knows of `fixed` alone. `unseen` asks about the focus that such a bar must not hide.
 */
async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  const found = await page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as { axe: { run: (options: object) => Promise<{ violations: Violation[] }> } };
    const stuck = [...document.querySelectorAll<HTMLElement>('body *')].filter((e) => getComputedStyle(e).position === 'sticky');
    const styles = stuck.map(({ style }) => style.cssText);
    for (const { style } of stuck) style.cssText += '; position: relative !important; inset: auto !important';
    try {
      const which = runOnly ? { runOnly } : { rules: { 'target-size': { enabled: true } } };
      return (await axe.run({ resultTypes: ['violations'], ...which })).violations;
    } finally {
      stuck.forEach(({ style }, index) => {
        style.cssText = styles[index] ?? '';
      });
    }
  }, rules);
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** Fields of a form that take the focus below its bar of buttons, where nobody sees what is typed. */
const unseen = (page: Page) =>
  page.evaluate(() => {
    const under: string[] = [];
    for (const bar of document.querySelectorAll('form > *')) {
      if (getComputedStyle(bar).position !== 'sticky') continue;
      for (const input of bar.parentElement?.querySelectorAll<HTMLElement>('input:not([type=hidden])') ?? []) {
        if (bar.contains(input) || !input.checkVisibility()) continue;
        input.focus();
        const { bottom } = input.getBoundingClientRect();
        if (document.activeElement === input && bottom > bar.getBoundingClientRect().top) under.push(input.id);
      }
    }
    return under;
  });

/** What moves is at its end at once: the frames between two themes and two widths, drawn without a graphics card, cost more than all of axe. */
function holdStill(): void {
  if (document.adoptedStyleSheets.length > 0) return;
  const still = new CSSStyleSheet();
  still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }');
  document.adoptedStyleSheets.push(still);
}

/** One screen in light and dark (where only colours differ), then on a phone: axe's findings and what sticks out at the right. */
export async function inspect(page: Page, path: string, isForm = false): Promise<string[]> {
  // The browser's own injection: the policy of the page stays in force.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  await page.evaluate(holdStill);
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  // Colours on their way from one theme to the other are nobody's contrast. What follows the scrolling, not the clock, never ends.
  await page.waitForFunction(
    () =>
      document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark' &&
      document.getAnimations().every(({ timeline }) => timeline !== document.timeline),
    null,
    { timeout: PATIENCE },
  );
  const dark = await violations(page, ['color-contrast']);
  await page.setViewportSize(PHONE);
  await settled(page);
  // What still sticks out when the screen has come to rest.
  const excessOf = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect
    .poll(excessOf, { timeout: PATIENCE / 3 })
    .toBeLessThanOrEqual(0)
    .catch(() => undefined);
  const excess = await excessOf();
  const small = await violations(page, ['target-size']);
  const hidden = isForm ? await unseen(page) : [];
  await Promise.all([page.emulateMedia({ colorScheme: 'light' }), page.setViewportSize(DESK)]);
  return [
    ...light.map((line) => `${path} claro, ${line}`),
    ...dark.map((line) => `${path} escuro, ${line}`),
    ...small.map((line) => `${path} a 360 px, ${line}`),
    ...hidden.map((id) => `${path} a 360 px esconde o foco de ${id} sob os botões`),
    ...(excess > 0 ? [`${path} a 360 px rola ${excess} px para o lado`] : []),
  ];
}

async function formOf(page: Page): Promise<string | null> {
  const insert = page.getByRole('link', { name: 'Inserir', exact: true });
  const href = (await insert.count()) > 0 ? await insert.first().getAttribute('href') : null;
  return href === null ? null : new URL(href, page.url()).pathname;
}

/**
 * Goes on to a screen as a link of the product does, without loading the program again, which costs as much as axe. Screens take nothing from one
 * another's memory but what they ask for themselves; loading by the address is asked by the first screen of each page and by the journeys.
 */
async function goOn(page: Page, path: string): Promise<void> {
  const left = await page.locator('h1').first().elementHandle();
  const title = await left?.textContent();
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
  await page.waitForFunction(([element, text]) => !element?.isConnected || element.textContent !== text, [left, title] as const, {
    timeout: PATIENCE,
  });
  await settled(page);
  expect(pathOf(page)).toBe(path);
}

const pathOf = (page: Page): string => new URL(page.url()).pathname;

/** A screen, and the form behind it when one may insert into its list. */
async function inspectScreen(page: Page, path: string): Promise<string[]> {
  if (page.url() === 'about:blank') await goTo(page, path);
  else if (pathOf(page) !== path) await goOn(page, path);
  const form = await formOf(page);
  const found = await inspect(page, path);
  if (form === null) return found;
  await goOn(page, form);
  return [...found, ...(await inspect(page, form, true))];
}

/** Share `part` of `parts` of the screens of the menu: each file of the shares has a product of its own, and the files run side by side. */
export function inspectShare(at: Journeys, part: number, parts: number): void {
  const share = menuScreens.filter((_, index) => index % parts === part);
  const cases = Array.from({ length: Math.ceil(share.length / TOGETHER) }, (_, index) =>
    share.slice(index * TOGETHER, (index + 1) * TOGETHER),
  );
  describe('em nenhuma tela o axe encontra algo, no claro e no escuro, e a 360 px nenhuma rola para o lado nem esconde o foco', () => {
    it.each(cases.map((paths) => [`${paths[0]} … ${paths.at(-1)}`, paths] as const))(
      '%s',
      { timeout: CASE_MS },
      async (_, paths) => {
        const first = await at.visit({ as: 'admin', at: paths[0] });
        const others = Array.from({ length: LANES - 1 }, () => first.context().newPage());
        const queue = [...paths];
        const found: string[] = [];
        const lane = async (page: Page) => {
          for (let path = queue.shift(); path !== undefined; path = queue.shift())
            found.push(...(await inspectScreen(page, path)));
        };
        await Promise.all([first, ...(await Promise.all(others))].map(lane));
        expect(found).toEqual([]);
      },
    );
  });
}
