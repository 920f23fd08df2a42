import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { addDays, today } from '#kit/br/date.ts';
import type { Preview } from '#kit/report/preview.ts';
import { fc } from '#kit/testing/fast-check.server.ts';
import {
  type Entrada,
  insere,
  type Modelo,
  type Pessoa,
  type Retrato,
  retratoEm,
  trabalhaEntre,
  vigente,
} from './core-record.model.ts';
import { type Answer, type Client, done, openTestApp, type TestApp } from './test-app.server.ts';

/*
 * Random lives of a small company: hires, moves, values of bands and of the index, realignments, cancellations and dismissals go through the
 * API; a model in memory follows. Whatever the product refused, must have changed nothing; whatever it accepted, the list as of a day, the
 * report, its totals and the current columns tell as the model does.
 */
const START = '2023-01-01';
const AREAS = '/api/cargo-salario/areas-organizacionais';
const CARGOS = '/api/cargo-salario/cargos';
const FAIXAS = '/api/cargo-salario/faixas-salariais';
const INDICES = '/api/cargo-salario/indices';
const TALENTOS = '/api/gestao-talentos/talentos';
const TABELAS = '/api/cargo-salario/tabelas-reajustes-colaboradores';

interface Row {
  id: number;
  versao: number;
  historicos: Record<string, unknown>[];
  [name: string]: unknown;
}

let app: TestApp;
let client: Client;
let cbo = 0;
let empresas = 0;
const feitos: Record<string, number> = {};

beforeAll(async () => {
  app = await openTestApp();
  cbo = (await app.db.one<{ id: number }>({ text: 'select id from codigos_cbo order by id limit 1' }))?.id ?? 0;
});
afterAll(() => app.close());

const call = (method: string, url: string, body?: object): Promise<Answer> =>
  client(method, url, body && { ...body, confirma: true });
const must = (method: string, url: string, body?: unknown) => done<Row>(client, method, url, body);
let recusa = '';
const isDone = ({ status, body }: Answer) => {
  // A refusal is a 400 or a 409; anything else is a fault of the product.
  expect([200, 201, 204, 400, 409], JSON.stringify(body).slice(0, 500)).toContain(status);
  recusa = status < 300 ? '' : JSON.stringify(body).slice(0, 500);
  return status < 300;
};
const reais = (centavos: number) => centavos / 100;

interface Empresa {
  modelo: Modelo;
  areas: number[];
  faixas: number[];
  indice: number;
  aplicadas: { id: number; isUndoable: boolean }[];
}

async function abreEmpresa(): Promise<Empresa> {
  const numero = ++empresas;
  const row = await app.db.one<{ id: number }>({
    text: `insert into empresas (nome, razao_social, ativo, max_candidata_cargo, tempo_exclusao_candidato) values ($1, $1, true, 0, 0) returning id`,
    values: [`Prova ${numero}`],
  });
  await app.db.query({ text: 'update versao_acessos set versao = versao + 1' });
  client = await app.login(0, row?.id);
  const areas = [
    (await must('POST', AREAS, { nome: 'Produção', ativo: true })).id,
    (await must('POST', AREAS, { nome: 'Vendas', ativo: true })).id,
  ];
  const indice = (await must('POST', INDICES, { nome: 'Piso', historicos: [{ data: '2020-01-01', valor: 333.33 }] })).id;
  const faixas: number[] = [];
  const valores = new Map<number, Modelo['indice']>();
  for (const [n, nome] of ['Operador', 'Supervisor'].entries()) {
    const cargo = await must('POST', CARGOS, {
      nome,
      nomeMercado: nome,
      areasOrganizacionais: areas.map((id) => ({ id })),
      ativa: true,
    });
    for (const [m, faixa] of ['I', 'II'].entries()) {
      const centavos = 150_001 + 100_000 * n + 50_000 * m;
      const historicos = [{ data: '2020-01-01', tipo: '3', valor: reais(centavos) }];
      const { id } = await must('POST', FAIXAS, { cargo: { id: cargo.id }, nome: faixa, codigoCBO: { id: cbo }, historicos });
      faixas.push(id);
      valores.set(id, [{ data: '2020-01-01', centavos, tabela: null }]);
    }
  }
  const modelo = { pessoas: [], faixas: valores, indice: [{ data: '2020-01-01', centavos: 33_333, tabela: null }] };
  return { modelo, areas, faixas, indice, aplicadas: [] };
}

interface Passo {
  op: 'admite' | 'readmite' | 'move' | 'desliga' | 'retoma' | 'reajusta' | 'faixa' | 'indice' | 'cancela';
  a: number;
  b: number;
  centavos: number;
  atraso: number;
}

