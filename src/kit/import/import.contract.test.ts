import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { writeXlsx as hucreWrite } from 'hucre/xlsx';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { ref } from '#kit/fields/reference.ts';
import { createFiles } from '#kit/files/files.server.ts';
import { type Limits, unlimited } from '#kit/files/room.server.ts';
import type { Task } from '#kit/jobs/jobs.server.ts';
import { startWorker, type Worker } from '#kit/jobs/worker.server.ts';
import { writeXlsx } from '#kit/sheet/xlsx/xlsx-writer.server.ts';
import { wholeCompany } from '#kit/store/references.server.ts';
import { createStore } from '#kit/store/store.server.ts';
import { openStand, pessoas, type Stand, upload } from '#kit/testing/stand.server.ts';
import { readBatch } from './batch.server.ts';
import { correct } from './corrections.server.ts';
import { type Importer, type Importing, importJobs } from './import.server.ts';
import { registerImport } from './routes.server.ts';

let stand: Stand;
let worker: Worker;
/** Of the address with limits; what the disk says of itself. */
const limits: Limits = { ...unlimited, user: 200 * 1024, floor: 1 };
let free = Number.MAX_SAFE_INTEGER;
const people = '/api/prova/pessoas';
const tree = '/api/prova/areas';
const narrow = '/api/prova/pessoas-com-limite';
const composed = '/api/prova/pessoas-por-setor';
const misled = '/api/prova/pessoas-por-funcao';
const origin = { origin: 'http://localhost:80' };

const hooked = '/api/prova/pessoas-com-passos';
/** whether each save was told that it is a trial */
const trials: boolean[] = [];

beforeAll(async () => {
  stand = await openStand();
  const importing: Importing = {
    ...stand,
    storeOf: (target) => (target === 'prova/areas' ? stand.stores.areas : stand.stores.pessoas),
  };
  const importers: Importer[] = [
    { path: people, store: stand.stores.pessoas },
    { path: tree, store: stand.stores.areas },
    {
      path: hooked,
      store: createStore(
        pessoas,
        stand.lookup,
        { afterSave: async (_tx, { acting }) => void trials.push(acting.trial === true) },
        { accessTo: wholeCompany },
      ),
    },
    {
      path: composed,
      store: stand.stores.pessoas,
      columns: {
        fields: { setor: ref('Setor', 'prova/areas') },
        compose: ({ setor, ...rest }: Record<string, unknown>) => ({ ...rest, area: setor }),
        blame: (path: string) => (path === 'area' ? 'setor' : undefined),
      },
    },
    {
      path: misled,
      store: stand.stores.pessoas,
      columns: {
        fields: { funcao: ref('Função', 'prova/pessoas') },
        compose: ({ funcao: _funcao, ...rest }: Record<string, unknown>) => rest,
      },
    },
  ];
  for (const importer of importers) registerImport(stand.app, importing, importer);
  registerImport(
    stand.app,
    { ...importing, files: createFiles(stand.db, { ...stand.files.store, free: async () => free }, { limits }) },
    { path: narrow, store: stand.stores.pessoas },
  );
  await stand.app.ready();
  const handlers = importJobs(importing, (path) => importers.find((one) => one.path === path));
  worker = startWorker(stand.db, {
    connection: stand.db.connection,
    handlers,
    actingFor: async (usuario, empresa) => stand.acting(usuario ?? 0, empresa ?? 0),
  });
});
afterAll(async () => {
  await worker.stop();
  await stand.close();
});
beforeEach(async () => {
  await stand.db.tx(async (tx) => {
    await stand.stores.areas.create(tx, stand.acting(), { nome: 'Produção', ativo: true });
    await stand.stores.areas.create(tx, stand.acting(1, 2), { nome: 'Só da outra', ativo: true });
  });
});
afterEach(() => stand.db.owner.query({ text: 'truncate pessoas, areas, importacoes cascade' }));

async function analyse(path: string, content: string | Uint8Array, headers: Record<string, string> = {}) {
  const { payload, headers: own } = upload('planilha.csv', content);
  return stand.app.inject({ method: 'POST', url: `${path}/importar/analisar`, payload, headers: { ...own, ...headers } });
}
const post = (url: string, payload: object = {}, headers: Record<string, string> = {}) =>
  stand.app.inject({ method: 'POST', url, payload, headers: { ...origin, ...headers } });

