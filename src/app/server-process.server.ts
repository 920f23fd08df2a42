import { type ChildProcess, spawn } from 'node:child_process';
import { Agent, request as httpRequest } from 'node:http';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

/** The program in a process of its own, as `npm start` runs it; for tests and measurements. */
export interface ServerProcess {
  child: ChildProcess;
  url: string;
  /** from spawn to listening */
  readyMs: number;
  output(): string;
  /** like a power cut: nothing is drained or closed */
  kill(): Promise<void>;
  /** SIGTERM, then waits */
  stop(): Promise<void>;
}

export interface HttpAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  /** null when the answer is no JSON */
  body: unknown;
}

export type HttpClient = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<HttpAnswer>;

const entry = fileURLToPath(new URL('./main.server.ts', import.meta.url));

/** Runs one of the entry points to its end, or kills it when it says `until`; throws its output when it fails or is killed. */
export async function runEntry(name: string, env: Record<string, string>, args: string[] = [], until?: string): Promise<string> {
  const child = launch([fileURLToPath(new URL(`./${name}`, import.meta.url)), ...args], env);
  let output = '';
  const hear = (chunk: Buffer) => {
    output += chunk;
    if (until !== undefined && output.includes(until)) child.kill('SIGKILL');
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${output}`);
  return output;
}

const launch = (args: string[], env: Record<string, string>) => {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VINCULO_|DATABASE_|PORT$|HOST$|VITEST|NODE_ENV$|SMTP_)/.test(name)),
  );
  return spawn(process.execPath, args, { env: { ...inherited, LOG_LEVEL: 'error', ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
};

/** Starts the server on a free port and waits until it listens. */
export async function startServer(env: Record<string, string>): Promise<ServerProcess> {
  const started = performance.now();
  const child = launch([entry], { PORT: '0', HOST: '127.0.0.1', ...env });
  let output = '';
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const found = /Vínculo em (http:\S+)/.exec(output);
      if (found?.[1]) resolve(found[1]);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
  });
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  return {
    child,
    url,
    readyMs: performance.now() - started,
    output: () => output,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

/** A client of one server, as a browser of the same origin: connections kept open, cookie sent. A lost connection is a rejection. */
export function httpClient(url: string, cookie = '', connections = 16): HttpClient & { close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send: HttpClient = (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const payload = body === undefined ? undefined : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
      const request = httpRequest(
        new URL(path, url),
        {
          method,
          agent,
          headers: {
            origin: url,
            ...(cookie ? { cookie } : {}),
            ...(payload ? { 'content-type': 'application/json', 'content-length': String(payload.length) } : {}),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', reject);
          response.once('aborted', () => reject(new Error('the connection was lost')));
          response.once('end', () => {
            const bytes = Buffer.concat(chunks);
            const isJson =
              String(response.headers['content-type'] ?? '').includes('json') &&
              bytes.length > 0 &&
              !response.headers['content-encoding'];
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              bytes,
              body: isJson ? JSON.parse(bytes.toString()) : null,
            });
          });
        },
      );
      request.once('error', reject);
      request.end(payload);
    });
  return Object.assign(send, { close: () => agent.destroy() });
}

/** Logs in; answers the cookie. */
export async function loginAt(url: string, cpf: string, senha: string, empresaId?: number): Promise<string> {
  const client = httpClient(url);
  try {
    const companies = (await client('GET', '/api/login/empresas')).body as { id: number }[];
    const answer = await client('POST', '/api/login', { cpf, senha, empresaId: empresaId ?? companies[0]?.id });
    if (answer.status !== 200) throw new Error(`login: ${answer.status} ${answer.bytes.toString()}`);
    return String(answer.headers['set-cookie']).split(';')[0] ?? '';
  } finally {
    client.close();
  }
}

/** A file as a form sends it. */
export function multipart(name: string, content: Buffer, field = 'arquivo'): { body: Buffer; headers: Record<string, string> } {
  const boundary = 'vinculo-fronteira-7d1f';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** The answers to `npm run setup`, for databases of tests. */
export const FIRST_ADMINISTRATOR = {
  SETUP_EMPRESA: 'Empresa de Teste',
  SETUP_CNPJ: '11.222.333/0001-81',
  SETUP_NOME: 'Administrador',
  SETUP_CPF: '529.982.247-25',
  SETUP_EMAIL: 'administrador@exemplo.com.br',
  SETUP_SENHA: 'Canoa-Verde-58',
} as const;

/** DATABASE_URL of a connection; a socket folder is written like a host. */
export const addressOf = ({ connectionString, user, host, port, database }: pg.PoolConfig): string =>
  connectionString ?? `postgres://${user}@/${database}?host=${encodeURIComponent(String(host))}&port=${port}`;

/** Asks again and again until there is an answer. */
export async function until<T>(ask: () => Promise<T | undefined | false>, ms = 60_000): Promise<T> {
  for (const start = Date.now(); ; ) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() - start > ms) throw new Error(`nothing came within ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}