const pick = <T>(items: readonly T[], n: number): T | undefined => items[n % Math.max(1, items.length)];

const naLinha = (entrada: Entrada, indice: number) => ({
  data: entrada.data,
  motivo: 'P',
  areaOrganizacional: { id: entrada.area },
  faixaSalarial: { id: entrada.faixa },
  tipoSalario: entrada.tipo,
  indice: entrada.tipo === '2' ? { id: indice } : null,
  quantidadeIndice: entrada.tipo === '2' ? entrada.quantidade / 10_000 : null,
  salario: entrada.tipo === '3' ? reais(entrada.centavos) : null,
});

const novaEntrada = ({ areas, faixas }: Empresa, { a, b, centavos }: Passo, data: string): Entrada => ({
  data,
  area: pick(areas, a) as number,
  faixa: pick(faixas, b) as number,
  tipo: (['1', '2', '3'] as const)[(a + b) % 3] as Entrada['tipo'],
  quantidade: 10_000 + (centavos % 90_000),
  centavos,
  tabela: null,
});

const conta = (nome: string) => {
  feitos[nome] = (feitos[nome] ?? 0) + 1;
};

/** Reads a record, adds an entry to its history, saves it as a form would. */
async function acrescenta(url: string, id: number, linha: object): Promise<boolean> {
  const { id: _, ...record } = await must('GET', `${url}/${id}`);
  return isDone(await call('PUT', `${url}/${id}`, { ...record, historicos: [...record.historicos, linha] }));
}

async function contrata(empresa: Empresa, passo: Passo, dia: string, cpf: string): Promise<boolean> {
  const numero = empresa.modelo.pessoas.length + 1;
  const nome = `Pessoa ${String(numero).padStart(2, '0')}`;
  const entrada = novaEntrada(empresa, passo, dia);
  const answer = await call('POST', TALENTOS, {
    nome,
    cpf,
    sexo: numero % 2 ? 'F' : 'M',
    vinculo: 'E',
    dataAdmissao: dia,
    historicos: [{ ...naLinha(entrada, empresa.indice), motivo: 'C' }],
  });
  if (!isDone(answer)) return false;
  const { id } = answer.body as Row;
  empresa.modelo.pessoas.push({ id, nome, cpf, admissao: dia, desligamento: null, historicos: [entrada] });
  return true;
}