async function done(answer: { statusCode: number; json(): { tarefaId: number } }): Promise<Task> {
  expect(answer.statusCode).toBe(202);
  for (let n = 0; n < 1_500; n++) {
    const task = await stand.jobs.read(answer.json().tarefaId, stand.acting());
    if (task && !['fila', 'executando'].includes(task.estado)) return task;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the task does not end');
}

const names = async (table: string) =>
  (await stand.db.query<{ nome: string }>({ text: `select nome from ${table} where empresa_id = 1 order by nome_ord` })).map(
    ({ nome }) => nome,
  );
const good = [
  'Nome;CPF;Data de Nascimento;Salário;Vínculo;Área',
  'Ana;529.982.247-25;31/01/1990;1.234,56;celetista;PRODUCAO',
  'Bruno;11144477735;;2000;E;Produção',
].join('\r\n');

test('a dry run finds the heading, judges as the form does and writes nothing', async () => {
  const answer = await analyse(
    people,
    `Relação de pessoas;;\r\n\r\n  nome * ;Cpf;DATA DE NASCIMENTO (opcional);salario;vinculo;area;Observação\r\n${good.split('\r\n').slice(1).join('\r\n')}`,
  );
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ total: 2, validos: 2, falhasTotal: 0, falhas: [], estado: 'analisada' });
  expect(answer.json().colunas.map(({ campo }: { campo: string }) => campo)).toEqual([
    'nome',
    'cpf',
    'nascimento',
    'salario',
    'vinculo',
    'area',
    null,
  ]);
  expect(answer.json().campos[0]).toEqual({ nome: 'nome', rotulo: 'Nome', obrigatorio: true });
  expect(await names('pessoas')).toEqual([]);
});

test('few rows of very many columns are no work for a request: a task judges them, and corrections of them', async () => {
  const wide = (columns: number) => [good.split('\r\n')[0], ...Array(columns - 6).fill('Nome')].join(';');
  const rows = Array.from({ length: 100 }, (_, n) => `Pessoa ${n};;;;E;Produção`);
  expect((await analyse(people, [wide(300), ...rows].join('\n'))).statusCode).toBe(200);
  const answer = await analyse(people, [wide(450), ...rows].join('\n'));
  expect((await done(answer)).estado).toBe('concluida');
  const url = `${people}/importar/${answer.json().importacaoId}`;
  expect((await stand.app.inject({ url })).json()).toMatchObject({ total: 100, estado: 'analisada' });
  expect((await done(await post(`${url}/corrigir`, { mapa: { CPF: null } }))).estado).toBe('concluida');
});

test('the rows that an import keeps count as room of its importer, until it goes', async () => {
  const occupied = async () =>
    (await stand.db.one<{ bytes: number }>({ text: 'select bytes from ocupacao where empresa_id = 1 and usuario_id = 7' }))
      ?.bytes ?? 0;
  const seven = { 'x-usuario': '7' };
  const sheet = (rows: number) => ['Nome;CPF', ...Array.from({ length: rows }, (_, n) => `Pessoa ${n};1`)].join('\n');
  const first = await analyse(narrow, sheet(200), seven);
  expect(first.statusCode, first.body).toBe(200);
  const file = Buffer.byteLength(sheet(200));
  const one = await occupied();
  expect(one).toBeGreaterThan(file + 200 * 64);
  // As often as there is room for; then with a sentence, and what was kept stays.
  let refused = await analyse(narrow, sheet(200), seven);
  for (let n = 0; n < 9 && refused.statusCode === 200; n++) refused = await analyse(narrow, sheet(200), seven);
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    { code: 'LIMITE_DE_ARQUIVOS', message: expect.stringContaining('O arquivo não cabe: cada pessoa pode ter até 200 KB') },
  ]);
  const url = `${narrow}/importar/${first.json().importacaoId}`;
  expect((await stand.app.inject({ url, headers: seven })).json()).toMatchObject({ total: 200 });
  const kept = await stand.db.query<{ estado: string; n: number }>({
    text: `select estado, count(l.linha)::int as n from importacoes i left join importacao_linhas l on l.importacao_id = i.id where usuario_id = 7 group by i.id, estado order by i.id desc limit 1`,
  });
  expect(kept).toEqual([{ estado: 'falhou', n: 0 }]);
  // One text for very many cells is much more than was sent.
  const para = Array.from({ length: 1_600 }, (_, n) => (n * 7919) % 9973).join(' ');
  const iguais = [{ campo: 'cpf', de: '1', para }];
  const much = await post(`${url}/corrigir`, { iguais }, seven);
  expect([much.statusCode, much.json().code]).toEqual([400, 'LIMITE_DE_ARQUIVOS']);
  expect((await stand.app.inject({ url, headers: seven })).json()).toMatchObject({ total: 200, estado: 'analisada' });
  free = 0;
  expect((await post(`${url}/corrigir`, { mapa: { CPF: null } }, seven)).statusCode).toBe(507);
  for (const deed of ['aplicar', 'desfazer']) expect((await post(`${url}/${deed}`, {}, seven)).statusCode).toBe(507);
  free = Number.MAX_SAFE_INTEGER;
  await stand.db.query({ text: 'delete from importacoes where usuario_id = 7' });
  await stand.db.query({ text: 'delete from arquivos where criado_por = 7' });
  expect(await occupied()).toBe(0);
});

