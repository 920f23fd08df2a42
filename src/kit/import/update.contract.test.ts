import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import sql, { type Sql } from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { createDatabase, type Tx } from '#kit/db/database.server.ts';
import { computed, having } from '#kit/fields/field.ts';
import { longText } from '#kit/fields/text.ts';
import type { Task } from '#kit/jobs/jobs.server.ts';
import { startWorker, type Worker } from '#kit/jobs/worker.server.ts';
import { parseListQuery } from '#kit/query/list-query.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import type { Locks } from '#kit/registry/lifecycle.ts';
import { inputOf } from '#kit/registry/registry.ts';
import { wholeCompany } from '#kit/store/references.server.ts';
import { createStore, type Hooks, type Record_, type Store } from '#kit/store/store.server.ts';
import { openStand, pessoas, type Stand, upload } from '#kit/testing/stand.server.ts';
import { type Importing, importJobs } from './import.server.ts';
import { readSheet } from './read-sheet.server.ts';
import { registerImport } from './routes.server.ts';

let stand: Stand;
let locking: Store;
let worker: Worker;
/** how many records each `afterSaves` followed */
const followed: number[] = [];
/** an authority that whoever runs a task has lost */
let lacking: string | undefined;
/** records that another one reads */
const read = new Set<number>();
/** what happens while somebody named so is saved */
let amidst: (() => Promise<void>) | undefined;
/** how often a worker has looked at a disk that is full, while it is */
let full: { looks: number } | undefined;
const people = '/api/prova/pessoas';
const ruled = '/api/prova/pessoas-com-regra';
const partly = '/api/prova/pessoas-em-parte';

beforeAll(async () => {
  stand = await openStand();
  await stand.db.owner.query({
    text: `create table recados (pessoa_id bigint not null references pessoas on delete cascade, texto text);
      create table perguntas_de_prova (dono text not null, dono_id bigint not null);
      grant all on recados, perguntas_de_prova to public`,
  });
  const importing: Importing = {
    ...stand,
    owned: ['perguntas_de_prova'],
    storeOf: (target) => (target === 'prova/areas' ? stand.stores.areas : stand.stores.pessoas),
  };
  const hooks: Hooks = {
    async beforeSave(_tx, { value }) {
      if (value.nome === 'Entre') await amidst?.();
      if (value.nome === 'Proibido') throw new Refusal('LIMITE', 'O limite de pessoas foi atingido.');
    },
    async afterSave(tx, { id, value }) {
      if (value.nome === 'Avisado') await tx.query({ text: 'insert into recados values ($1)', values: [id] });
    },
    holds: async (_db, updates) =>
      new Map(updates.flatMap(({ before: { id } }) => (read.has(id) ? [[id, 'Outra pessoa lê este cadastro.'] as const] : []))),
    async afterSaves(tx, { ids }) {
      const { n } = await tx.only<{ n: number }>({
        text: 'select count(*)::int as n from pessoas where id = any($1)',
        values: [ids],
      });
      followed.push(n);
    },
  };
  const lockedWhen: Locks = {
    edit: ({ nome, vinculo }) =>
      nome === 'Fechado'
        ? 'Fechado não muda mais.'
        : vinculo === 'E' && { fields: ['nascimento'], why: 'O nascimento não muda mais.' },
    remove: ({ nome }) => nome === 'Fechado' && 'Fechado fica.',
  };
  const store = createStore({ ...pessoas, lockedWhen }, stand.lookup, hooks, { accessTo: wholeCompany });
  locking = store;
  const importers = [
    { path: people, store: stand.stores.pessoas },
    { path: ruled, store },
    {
      path: partly,
      store: createStore(pessoas, stand.lookup, { where: () => sql`t.nome <> 'Bruno'` }, { accessTo: wholeCompany }),
    },
    { path: '/api/prova/areas', store: stand.stores.areas },
  ];
  for (const importer of importers) registerImport(stand.app, importing, importer);
  await stand.app.ready();
  worker = startWorker(stand.db, {
    connection: stand.db.connection,
    handlers: importJobs(importing, (at) => importers.find((one) => one.path === at)),
    actingFor: async (usuario, empresa) => stand.acting(usuario ?? 0, empresa ?? 0, lacking),
    room: async () => {
      if (!full) return;
      full.looks++;
      throw refuse.noSpace();
    },
  });
});
afterAll(async () => {
  await worker.stop();
  await stand.close();
});
beforeEach(() =>
  stand.db.tx(async (tx) => {
    const { id } = await stand.stores.areas.create(tx, stand.acting(), { nome: 'Produção', ativo: true });
    for (const [nome, cpf] of [
      ['Ana', '529.982.247-25'],
      ['Bruno', '111.444.777-35'],
    ])
      await stand.stores.pessoas.create(tx, stand.acting(), {
        nome,
        cpf,
        vinculo: 'C',
        area: id,
        salario: 1_000,
        nascimento: '1990-01-31',
      });
  }),
);
afterEach(() => stand.db.owner.query({ text: 'truncate pessoas, areas, importacoes, importacao_memorias cascade' }));

interface Told {
  importacaoId: number;
  total: number;
  validos: number;
  existentes: number;
  falhas: { linha: number; campo: string | null; valor: string; mensagem: string; sugestao?: string }[];
  criaveis: { campo: string; total: number; nomes: string[] }[];
  colunas: { coluna: string; campo: string | null; porque?: string; disputa?: string }[];
  puladas: number;
  grupos: {
    campo: string | null;
    mensagem: string;
    total: number;
    valores: number;
    linhas: { linha: number; nome: string | null }[];
  }[];
  lembrado: { por: string; trocas: number } | null;
  ensaiada: boolean;
}

