import { fork } from 'node:child_process';
import { Agent, request as httpRequest } from 'node:http';
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { DEMO_PASSWORD } from '#app/demo-users.server.ts';
import { multipart } from '#app/server-process.server.ts';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { standAside } from '#kit/process/cpu-groups.server.ts';
import { ASIDE, giveWay } from '#kit/process/give-way.server.ts';
import { ZipWriter } from '#kit/sheet/xlsx/zip-writer.server.ts';

/** Whom the hostile clients attack, as whom, and for how long. */
export interface Siege {
  url: string;
  /** of users of the least right, taken in turn */
  cookies: string[];
  clients: number;
  ms: number;
  /** the CPF of one of them */
  cpf: string;
  empresaId: number;
  /** somebody whose record is printed */
  talento: number;
}

/** How often each attack was answered with what; `cut` is no answer. */
export type Answers = Record<string, Record<string, number>>;

type Send = (
  method: string,
  path: string,
  options?: {
    body?: Buffer | undefined;
    headers?: Record<string, string>;
    reads?: boolean;
    slowly?: boolean;
  },
) => Promise<number | 'cut'>;
type Attack = (send: Send, siege: Siege, i: number) => Promise<[name: string, status: number | 'cut']>;

const IMPORT = '/api/captacao/areas-interesse/importar/analisar';
const PEOPLE = '/api/gestao-talentos/talentos';
const HISTORY = '/api/cargo-salario/colaboradores/historicos';
const MiB = 1024 * 1024;

/** As many tags as the text of a message may have, which all close what nobody opened. */
const CLOSING_TAGS = '</b>'.repeat(5_000);

const json = (data: object) => ({
  body: Buffer.from(JSON.stringify(data)),
  headers: { 'content-type': 'application/json' },
});
/** Without the client's own session: a login that presents one ends it, and with it three other attacks. */
const login = (empresaId: number, cpf: string, senha: string) => {
  const { body, headers } = json({ cpf, senha, empresaId });
  return { body, headers: { ...headers, cookie: '' } };
};

let picture: { body: Buffer; headers: Record<string, string> };
let workbook: typeof picture;
let large: typeof picture;

/** What each client does over and over; the clients take them in turn, and are no fewer. */
const ATTACKS: readonly Attack[] = [
  async (send) => ['picture bomb', await send('POST', '/api/arquivos', picture)],
  async (send) => ['workbook bomb', await send('POST', IMPORT, workbook)],
  async (send) => ['unpaged list', await send('GET', `${HISTORY}?unpaged=true`)],
  async (send) => ['list that nobody reads', await send('GET', PEOPLE, { reads: false })],
  async (send) => ['export', await send('GET', `${PEOPLE}/exportar?formato=xlsx`)],
  async (send) => ['upload of 9.9 MB', await send('POST', '/api/arquivos', large)],
  async (send) => [
    'slow bodies',
    (await Promise.all(Array.from({ length: 30 }, () => send('POST', IMPORT, { slowly: true }))))[0] ?? 'cut',
  ],
  async (send, { empresaId }, i) => [
    'wrong login',
    await send('POST', '/api/login', login(empresaId, CPF.sample(300_000_000 + i), 'errada#1234')),
  ],
  async (send, { talento }) => ['printed record', await send('GET', `${PEOPLE}/${talento}/ficha`)],
  async (send) => [
    'text of closing tags',
    await send(
      'POST',
      '/api/utilitario/modelos-mensagens/previa',
      json({ tipo: 'captacao/aprovacao-espera', assunto: 'Olá', corpo: CLOSING_TAGS }),
    ),
  ],
  async (send) => [
    'whole answers at once',
    (await Promise.all(Array.from({ length: 6 }, () => send('GET', `${PEOPLE}/participantes`))))[0] ?? 'cut',
  ],
  async (send) => ['unpaged list', await send('GET', `${PEOPLE}?unpaged=true`)],
  async (send) => ['list that nobody reads', await send('GET', HISTORY, { reads: false })],
  async (send, { cpf, empresaId }) => [
    'right logins at once',
    (await Promise.all(Array.from({ length: 10 }, () => send('POST', '/api/login', login(empresaId, cpf, DEMO_PASSWORD)))))[0] ??
      'cut',
  ],
  async (send) => [
    'sorted by what has no index',
    await send('GET', `${PEOPLE}?page=0&size=500&sort=email,desc&sort=nome,asc&busca=a`),
  ],
  async (send, { empresaId }, i) => {
    const pages = ['/externo/anuncios', '/externo/candidatos/new', '/externo/login', '/api/externo/anuncios/feed'];
    return ['page of the portal', await send('GET', `${pages[i % pages.length]}?empresaId=${empresaId}`)];
  },
];

/** 49 million pixels in some hundred bytes. */
const pictureBomb = () =>
  sharp({ create: { width: 7_000, height: 7_000, channels: 3, background: '#888' }, limitInputPixels: false })
    .avif({ effort: 0, quality: 1 })
    .toBuffer();

