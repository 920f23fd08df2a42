import { type Browser, type BrowserContext, type Cookie, chromium, type Locator, type Page } from 'playwright-core';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { DEMO_LOGINS, DEMO_PASSWORD } from '#app/demo-users.server.ts';
import { createDatabase } from '#kit/db/database.server.ts';
import { adoptEmbedded } from '#kit/db/embedded/embedded.server.ts';
import { type Running, startProduct } from './running.ts';

/** How long a state of the screen may take before it counts as absent: two busy cores are slow, not broken. */
export const PATIENCE = 60_000;

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export type Who = 'admin' | 'recrutador' | 'gestora' | 'sst';
const order: readonly Who[] = ['admin', 'recrutador', 'gestora', 'sst'];
export const cpfOf = (who: Who): string => DEMO_LOGINS[order.indexOf(who)]?.cpf ?? '';
export const PASSWORD = DEMO_PASSWORD;
/** The company in which every login of the demonstration has a profile. */
const COMPANY = 'Indústria Aurora';

export interface Visit {
  /** who logs in; absent: nobody */
  as?: Who;
  /** the screen that the login leads to */
  at?: string;
  dark?: boolean;
  width?: number;
}

export interface Journeys {
  readonly origin: string;
  /** A browser of its own: other cookies, other storage. */
  visit: (visit?: Visit) => Promise<Page>;
  /** The texts of mails with a subject, as their recipients get them. */
  mailed: (assunto: string) => Promise<string[]>;
}

/**
 * One product and one browser for the journeys of a file. After each journey: no console error, no uncaught exception, no answer of 500 or
 * above, whatever else the journey looked at. Each user logs in once, by the keyboard, and later visits bring the cookies of that session;
 * `isAlwaysNew` is for journeys about sessions themselves.
 */
