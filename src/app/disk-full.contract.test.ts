import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_LOGINS, DEMO_PASSWORD } from './demo-users.server.ts';
import {
  type HttpClient,
  httpClient,
  loginAt,
  multipart,
  type ServerProcess,
  startServer,
  until,
} from './server-process.server.ts';

const SIZE_MB = 400;
const areas = '/api/captacao/areas-interesse';

// A disk of its own wants the rights to mount one; what is answered then, `room.contract.test.ts` says without it.
describe.runIf(process.getuid?.() === 0)('a disk that is full', () => {
  let data: string;
  let server: ServerProcess | undefined;
  let client: HttpClient;

  beforeAll(async () => {
    data = mkdtempSync(path.join(tmpdir(), 'vinculo-cheio-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', data]);
    server = await startServer({ VINCULO_DATA: data, VINCULO_WORKERS: '0', VINCULO_DISCO_MINIMO_MB: '0' });
    client = httpClient(server.url, await loginAt(server.url, DEMO_LOGINS[0].cpf, DEMO_PASSWORD), 4);
  });
  afterAll(async () => {
    await server?.stop();
    execFileSync('umount', ['-l', data]);
    rmSync(data, { recursive: true, force: true });
  });

  const upload = () => {
    const file = multipart('nota.txt', Buffer.alloc(200_000, 'a'));
    return client('POST', '/api/arquivos', file.body, file.headers);
  };
  const names = async () => ((await client('GET', areas)).body as { nome: string }[]).map(({ nome }) => nome);

  it('refuses what finds no room with 507, keeps all that it acknowledged, and writes again once there is room', async () => {
    const [area] = (await client('GET', '/api/cargo-salario/areas-organizacionais')).body as { id: number }[];
    const post = async (nome: string) => (await client('POST', areas, { nome, areasOrganizacionaisIds: [area?.id] })).status;
    const filler = path.join(data, 'cheio');
    fill(filler);
    const acknowledged: string[] = [];
    const refused = new Set<number>();
    for (let n = 0; n < 2_000 && refused.size === 0; n++) {
      const nome = `Área ${n} ${'x'.repeat(60)}`;
      const status = await post(nome);
      if (status === 201) acknowledged.push(nome);
      else refused.add(status);
    }
    expect([...refused]).toEqual([507]);
    expect((await upload()).body).toMatchObject({ code: 'SEM_ESPACO' });
    expect((await client('GET', '/api/userinfo')).status).toBe(200);

    rmSync(filler);
    await until(async () => (await post('Depois')) === 201);
    expect((await upload()).status).toBe(201);
    const kept = new Set(await names());
    expect(acknowledged.filter((nome) => !kept.has(nome))).toEqual([]);
    expect([...kept].filter((nome) => nome.startsWith('Área ') && !acknowledged.includes(nome))).toEqual([]);
  });
});

/** Takes all the room there is. */
function fill(file: string): void {
  const out = openSync(file, 'w');
  try {
    for (let size = 1 << 20; size >= 512; )
      try {
        writeSync(out, Buffer.alloc(size));
      } catch {
        size /= 2;
      }
  } finally {
    closeSync(out);
  }
}
