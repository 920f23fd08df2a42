import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import openapiTS from 'openapi-typescript';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fieldOf } from '#kit/fields/field.ts';
import { filterNames } from '#kit/query/list-query.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { DEMO_LOGINS, DEMO_PASSWORD } from './demo-users.server.ts';
import { knownAmong } from './fuzz/known-names.ts';
import { modules } from './modules.server.ts';
import { createSamples, type Samples } from './samples.server.ts';
import { multipart } from './server-process.server.ts';
import { type Answer, type Client, openTestApp, send, type TestApp } from './test-app.server.ts';

const run = promisify(execFile);

interface Parameter {
  name: string;
  in: string;
  example?: string;
  explode?: boolean;
  schema: { type?: string; enum?: string[]; format?: string; pattern?: string; items?: { enum?: string[] } };
}
interface Operation {
  operationId: string;
  parameters?: Parameter[];
  responses: Record<string, { $ref?: string; content?: Record<string, object> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

let app: TestApp;
let admin: Client;
let sample: Samples['sample'];
let document: Document;
let judge: Ajv2020;

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login(0);
  ({ sample } = createSamples(admin));
  document = (await admin('GET', '/api/openapi.json')).body as Document;
  judge = new Ajv2020({ strict: false });
  addFormats.default(judge);
  judge.addSchema(document, 'api');
});
afterAll(() => app.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ path, verb, operation })),
  );
const queryOf = ({ parameters = [] }: Operation) => parameters.filter((parameter) => parameter.in === 'query');

/** A value that the parameter's own schema takes. */
function valueOf({ schema, example }: Parameter): string {
  if (schema.type === 'array') return schema.items?.enum?.[0] ?? '1';
  if (schema.type === 'boolean') return 'true';
  if (schema.type === 'integer' || schema.type === 'number') return '1';
  if (schema.pattern?.includes('incluidos')) return '12-incluidos';
  if (example !== undefined) return example;
  if (schema.pattern?.includes(',')) return '2026-01-05,2026-01-06';
  return schema.enum?.[0] ?? (schema.format === 'date' ? '2026-01-05' : schema.pattern ? '2026-01' : 'a');
}

/** A segment of a JSON pointer. */
const part = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

/** What is wrong with an answer by what the document says of its operation. */
function faultsOf(verb: string, path: string, { status, body, headers }: Answer): string | null {
  const operation = document.paths[path]?.[verb.toLowerCase()];
  if (!operation) return `${verb} ${path} is not described`;
  const { responses } = operation;
  const key = [String(status), status < 300 ? '2XX' : 'default'].find((one) => responses[one]);
  if (!key) return `${status} is not described`;
  const where = responses[key]?.$ref ?? `#/paths/${part(path)}/${verb.toLowerCase()}/responses/${key}`;
  const response = where
    .slice(2)
    .split('/')
    .reduce<unknown>((at, name) => (at as Record<string, unknown>)[decodeURIComponent(name).replaceAll('~1', '/')], document);
  const { content } = response as { content?: Record<string, object> };
  const type = ((headers['content-type'] as string | undefined) ?? '').split(';')[0] as string;
  if (!content) return type === '' ? null : `${status} has no content, and answers ${type}`;
  if (!content[type] && !content['*/*']) return `${type} is not among ${Object.keys(content).join(', ')}`;
  if (!type.includes('json')) return null;
  const validate = judge.getSchema(`api${where}/content/${part(type)}/schema`);
  if (!validate) return `${where} has no schema`;
  return validate(body)
    ? null
    : `${verb} ${path} ${status}: ${judge.errorsText(validate.errors)} ${JSON.stringify(body).slice(0, 400)}`;
}

