import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Database } from '#kit/db/database.server.ts';
import { foreignJson } from '#kit/http/foreign-json.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import type { Config } from '#platform/config.server.ts';
import type { PortalCaptcha } from './portal-start.ts';
import { demandSolved, ROBOT } from './puzzle.server.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** the bot check of the external area */
    robots: Robots;
  }
}

export interface Robots {
  /** null: the puzzle, which needs nobody else */
  captcha: PortalCaptcha | null;
  /** Takes a proof once, a solved puzzle or the token of the captcha; call it before what is dear. */
  demand(proof: string): Promise<void>;
}

type Settings = Pick<Config, 'CAPTCHA_SITE_KEY' | 'CAPTCHA_SECRET' | 'CAPTCHA_SCRIPT_URL' | 'CAPTCHA_VERIFY_URL'>;

const WAIT_MS = 5_000;
const MOST_BYTES = 64 * 1024;
const verdict = z.object({ success: z.boolean() });

/** Hosts that the known services use beside that of their script. */
const BESIDE: Readonly<Record<string, string>> = {
  'www.google.com': 'https://www.gstatic.com',
  'www.recaptcha.net': 'https://www.gstatic.com',
  'js.hcaptcha.com': 'https://*.hcaptcha.com',
};

/** The content policy of the portal's pages, opened for the captcha's hosts alone. */
function openedFor(programa: string, policy: string): string {
  const { origin, hostname } = new URL(programa);
  const hosts = [origin, BESIDE[hostname]].filter(Boolean).join(' ');
  return policy.replace(/(?:script|style|frame|connect)-src [^;]*/g, (part) => `${part} ${hosts}`);
}

/** Whether the service, asked by the server with its secret, takes the token. Of the person it learns nothing from here. */
async function isTaken(address: string, secret: string, token: string): Promise<boolean> {
  const response = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams({ secret, response: token }),
    signal: AbortSignal.timeout(WAIT_MS),
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`the captcha answered ${response.status}`);
  return verdict.parse(await foreignJson(response, MOST_BYTES)).success;
}

/** The bot check: the puzzle, or where the installation has keys of one, a service that speaks as reCAPTCHA does (ADR 81). */
export function registerRobots(app: FastifyInstance, db: Database, config: Settings): void {
  const { CAPTCHA_SITE_KEY: chave, CAPTCHA_SECRET: secret, CAPTCHA_SCRIPT_URL: programa, CAPTCHA_VERIFY_URL: address } = config;
  if (chave === undefined || secret === undefined) {
    app.decorate('robots', { captcha: null, demand: (proof) => db.tx((tx) => demandSolved(tx, proof)) });
    return;
  }
  app.decorate('robots', {
    captcha: { chave, programa },
    async demand(proof) {
      const taken = await isTaken(address, secret, proof).catch((error: unknown) => {
        app.log.warn({ err: error }, 'the captcha is out of reach');
        throw new Refusal(
          'VERIFICACAO_INDISPONIVEL',
          'Não foi possível confirmar que você não é um robô. Tente de novo em instantes.',
          503,
          { retryAfter: 10 },
        );
      });
      if (!taken) throw refuse.invalid([{ field: 'recaptcha', message: ROBOT }]);
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    if (/^\/externo(?:[/?]|$)/.test(request.url))
      reply.header('content-security-policy', openedFor(programa, String(reply.getHeader('content-security-policy'))));
  });
}