test('corrections of a row are no longer than a full cell, however they come, and much text is no work for a request', async () => {
  const sheet = ['Nome;CPF', ...Array.from({ length: 100 }, (_, n) => `Pessoa ${n};1`)].join('\n');
  const url = `${people}/importar/${(await analyse(people, sheet)).json().importacaoId}`;
  const faults = async (body: object) => {
    const answer = await post(`${url}/corrigir`, body);
    return [answer.statusCode, answer.json().errors];
  };
  const long = 'a'.repeat(5_000);
  const equal = { campo: 'cpf', de: '1', para: long };
  expect(await faults({ iguais: [equal, { ...equal, campo: 'nome' }] })).toEqual([
    400,
    [{ field: 'iguais', message: 'O texto é longo demais para várias células: corrija uma por uma' }],
  ]);
  const cell = (campo: string) => ({ linha: 2, campo, valor: 'a'.repeat(32_767) });
  expect(await faults({ celulas: [cell('nome'), cell('cpf')] })).toEqual([
    400,
    [{ field: 'celulas', message: 'A linha 2 tem texto demais em correções: corrija o arquivo e envie-o de novo' }],
  ]);
  expect(await stand.db.query({ text: 'select from importacao_linhas where correcoes is not null' })).toEqual([]);
  await stand.db.query({
    text: `update importacao_linhas set celulas = jsonb_set(celulas, '{1}', to_jsonb(repeat('b', 50000))) where importacao_id = (select max(id) from importacoes)`,
  });
  const later = await post(`${url}/corrigir`, { celulas: [{ linha: 2, campo: 'nome', valor: 'Ana' }] });
  expect(later.statusCode).toBe(202);
  expect(await done(later)).toMatchObject({ estado: 'concluida' });
  await stand.db.query({ text: 'delete from importacoes where id = (select max(id) from importacoes)' });
});

test('a small file of countless lines is looked through by a task, not while everybody waits', async () => {
  const [head = '', ...rows] = good.split('\r\n');
  const answer = await analyse(people, [head, '\n'.repeat(30_000), ...rows].join('\n'));
  expect(await done(answer)).toMatchObject({ estado: 'concluida', mensagem: '2 linhas analisadas' });
});

test('a small file of countless names is looked up by a task', async () => {
  const sheet = ['Nome;Área', ...Array.from({ length: 110 }, (_, n) => `Pessoa ${n};${'x,'.repeat(1_000)}`)].join('\n');
  const answer = await analyse(people, sheet);
  expect(answer.statusCode).toBe(202);
  expect(await done(answer)).toMatchObject({ estado: 'concluida' });
  const url = `${people}/importar/${answer.json().importacaoId}`;
  expect((await post(`${url}/corrigir`, { celulas: [{ linha: 2, campo: 'nome', valor: 'Ana' }] })).statusCode).toBe(202);
  await stand.db.query({ text: 'delete from importacoes where id = (select max(id) from importacoes)' });
});

// Each of 500 corrections was compared with each faulty row: a minute for 50,000 rows, while the request waited.
test('corrections of equal cells look at each faulty row once', async () => {
  const { importacaoId: id } = (await analyse(people, good)).json();
  await stand.db.query({
    text: `insert into importacao_linhas (importacao_id, linha, celulas, falhas)
      select $1, 100 + n, '{}', jsonb_build_array(jsonb_build_object('campo', 'nome', 'valor', 'Nome ' || n, 'mensagem', 'x')) from generate_series(1, 10000) n`,
    values: [id],
  });
  const iguais = Array.from({ length: 500 }, (_, n) => ({ campo: 'nome', de: `Nome ${n + 1}`, para: 'Nome' }));
  await stand.db.tx(async (tx) => {
    await tx.query({ text: `set local statement_timeout = '3s'` });
    const batch = await readBatch(stand.db, 'prova/pessoas', id, stand.acting());
    await correct(tx, stand.files, batch, { iguais }, pessoas.fields, {
      storeOf: () => stand.stores.areas,
      acting: stand.acting(),
    });
  });
  const corrected = await stand.db.one<{ n: number }>({
    text: `select count(*)::int as n from importacao_linhas where importacao_id = $1 and correcoes = '{"nome": "Nome"}'`,
    values: [id],
  });
  expect(corrected).toEqual({ n: 500 });
});

