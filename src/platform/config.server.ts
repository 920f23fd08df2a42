import { isIP } from 'node:net';
import { z } from 'zod';
import type { TrustedProxies } from '#kit/http/origin.server.ts';

const port = z.coerce
  .number('deve ser um número')
  .int('deve ser um número inteiro')
  .min(0)
  .max(65_535, 'deve ser no máximo 65535');
/** A size in MB; 0 sets no limit. */
const megabytes = z.coerce.number('deve ser um número').min(0, 'deve ser 0 ou mais').max(1e9);
const flag = z.enum(['true', 'false'], "deve ser 'true' ou 'false'").transform((value) => value === 'true');

/** Names of networks that `proxy-addr` accepts besides addresses. */
const networks = new Set(['loopback', 'linklocal', 'uniquelocal']);

const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/');
  const most = { 4: 32, 6: 128 }[isIP(address)];
  return (
    networks.has(text) ||
    (most !== undefined &&
      more.length === 0 &&
      (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= most)))
  );
};

/** `false`, the number of proxies in front (`true` is one), or their addresses. */
const trustedProxies = z.string().transform((text, context): TrustedProxies => {
  const word = text.trim().toLowerCase();
  if (word === 'false' || word === '0') return false;
  if (word === 'true') return 1;
  if (/^[1-9]$/.test(word)) return Number(word);
  const parts = word.split(',').map((part) => part.trim());
  if (parts.every(isNetwork)) return parts;
  context.addIssue(
    'deve ser false, quantos proxies há na frente (1 a 9) ou os endereços deles, separados por vírgula (ex.: 127.0.0.1,10.0.0.0/8)',
  );
  return z.NEVER;
});

/** Every variable that the program reads; the table of README.md lists the same. */
const schema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'deve começar com postgres://')
    .optional(),
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'deve começar com postgres://')
    .optional(),
  DATABASE_POOL: z.coerce.number('deve ser um número').int().min(2).max(200).default(12),
  VINCULO_DATA: z.string().default('./data'),
  VINCULO_ORIGINS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .refine(
      (origins) => origins.every((one) => /^https?:\/\/[^/\\?#@]+\/?$/i.test(one) && URL.canParse(one)),
      'deve ter endereços como https://rh.empresa.com.br, sem caminho, separados por vírgula',
    )
    // Normalised as browsers spell them: lower case, without the default port, other alphabets in ASCII.
    .transform((origins) => origins.map((one) => new URL(one).origin)),
  VINCULO_TRUST_PROXY: trustedProxies.default(false),
  VINCULO_HTTPS: flag.default(false),
  VINCULO_SESSION_HOURS: z.coerce.number('deve ser um número').min(0.1).max(720).default(10),
  VINCULO_SESSION_MAX_HOURS: z.coerce.number('deve ser um número').min(0.1).max(8_760).default(168),
  VINCULO_UPLOAD_MB: z.coerce.number('deve ser um número').min(1).max(1024).default(10),
  VINCULO_QUOTA_USUARIO_MB: megabytes.default(2_048),
  VINCULO_QUOTA_EMPRESA_MB: megabytes.default(51_200),
  VINCULO_DISCO_MINIMO_MB: megabytes.default(512),
  VINCULO_TAREFAS_ABERTAS: z.coerce.number('deve ser um número').int('deve ser um número inteiro').min(1).max(100).default(3),
  VINCULO_WORKERS: z.coerce.number('deve ser um número').int().min(0).max(16).default(1),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'deve ser um de: fatal, error, warn, info, debug, trace, silent',
    )
    .default('warn'),
  SUPPORT_EMAIL: z.email('deve ser um e-mail').optional(),
  CEP_URL: z
    .string()
    .regex(/^https?:\/\/.*\{cep\}/, 'deve ser um endereço com {cep}')
    .default('https://viacep.com.br/ws/{cep}/json/'),
  COLABORE_URL: z
    .string()
    .regex(/^https?:\/\//, 'deve começar com http:// ou https://')
    .optional(),
  COLABORE_TOKEN: z.string().optional(),
  CAPTCHA_SITE_KEY: z.string().optional(),
  CAPTCHA_SECRET: z.string().optional(),
  CAPTCHA_SCRIPT_URL: z
    .url({ protocol: /^https?$/, error: 'deve ser um endereço' })
    .default('https://www.google.com/recaptcha/api.js'),
  CAPTCHA_VERIFY_URL: z
    .url({ protocol: /^https?$/, error: 'deve ser um endereço' })
    .default('https://www.google.com/recaptcha/api/siteverify'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'deve começar com smtp:// ou smtps://')
    .optional(),
  SMTP_FROM: z.email('deve ser um e-mail').default('vinculo@localhost.localdomain'),
});

const judged = schema.superRefine(({ CAPTCHA_SITE_KEY, CAPTCHA_SECRET }, { addIssue }) => {
  if ((CAPTCHA_SITE_KEY === undefined) !== (CAPTCHA_SECRET === undefined))
    addIssue({
      code: 'custom',
      path: [CAPTCHA_SECRET === undefined ? 'CAPTCHA_SECRET' : 'CAPTCHA_SITE_KEY'],
      message: 'deve vir junto: CAPTCHA_SITE_KEY e CAPTCHA_SECRET vão aos pares',
    });
});

export type Config = z.output<typeof schema>;

/** The program's public address for links in messages: taken from the configuration, never from a header of a request. */
export const publicAddressOf = ({ VINCULO_ORIGINS, PORT }: Config): string => VINCULO_ORIGINS[0] ?? `http://127.0.0.1:${PORT}`;

/** Judges the environment; throws one readable list of every fault. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([name, value]) => name in schema.shape && value?.trim()));
  const parsed = judged.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(
    `A configuração tem ${faults.length === 1 ? 'um problema' : `${faults.length} problemas`}:\n${faults.join('\n')}`,
  );
}

export class ConfigError extends Error {}