describe('the description of the API', () => {
  it('names every operation once, and refers to nothing that is not there', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(ids.length).toBeGreaterThan(500);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    const text = JSON.stringify(document);
    for (const [, ref = ''] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
      const [, , kind = '', name = ''] = ref.split('/');
      expect((document.components as unknown as Record<string, object>)[kind], ref).toHaveProperty([name]);
    }
  });

  it.each(['/api/openapi.json', '/api/docs'])('%s is written and packed once, and not sent again to who has it', async (url) => {
    const get = (headers: Record<string, string> = {}) => app.app.inject({ url, headers });
    const plain = await get();
    const packed = await Promise.all(Array.from({ length: 20 }, () => get({ 'accept-encoding': 'gzip, br' })));
    expect(new Set(packed.map(({ headers }) => headers['content-encoding']))).toEqual(new Set(['br']));
    expect(packed.every(({ rawPayload }) => brotliDecompressSync(rawPayload).equals(plain.rawPayload))).toBe(true);
    const zipped = await get({ 'accept-encoding': 'gzip, br;q=0' });
    expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true);
    // The same bytes are sent to all: the server does not write them anew.
    const swagger = vi.spyOn(app.app, 'swagger');
    await get({ 'accept-encoding': 'identity' });
    expect(swagger).not.toHaveBeenCalled();
    swagger.mockRestore();
    expect((await get({ 'if-none-match': String(plain.headers.etag) })).statusCode).toBe(304);
  });

  it('says of every operation what it answers', () => {
    const silent = operations().filter(({ operation }) => operation.responses['2XX']);
    expect(silent.map(({ verb, path }) => `${verb} ${path}`)).toEqual([]);
  });

  it('tells of every list all the query names that it takes, and none that it refuses', async () => {
    const lists = modules.flatMap(({ id, registries }) =>
      registries.flatMap((registry) => {
        const path = `/api/${id}/${registry.id}`;
        return [path, `${path}/exportar`, `${path}/opcoes`]
          .filter((one) => document.paths[one]?.get)
          .map((one) => [one, registry] as const);
      }),
    );
    expect(lists.length).toBeGreaterThan(150);
    const every = new Set(operations().flatMap(({ operation }) => queryOf(operation).map(({ name }) => name)));
    for (const [path, registry] of lists) {
      const told = queryOf(document.paths[path]?.get as Operation);
      const ownNames = Object.keys(registry.fields).flatMap((name) => [name, `${name}Ini`, `${name}Fim`]);
      const others = [...new Set([...every, ...ownNames])].filter((name) => !told.some((one) => one.name === name));
      // Some at a time: an address is only so long.
      for (let at = 0; at < others.length; at += 400) {
        const taken = await knownAmong(others.slice(at, at + 400), async (some) => {
          const refused = await admin(
            'GET',
            `${path}?${[...some, 'nomeQueNinguemConhece'].map((name) => `${name}=1`).join('&')}`,
          );
          expect([path, refused.status]).toEqual([path, 400]);
          return (refused.body as { errors: { field: string; message: string }[] }).errors;
        });
        expect({ path, taken }).toEqual({ path, taken: [] });
      }
      // What a company names itself is known where it is used.
      const own = Object.keys(registry.called?.({}) ?? {}).flatMap((name) => filterNames(name, fieldOf(registry, name)));
      // A slice is the text of a chart, which `slices.contract.test.ts` asks for.
      const used = told.filter(({ name }) => !own.includes(name) && name !== 'fatia');
      const asked = await admin(
        'GET',
        `${path}?${used.map((one) => `${one.name}=${encodeURIComponent(valueOf(one))}`).join('&')}`,
      );
      expect(asked.status, `${path}: ${JSON.stringify(asked.body).slice(0, 300)}`).toBe(200);
    }
  });
});