test('every fault names its row, column, field, value and sentence', async () => {
  const answer = await analyse(people, `${good}\r\n;123;32/01/1990;muito;Z;Jardim\r\nCarla;529.982.247-25;;;C;Só da outra`);
  expect(answer.json()).toMatchObject({ total: 4, validos: 2, falhasTotal: 8 });
  expect(answer.json().falhas).toEqual([
    {
      linha: 4,
      coluna: 'Data de Nascimento',
      campo: 'nascimento',
      valor: '32/01/1990',
      mensagem: 'Data de Nascimento inválida: "32/01/1990"',
    },
    { linha: 4, coluna: 'Salário', campo: 'salario', valor: 'muito', mensagem: 'Salário inválido: "muito"' },
    { linha: 4, coluna: 'Vínculo', campo: 'vinculo', valor: 'Z', mensagem: 'Vínculo inválido: "Z": use Celetista, Estagiário' },
    { linha: 4, coluna: 'Área', campo: 'area', valor: 'Jardim', mensagem: 'Área "Jardim" não encontrada', tipo: 'inexistente' },
    { linha: 4, coluna: 'Nome', campo: 'nome', valor: '', mensagem: 'Nome é obrigatório' },
    { linha: 4, coluna: 'CPF', campo: 'cpf', valor: '123', mensagem: 'CPF inválido.' },
    {
      linha: 5,
      nome: 'Carla',
      coluna: 'Área',
      campo: 'area',
      valor: 'Só da outra',
      mensagem: 'Área "Só da outra" não encontrada',
      tipo: 'inexistente',
    },
    {
      linha: 5,
      nome: 'Carla',
      coluna: 'CPF',
      campo: 'cpf',
      valor: '529.982.247-25',
      mensagem: 'CPF: repetido na linha 2 do arquivo',
    },
  ]);
});

test('columns and cells are corrected, judged again, applied in one go, and undone', async () => {
  const first = await analyse(
    people,
    'Quem;CPF;Vínculo;Área\r\nAna;529.982.247-25;C;Produção\r\nBruno;111.444.777-30;E;Produção',
  );
  const { importacaoId, falhasTotal } = first.json();
  expect(falhasTotal).toBe(3);
  const batch = `${people}/importar/${importacaoId}`;
  expect((await post(`${batch}/aplicar`, { modo: 'inserir', somenteValidos: false })).json().code).toBe('IMPORTACAO_COM_FALHAS');
  const mapped = await post(`${batch}/corrigir`, { mapa: { Quem: 'nome' } });
  expect(mapped.json()).toMatchObject({ validos: 1, falhasTotal: 1 });
  // Titles are learnt without their words: a sheet without titles has those of its first person.
  const [learnt] = await stand.db.query<{ mapa: object }>({
    text: 'select mapa from importacao_memorias order by em desc limit 1',
  });
  expect([Object.values(learnt?.mapa ?? {}).includes('nome'), JSON.stringify(learnt)]).toEqual([
    true,
    expect.not.stringMatching(/Quem|CPF|Vínculo/),
  ]);
  const fixed = await post(`${batch}/corrigir`, { celulas: [{ linha: 3, campo: 'cpf', valor: '111.444.777-35' }] });
  expect(fixed.json()).toMatchObject({ validos: 2, falhasTotal: 0 });

  const task = await done(await post(`${batch}/aplicar`, { modo: 'inserir' }));
  expect(task).toMatchObject({ estado: 'concluida', mensagem: '2 registros importados' });
  expect(await names('pessoas')).toEqual(['Ana', 'Bruno']);
  expect((await post(`${batch}/aplicar`, { modo: 'inserir' })).statusCode).toBe(409);

  expect(await done(await post(`${batch}/desfazer`))).toMatchObject({ estado: 'concluida', mensagem: '2 registros desfeitos' });
  expect(await names('pessoas')).toEqual([]);
});

test('a second import updates what is there, keeps what its cells leave out, and undo restores it', async () => {
  await done(await post(`${people}/importar/${(await analyse(people, good)).json().importacaoId}/aplicar`, { modo: 'inserir' }));
  const second = await analyse(people, 'CPF;Nome;Salário\r\n52998224725;Ana Maria;\r\n11144477735;Bruno Luiz;2500,50');
  expect(second.json()).toMatchObject({ validos: 2, existentes: 2 });
  const batch = `${people}/importar/${second.json().importacaoId}`;
  expect((await post(`${batch}/aplicar`, { modo: 'inserir' })).json()).toMatchObject({
    code: 'REGISTROS_EXISTENTES',
    linhas: [2, 3],
  });
  await done(await post(`${batch}/aplicar`, { modo: 'inserirOuAtualizar' }));
  const rows = () => stand.db.query({ text: 'select nome, salario, vinculo from pessoas order by nome_ord' });
  expect(await rows()).toEqual([
    { nome: 'Ana Maria', salario: '1234.56', vinculo: 'C' },
    { nome: 'Bruno Luiz', salario: '2500.50', vinculo: 'E' },
  ]);
  await done(await post(`${batch}/desfazer`));
  expect(await rows()).toEqual([
    { nome: 'Ana', salario: '1234.56', vinculo: 'C' },
    { nome: 'Bruno', salario: '2000.00', vinculo: 'E' },
  ]);
});