async function analyse(
  content: string,
  modo = 'inserirOuAtualizar',
  at = people,
  who: Record<string, string> = {},
): Promise<Told> {
  const { payload, headers } = upload('planilha.csv', content);
  const [boundary] = payload.toString('latin1').split('\r\n');
  const wish = `${boundary}\r\ncontent-disposition: form-data; name="modo"\r\n\r\n${modo}\r\n`;
  const answer = await stand.app.inject({
    method: 'POST',
    url: `${at}/importar/analisar`,
    payload: Buffer.concat([Buffer.from(wish), payload]),
    headers: { ...headers, ...who },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Told>();
}
const post = (url: string, payload: object = {}, who: Record<string, string> = {}) =>
  stand.app.inject({ method: 'POST', url, payload, headers: { origin: 'http://localhost:80', ...who } });
const mend = async ({ importacaoId }: Told, payload: object, at = people) =>
  (await post(`${at}/importar/${importacaoId}/corrigir`, payload)).json<Told>();

type Deed = 'corrigir' | 'aplicar' | 'desfazer';

async function run({ importacaoId }: Told, deed: Deed, body: object = {}, at = people): Promise<Task> {
  const answer = await post(`${at}/importar/${importacaoId}/${deed}`, body);
  expect(answer.statusCode, answer.body).toBe(202);
  for (let n = 0; n < 500; n++) {
    const task = await stand.jobs.read(answer.json().tarefaId, stand.acting());
    if (task && !['fila', 'executando'].includes(task.estado)) return task;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the task does not end');
}

/** One who is locked whole, and one of whom a day is. */
async function somebodyLocked(): Promise<Record_[]> {
  const acting = stand.acting();
  await stand.db.query({ text: `update pessoas set nome = 'Fechado' where nome = 'Bruno'` });
  await stand.db.query({ text: `update pessoas set vinculo = 'E' where nome = 'Ana'` });
  const sort = [{ field: 'nome', order: 'asc' as const }];
  return (await locking.page(stand.db, acting, { page: null, size: 9, paged: false, sort, busca: '', where: [] })).content;
}

test('changes that a record locks are named by row before anything is written, with the sentence of the form', async () => {
  await somebodyLocked();
  const sheet = ['cpf;nome;nascimento', '111.444.777-35;Bruno Lima;', '529.982.247-25;Ana;01/02/1991'].join('\n');
  const { falhas } = await analyse(sheet, 'inserirOuAtualizar', ruled);
  expect(falhas.map(({ linha, campo, mensagem }) => ({ linha, campo, mensagem }))).toEqual([
    { linha: 2, campo: 'nome', mensagem: 'Fechado não muda mais.' },
    { linha: 3, campo: 'nascimento', mensagem: 'O nascimento não muda mais.' },
  ]);
});

test('the store refuses changes that a record locks with its sentence, and saves the rest', async () => {
  const [ana, fechado] = await somebodyLocked();
  const acting = stand.acting();
  expect([ana?.acoes, fechado?.acoes]).toEqual([['editar', 'excluir'], []]);
  const save = ({ id = 0, ...of }: Partial<Record_> = {}, more: object = {}) =>
    stand.db.tx((tx) => locking.update(tx, acting, id, { ...inputOf(locking.registry, of), ...more }));
  await expect(save(fechado)).rejects.toMatchObject({
    code: 'REGISTRO_GUARDADO',
    status: 409,
    message: 'Fechado não muda mais.',
  });
  await expect(stand.db.tx((tx) => locking.remove(tx, acting, fechado?.id ?? 0))).rejects.toMatchObject({
    message: 'Fechado fica.',
  });
  await expect(save(ana, { nascimento: '1991-02-01' })).rejects.toMatchObject({ message: 'O nascimento não muda mais.' });
  expect(await save(ana, { nome: 'Ana Maria' })).toMatchObject({ nome: 'Ana Maria', acoes: ['editar', 'excluir'] });
});

test('the name nearest to an unknown one is looked for, in a very long list, among those that begin alike', async () => {
  await stand.db.query({
    text: `insert into areas (empresa_id, nome, ativo) select 1, 'Setor ' || g, true from generate_series(1, 9000) g`,
  });
  const sheet = ['nome;cpf;vinculo;area', 'Caio;935.411.347-80;C;Produsão', 'Davi;390.533.447-05;C;Setor 150O'].join('\n');
  const { falhas } = await analyse(sheet);
  expect(falhas.map(({ linha, campo, sugestao }) => [linha, campo, sugestao])).toEqual([
    [2, 'area', 'Produção'],
    [3, 'area', expect.stringMatching(/^Setor 150/)],
  ]);
});

const rows = () =>
  stand.db.query({
    text: 'select p.nome, p.cpf, p.salario, p.nascimento, p.versao, a.nome as area from pessoas p join areas a on a.id = p.area_id order by p.nome_ord',
  });
const ana = { nome: 'Ana', cpf: '52998224725', salario: '1000.00', nascimento: '1990-01-31', versao: 1, area: 'Produção' };
const bruno = { ...ana, nome: 'Bruno', cpf: '11144477735' };

test('a sheet of some columns updates by key: empty cells keep, (vazio) clears, what stands already is not saved', async () => {
  const told = await analyse('CPF;Salário;Data de Nascimento\r\n52998224725;2.500,00;(vazio)\r\n111.444.777-35;1000;\r\n');
  expect(told).toMatchObject({ total: 2, validos: 2, existentes: 2, ensaiada: true });
  expect((await run(told, 'aplicar')).mensagem).toBe('1 registro atualizado (1 já estava como na planilha)');
  expect(await rows()).toEqual([{ ...ana, salario: '2500.00', nascimento: null, versao: 2 }, bruno]);
  expect((await run(told, 'desfazer')).mensagem).toBe('1 registro desfeito');
  expect(await rows()).toEqual([{ ...ana, versao: 3 }, bruno]);
});

test('long records come along with their rows in groups, and what their reader may not see refuses nothing', async () => {
  const laudo = computed(having(longText('Laudo'), { sensitive: 'ROLE_VER_SAUDE' }));
  const registry = { ...pessoas, fields: { ...pessoas.fields, laudo } };
  const store = createStore(
    registry,
    stand.lookup,
    { computed: { laudo: `repeat('x', 6 * 1024 * 1024)` } },
    { accessTo: wholeCompany },
  );
  const [a = 0, b = 0] = (await stand.db.query<{ id: number }>({ text: 'select id from pessoas order by id' })).map(
    ({ id }) => id,
  );
  const { id: c } = await stand.db.tx(async (tx) =>
    stand.stores.pessoas.create(tx, stand.acting(), {
      ...inputOf(pessoas, await stand.stores.pessoas.read(tx, stand.acting(), a)),
      nome: 'Carla',
      cpf: '390.533.447-05',
    }),
  );
  // Two of them are more than other readings may bring.
  const small = createDatabase({ ...stand.db.connection, max: 1, mostRead: 1024 * 1024 });
  const blind = stand.acting(1, 1, 'ROLE_VER_SAUDE');
  const rows = [null, b, a, b, c, null, -1, a];
  const groups: [rows: (number | null)[], nomes: unknown[]][] = [];
  for (const { rows: some, records } of await small.tx(async (tx) =>
    Array.fromAsync(store.readAlong(tx, blind, rows, (id) => id, true)),
  ))
    groups.push([some, some.map((id) => id && records.get(id)?.nome)]);
  expect(groups).toEqual([
    [
      [null, b, a, b],
      [null, 'Bruno', 'Ana', 'Bruno'],
    ],
    [
      [c, null, -1, a],
      ['Carla', null, undefined, 'Ana'],
    ],
  ]);
  await small.close();
});

test('with new records alone, a known key is a fault; changing one’s mind judges anew', async () => {
  const told = await analyse('Nome;CPF;Vínculo;Área\r\nAna Maria;52998224725;C;Produção', 'inserir');
  expect(told.falhas).toMatchObject([
    { linha: 2, campo: 'cpf', valor: '52998224725', mensagem: 'Já existe um registro com este CPF' },
  ]);
  expect(await mend(told, { modo: 'inserirOuAtualizar' })).toMatchObject({ validos: 1, falhas: [] });
});

test('of a record that the importer does not see no more is told than that its key is taken', async () => {
  const sheet = 'Nome;CPF;Vínculo;Área\r\nOutro;111.444.777-35;C;Produção';
  const taken = { linha: 2, campo: 'cpf', mensagem: 'Já existe um registro com este CPF' };
  expect((await analyse(sheet, 'inserirOuAtualizar', partly)).falhas).toMatchObject([taken]);
  expect((await analyse(sheet, 'inserir', partly)).falhas).toMatchObject([taken]);
  const area = await stand.db.only<{ id: number }>({ text: 'select id from areas' });
  const saved = stand.db.tx((tx) =>
    stand.stores.pessoas.create(tx, stand.acting(), { nome: 'Outro', cpf: '111.444.777-35', vinculo: 'C', area: area.id }),
  );
  await expect(saved).rejects.toMatchObject({ extra: { errors: [{ field: taken.campo, message: taken.mensagem }] } });
});

test('the dry run finds what only the save would refuse, and nothing is written', async () => {
  const told = await analyse(
    'Nome;CPF;Vínculo;Área\r\nProibido;390.533.447-05;C;Produção\r\nCarla;71428793860;C;Produção',
    'inserir',
    ruled,
  );
  expect(told).toMatchObject({
    validos: 1,
    ensaiada: true,
    falhas: [{ linha: 2, campo: null, mensagem: 'O limite de pessoas foi atingido.' }],
  });
  expect(await rows()).toEqual([ana, bruno]);
});

test('what follows saves is done once for the sound rows of a sheet, and at once for a record that is saved alone', async () => {
  followed.length = 0;
  await analyse(
    'Nome;CPF;Vínculo;Área\r\nCarla;390.533.447-05;C;Produção\r\nProibido;714.287.938-60;C;Produção\r\nEva;153.509.460-56;C;Produção',
    'inserirOuAtualizar',
    ruled,
  );
  expect(followed).toEqual([2]);
  const area = await stand.db.only<{ id: number }>({ text: 'select id from areas' });
  await stand.db.tx((tx) =>
    locking.create(tx, stand.acting(), { nome: 'Davi', cpf: '295.379.955-93', vinculo: 'C', area: area.id }),
  );
  expect(followed).toEqual([2, 1]);
});

test('an unknown name brings the nearest one, is mended everywhere at once, or becomes a record that undo removes', async () => {
  const told = await analyse(
    'Nome;CPF;Vínculo;Área\r\nCarla;390.533.447-05;C;Produsão\r\nDavi;714.287.938-60;C;PRODUSÃO\r\nEva;153.509.460-56;C;Produsão\r\nFábio;295.379.955-93;C;Oficina',
  );
  expect(told.falhas.map(({ sugestao }) => sugestao)).toEqual(['Produção', 'Produção', 'Produção', undefined]);
  expect(told.criaveis).toMatchObject([{ campo: 'area', total: 3, nomes: ['Oficina', 'PRODUSÃO', 'Produsão'] }]);
  const equal = await mend(told, { iguais: [{ campo: 'area', de: 'Produsão', para: 'Produção' }] });
  expect(equal.falhas.map(({ linha }) => linha)).toEqual([5]);
  const made = await mend(told, { criar: ['area'] });
  expect(made).toMatchObject({
    validos: 4,
    falhas: [],
    criaveis: [{ campo: 'area', criar: true, total: 1, nomes: ['Oficina'] }],
  });
  expect(await stand.db.query({ text: 'select nome from areas' })).toEqual([{ nome: 'Produção' }]);
  await run(told, 'aplicar', { modo: 'inserir' });
  expect(await rows()).toContainEqual({
    ...ana,
    nome: 'Fábio',
    cpf: '29537995593',
    area: 'Oficina',
    salario: null,
    nascimento: null,
  });
  await run(told, 'desfazer');
  expect(await rows()).toEqual([ana, bruno]);
  expect(await stand.db.query({ text: 'select nome from areas' })).toEqual([{ nome: 'Produção' }]);
});

test('a record that an import made for a name stays at its undo once somebody has changed it', async () => {
  const told = await analyse('Nome;CPF;Vínculo;Área\r\nFábio;295.379.955-93;C;Oficina\r\nEva;153.509.460-56;C;Forja');
  await mend(told, { criar: ['area'] });
  await run(told, 'aplicar', { modo: 'inserir' });
  const { id } = await stand.db.only<{ id: number }>({ text: `select id from areas where nome = 'Oficina'` });
  await stand.db.tx((tx) => stand.stores.areas.update(tx, stand.acting(), id, { nome: 'Oficina Central', ativo: true }));
  await run(told, 'desfazer');
  expect(await rows()).toEqual([ana, bruno]);
  const left = await stand.db.query({ text: 'select nome from areas order by nome' });
  expect(left).toEqual([{ nome: 'Oficina Central' }, { nome: 'Produção' }]);
});

const sheet = (...areas: string[]) =>
  [
    'Nome;Documento;Vínculo;Lugar',
    ...areas.map((area, n) => `Pessoa ${n + 1};${['390.533.447-05', '714.287.938-60', '153.509.460-56'][n]};C;${area}`),
  ].join('\r\n');

test('equal faults stand once with their rows by name, and are mended, made or left out together', async () => {
  const told = await analyse(sheet('Oficina', 'Oficina', 'Forja').replace('Lugar', 'Área'));
  expect(told.colunas[1]).toMatchObject({ campo: 'cpf', porque: 'conteudo' });
  expect(told.falhas[0]).toMatchObject({ linha: 2, nome: 'Pessoa 1', campo: 'area' });
  expect(told.grupos).toMatchObject([
    {
      campo: 'area',
      mensagem: 'Área "Oficina" não encontrada',
      total: 2,
      valores: 1,
      linhas: [
        { linha: 2, nome: 'Pessoa 1' },
        { linha: 3, nome: 'Pessoa 2' },
      ],
    },
  ]);
  const made = await mend(told, { criarNomes: [{ campo: 'area', nome: 'Oficina' }] });
  expect(made).toMatchObject({ validos: 2, grupos: [], falhas: [{ linha: 4, valor: 'Forja' }] });
  const out = await mend(told, { pular: [{ campo: 'area', mensagem: 'Área "Forja" não encontrada' }] });
  expect(out).toMatchObject({ validos: 2, puladas: 1, falhas: [], total: 3 });
  expect((await mend(told, { retomar: true })).falhas).toMatchObject([{ linha: 4 }]);
  await mend(told, { pular: [{ campo: 'area', mensagem: 'Área "Forja" não encontrada' }] });
  stand.trail.length = 0;
  await run(told, 'aplicar', { modo: 'inserir', somenteValidos: false });
  // Also the record that was made for a name: the trail finds together what an import wrote.
  expect(new Set(stand.trail.map(({ requestId }) => requestId))).toEqual(new Set([`importacao:${told.importacaoId}`]));
  expect((await rows()).map(({ nome }) => nome)).toEqual(['Ana', 'Bruno', 'Pessoa 1', 'Pessoa 2']);
  const applied = await stand.app.inject({ method: 'GET', url: `${people}/importar/${told.importacaoId}` });
  expect(applied.json()).toMatchObject({ incluidos: 2, atualizados: 0, iguais: 0, foraTotal: 1 });
  const written = async (filter: string, empresaId = 1) => {
    const { query, issues } = parseListQuery(pessoas, { importacao: `${told.importacaoId}${filter}` });
    expect(issues).toEqual([]);
    return (await stand.stores.pessoas.page(stand.db, stand.acting(1, empresaId), query)).total;
  };
  expect(await Promise.all([written(''), written('-incluidos'), written('-atualizados'), written('', 2)])).toEqual([2, 2, 0, 0]);
  expect(parseListQuery(pessoas, { importacao: '1;drop' }).issues).toHaveLength(1);
});

test('the columns chosen for a set of titles are proposed to the next importer of the company, until they are forgotten', async () => {
  const told = await analyse(sheet('Prod.', 'Prod.'));
  expect(told.colunas[3]).toMatchObject({ coluna: 'Lugar', campo: null });
  await mend(told, { mapa: { Lugar: 'area' } });
  expect((await mend(told, { iguais: [{ campo: 'area', de: 'Prod.', para: 'Produção' }] })).validos).toBe(2);

  const colleague = { 'x-usuario': '2' };
  const next = await analyse(sheet('PROD.', 'Produção'), undefined, undefined, colleague);
  expect(next.colunas[3]).toEqual({ coluna: 'Lugar', campo: 'area', porque: 'lembrado' });
  expect(next).toMatchObject({ validos: 2, falhas: [], lembrado: { por: 'Usuário 1', trocas: 1 } });
  // A choice that is read by itself is nobody's to redefine for the others.
  await mend(told, { iguais: [{ campo: 'vinculo', de: 'C', para: 'E' }] });
  const { importacaoId } = await analyse(sheet('Produção'), undefined, undefined, colleague);
  const read = await stand.db.query<{ vinculo: string }>({
    text: `select entrada ->> 'vinculo' as vinculo from importacao_linhas where importacao_id = $1`,
    values: [importacaoId],
  });
  expect(read).toEqual([{ vinculo: 'C' }]);
  // Once there is an area of that name, the name means it.
  await stand.db.tx((tx) => stand.stores.areas.create(tx, stand.acting(), { nome: 'Prod.', ativo: true }));
  await run(await analyse(sheet('Prod.')), 'aplicar', { modo: 'inserir' });
  expect(await rows()).toContainEqual(expect.objectContaining({ nome: 'Pessoa 1', area: 'Prod.' }));

  const elsewhere = await analyse(sheet('Prod.'), undefined, undefined, { 'x-empresa': '2' });
  expect(elsewhere).toMatchObject({ lembrado: null });
  expect(elsewhere.colunas[3]).toMatchObject({ campo: null });
  const again = await analyse(sheet('Prod.', 'Prod.'));
  const forgotten = await mend(again, { esquecer: true });
  expect(forgotten.lembrado).toBeNull();
  expect(forgotten.colunas[3]).toEqual({ coluna: 'Lugar', campo: null });
});

test('what is remembered grows by many swaps at once, each compared once', async () => {
  const told = await analyse(sheet('Prod.', 'Prod.').replace('Lugar', 'Área'));
  const swaps = (begin: string) =>
    Array.from({ length: 500 }, (_, n) => ({ campo: 'area', de: `${begin} ${n}`, para: 'Produção' }));
  await mend(told, { iguais: swaps('Açougue') });
  // What is longer than any label would be read with every file of the company.
  await mend(told, { iguais: [{ campo: 'area', de: 'Longo', para: 'a'.repeat(201) }] });
  const folded = vi.spyOn(String.prototype, 'normalize');
  await mend(told, { iguais: swaps('AÇOUGUE') });
  const times = folded.mock.calls.length;
  folded.mockRestore();
  expect(times).toBeLessThan(20_000);
  const { trocas } = await stand.db.only<{ trocas: { de: string }[] }>({ text: 'select trocas from importacao_memorias' });
  expect([trocas.length, trocas[0]?.de]).toEqual([500, 'AÇOUGUE 0']);
  // Nobody finds out from a copy of the database which titles a sheet had.
  const { titulos } = await stand.db.only<{ titulos: string }>({ text: 'select titulos from importacao_memorias' });
  const tried = createHash('sha256').update(
    JSON.stringify(told.colunas.map(({ coluna }: { coluna: string }) => coluna).toSorted()),
  );
  expect(titulos).not.toBe(tried.digest('base64url'));
});

test('somebody who may not insert areas makes none by an import', async () => {
  const lacks = { 'x-sem': 'ROLE_CAD_AREA_EDITAR' };
  const told = await analyse(sheet('Oficina').replace('Lugar', 'Área'), 'inserir', people, lacks);
  expect(told.criaveis).toEqual([]);
  const wish = { criar: ['area'], criarNomes: [{ campo: 'area', nome: 'Oficina' }] };
  const answer = await post(`${people}/importar/${told.importacaoId}/corrigir`, wish, lacks);
  expect(answer.json()).toMatchObject({ validos: 0, falhas: [{ campo: 'area', mensagem: 'Área "Oficina" não encontrada' }] });
});

test('the template of a registry has its titles, and reads as an import when it is filled in', async () => {
  const answer = await stand.app.inject({
    method: 'GET',
    url: `${people}/importar/modelo`,
    headers: { 'x-sem': 'ROLE_VER_SALARIO' },
  });
  expect(answer.statusCode).toBe(200);
  const { sheets } = await readXlsx(answer.rawPayload);
  expect(sheets.map(({ name }) => name)).toEqual(['Pessoas', 'Como preencher', 'Valores']);
  expect(sheets[0]?.rows).toEqual([['Nome *', 'CPF *', 'Data de Nascimento', 'Vínculo *', 'Área *']]);
  expect(sheets[2]?.rows).toEqual([
    ['Valores de Vínculo', 'Valores de Área'],
    ['Celetista', 'Produção'],
    ['Estagiário', null],
  ]);
  const guide = sheets[1]?.rows ?? [];
  const filled = [sheets[0]?.rows[0], guide.slice(1).map(([, , example]) => example)].map((row) => row?.join(';')).join('\r\n');
  expect(await analyse(filled)).toMatchObject({ total: 1, validos: 1, falhas: [] });
});

test('an indented list makes the records that are not there yet, each below its own', async () => {
  const url = '/api/prova/areas/importar/lista';
  const texto = 'PRODUÇÃO\n  Forja\n\t\tTêmpera\n  Montagem\nComercial\n  Forja';
  const preview = await post(url, { texto });
  expect(preview.json()).toMatchObject({
    novas: 4,
    linhas: [
      { linha: 1, nivel: 0, situacao: 'existe' },
      { linha: 2, nivel: 1, situacao: 'nova' },
      { linha: 3, nivel: 2, situacao: 'nova' },
      { linha: 4, situacao: 'nova' },
      { linha: 5, situacao: 'nova' },
      { linha: 6, situacao: 'falha' },
    ].map((line) => expect.objectContaining(line)),
  });
  const areas = () =>
    stand.db.query({
      text: 'select a.nome, m.nome as mae from areas a left join areas m on m.id = a.area_mae_id where a.empresa_id = 1 order by a.id',
    });
  expect(await areas()).toEqual([{ nome: 'Produção', mae: null }]);
  const refused = await post(url, { texto, gravar: true });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().message).toContain('Nada foi incluído.');
  expect(await areas()).toHaveLength(1);
  expect((await post(url, { texto: 'Produção\n  Forja\n    Têmpera', gravar: true })).json()).toMatchObject({ novas: 2 });
  expect(await areas()).toEqual([
    { nome: 'Produção', mae: null },
    { nome: 'Forja', mae: 'Produção' },
    { nome: 'Têmpera', mae: 'Forja' },
  ]);
  expect((await post(url, { texto: 'x\n'.repeat(201) })).statusCode).toBe(400);
  expect((await post('/api/prova/pessoas/importar/lista', { texto: 'x' })).statusCode).toBe(404);
});

test('a second column for one field is asked about, and the answer settles it', async () => {
  const told = await analyse('Nome;Salário;CPF;Salário (R$)\r\nAna;1;52998224725;2000');
  expect(told.colunas[3]).toEqual({ coluna: 'Salário (R$)', campo: null, disputa: 'salario' });
  const chosen = await mend(told, { mapa: { 'Salário (R$)': 'salario' } });
  expect(chosen.colunas.map(({ campo, disputa }) => [campo, disputa])).toEqual([
    ['nome', undefined],
    [null, undefined],
    ['cpf', undefined],
    ['salario', undefined],
  ]);
});

test('two rows that mean one record are told apart', async () => {
  const told = await analyse('Nome;CPF\r\nAna Maria;52998224725\r\nAna M.;529.982.247-25');
  expect(told.falhas).toMatchObject([{ linha: 3, campo: 'cpf', mensagem: 'CPF: repetido na linha 2 do arquivo' }]);
});

test('the user says which row is the heading, and a heading that stands again is no data', async () => {
  const told = await analyse(
    'Nome;CPF;Vínculo;Área\r\nRelatório;x;y;z\r\nQuem;Documento;Tipo;Setor\r\nCarla;390.533.447-05;C;Produção\r\nNome;CPF;Vínculo;Área\r\n',
  );
  expect([told.total, told.colunas.map(({ coluna }) => coluna)]).toEqual([3, ['Nome', 'CPF', 'Vínculo', 'Área']]);
  const chosen = await mend(told, { cabecalho: 3 });
  expect(chosen.colunas).toEqual(['Quem', 'Documento', 'Tipo', 'Setor'].map((coluna) => ({ coluna, campo: null })));
  const mapped = await mend(told, { mapa: { Quem: 'nome', Documento: 'cpf', Tipo: 'vinculo', Setor: 'area' } });
  expect(mapped).toMatchObject({ total: 2, falhas: expect.arrayContaining([expect.objectContaining({ linha: 5 })]) });
  expect(mapped.falhas.some(({ linha }) => linha === 4)).toBe(false);
  expect(await mend(told, { cabecalho: 1 })).toMatchObject({ total: 4 });
  expect((await post(`${people}/importar/${told.importacaoId}/corrigir`, { cabecalho: 99 })).statusCode).toBe(400);
});

test('the faulty rows go out as a sheet with what is wrong, and come back mended', async () => {
  const told = await analyse(
    'Nome;CPF;Vínculo;Área;Nascimento\r\nCarla;390.533.447-05;C;Produsão;1/3/90\r\nDavi;714.287.938-60;C;Produção;',
  );
  const answer = await stand.app.inject({ url: `${people}/importar/${told.importacaoId}/falhas` });
  expect(answer.headers['content-disposition']).toContain('planilha - falhas.xlsx');
  const folder = mkdtempSync(path.join(tmpdir(), 'falhas-'));
  const file = path.join(folder, 'falhas.xlsx');
  writeFileSync(file, answer.rawPayload);
  const sheet: unknown[][] = [];
  for await (const { cells } of readSheet({ path: file, name: 'falhas.xlsx' }, { maxRows: 100, maxBytes: 1e7 }))
    sheet.push(cells);
  rmSync(folder, { recursive: true });
  expect(sheet).toEqual([
    ['Nome', 'CPF', 'Vínculo', 'Área', 'Data de Nascimento', 'Linha na planilha enviada', 'Falhas'],
    ['Carla', '390.533.447-05', 'C', 'Produsão', '1/3/90', '2', 'Área "Produsão" não encontrada (seria "Produção"?)'],
  ]);
  const again = sheet.map((cells) =>
    cells.map((cell) => (cell === 'Produsão' ? 'Produção' : String(cell).replaceAll('"', ''))).join(';'),
  );
  expect(await analyse(again.join('\r\n'))).toMatchObject({ total: 1, validos: 1, falhas: [] });
});

test('what stood in a record weighs as much as its importer may see of it', async () => {
  await stand.db.query({ text: `update pessoas set salario = 12345678.5 where cpf = '52998224725'` });
  const unseen = async (without?: string) => {
    const told = await analyse('CPF;Nome\r\n52998224725;Ana Maria');
    lacking = without;
    await run(told, 'aplicar').finally(() => {
      lacking = undefined;
    });
    const { n } = await stand.db.only<{ n: number }>({
      text: 'select length(antes::text) - antes_visto as n from importacao_linhas where importacao_id = $1',
      values: [told.importacaoId],
    });
    await run(told, 'desfazer');
    return n;
  };
  const all = await unseen();
  expect((await unseen('ROLE_VER_SALARIO')) - all).toBe('12345678.5'.length - 'null'.length);
});

test('undo tells the row that cannot be as it was, and why', async () => {
  await stand.db.query({ text: `update pessoas set nome = '' where cpf = '52998224725'` });
  const told = await analyse('CPF;Nome\r\n52998224725;Ana');
  await run(told, 'aplicar');
  expect((await run(told, 'desfazer')).mensagem).toBe('Linha 2: Nome é obrigatório. Nada foi desfeito.');
  expect(await rows()).toMatchObject([{ nome: 'Ana' }, { nome: 'Bruno' }]);
});

test('undo leaves what changed since and takes the others back, when so asked', async () => {
  const told = await analyse('CPF;Salário\r\n52998224725;2000\r\n11144477735;3000');
  await run(told, 'aplicar');
  const { id } = (await stand.db.one<{ id: number }>({ text: `select id from pessoas where nome = 'Ana'` })) ?? { id: 0 };
  await stand.db.tx(async (tx) => {
    const now = await stand.stores.pessoas.read(tx, stand.acting(), id);
    await stand.stores.pessoas.update(tx, stand.acting(), id, { ...now, nome: 'Ana Souza' });
  });
  expect((await post(`${people}/importar/${told.importacaoId}/desfazer`)).json().code).toBe('REGISTROS_ALTERADOS');
  const task = await run(told, 'desfazer', { somenteInalterados: true });
  expect(task.mensagem).toBe('1 registro desfeito. Mantidos, porque mudaram depois da importação: linhas 2.');
  expect(await rows()).toMatchObject([
    { nome: 'Ana Souza', salario: '2000.00' },
    { nome: 'Bruno', salario: '1000.00' },
  ]);
  // Begun anew, a row still knows which record it had written: an erasure looks for it (ADR 73).
  await mend(told, {});
  const antes = { text: 'select registro_antes_id as id from importacao_linhas where linha = 2 and registro_id is null' };
  expect(await stand.db.query(antes)).toEqual([{ id }]);
});

/** What an erasure does to a row. */
const emptied = (linha: number) =>
  sql`update importacao_linhas set apagada = true, celulas = '[]', correcoes = null, falhas = null, entrada = null, pendentes = null, antes = null,
    chaves = null, novos = null, avisos = null, dias = null, existente_id = null where linha = ${linha}`;

/** Begins some work, and does another one where it waits for `lock`. */
async function meanwhile<T>(lock: Sql, begin: () => Promise<T>, work: (tx: Tx) => Promise<unknown>): Promise<T> {
  const { begun } = await stand.db.tx(async (tx) => {
    await tx.query(lock);
    const begun = begin();
    await expect
      .poll(() =>
        stand.db.one({ text: `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'` }),
      )
      .toBeDefined();
    await work(tx);
    return { begun };
  });
  return begun;
}

test('what an erasure empties while a sheet is judged, and its titles, stay empty (ADR 73)', async () => {
  const told = await analyse('CPF;Nome;Salário\r\n52998224725;Ana;2000\r\n11144477735;Bruno;3000\r\n52998224725;Ana;1');
  const judged = await meanwhile(
    sql`lock table pessoas in access exclusive mode`,
    () => mend(told, { celulas: [{ linha: 4, campo: 'cpf', valor: '11144477735' }] }),
    async (tx) => {
      await tx.query(sql`update importacoes set colunas = jsonb_set(colunas, '{1,coluna}', '"Coluna 2"')`);
      for (const linha of [2, 4]) await tx.query(emptied(linha));
    },
  );
  expect(judged).toMatchObject({ validos: 1, existentes: 1, puladas: 0, apagadas: 2, falhas: [] });
  expect(judged.colunas.map(({ coluna }) => coluna)).toEqual(['CPF', 'Coluna 2', 'Salário']);
  expect((await run(told, 'aplicar')).mensagem).toBe(
    '1 registro atualizado (2 linhas esvaziadas por uma exclusão de dados pessoais)',
  );
  expect(await rows()).toMatchObject([{ salario: '1000.00' }, { salario: '3000.00' }]);
  const list = await stand.app.inject({ url: `${people}/importar`, headers: { 'x-usuario': '1' } });
  expect(list.json()).toMatchObject([{ total: 3, validos: 1, puladas: 0, apagadas: 2 }]);
});

test('a row whose record somebody else reads since it was judged is not written, and waits for a confirmation of that record', async () => {
  const told = await analyse('CPF;Salário\r\n52998224725;2000\r\n11144477735;3000', 'inserirOuAtualizar', ruled);
  const { id } = await stand.db.only<{ id: number }>({ text: `select id from pessoas where nome = 'Bruno'` });
  read.add(id);
  try {
    expect(await run(told, 'aplicar', {}, ruled)).toMatchObject({
      estado: 'falhou',
      mensagem:
        'Nada foi importado: depois da análise, a linha 3 passou a mudar um cadastro que outra pessoa lê. Abra a análise, confirme e importe de novo.',
    });
    expect(await rows()).toEqual([ana, bruno]);
    const again = (await stand.app.inject({ url: `${ruled}/importar/${told.importacaoId}` })).json();
    const mensagem = 'Outra pessoa lê este cadastro.';
    expect(again).toMatchObject({ estado: 'analisada', validos: 1, falhas: [{ linha: 3, mensagem, tipo: 'confirmar' }] });
    expect(await mend(told, { confirmar: [{ mensagem }] }, ruled)).toMatchObject({ validos: 2, falhas: [] });
    expect((await run(told, 'aplicar', {}, ruled)).estado).toBe('concluida');
  } finally {
    read.clear();
  }
  expect(await rows()).toMatchObject([{ salario: '2000.00' }, { salario: '3000.00' }]);
});

test('the trial of a sheet gives way to who waits for a record that it holds, and begins anew', async () => {
  const novos = Array.from({ length: 30 }, (_, n) => `${CPF.sample(9_000 + n)};${n === 0 ? 'Entre' : `Nova ${n}`};C;Produção;`);
  const sheet = ['CPF;Nome;Vínculo;Área;Salário', '52998224725;Ana;C;Produção;2000', ...novos].join('\n');
  let trials = 0;
  let waiting: Promise<unknown> | undefined;
  amidst = async () => {
    if (++trials > 1) return;
    waiting = stand.db.query(sql`update pessoas set salario = 1500 where nome = 'Ana'`);
    await expect
      .poll(async () => (await stand.db.owner.query({ text: 'select 1 from pg_locks where not granted' })).length)
      .toBeGreaterThan(0);
  };
  try {
    expect(await analyse(sheet, 'inserirOuAtualizar', ruled)).toMatchObject({ validos: 31, falhas: [], ensaiada: true });
    await waiting;
  } finally {
    amidst = undefined;
  }
  expect(trials).toBeGreaterThan(1);
  expect(await rows()).toMatchObject([{ nome: 'Ana', salario: '1500.00' }, { nome: 'Bruno' }]);
});

test('an import keeps nobody waiting who only refers to the records that it changes', async () => {
  const told = await analyse(
    `CPF;Nome;Vínculo;Área;Salário\r\n52998224725;Ana;C;Produção;2000\r\n${CPF.sample(9_100)};Entre;C;Produção;`,
    'inserirOuAtualizar',
    ruled,
  );
  const free: Record<string, boolean> = {};
  amidst = async () => {
    for (const how of ['key share', 'no key update'])
      free[how] = await stand.db.query({ text: `select from pessoas where nome = 'Ana' for ${how} nowait` }).then(
        () => true,
        () => false,
      );
  };
  try {
    expect(await run(told, 'aplicar', {}, ruled)).toMatchObject({ estado: 'concluida' });
  } finally {
    amidst = undefined;
  }
  expect(free).toEqual({ 'key share': true, 'no key update': false });
});

const noRoom = { estado: 'falhou', mensagem: refuse.noSpace().message };
/** The disk is full until a worker has seen it. */
async function fills(): Promise<void> {
  full = { looks: 0 };
  await expect.poll(() => full?.looks).toBeGreaterThan(0);
  full = undefined;
}

test('rows are held to be confirmed by the refusal that names them alone', async () => {
  const told = await analyse('CPF;Salário\r\n52998224725;2000\r\n11144477735;3000', 'inserirOuAtualizar', ruled);
  const { id } = await stand.db.only<{ id: number }>({ text: `select id from pessoas where nome = 'Ana'` });
  read.add(id);
  try {
    const stopped = await meanwhile(
      sql`select from pessoas where nome = 'Bruno' for update`,
      () => run(told, 'aplicar', {}, ruled),
      fills,
    );
    expect(stopped).toMatchObject(noRoom);
  } finally {
    read.clear();
  }
  const again = (await stand.app.inject({ url: `${ruled}/importar/${told.importacaoId}` })).json();
  expect(again).toMatchObject({ estado: 'analisada', validos: 2, falhas: [] });
});

test('corrections whose judgement stops, as the disk fills or it is cancelled, stay, and are judged before they are applied', async () => {
  const told = await analyse('CPF;Salário\r\n52998224725;2000\r\n11144477735;3000');
  const { importacaoId } = told;
  const read = async () => (await stand.app.inject({ url: `${people}/importar/${importacaoId}` })).json();
  // As long as one that is a task.
  await stand.db.query(sql`update importacoes set total = 301 where id = ${importacaoId}`);
  const corrects = (linha: number, valor: string, stops: () => Promise<unknown>) =>
    meanwhile(
      sql`lock table pessoas in access exclusive mode`,
      () => run(told, 'corrigir', { celulas: [{ linha, campo: 'salario', valor }] }),
      stops,
    );
  expect(await corrects(2, '2500', fills)).toMatchObject(noRoom);
  expect(await read()).toMatchObject({ estado: 'analisada', ensaiada: null, mensagem: noRoom.mensagem });
  const refused = await post(`${people}/importar/${importacaoId}/aplicar`);
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'ANALISE_INCOMPLETA']);
  const cancelled = await corrects(3, '3500', async () => {
    const { tarefaId } = await read();
    await stand.jobs.cancel(tarefaId, stand.acting());
  });
  expect(cancelled).toMatchObject({ estado: 'cancelada' });
  expect(await read()).toMatchObject({ estado: 'analisada', ensaiada: null });

  expect(await run(told, 'corrigir')).toMatchObject({ estado: 'concluida' });
  expect(await read()).toMatchObject({ estado: 'analisada', validos: 2, ensaiada: true, mensagem: null });
  expect((await run(told, 'aplicar', { somenteValidos: true })).mensagem).toBe('2 registros atualizados');
  expect(await rows()).toMatchObject([{ salario: '2500.00' }, { salario: '3500.00' }]);
});