export function journeys({ isAlwaysNew = false } = {}): Journeys {
  let running: Running | undefined;
  let browser: Browser | undefined;
  const contexts: BrowserContext[] = [];
  const faults: string[] = [];
  const sessions = new Map<Who, Cookie[]>();

  beforeAll(async () => {
    const executablePath = process.env.VINCULO_CHROMIUM || '/usr/bin/chromium';
    [running, browser] = await Promise.all([startProduct(), chromium.launch({ executablePath, headless: true, args: FLAGS })]);
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(faults.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await running?.stop();
  });

  const originOf = () => {
    if (!running) throw new Error('O produto ainda não iniciou.');
    return running.origin;
  };
  return {
    get origin() {
      return originOf();
    },
    async visit({ as, at = '/', dark = false, width = 1440 } = {}) {
      const context = await browser?.newContext({
        baseURL: originOf(),
        locale: 'pt-BR',
        timezoneId: 'America/Fortaleza',
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: 'reduce',
        viewport: { width, height: 900 },
        acceptDownloads: true,
      });
      if (!context) throw new Error('O navegador não iniciou.');
      contexts.push(context);
      context.setDefaultTimeout(PATIENCE);
      watch(context, faults);
      const page = await context.newPage();
      const session = as && sessions.get(as);
      if (session) {
        await context.addCookies(session);
        await page.goto(at);
        await arrived(page);
      } else if (as) {
        await enter(page, as, at);
        if (!isAlwaysNew) sessions.set(as, await context.cookies());
      } else await page.goto(at);
      return page;
    },
    async mailed(assunto) {
      const server = running && (await adoptEmbedded(running.data));
      if (!server) throw new Error('O banco de dados do produto não está aberto.');
      const db = createDatabase(server.connection);
      try {
        const rows = await db.query<{ texto: string }>(sql`select texto from emails where assunto = ${assunto} order by id`);
        return rows.map(({ texto }) => texto);
      } finally {
        await db.close();
      }
    },
  };
}

function watch(context: BrowserContext, faults: string[]): void {
  context.on('console', (message) => {
    // Chromium says so of every refusal (401, 409 …), which are answers like others, and of a network that a journey took away.
    const isRefusal = /^Failed to load resource: (.*status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)/.test(message.text());
    if (message.type() === 'error' && !isRefusal) faults.push(`console em ${message.page()?.url() ?? ''}: ${message.text()}`);
  });
  context.on('weberror', (error) => faults.push(`exceção: ${error.error().stack ?? error.error().message}`));
  context.on('response', (response) => {
    if (response.status() >= 500) faults.push(`${response.status()} em ${response.request().method()} ${response.url()}`);
  });
}

/** Logs in by the keyboard alone and waits for the screen. */
export async function enter(page: Page, who: Who, at = '/'): Promise<void> {
  await page.goto(at === '/' ? '/login' : `/login?voltar=${encodeURIComponent(at)}`);
  await typeLogin(page, cpfOf(who), PASSWORD);
  await arrived(page);
}

/** Inside, on a screen that has settled. */
async function arrived(page: Page): Promise<void> {
  await page.getByRole('button', { name: /menu de/ }).waitFor();
  await settled(page);
}

export async function typeLogin(page: Page, cpf: string, senha: string): Promise<void> {
  await page.getByRole('textbox', { name: 'CPF' }).focus();
  await page.keyboard.type(cpf);
  await page.keyboard.press('Tab');
  await page.keyboard.type(senha);
  const company = page.getByRole('combobox', { name: 'Empresa' });
  await expect.poll(() => company.isEnabled(), { timeout: PATIENCE }).toBe(true);
  await tabTo(page, company, 4);
  await chooseCompany(page, COMPANY);
  await tabTo(page, page.getByRole('button', { name: 'Entrar' }), 4);
  await page.keyboard.press('Enter');
}

/** Goes down the companies of the login, whose list has the focus. */
export async function chooseCompany(page: Page, nome: string): Promise<void> {
  const chosen = page.getByRole('combobox', { name: 'Empresa' }).locator('option:checked');
  const most = await page.getByRole('combobox', { name: 'Empresa' }).locator('option').count();
  for (let step = 0; step < most && (await chosen.textContent()) !== nome; step++) await page.keyboard.press('ArrowDown');
  expect(await chosen.textContent()).toBe(nome);
}

/** The screen has its heading and waits for nothing: no list is busy, no 'Carregando...' is shown. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).filter({ hasText: /\S/ }).waitFor();
  await expect.poll(() => page.locator('[aria-busy=true], [aria-label="Carregando..."]').count(), { timeout: PATIENCE }).toBe(0);
}

/** Goes to an address of the product within the session. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settled(page);
}

/** Waits until the locator is on the screen; its absence names it. */
export const seen = (locator: Locator): Promise<void> => locator.first().waitFor();

/** Presses Tab until the wanted element has the focus: what the mouse reaches, the keyboard must reach. */
export async function tabTo(page: Page, wanted: Locator, most = 80): Promise<void> {
  for (let step = 0; step < most; step += 1) {
    if (await hasFocus(wanted)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab não alcança ${String(wanted)}`);
}

export const hasFocus = (locator: Locator): Promise<boolean> =>
  locator.first().evaluate((element) => element === document.activeElement);

/** Types into a combobox and takes the option of that name, of a list or of a tree. */
export async function choose(
  scope: Page | Locator,
  label: string | RegExp,
  option: string | RegExp,
  search?: string,
): Promise<void> {
  const page = 'keyboard' in scope ? scope : scope.page();
  const box = scope.getByRole('combobox', { name: label });
  await box.click();
  if (search ?? typeof option === 'string') await box.pressSequentially(search ?? String(option));
  const named = { name: option, exact: typeof option === 'string' };
  await page.getByRole('option', named).or(page.getByRole('treeitem', named)).first().click();
}

/** The number of 'N registro(s) encontrado(s).' */
export async function foundCount(page: Page): Promise<number> {
  const text = await page.getByText(/registro\(s\) encontrado\(s\)\./).textContent();
  return Number((text ?? '').replace(/\D/g, ''));
}