test('undo is refused and names the records that changed since', async () => {
  const { importacaoId } = (await analyse(people, good)).json();
  const batch = `${people}/importar/${importacaoId}`;
  await done(await post(`${batch}/aplicar`, { modo: 'inserir' }));
  const { id } = (await stand.db.one<{ id: number }>({ text: `select id from pessoas where nome = 'Bruno'` })) ?? { id: 0 };
  await stand.db.tx(async (tx) => {
    const now = await stand.stores.pessoas.read(tx, stand.acting(), id);
    await stand.stores.pessoas.update(tx, stand.acting(), id, { ...now, nome: 'Bruno Souza' });
  });
  const answer = await post(`${batch}/desfazer`);
  expect([answer.statusCode, answer.json().code, answer.json().registros]).toEqual([
    409,
    'REGISTROS_ALTERADOS',
    [{ linha: 3, id, excluido: false }],
  ]);
  expect(await names('pessoas')).toEqual(['Ana', 'Bruno Souza']);
});

test('a fault that only the save finds leaves nothing behind and names the row', async () => {
  const { importacaoId } = (await analyse(people, good)).json();
  await stand.db.tx(async (tx) => {
    const area = await stand.db.one<{ id: number }>({ text: `select id from areas where nome = 'Produção'` });
    await stand.stores.pessoas.create(tx, stand.acting(), {
      nome: 'Quem chegou antes',
      cpf: '111.444.777-35',
      vinculo: 'C',
      area: area?.id,
    });
  });
  const task = await done(await post(`${people}/importar/${importacaoId}/aplicar`, { modo: 'inserir' }));
  expect(task).toMatchObject({ estado: 'falhou', mensagem: 'Linha 3: Já existe um registro com este CPF. Nada foi importado.' });
  expect(await names('pessoas')).toEqual(['Quem chegou antes']);
  expect((await stand.app.inject({ url: `${people}/importar/${importacaoId}` })).json()).toMatchObject({
    estado: 'analisada',
    mensagem: task.mensagem,
  });
});

test('a tree imports in any order: a row may name a row further down', async () => {
  const { importacaoId, falhasTotal } = (
    await analyse(tree, 'Nome;Área mãe\r\nForno;Fundição\r\nFundição;Produção\r\nMoldes;fundicao')
  ).json();
  expect(falhasTotal).toBe(0);
  const batch = `${tree}/importar/${importacaoId}`;
  expect(await done(await post(`${batch}/aplicar`, { modo: 'inserir' }))).toMatchObject({ estado: 'concluida' });
  const rows = await stand.db.query({
    text: 'select a.nome, m.nome as mae from areas a left join areas m on m.id = a.area_mae_id where a.empresa_id = 1 order by a.nome_ord',
  });
  expect(rows).toEqual([
    { nome: 'Forno', mae: 'Fundição' },
    { nome: 'Fundição', mae: 'Produção' },
    { nome: 'Moldes', mae: 'Fundição' },
    { nome: 'Produção', mae: null },
  ]);
  expect(await done(await post(`${batch}/desfazer`))).toMatchObject({ estado: 'concluida' });
  expect(await names('areas')).toEqual(['Produção']);
});

test('a tree that stands upside down over several pages is written from its root', async () => {
  const rows = Array.from({ length: 1_200 }, (_, n) => `Área ${1_200 - n};${n === 1_199 ? '' : `Área ${1_199 - n}`}`);
  const { tarefaId } = (await analyse(tree, ['Nome;Área mãe', ...rows].join('\r\n'))).json();
  expect(await done({ statusCode: 202, json: () => ({ tarefaId }) })).toMatchObject({ estado: 'concluida' });
  const { importacaoId } = (await stand.app.inject({ method: 'GET', url: `${tree}/importar` })).json()[0];
  expect((await stand.app.inject({ method: 'GET', url: `${tree}/importar/${importacaoId}` })).json()).toMatchObject({
    validos: 1_200,
    falhasTotal: 0,
  });
  const applied = await done(await post(`${tree}/importar/${importacaoId}/aplicar`, { modo: 'inserir' }));
  expect(applied).toMatchObject({ estado: 'concluida' });
  const { n } = (await stand.db.one<{ n: number }>({
    text: `select count(*)::int as n from areas a join areas m on m.id = a.area_mae_id
      where substring(a.nome from '\\d+')::int = substring(m.nome from '\\d+')::int + 1`,
  })) as { n: number };
  expect(n).toBe(1_199);
});