/** Twelve million shared strings in half a MiB. */
async function workbookBomb(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const out = new Writable({ write: (chunk: Buffer, _encoding, done) => (chunks.push(chunk), done()) });
  const zip = new ZipWriter(out);
  const xml = '<?xml version="1.0" encoding="UTF-8"?>';
  const part = async (name: string, ...texts: string[]) => {
    zip.open(name);
    for (const text of texts) await zip.write(text);
  };
  const office = 'http://schemas.openxmlformats.org';
  await part(
    '[Content_Types].xml',
    `${xml}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`,
  );
  const relation = `${office}/officeDocument/2006/relationships`;
  const relations = (...of: string[]) =>
    `${xml}<Relationships xmlns="${office}/package/2006/relationships">${of.join('')}</Relationships>`;
  await part('_rels/.rels', relations(`<Relationship Id="r1" Type="${relation}/officeDocument" Target="xl/workbook.xml"/>`));
  await part(
    'xl/_rels/workbook.xml.rels',
    relations(
      `<Relationship Id="r1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/>`,
      `<Relationship Id="r2" Type="${relation}/sharedStrings" Target="sharedStrings.xml"/>`,
    ),
  );
  const main = `xmlns="${office}/spreadsheetml/2006/main"`;
  await part(
    'xl/workbook.xml',
    `${xml}<workbook ${main} xmlns:r="${relation}"><sheets><sheet name="P" sheetId="1" r:id="r1"/></sheets></workbook>`,
  );
  await part(
    'xl/worksheets/sheet1.xml',
    `${xml}<worksheet ${main}><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData></worksheet>`,
  );
  const many = '<si><t>a</t></si>'.repeat(100_000);
  await part('xl/sharedStrings.xml', `${xml}<sst ${main}>`, ...Array.from({ length: 120 }, () => many), '</sst>');
  await zip.finish();
  return Buffer.concat(chunks);
}

function sender(siege: Siege, cookie: string, until: number): Send {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return (method, path, { body, headers = {}, reads = true, slowly = false } = {}) =>
    new Promise((resolve) => {
      const left = Math.ceil(Math.max(500, until - performance.now()));
      const request = httpRequest(siege.url + path, {
        method,
        agent,
        signal: AbortSignal.timeout(left),
        headers: {
          origin: siege.url,
          cookie,
          ...(body ? { 'content-length': String(body.length) } : {}),
          ...(slowly ? { 'content-length': String(MiB), 'content-type': 'multipart/form-data; boundary=x' } : {}),
          ...headers,
        },
      });
      request.once('error', () => resolve('cut'));
      request.once('response', (response) => {
        response.once('error', () => resolve('cut'));
        response.once('end', () => resolve(response.statusCode ?? 0));
        // Held open, unread, until the attack is over; refusals are read as anybody would.
        if (reads || (response.statusCode ?? 0) >= 300) response.resume();
      });
      if (!slowly) request.end(body);
      else {
        const drip = setInterval(() => request.write('-'), 1_000);
        request.once('close', () => clearInterval(drip));
      }
    });
}

async function work(siege: Siege): Promise<Answers> {
  [picture, workbook, large] = [
    multipart('foto.avif', await pictureBomb()),
    multipart('planilha.xlsx', await workbookBomb()),
    multipart('grande.txt', Buffer.alloc(Math.floor(9.9 * MiB), 'texto ')),
  ];
  process.send?.('ready');
  await new Promise((resolve) => process.once('message', resolve));
  const until = performance.now() + siege.ms;
  const answers: Answers = {};
  let asked = 0;
  await Promise.all(
    Array.from({ length: siege.clients }, async (_, i) => {
      const send = sender(siege, siege.cookies[i % siege.cookies.length] ?? '', until);
      const attack = ATTACKS[i % ATTACKS.length] as Attack;
      while (performance.now() < until) {
        const [name, status] = await attack(send, siege, asked++);
        const of = (answers[name] ??= {});
        of[status] = (of[status] ?? 0) + 1;
        // A refusal comes at once: even an attacker's loop takes its breath.
        if (status === 'cut' || status >= 400) await pause(20);
      }
    }),
  );
  return answers;
}

/** The hostile clients in a process of their own, ready to begin. It gives way: real ones sit at other machines and take no processor of ours. */
export async function prepareSiege(siege: Siege, server: number): Promise<{ begin(): Promise<Answers> }> {
  const child = fork(import.meta.filename, ['--child'], { stdio: 'inherit', ...ASIDE });
  giveWay(child.pid);
  if (child.pid) standAside(child.pid, server);
  const said = () =>
    new Promise<unknown>((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', (code) => reject(new Error(`the hostile clients ended with ${code}`)));
    });
  child.send(siege);
  await said();
  return {
    begin() {
      child.send('begin');
      return said() as Promise<Answers>;
    },
  };
}

if (process.argv.includes('--child'))
  process.once('message', (siege) => {
    void work(siege as Siege).then(
      (answers) => process.send?.(answers, () => process.exit(0)),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