describe('every answer', () => {
  /** Asks, and wants the status and a body as described. */
  async function expectAnswer(
    verb: string,
    path: string,
    wanted: number,
    { as = admin, params = {}, query = '', body, headers }: Asking = {},
  ) {
    const url = path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name])) + query;
    const answer = await as(verb, url, body, headers);
    expect(answer.status, `${verb} ${url}: ${JSON.stringify(answer.body).slice(0, 300)}`).toBe(wanted);
    expect(faultsOf(verb, path, answer)).toBeNull();
    return answer;
  }

  it('of the session, the search, the views and a bulk edit is as described', async () => {
    const CARGOS = '/api/cargo-salario/cargos';
    const cargos = modules.flatMap(({ registries }) => registries).find(({ table }) => table === 'cargos');
    const made = await admin('POST', CARGOS, await sample(cargos as AnyRegistry));
    const { id, versao } = made.body as { id: number; versao: number };
    const campos = { missao: 'Uma missão.' };
    const asked: [verb: string, path: string, status: number, more?: Asking][] = [
      ['GET', '/api/login/empresas', 200],
      ['GET', '/api/userinfo', 200],
      ['GET', '/api/userinfo/sessoes', 200],
      ['GET', '/api/userinfo/dados', 200],
      ['GET', '/api/autoridades', 200],
      ['GET', '/api/visoes', 200, { query: '?cadastro=cargo-salario/cargos' }],
      ['GET', '/api/busca', 200, { query: '?texto=a' }],
      ['GET', '/api/geral/para-fazer', 200],
      ['GET', `${CARGOS}/editar-varios/ultima`, 200],
      ['POST', `${CARGOS}/editar-varios/previa`, 200, { body: { ids: [id], campos } }],
      ['POST', `${CARGOS}/editar-varios`, 200, { body: { registros: [{ id, versao }], campos } }],
    ];
    for (const [verb, path, status, more] of asked) {
      expect(document.paths[path]?.[verb.toLowerCase()]?.responses, path).not.toHaveProperty('2XX');
      await expectAnswer(verb, path, status, more);
    }
  });

  it('of a registry is as described: records, lists, pages, names, history, and what is sent is what its form asks', async () => {
    for (const { id: module, registries } of modules)
      for (const registry of registries) {
        const path = `/api/${module}/${registry.id}`;
        await expectAnswer('GET', path, 200);
        await expectAnswer('GET', path, 200, { query: '?unpaged=true&sort=id,desc' });
        await expectAnswer('GET', path, 400, { query: '?page=x' });
        await expectAnswer('GET', `${path}/{id}`, 404, { params: { id: 0 } });
        if (!registry.view && document.paths[`${path}/opcoes`]) await expectAnswer('GET', `${path}/opcoes`, 200);
        if (registry.readOnly || registry.id === 'parametros-sistema') continue;
        // A form may say '' where a program says null.
        const record = JSON.parse(JSON.stringify(await sample(registry)).replaceAll('""', 'null')) as object;
        const input = judge.getSchema(`api#/paths/${part(path)}/post/requestBody/content/${part('application/json')}/schema`);
        expect(input?.(record), `${path}: ${judge.errorsText(input?.errors)} ${JSON.stringify(record).slice(0, 300)}`).toBe(true);
        await expectAnswer('POST', path, 400, { body: {} });
        const { id, versao } = (await expectAnswer('POST', path, 201, { body: record })).body as { id: number; versao: number };
        await expectAnswer('GET', `${path}/{id}`, 200, { params: { id } });
        await expectAnswer('PUT', `${path}/{id}`, 200, { params: { id }, body: { ...record, versao } });
        await expectAnswer('PUT', `${path}/{id}`, 409, { params: { id }, body: { ...record, versao } });
        await expectAnswer('GET', `${path}/{id}/historico`, 200, { params: { id } });
        await expectAnswer('GET', `${path}/{id}/excluir/previa`, 200, { params: { id } });
        if (!registry.people?.stays) await expectAnswer('DELETE', `${path}/{id}`, 204, { params: { id } });
        if (registry.people) continue;
        await expectAnswer('POST', `${path}/{id}/restaurar`, 204, { params: { id } });
        await expectAnswer('POST', `${path}/excluir-varios/previa`, 200, { body: { ids: [id] } });
        await expectAnswer('POST', `${path}/excluir-varios`, 200, { body: { ids: [id] } });
        await expectAnswer('POST', `${path}/restaurar-varios`, 200, { body: { ids: [id] } });
      }
  });

  it('about people with a past is as described', async () => {
    await app.seed(3);
    let read = 0;
    for (const { id: module, registries } of modules)
      for (const registry of registries) {
        const path = `/api/${module}/${registry.id}`;
        const { content } = (await expectAnswer('GET', path, 200, { query: '?page=0' })).body as { content: { id: number }[] };
        read += Math.min(2, content.length);
        for (const { id } of content.slice(0, 2)) await expectAnswer('GET', `${path}/{id}`, 200, { params: { id } });
      }
    expect(read).toBeGreaterThan(20);
  });

  // Other tests ask most routes that modules write by hand, and their answers are judged as well.
  it('of a route that no other test asks for is as described', async () => {
    const first = async (table: string) => (await app.ids(table))[0];
    const [area = 0, cargo = 0, indice = 0, talento = 0] = await Promise.all(
      ['areas_organizacionais', 'cargos', 'indices', 'talentos'].map(first),
    );
    const faixa = await app.db.only<{ id: number; cargo: number }>(sql`
      select id, cargo_id as cargo from faixas_salariais where empresa_id = ${app.empresas[0]} order by id limit 1`);
    const cidade = await app.db.only<{ id: number; uf: number }>(sql`select id, uf_id as uf from cidades order by id limit 1`);
    const [salarial, talentos] = ['/api/cargo-salario', '/api/gestao-talentos'];
    const asked: [verb: string, path: string, more?: Asking][] = [
      ['GET', `${salarial}/areas-organizacionais/responsaveis`, { query: `?id=${area}` }],
      ['GET', `${salarial}/competencias/avaliacao-desempenho`, { query: `?avaliadoId=${talento}` }],
      ['GET', `${salarial}/competencias/radar`, { query: `?faixaSalarialId=${faixa.id}` }],
      ['GET', `${salarial}/faixas-salariais/cargo/{id}`, { params: { id: cargo } }],
      [
        'GET',
        `${salarial}/cargos/{cargoId}/faixas-salariais/{faixaId}/historicos`,
        { params: { cargoId: faixa.cargo, faixaId: faixa.id } },
      ],
      ['GET', `${salarial}/cargos/faixas-salariais/calcularSalarioHistorico`, { query: `?tipo=1&faixaSalarialId=${faixa.id}` }],
      ['GET', `${salarial}/indices/historicos`, { query: `?id=${indice}` }],
      ['GET', `${salarial}/reajustes-colaboradores/salario-calculado`, { query: `?tipoSalario=1&faixaSalarialId=${faixa.id}` }],
      ['GET', '/api/geral/estados/{id}/cidades', { params: { id: cidade.uf } }],
      ['GET', '/api/geral/cidades/{id}/bairros', { params: { id: cidade.id } }],
      ['GET', `${talentos}/cotas/contados`, { query: '?tipo=pcd' }],
      [
        'GET',
        `${talentos}/colaboradores-ocorrencias/por-periodo-providencias`,
        { query: '?dataIni=2000-01-01&dataFim=2030-01-01' },
      ],
      ['GET', '/api/geral/pessoas/cpf', { query: '?cpf=111.444.777-35' }],
      ['GET', `${talentos}/talentos/by-ids`, { query: `?ids=${talento}` }],
      ['GET', '/api/utilitario/estabelecimentos/{id}/verificar-cnpj-caepf', { params: { id: 0 }, query: '?complemento=1' }],
      ['GET', '/api/utilitario/log/cadastros'],
      ['GET', '/api/utilitario/log/nomes', { query: `?de=talentos:${talento}` }],
      ['GET', '/api/userinfo/quem-autoriza', { query: '?autorizacoes=ROLE_CAD_TALENTO' }],
      ['GET', '/api/publico/empresa', { query: `?empresaId=${app.empresas[0]}` }],
      ['GET', '/api/userinfo/empresa-do-registro', { query: `?cadastro=gestao-talentos/talentos&id=${talento}` }],
      ['POST', `${salarial}/cargos/mais-sem-areas`, { body: { areasIds: [area] } }],
    ];
    for (const [verb, path, more] of asked) expect((await expectAnswer(verb, path, 200, more)).body, path).toBeDefined();
  });

  it('that refuses is as described, whatever its status', async () => {
    const path = '/api/sst/vacinas';
    const nobody: Client = (method, url, body) =>
      send(app.app, { method: method as 'GET', url, ...(body ? { payload: body } : {}) });
    await expectAnswer('GET', path, 401, { as: nobody });
    const few = await app.loginWithout(3, (authority) => authority.startsWith('ROLE_CAD_VACINA'));
    await expectAnswer('GET', path, 403, { as: few });
    const moved = await expectAnswer('GET', path, 409, { headers: { 'x-empresa-id': String(app.empresas[1]) } });
    expect(moved.body).toMatchObject({ code: 'EMPRESA_ALTERADA' });
    await expectAnswer('POST', path, 413, { body: JSON.stringify({ nome: 'x'.repeat(3_000_000) }), headers: json });
    await expectAnswer('POST', path, 415, { body: '<a/>', headers: { 'content-type': 'application/xml' } });
    await expectAnswer('POST', '/api/login', 401, {
      as: nobody,
      body: { cpf: '111.444.777-35', senha: 'x', empresaId: app.empresas[0] },
    });
  });

  it('with a file, of a task or of a report is as described', async () => {
    const talentos = '/api/gestao-talentos/talentos';
    await expectAnswer('GET', `${talentos}/exportar`, 200, { query: '?formato=csv&colunas=nome,cpf' });
    await expectAnswer('GET', `${talentos}/exportar`, 200);
    await expectAnswer('GET', '/api/tarefas', 200);
    await expectAnswer('GET', '/api/tarefas/{id}', 404, { params: { id: 1 } });
    const report = '/api/gestao-talentos/relatorios/admitidos';
    const filter = { dataIni: '2000-01-01', dataFim: '2026-12-31' };
    for (const formato of ['pdf', 'xlsx', 'csv']) await expectAnswer('POST', report, 200, { body: { ...filter, formato } });
    const shown = await expectAnswer('POST', report, 200, { body: filter, headers: { accept: 'application/json' } });
    expect((shown.body as { rows: object[] }).rows.length).toBeGreaterThan(0);
    await expectAnswer('POST', report, 204, { body: { dataIni: '1900-01-01', dataFim: '1900-01-02' } });
    await expectAnswer('POST', report, 400, { body: { dataIni: 'x' } });
    const sheet = multipart('v.csv', Buffer.from('Nome\nDescrita\n'));
    await expectAnswer('POST', '/api/sst/vacinas/importar/analisar', 200, sheet);
  });
});