test('a row that names a label of several rows is asked which', async () => {
  const answer = await analyse(tree, 'Nome;Área mãe\r\nForno;Fundição\r\nFundição;\r\nfundicao;');
  const { falhas } = answer.json() as { falhas: { linha: number; mensagem: string }[] };
  expect(falhas.find(({ linha }) => linha === 2)?.mensagem).toContain('está cadastrada mais de uma vez');
});

test('rows that name each other in a circle are told in the dry run', async () => {
  const answer = await analyse(tree, 'Nome;Área mãe\r\nOvo;Galinha\r\nGalinha;Ovo');
  expect(answer.json()).toMatchObject({ validos: 0, ensaiada: true });
  expect(answer.json().falhas[0].mensagem).toContain('As linhas 2, 3 dependem umas das outras');
});

test('an XLSX of more than 2,000 rows is judged in the background, numbers and dates as cells', async () => {
  const out = new PassThrough();
  const whole = buffer(out);
  const columns = [
    { key: 'nome', label: 'Nome', type: 'text' as const, width: 20 },
    { key: 'cpf', label: 'CPF', type: 'text' as const, width: 14 },
    { key: 'nascimento', label: 'Data de Nascimento', type: 'date' as const, width: 12 },
    { key: 'salario', label: 'Salário', type: 'money' as const, width: 12 },
    { key: 'vinculo', label: 'Vínculo', type: 'text' as const, width: 12 },
    { key: 'area', label: 'Área', type: 'text' as const, width: 12 },
  ];
  const rows = Array.from({ length: 2_500 }, (_, n) => ({
    nome: `Pessoa ${n}`,
    cpf: CPF.sample(n),
    nascimento: '1990-01-31',
    salario: 1234.56,
    vinculo: 'Celetista',
    area: n === 7 ? 'Lua' : 'Produção',
  }));
  await writeXlsx({ title: 'Pessoas', columns, rows: [rows] }, out);
  const answer = await analyse(people, await whole);
  const { importacaoId } = answer.json();
  expect(await done(answer)).toMatchObject({ estado: 'concluida' });
  const told = (await stand.app.inject({ url: `${people}/importar/${importacaoId}` })).json();
  expect(told).toMatchObject({
    total: 2_500,
    validos: 2_499,
    falhasTotal: 1,
    falhas: [{ linha: 9, campo: 'area', valor: 'Lua', mensagem: 'Área "Lua" não encontrada' }],
  });
  expect(await done(await post(`${people}/importar/${importacaoId}/aplicar`, { modo: 'inserir' }))).toMatchObject({
    mensagem: '2.499 registros importados',
  });
  expect(
    await stand.db.one({ text: 'select count(*)::int as n, sum(salario) as total, min(nascimento) as dia from pessoas' }),
  ).toEqual({ n: 2_499, total: '3085165.44', dia: '1990-01-31' });
});

test('the sheet of a workbook that names most fields is read, and another can be chosen', async () => {
  const heading = ['Nome', 'CPF', 'Vínculo', 'Área'];
  const whole = await hucreWrite({
    sheets: [
      { name: 'Instruções', rows: [['Como preencher'], ['Nome da pessoa por inteiro'], ['CPF com ou sem pontos']] },
      { name: 'Quadro', rows: [heading, ['Ana', '529.982.247-25', 'celetista', 'Produção']] },
      { name: 'Novos', rows: [heading, ['Bruno', '11144477735', 'E', 'Produção'], ['Davi', CPF.sample(7), 'E', 'Produção']] },
      { name: 'Vazia', rows: [] },
      { name: 'Apoio', hidden: true, rows: [heading, ['Oculto', CPF.sample(8), 'E', 'Produção']] },
    ],
  });
  const answer = await analyse(people, whole);
  expect(answer.json()).toMatchObject({ abas: ['Instruções', 'Quadro', 'Novos'], aba: 'Quadro', total: 1, validos: 1 });
  const batch = `${people}/importar/${answer.json().importacaoId}`;
  expect((await post(`${batch}/corrigir`, { aba: 'Apoio' })).json()).toMatchObject({
    errors: [{ field: 'aba', message: 'Escolha uma das abas da planilha' }],
  });
  await done(await post(`${batch}/corrigir`, { aba: 'Novos' }));
  expect((await stand.app.inject({ url: batch })).json()).toMatchObject({
    aba: 'Novos',
    total: 2,
    validos: 2,
    estado: 'analisada',
  });
  await done(await post(`${batch}/aplicar`, { modo: 'inserir' }));
  expect(await names('pessoas')).toEqual(['Bruno', 'Davi']);
});

test('hooks know whether what they follow is taken back again', async () => {
  const { importacaoId } = (await analyse(hooked, good)).json();
  expect(trials.length).toBeGreaterThan(0);
  expect(new Set(trials)).toEqual(new Set([true]));
  const tried = trials.length;
  await done(await post(`${hooked}/importar/${importacaoId}/aplicar`, { modo: 'inserir' }));
  expect(trials).toHaveLength(2 * tried);
  expect(new Set(trials.slice(tried))).toEqual(new Set([false]));
});