test('an import that is applied or undone while the disk fills stops, whole, with a sentence, and goes on later', async () => {
  const told = await analyse('CPF;Salário\r\n52998224725;2000\r\n11144477735;3000');
  const filling = (deed: 'aplicar' | 'desfazer') =>
    meanwhile(sql`select from pessoas where nome = 'Bruno' for update`, () => run(told, deed), fills);
  expect(await filling('aplicar')).toMatchObject(noRoom);
  expect(await rows()).toEqual([ana, bruno]);
  expect((await run(told, 'aplicar')).mensagem).toBe('2 registros atualizados');
  expect(await filling('desfazer')).toMatchObject(noRoom);
  expect(await rows()).toMatchObject([{ salario: '2000.00' }, { salario: '3000.00' }]);
  expect((await run(told, 'desfazer')).mensagem).toBe('2 registros desfeitos');
});

test('a row that an erasure empties while its import is applied is not written (ADR 73)', async () => {
  const told = await analyse('CPF;Salário\r\n52998224725;2000\r\n11144477735;3000');
  const task = await meanwhile(
    sql`select from pessoas where nome = 'Bruno' for update`,
    () => run(told, 'aplicar'),
    (tx) => tx.query(emptied(2)),
  );
  expect(task.mensagem).toMatch(/^Os dados pessoais de uma linha foram apagados durante a importação/);
  expect(await rows()).toMatchObject([{ salario: '1000.00' }, { salario: '1000.00' }]);
  await run(told, 'aplicar');
  expect(await rows()).toMatchObject([{ salario: '1000.00' }, { salario: '3000.00' }]);
});