const passos: Record<Passo['op'], (empresa: Empresa, passo: Passo, dia: string) => Promise<void>> = {
  async admite(empresa, passo, dia) {
    expect(await contrata(empresa, passo, dia, CPF.sample(empresa.modelo.pessoas.length + 2)), recusa).toBe(true);
    conta('admite');
  },
  async readmite(empresa, passo, dia) {
    const { pessoas } = empresa.modelo;
    // Mostly somebody who has just gone, or goes for that.
    if (passo.b % 4 > 0) await passos.desliga(empresa, passo, addDays(dia, -1));
    const cpf = pick(pessoas, passo.a)?.cpf;
    if (cpf === undefined) return;
    const isFree = !trabalhaEntre(empresa.modelo, cpf, dia, null);
    expect(await contrata(empresa, passo, dia, cpf), `somebody comes back when they are gone: ${recusa}`).toBe(isFree);
    if (isFree) conta('readmite');
  },
  async retoma(empresa, passo, dia) {
    const { modelo } = empresa;
    await passos.desliga(empresa, passo, dia);
    const pessoa = pick(modelo.pessoas, passo.a);
    if (!pessoa || pessoa.desligamento === null) return;
    const { id: _, ...record } = await must('GET', `${TALENTOS}/${pessoa.id}`);
    const done = isDone(await call('PUT', `${TALENTOS}/${pessoa.id}`, { ...record, dataDesligamento: null }));
    expect(done, `a dismissal is undone unless they came back: ${recusa}`).toBe(
      !trabalhaEntre(modelo, pessoa.cpf, pessoa.admissao, null, pessoa),
    );
    if (!done) return;
    pessoa.desligamento = null;
    conta('retoma');
  },
  async move(empresa, passo, dia) {
    const pessoa = pick(empresa.modelo.pessoas, passo.a);
    if (!pessoa) return;
    const entrada = novaEntrada(empresa, passo, dia);
    const isPlain = dia > (pessoa.historicos.at(-1)?.data ?? '') && pessoa.desligamento === null;
    const done = await acrescenta(TALENTOS, pessoa.id, naLinha(entrada, empresa.indice));
    if (isPlain) expect(done, `a later entry of somebody who works here: ${recusa}`).toBe(true);
    if (!done) return;
    expect(
      pessoa.historicos.every(({ data }) => data !== dia),
      'two entries of one day',
    ).toBe(true);
    insere(pessoa.historicos, entrada);
    conta('move');
  },
  async desliga(empresa, passo, dia) {
    const pessoa = pick(empresa.modelo.pessoas, passo.a);
    if (!pessoa || pessoa.desligamento !== null) return;
    const { id: _, ...record } = await must('GET', `${TALENTOS}/${pessoa.id}`);
    if (!isDone(await call('PUT', `${TALENTOS}/${pessoa.id}`, { ...record, dataDesligamento: dia }))) return;
    pessoa.desligamento = dia;
    conta('desliga');
  },
  async faixa({ modelo, faixas }, { a, centavos }, dia) {
    const faixa = pick(faixas, a) as number;
    const valores = modelo.faixas.get(faixa) ?? [];
    if (await acrescenta(FAIXAS, faixa, { data: dia, tipo: '3', valor: reais(centavos) })) {
      insere(valores, { data: dia, centavos, tabela: null });
      conta('faixa');
    }
  },
  async indice({ modelo, indice }, { centavos }, dia) {
    if (await acrescenta(INDICES, indice, { data: dia, valor: reais(centavos) })) {
      insere(modelo.indice, { data: dia, centavos, tabela: null });
      conta('indice');
    }
  },
  async reajusta(empresa, passo, dia) {
    const { modelo, faixas, indice } = empresa;
    const tabela = await must('POST', TABELAS, {
      nome: `Plano de ${dia} ${passo.a} ${passo.centavos}`,
      data: dia,
      tipoReajuste: 'P',
    });
    const pessoas: [Pessoa, Entrada][] = [];
    for (const [n, pessoa] of modelo.pessoas.entries()) {
      if ((n + passo.a) % 2 === 0) continue;
      const entrada = { ...novaEntrada(empresa, { ...passo, a: passo.a + n }, dia), tabela: tabela.id };
      const line = await call('POST', '/api/cargo-salario/reajustes-colaboradores', {
        tabelaReajuste: tabela.id,
        colaborador: pessoa.id,
        areaOrganizacionalProposta: entrada.area,
        faixaSalarialProposta: entrada.faixa,
        tipoSalarioProposto: entrada.tipo,
        indiceProposto: entrada.tipo === '2' ? indice : null,
        quantidadeIndiceProposto: entrada.tipo === '2' ? entrada.quantidade / 10_000 : null,
        salarioProposto: entrada.tipo === '3' ? reais(entrada.centavos) : null,
      });
      if (isDone(line)) pessoas.push([pessoa, entrada]);
    }
    const faixa = pick(faixas, passo.b) as number;
    const daFaixa = isDone(
      await call('POST', '/api/cargo-salario/reajustes-faixas-salariais', {
        tabelaReajuste: tabela.id,
        faixaSalarial: faixa,
        valorProposto: reais(passo.centavos + 7),
      }),
    );
    if (!isDone(await call('POST', `${TABELAS}/${tabela.id}/aplicar`, {}))) return;
    for (const [pessoa, entrada] of pessoas) insere(pessoa.historicos, entrada);
    if (daFaixa) insere(modelo.faixas.get(faixa) ?? [], { data: dia, centavos: passo.centavos + 7, tabela: tabela.id });
    empresa.aplicadas.push({ id: tabela.id, isUndoable: true });
    conta('reajusta');
  },
  async cancela(empresa, { a }) {
    const tabela = a % 3 === 0 ? pick(empresa.aplicadas, a) : empresa.aplicadas.at(-1);
    if (!tabela) return;
    const done = isDone(await call('POST', `${TABELAS}/${tabela.id}/cancelar-reajuste`, {}));
    if (tabela.isUndoable && tabela === empresa.aplicadas.at(-1))
      expect(done, `the last thing done can be undone: ${recusa}`).toBe(true);
    if (!done) return;
    const { pessoas, faixas, indice } = empresa.modelo;
    for (const entradas of [...pessoas.map(({ historicos }) => historicos), ...faixas.values(), indice])
      entradas.splice(0, entradas.length, ...(entradas as Entrada[]).filter((entrada) => entrada.tabela !== tabela.id));
    empresa.aplicadas.splice(empresa.aplicadas.indexOf(tabela), 1);
    conta('cancela');
  },
};

const porNome = <T extends { nome: string }>(x: T, y: T) => (x.nome < y.nome ? -1 : 1);

interface Listado {
  nome: string;
  areaAtual: { id: number };
  faixaAtual: { id: number };
  situacao: unknown;
}

