import { existsSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';
import { DEMO_LOGINS, DEMO_PASSWORD } from '#app/demo-users.server.ts';

/** How long a person waits for a screen, in ms, and what came over the line for it, in KiB. */
export interface Waited {
  step: string;
  /** until something on the screen had answered the click */
  answered?: number;
  painted: number;
  requests: number;
  js: number;
  css: number;
  all: number;
  target?: number | undefined;
}

/** ms by which a click has changed something on the screen */
export const ANSWER = 100;

/** 400 ms, 50 KiB/s and a CPU four times slower; and the line as it is. */
export const LINES = ['lenta', 'local'] as const;

const CHROMIUM = process.env.VINCULO_CHROMIUM ?? '/usr/bin/chromium';
const SLOW = { offline: false, latency: 400, downloadThroughput: 50 * 1024, uploadThroughput: 50 * 1024 };
const TALENTS = '/gestao-talentos/talentos';
const PATIENCE = { timeout: 60_000 };

/** Screens one after the other, from a cold login on: each is clicked when the one before has come to rest. */
export async function measureScreens(url: string, line: (typeof LINES)[number]): Promise<Waited[] | null> {
  if (!existsSync(CHROMIUM)) return null;
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
    const wire = await watchWire(page, line === 'lenta');
    await page.addInitScript(CLOCK);
    const figures: Waited[] = [];
    const step = async (name: string, act: () => Promise<unknown>, screen: string, target?: number) => {
      wire.begin();
      await page.evaluate(`screenClock(${JSON.stringify(screen)})`);
      await act();
      const html = page.locator('html[data-painted]');
      await html.waitFor(PATIENCE);
      const [answered, painted] = [await html.getAttribute('data-answered'), await html.getAttribute('data-painted')];
      const seen = { ...wire.seen };
      await wire.settled();
      figures.push({
        step: name,
        answered: Number(answered),
        painted: Number(painted),
        ...seen,
        target: line === 'local' ? 150 : target,
      });
    };
    /** How long something takes that no click begins. */
    const first = async (name: string, since: number, shown: () => Promise<unknown>, target: number) => {
      await shown();
      figures.push({
        step: name,
        painted: Math.round(performance.now() - since),
        ...wire.seen,
        target: line === 'lenta' ? target : undefined,
      });
    };
    const opened = performance.now();
    await page.goto(`${url}/login`, { waitUntil: 'commit', ...PATIENCE });
    await first('algo para ler', opened, () => page.locator('body').filter({ hasText: WORDS }).waitFor(PATIENCE), 1_500);
    const cpf = page.getByLabel(/CPF/).first();
    await first('login', opened, () => cpf.waitFor(PATIENCE), 4_000);
    await cpf.fill(DEMO_LOGINS[0].cpf);
    await page.getByLabel(/Senha/).first().fill(DEMO_PASSWORD);
    await wire.settled();
    const entered = performance.now();
    wire.begin();
    await page.keyboard.press('Enter');
    await first('início, com as figuras', entered, () => page.locator('main div[role=img]').first().waitFor(PATIENCE), 4_000);
    await wire.settled();
    const menu = page.getByRole('complementary').first();
    const openMenu = async (module: string) => {
      const button = menu.getByRole('button', { name: module });
      if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
    };
    const follow = (href: string) => menu.locator(`a[href^="${href}"]`).first().click();
    await openMenu('Gestão de Talentos');
    await step('primeira lista', () => follow(TALENTS), ROWS, 3_000);
    await step('registro', () => page.locator('tbody tr a').first().click(), 'main [role=tablist]', 3_000);
    await openMenu('Cargos e Salários');
    await step('outra lista', () => follow('/cargo-salario/cargos'), ROWS, 3_000);
    await step('início', () => page.getByRole('link', { name: /página inicial/ }).click(), 'main h1', 3_000);
    await openMenu('Gestão de Talentos');
    await step('lista de novo', () => follow(TALENTS), ROWS, 3_000);
    wire.begin();
    const since = performance.now();
    await page.goto(url + TALENTS, { waitUntil: 'commit', ...PATIENCE });
    await page.locator(ROWS).first().waitFor(PATIENCE);
    figures.push({ step: 'lista pelo endereço', painted: Math.round(performance.now() - since), ...wire.seen });
    return figures;
  } finally {
    await browser.close();
  }
}

const ROWS = 'main tbody tr a';
const WORDS = /\w{4}/;

/** Starts at the next click: `answered` when the screen first changes, `painted` when the address has changed and `screen` stands there. */
const CLOCK = `
  window.screenClock = (screen) => {
    const told = document.documentElement.dataset;
    delete told.answered;
    delete told.painted;
    const from = location.pathname;
    addEventListener('click', ({ timeStamp }) => {
      const since = (now) => Math.round(now - timeStamp);
      const watch = new MutationObserver(() => {
        watch.disconnect();
        requestAnimationFrame(() => requestAnimationFrame((now) => { told.answered = since(now); }));
      });
      watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      const look = () => requestAnimationFrame(location.pathname !== from && document.querySelector(screen) ? (now) => { told.painted = since(now); } : look);
      look();
    }, { capture: true, once: true });
  };
`;

async function watchWire(page: Page, isSlow: boolean) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  if (isSlow) {
    await cdp.send('Network.emulateNetworkConditions', SLOW);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  }
  const urls = new Map<string, string>();
  const nothing = () => ({ requests: 0, js: 0, css: 0, all: 0 });
  const wire = {
    seen: nothing(),
    begin() {
      wire.seen = nothing();
    },
    /** nothing is under way for a while */
    async settled() {
      for (let before = -1; before !== wire.seen.requests; ) {
        before = wire.seen.requests;
        await page.waitForTimeout(isSlow ? 4_000 : 1_000);
      }
    },
  };
  cdp.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kib = encodedDataLength / 1024;
    const url = urls.get(requestId) ?? '';
    wire.seen.requests++;
    wire.seen.all += kib;
    if (/\.js(\?|$)/.test(url)) wire.seen.js += kib;
    if (/\.css(\?|$)/.test(url)) wire.seen.css += kib;
  });
  return wire;
}