test('undo leaves what a row did that an erasure has emptied, and says so (ADR 73)', async () => {
  const told = await analyse(
    'CPF;Nome;Salário;Vínculo;Área\r\n52998224725;Ana;2000;C;Produção\r\n11144477735;Bruno;3000;C;Produção\r\n39053344705;Carla;1;C;Produção',
  );
  await run(told, 'aplicar');
  // One from before emptied rows were marked, of a record that stood already.
  await stand.db.query({
    text: `update importacao_linhas set celulas = '[]', entrada = null, antes = null where linha = 2`,
  });
  await stand.db.query(emptied(4));
  const task = await run(told, 'desfazer');
  expect(task.mensagem).toBe(
    '1 registro desfeito. 1 linha foi esvaziada por uma exclusão de dados pessoais: o que fez fica como está.',
  );
  expect(await rows()).toMatchObject([
    { nome: 'Ana', salario: '2000.00' },
    { nome: 'Bruno', salario: '1000.00' },
    { nome: 'Carla' },
  ]);
});

test('undo takes nothing away that somebody has built on a record that the import made, though the record says nothing of it', async () => {
  const told = await analyse(
    'Nome;CPF;Vínculo;Área\r\nCarla;390.533.447-05;C;Produção\r\nDavi;714.287.938-60;C;Produção\r\nEva;153.509.460-56;C;Produção',
  );
  await run(told, 'aplicar', { modo: 'inserir' });
  await stand.db.query({ text: `insert into recados select id from pessoas where nome = 'Carla'` });
  await stand.db.query({ text: `insert into perguntas_de_prova select 'prova/pessoas', id from pessoas where nome = 'Davi'` });
  const refused = (await post(`${people}/importar/${told.importacaoId}/desfazer`)).json();
  expect([refused.code, refused.registros.map(({ linha }: { linha: number }) => linha)]).toEqual(['REGISTROS_ALTERADOS', [2, 3]]);
  expect((await run(told, 'desfazer', { somenteInalterados: true })).mensagem).toBe(
    '1 registro desfeito. Mantidos, porque mudaram depois da importação: linhas 2, 3.',
  );
  expect((await rows()).map(({ nome }) => nome)).toEqual(['Ana', 'Bruno', 'Carla', 'Davi']);
});