describe('a client that is made from it', () => {
  it('compiles, and runs as the example shows', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vinculo-cliente-'));
    try {
      await symlink(resolve('node_modules'), join(folder, 'node_modules'));
      await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
      await writeFile(join(folder, 'api.ts'), await openapiTS(structuredClone(document) as never));
      await copyFile('examples/cliente.ts', join(folder, 'cliente.ts'));
      const strict =
        '--noEmit --strict --module nodenext --target es2024 --lib es2024,dom --types node --allowImportingTsExtensions';
      await run(resolve('node_modules/.bin/tsc'), [...strict.split(' '), '--skipLibCheck', 'cliente.ts'], { cwd: folder }).catch(
        ({ stdout }: { stdout: string }) => expect.fail(stdout.slice(0, 3_000)),
      );
      const VINCULO = await app.app.listen({ host: '127.0.0.1', port: 0 });
      const env = { ...process.env, VINCULO, CPF: DEMO_LOGINS[0].cpf, SENHA: DEMO_PASSWORD, EMPRESA: String(app.empresas[0]) };
      const { stdout } = await run(process.execPath, ['cliente.ts'], { cwd: folder, env });
      expect(stdout).toMatch(/^(?:[^\n]+: \d+)?\n\d+ admitidos desde 2020\n409 Outro nome \d+\nNome;Data de admissão/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

interface Asking {
  as?: Client;
  params?: Record<string, string | number>;
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
}
const json = { 'content-type': 'application/json' };