test('a file that is no spreadsheet, an empty one and bad corrections are 4xx with a sentence', async () => {
  expect((await analyse(people, Buffer.from('%PDF-1.7 abc'))).json()).toMatchObject({ code: 'PLANILHA_INVALIDA' });
  expect((await analyse(people, 'Nome;CPF\r\n')).statusCode).toBe(400);
  const { importacaoId } = (await analyse(people, good)).json();
  const batch = `${people}/importar/${importacaoId}`;
  for (const body of [
    { mapa: { X: 'nome' } },
    { mapa: { Nome: 'senha' } },
    { mapa: { Nome: 'cpf', CPF: 'cpf' } },
    { celulas: [{ linha: 2, campo: 'x', valor: 1 }] },
    { celulas: 'x' },
    { celulas: [{ linha: 2, campo: 'nome', valor: 'a\u0000' }] },
  ])
    expect((await post(`${batch}/corrigir`, body)).statusCode).toBe(400);
  expect((await post(`${batch}/aplicar`, { modo: 'apagar' })).statusCode).toBe(400);
});

test('an analysis that ended with its process is told, and what was judged before can be corrected on', async () => {
  const stateOf = async (id: number) => (await stand.app.inject({ url: `${people}/importar/${id}` })).json();
  const dies = (id: number, since: string) =>
    stand.db.query({
      text: `update importacoes set estado = 'analisando', tarefa_id = null, desde = now() - $2::interval where id = $1`,
      values: [id, since],
    });
  const { importacaoId: judged } = (await analyse(people, good)).json();
  const { importacaoId: fresh } = (await analyse(people, good)).json();
  await stand.db.query({ text: 'update importacoes set validos = 0, falhas_total = 0 where id = $1', values: [fresh] });
  for (const id of [judged, fresh]) await dies(id, '1 minute');
  expect(await stateOf(judged)).toMatchObject({ estado: 'analisando' });
  // One of them began while the clock was ahead.
  await dies(judged, '-1 day');
  await dies(fresh, '6 minutes');
  expect(await stateOf(fresh)).toMatchObject({ estado: 'falhou', mensagem: expect.stringContaining('interrompida') });
  expect(await stateOf(judged)).toMatchObject({ estado: 'analisada', mensagem: expect.stringContaining('interrompida') });
  const again = await post(`${people}/importar/${judged}/corrigir`, { celulas: [{ linha: 3, campo: 'nome', valor: 'Bruna' }] });
  expect(again.json()).toMatchObject({ estado: 'analisada', validos: 2, mensagem: null });
});

test('an import whose task is gone is released', async () => {
  const { importacaoId: id } = (await analyse(people, good)).json();
  const since = (estado: string, days: number) =>
    stand.db.query({
      text: `update importacoes set estado = $2, tarefa_id = null, criada_em = now() - make_interval(days => $3), desde = now() - make_interval(days => $3) where id = $1`,
      values: [id, estado, days],
    });
  for (const [estado, released] of [
    ['aplicando', 'analisada'],
    ['desfazendo', 'aplicada'],
  ] as const) {
    await since(estado, 1);
    const { estado: now } = (await stand.app.inject({ url: `${people}/importar/${id}` })).json();
    expect(now).toBe(released);
  }
});

test("another user's and another company's import is a 404", async () => {
  const { importacaoId } = (await analyse(people, good)).json();
  const others: Record<string, string>[] = [{ 'x-usuario': '2' }, { 'x-empresa': '2' }];
  for (const headers of others) {
    for (const part of ['', '/falhas'])
      expect((await stand.app.inject({ url: `${people}/importar/${importacaoId}${part}`, headers })).statusCode).toBe(404);
    for (const step of ['corrigir', 'aplicar', 'desfazer'])
      expect((await post(`${people}/importar/${importacaoId}/${step}`, { modo: 'inserir' }, headers)).statusCode).toBe(404);
  }
  expect((await stand.app.inject({ url: `${tree}/importar/${importacaoId}` })).statusCode).toBe(404);
});

test('a column that is no field of the record takes part in it, and is blamed for its fault', async () => {
  const answer = await analyse(
    composed,
    'Nome;CPF;Vínculo;Setor\r\nAna;529.982.247-25;C;produção\r\nBruno;111.444.777-35;C;\r\nCarla;11144477735;C;Lua',
  );
  expect(answer.json()).toMatchObject({
    validos: 1,
    falhas: [
      { linha: 3, coluna: 'Setor', campo: 'setor' },
      { linha: 4, coluna: 'Setor', campo: 'setor', mensagem: 'Setor "Lua" não encontrado' },
      { linha: 4, coluna: 'CPF', campo: 'cpf', mensagem: 'CPF: repetido na linha 3 do arquivo' },
    ],
  });
  await done(await post(`${composed}/importar/${answer.json().importacaoId}/aplicar`, { modo: 'inserir' }));
  expect(await stand.db.query({ text: 'select p.nome, a.nome as area from pessoas p join areas a on a.id = p.area_id' })).toEqual(
    [{ nome: 'Ana', area: 'Produção' }],
  );
});