/** What the product tells of a day: the list, and the report with its total. */
async function contaDe(empresa: Empresa, dia: string): Promise<{ lista: Omit<Retrato, 'centavos'>[]; folha: Preview | null }> {
  const lista = (await must('GET', `${TALENTOS}?em=${dia}`)) as unknown as Listado[];
  const report = await client(
    'POST',
    '/api/cargo-salario/relatorios/talentos-areas-organizacionais',
    { filtrarPor: '1', areasIds: empresa.areas, statusSolicitacao: 'A', dataBase: dia, ordenarPor: 'N' },
    { accept: 'application/json' },
  );
  expect([200, 204]).toContain(report.status);
  return {
    lista: lista
      .map((row) => ({
        nome: row.nome,
        area: row.areaAtual.id,
        faixa: row.faixaAtual.id,
        ativo: row.situacao === 'A',
      }))
      .sort(porNome),
    folha: report.status === 200 ? (report.body as Preview) : null,
  };
}

async function confere(empresa: Empresa, dia: string): Promise<void> {
  const esperado = retratoEm(empresa.modelo, dia).sort(porNome);
  const { lista, folha } = await contaDe(empresa, dia);
  expect(lista, `lista em ${dia}`).toEqual(esperado.map(({ centavos: _, ...resto }) => resto));
  const ativos = esperado.filter(({ ativo }) => ativo);
  const pagos = (folha?.rows ?? []).map(({ nome, salario }) => ({
    nome: String(nome),
    centavos: salario === null ? null : Math.round(Number(salario) * 100),
  }));
  expect(pagos.sort(porNome), `salários em ${dia}`).toEqual(ativos.map(({ nome, centavos }) => ({ nome, centavos })));
  const total = folha?.marks.findLast((mark) => mark.kind !== 'heading' && mark.words.startsWith('Total geral'));
  if (ativos.some(({ centavos }) => centavos !== null))
    expect(
      Math.round(Number((total as { values: Record<string, unknown> } | undefined)?.values.salario) * 100),
      `folha em ${dia}`,
    ).toBe(ativos.reduce((soma, { centavos }) => soma + (centavos ?? 0), 0));
}

/** The columns that lists keep beside each record say today's truth. */
async function confereAtuais(empresa: Empresa): Promise<void> {
  for (const pessoa of empresa.modelo.pessoas) {
    const dia = pessoa.desligamento !== null && pessoa.desligamento < today() ? pessoa.desligamento : today();
    const entrada = vigente(pessoa.historicos, dia) ?? pessoa.historicos[0];
    const record = await must('GET', `${TALENTOS}/${pessoa.id}`);
    expect({
      area: (record.areaAtual as Row).id,
      faixa: (record.faixaAtual as Row).id,
      quantas: record.historicos.length,
    }).toEqual({
      area: entrada?.area,
      faixa: entrada?.faixa,
      quantas: pessoa.historicos.length,
    });
  }
}

const passo: fc.Arbitrary<Passo> = fc.record({
  op: fc.constantFrom(
    'admite',
    'admite',
    'move',
    'move',
    'desliga',
    'desliga',
    'readmite',
    'readmite',
    'retoma',
    'reajusta',
    'reajusta',
    'faixa',
    'indice',
    'cancela',
    'cancela',
  ),
  a: fc.nat(50),
  b: fc.nat(50),
  centavos: fc.integer({ min: 100_000, max: 3_000_000 }),
  // Now and then something is told late: its day lies among those of what was done before.
  atraso: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 11, max: 95 }) }),
});

describe('the core record', () => {
  it('agrees with a simple model after any sequence of hires, moves, realignments, cancellations and dismissals', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(passo, { minLength: 12, maxLength: 26 }), async (sequencia) => {
        const empresa = await abreEmpresa();
        const dias = new Set([START, today()]);
        for (const [n, ato] of sequencia.entries()) {
          const dia = addDays(START, 20 * (n + 6) - ato.atraso);
          await passos[ato.op](empresa, ato, dia);
          // What comes after a table is built on it, whether it touches the same people or not.
          if (ato.op !== 'reajusta') for (const tabela of empresa.aplicadas) tabela.isUndoable = false;
          dias.add(dia).add(addDays(dia, -1));
        }
        for (const dia of dias) await confere(empresa, dia);
        await confereAtuais(empresa);
      }),
      { numRuns: 12, seed: 20_261_121, endOnFailure: true },
    );
    // A sequence in which everything is refused would agree as well.
    for (const op of ['admite', 'readmite', 'move', 'desliga', 'retoma', 'reajusta', 'faixa', 'indice', 'cancela'])
      expect(feitos[op] ?? 0, op).toBeGreaterThan(3);
  }, 300_000);
});