test('undo takes away what the save itself wrote beside a record, unless somebody has changed it', async () => {
  const imported = async () => {
    const told = await analyse('Nome;CPF;Vínculo;Área\r\nAvisado;390.533.447-05;C;Produção', 'inserir', ruled);
    await run(told, 'aplicar', { modo: 'inserir' }, ruled);
    return told;
  };
  expect((await run(await imported(), 'desfazer', {}, ruled)).mensagem).toBe('1 registro desfeito');
  const told = await imported();
  await stand.db.query({ text: `update recados set texto = 'Respondido'` });
  expect((await post(`${ruled}/importar/${told.importacaoId}/desfazer`)).json().code).toBe('REGISTROS_ALTERADOS');
});

test('a record that an import made for a name stays at its undo once somebody has built on it', async () => {
  const told = await analyse('Nome;CPF;Vínculo;Área\r\nFábio;295.379.955-93;C;Oficina\r\nEva;153.509.460-56;C;Forja');
  await mend(told, { criar: ['area'] });
  await run(told, 'aplicar', { modo: 'inserir' });
  await stand.db.query({ text: `insert into perguntas_de_prova select 'prova/areas', id from areas where nome = 'Oficina'` });
  await run(told, 'desfazer');
  expect(await stand.db.query({ text: 'select nome from areas order by nome' })).toEqual([
    { nome: 'Oficina' },
    { nome: 'Produção' },
  ]);
});