test('a column that the importer may not read is refused row by row, and the others are judged', async () => {
  const content = `Nome;CPF;Vínculo;Área;Salário\nAna;${CPF.sample(1)};Celetista;Produção;3.000,00\nBia;${CPF.sample(2)};Celetista;Produção;`;
  const blind = (await analyse(people, content, { 'x-sem': 'ROLE_VER_SALARIO' })).json();
  expect(blind.validos).toBe(1);
  expect(JSON.stringify(blind)).toContain('Você não tem autorização para informar Salário');
  expect((await analyse(people, content)).json().validos).toBe(2);
});

test('a long sheet of somebody who has too many tasks open is refused, and its import does not stay half', async () => {
  for (let n = 0; n < 3; n++) await stand.jobs.enqueue('parada', {}, stand.acting(9));
  const rows = Array.from({ length: 400 }, (_, n) => `Setor ${n}`);
  const answer = await analyse(tree, ['Nome', ...rows].join('\n'), { 'x-usuario': '9' });
  expect([answer.statusCode, answer.headers['retry-after'], answer.json().code]).toEqual([429, '10', 'MUITAS_TAREFAS']);
  const [batch] = (await stand.app.inject({ url: `${tree}/importar`, headers: { 'x-usuario': '9' } })).json();
  expect(batch).toMatchObject({ estado: 'falhou', mensagem: answer.json().message });
});

test('a title that misleads gives way to the names in the cells', async () => {
  const sheet = (title: string, ...names: string[]) =>
    [`Nome;CPF;Vínculo;${title}`, ...names.map((name, n) => `Pessoa ${n};${CPF.format(CPF.sample(n + 1))};E;${name}`)].join(
      '\r\n',
    );
  const columnsOf = async (content: string) => (await analyse(misled, content)).json().colunas.at(-1);
  expect(await columnsOf(sheet('Função', 'Produção', 'PRODUCAO'))).toEqual({
    coluna: 'Função',
    campo: 'area',
    porque: 'conteudo',
  });
  await stand.db.tx(async (tx) => {
    await stand.stores.areas.create(tx, stand.acting(), { nome: 'Forno', ativo: true });
    const { id: area } = await stand.stores.areas.create(tx, stand.acting(), { nome: 'Expedição', ativo: true });
    await stand.stores.pessoas.create(tx, stand.acting(), { nome: 'Expedição', cpf: CPF.sample(77), vinculo: 'E', area });
  });
  // A field that knows few of them gives way too, to one that knows far more.
  expect(await columnsOf(sheet('Função', 'Produção', 'Forno', 'Expedição'))).toMatchObject({ campo: 'area' });
  expect(await columnsOf(sheet('Função', 'Produção', 'Expedição'))).toMatchObject({ campo: 'funcao' });
  // Nothing is known anywhere, most is unknown, or another column fills the field that knows them: the title stands.
  expect(await columnsOf(sheet('Função', 'Ninguém'))).toMatchObject({ campo: 'funcao' });
  expect(await columnsOf(sheet('Função', 'Produção', 'Um', 'Dois'))).toMatchObject({ campo: 'funcao' });
  expect(await columnsOf(sheet('Área;Função', 'Produção;Produção'))).toMatchObject({ campo: 'funcao' });
  // The field that it leaves goes to the other column whose title says it.
  expect(await columnsOf(sheet('Função;Função', 'Produção;Ninguém'))).toEqual({ coluna: 'Função (2)', campo: 'funcao' });
});

test('a name in the cells that somebody gave a field is not given another, and forgetting proposes it again', async () => {
  const content = `Nome;CPF;Vínculo;Função\r\nAna;${CPF.format(CPF.sample(1))};E;Produção`;
  const { importacaoId: id } = (await analyse(misled, content)).json();
  const of = async (body: object) => (await post(`${misled}/importar/${id}/corrigir`, body)).json().colunas.at(-1);
  expect(await of({ mapa: { Função: 'funcao' } })).toMatchObject({ campo: 'funcao' });
  expect(await of({ modo: 'inserir' })).toMatchObject({ campo: 'funcao' });
  expect((await analyse(misled, content)).json().colunas.at(-1)).toMatchObject({ campo: 'funcao', porque: 'lembrado' });
  expect(await of({ esquecer: true })).toMatchObject({ campo: 'area', porque: 'conteudo' });
});