test('undo takes nothing back that somebody is changing while it begins', async () => {
  const told = await analyse('CPF;Salário\r\n52998224725;2000\r\n11144477735;3000');
  await run(told, 'aplicar');
  const { id } = await stand.db.only<{ id: number }>({ text: `select id from pessoas where nome = 'Bruno'` });
  const { promise: waits, resolve: goOn } = Promise.withResolvers<void>();
  const change = stand.db.tx(async (tx) => {
    const now = await stand.stores.pessoas.read(tx, stand.acting(), id);
    await stand.stores.pessoas.update(tx, stand.acting(), id, { ...now, nome: 'Bruno Souza' });
    await waits;
  });
  const undone = run(told, 'desfazer', { somenteInalterados: true });
  await expect
    .poll(() =>
      stand.db.one({ text: `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'` }),
    )
    .toBeDefined();
  goOn();
  await change;
  expect((await undone).mensagem).toBe('1 registro desfeito. Mantidos, porque mudaram depois da importação: linhas 3.');
  expect(await rows()).toMatchObject([
    { nome: 'Ana', salario: '1000.00' },
    { nome: 'Bruno Souza', salario: '3000.00' },
  ]);
});

test('undo is for who could have written it: the registry, and the fields that would change', async () => {
  const told = await analyse('CPF;Salário\r\n52998224725;2000');
  await run(told, 'aplicar');
  const undone = async (authority: string) => {
    lacking = authority;
    try {
      return await run(told, 'desfazer');
    } finally {
      lacking = undefined;
    }
  };
  const { authority } = pessoas;
  for (const lost of [`${authority}_EXCLUIR`, `${authority}_EDITAR`])
    expect(await undone(lost)).toMatchObject({ estado: 'falhou', mensagem: expect.stringContaining('Não autorizado') });
  expect(await undone('ROLE_VER_SALARIO')).toMatchObject({
    estado: 'falhou',
    mensagem: expect.stringContaining('campos que você não tem autorização para ver'),
  });
  expect(await rows()).toMatchObject([{ nome: 'Ana', salario: '2000.00' }, { nome: 'Bruno' }]);

  // What they may not see stands as it was: they may take back the rest.
  const other = await analyse('CPF;Data de Nascimento\r\n11144477735;(vazio)');
  await run(other, 'aplicar');
  lacking = 'ROLE_VER_SALARIO';
  try {
    expect(await run(other, 'desfazer')).toMatchObject({ estado: 'concluida' });
  } finally {
    lacking = undefined;
  }
  expect(await rows()).toMatchObject([{ nome: 'Ana' }, { ...bruno, versao: 3 }]);
  expect(await undone('')).toMatchObject({ estado: 'concluida' });
});

test('past imports tell who, when and how many, to all who may import', async () => {
  const told = await analyse('CPF;Salário\r\n52998224725;2000');
  await run(told, 'aplicar');
  const list = (user: string) => stand.app.inject({ url: `${people}/importar`, headers: { 'x-usuario': user } });
  expect((await list('1')).json()).toMatchObject([
    { importacaoId: told.importacaoId, estado: 'aplicada', total: 1, gravados: 1, usuarioNome: 'Usuário 1', minha: true },
  ]);
  expect((await list('2')).json()).toMatchObject([{ usuarioNome: 'Usuário 1', minha: false, nome: expect.any(String) }]);
  await expect(analyse('CPF;Salário\r\n')).rejects.toThrow('PLANILHA_INVALIDA');
  expect((await list('1')).json()[0]).toMatchObject({ estado: 'falhou', nome: expect.any(String), mensagem: expect.any(String) });
  expect((await list('2')).json()[0]).toMatchObject({ estado: 'falhou', nome: null, mensagem: null });
});
