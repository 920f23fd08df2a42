import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Acting } from '#kit/acting/acting.server.ts';
import { addDays, today } from '#kit/br/date.ts';
import { filtersUsed } from '#kit/report/filter.server.ts';
import { cartasDeReajuste } from '#modules/cargo-salario/relatorios/realinhamentos.report.ts';
import { ALL_COMPANIES } from '#platform/authority/perfis.registry.ts';
import { authorities } from './declared.server.ts';
import { DEMO_LOGINS } from './demo-users.server.ts';
import { seedCompany } from './seed-company.server.ts';
import { type Answer, type Client, faultsOf, openTestApp, type TestApp } from './test-app.server.ts';

const CS = '/api/cargo-salario';
const TABELAS = `${CS}/tabelas-reajustes-colaboradores`;
const TALENTOS = '/api/gestao-talentos/talentos';

let app: TestApp;
let admin: Client;
/** everything but the authorities of guarded fields */
let reader: Client;
/** everything, of the areas that they answer for */
let manager: Client;
let empresaId = 0;
/** another company, with people too */
let outra = 0;
const mine = { area: 0, talento: 0, eu: 0 };
const other = { area: 0, talento: 0 };

const digits = (who: number) => DEMO_LOGINS[who]?.cpf.replace(/\D/g, '') ?? '';
const idOf = ({ body }: Answer) => (body as { id: number }).id;
const read = async (client: Client, url: string) => (await client('GET', url)).body as Record<string, unknown>;

beforeAll(async () => {
  app = await openTestApp();
  empresaId = app.empresas[0] as number;
  await app.seed(40);
  const areas = await app.db.query<{ id: number; quem: number[] }>(sql`
    select area_atual_id as id, array_agg(id order by id) as quem from talentos where situacao = 'A' group by 1 having count(*) > 1 order by count(*) desc, 1 limit 2`);
  Object.assign(mine, { area: areas[0]?.id, eu: areas[0]?.quem[0], talento: areas[0]?.quem[1] });
  Object.assign(other, { area: areas[1]?.id, talento: areas[1]?.quem[0] });
  await app.db.query(sql`delete from areas_organizacionais_empresa_e_responsaveis`);
  await app.db.query(sql`update talentos set cpf = ${digits(2)} where id = ${mine.eu}`);
  await app.db.query(sql`update talentos set nome = 'Fulana Oculta' where id = ${other.talento}`);
  await app.db.query(sql`
    insert into areas_organizacionais_empresa_e_responsaveis (registro_id, ordem, empresa_id, colaborador_dto_id) values (${mine.area}, 1, ${empresaId}, ${mine.eu})`);
  outra = app.empresas[1] as number;
  await app.db.tx((tx) => seedCompany(tx, { empresaId: outra, talentos: 6, first: 900, today: today() }));
  admin = await app.login(0);
  reader = await app.loginWithout(1, (name) => name.startsWith('ROLE_VER_') && name !== 'ROLE_VER_TODAS_AREAS');
  manager = await app.loginWithout(2, (name) => name === 'ROLE_VER_TODAS_AREAS' || name === ALL_COMPANIES);
});
afterAll(() => app.close());

const novaTabela = async (nome: string) =>
  idOf(await admin('POST', TABELAS, { nome, data: addDays(today(), 60), tipoReajuste: 'P', teto: 1 }));

async function novaLinha(tabelaReajuste: number, colaborador: number, proposta: Record<string, unknown>): Promise<number> {
  const { areaAtual, faixaAtual } = await read(admin, `${TALENTOS}/${colaborador}`);
  const made = await admin('POST', `${CS}/reajustes-colaboradores`, {
    tabelaReajuste,
    colaborador,
    areaOrganizacionalProposta: areaAtual,
    faixaSalarialProposta: faixaAtual,
    confirma: true,
    ...proposta,
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return idOf(made);
}

describe('a salary is not found out by proposing others', () => {
  it('no count, warning, ratio or report line compares it for who may not see it', async () => {
    const tabela = await novaTabela('Perguntas');
    await novaLinha(tabela, other.talento, { tipoSalarioProposto: '3', salarioProposto: 1 });
    const folha = { alcancados: expect.any(Number), acimaDoTeto: false, avisos: { reducoes: 1 } };
    expect(await read(admin, `${TABELAS}/${tabela}/total-folha`)).toMatchObject(folha);
    const theirs = await read(reader, `${TABELAS}/${tabela}/total-folha`);
    expect(theirs).toMatchObject({ alcancados: null, acimaDoTeto: null, teto: null, avisos: { reducoes: null } });
    for (const area of theirs.areas as { alcancados: unknown }[]) expect(area.alcancados).toBeNull();
    const razoes = async (client: Client) =>
      (
        (await client('GET', `${TABELAS}/${tabela}/equidade`)).body as {
          razaoAtual: number | null;
          razaoProposta: number | null;
        }[]
      )
        .flatMap(({ razaoAtual, razaoProposta }) => [razaoAtual, razaoProposta])
        .filter((razao) => razao !== null);
    expect((await razoes(admin)).length).toBeGreaterThan(0);
    expect(await razoes(reader)).toEqual([]);
    const relatorio = async (client: Client) =>
      JSON.stringify(
        (
          await client(
            'POST',
            `${CS}/relatorios/planejamentos-realinhamentos`,
            { tabelaReajusteId: tabela, agruparPor: 'AREA' },
            { accept: 'application/json' },
          )
        ).body,
      );
    expect(await relatorio(admin)).toContain('Redução');
    expect(await relatorio(reader)).not.toContain('Redução');
  });

  it('a quantity of an index is as secret as the amount that it makes', async () => {
    const indice = await app.db.one<{ id: number }>(
      sql`select id from indices where empresa_id = ${empresaId} order by id limit 1`,
    );
    const linha = await novaLinha(await novaTabela('Por índice'), other.talento, {
      tipoSalarioProposto: '2',
      indiceProposto: indice?.id,
      quantidadeIndiceProposto: 7.5,
    });
    const calculado = (client: Client, tipo: string) =>
      read(client, `${CS}/reajustes-colaboradores/${linha}/salario-calculado?tipoSalarioProposto=${tipo}`);
    expect(await calculado(admin, '2')).toEqual({ salario: expect.any(Number) });
    expect(await calculado(reader, '2')).toEqual({ salario: null });
    expect(await calculado(reader, '1')).toEqual({ salario: expect.any(Number) });
  });

  it('how a line proposes to pay is as secret as the amount: by an open band or index it would tell it', async () => {
    const indice = await app.db.one<{ id: number; nome: string }>(
      sql`select id, nome from indices where empresa_id = ${empresaId} order by id limit 1`,
    );
    const tabela = await novaTabela('Modo de pagar');
    const modo = { tipoSalarioProposto: '2', indiceProposto: indice?.id, quantidadeIndiceProposto: 3 };
    const linha = `${CS}/reajustes-colaboradores/${await novaLinha(tabela, other.talento, modo)}`;
    const told = await read(admin, linha);
    expect(told).toMatchObject({ tipoSalarioProposto: '2', indiceProposto: { id: indice?.id } });
    const kept = await read(reader, linha);
    expect(kept).toMatchObject({ tipoSalarioProposto: null, indiceProposto: null });
    for (const asked of [
      'tipoSalarioProposto=2',
      `indiceProposto=${indice?.id}`,
      'sort=tipoSalarioProposto,asc',
      'sort=indiceProposto,asc',
    ])
      expect((await reader('GET', `${CS}/reajustes-colaboradores?page=0&${asked}`)).status, asked).not.toBe(200);
    const sheet = (await reader('GET', `${CS}/reajustes-colaboradores/exportar?formato=csv&tabelaReajuste=${tabela}`))
      .body as Buffer;
    expect(sheet.toString()).not.toMatch(/Tipo do salário proposto|Índice/);
    const trail = JSON.stringify((await reader('GET', `${linha}/historico`)).body);
    expect(trail).toContain('"campo":"colaborador"');
    expect(trail).not.toMatch(/tipoSalarioProposto|indiceProposto/);
    // What was not seen stays when somebody else saves the line.
    const { id: _, ...sent } = kept;
    const saved = await reader('PUT', linha, { ...sent, observacao: 'Visto' });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect(await read(admin, linha)).toMatchObject({ ...modo, indiceProposto: { id: indice?.id }, observacao: 'Visto' });
  });

  it('what a proposal begins with is answered, without the salary for who may not see it', async () => {
    await app.db.query(sql`
      update talentos_historicos set tipo_salario = '3', salario = 4321.09 where registro_id = ${other.talento} and ate is null`);
    const url = `${CS}/colaboradores/${other.talento}/reajuste-colaborador`;
    expect(await admin('GET', url)).toMatchObject({ status: 200, body: { salarioAtual: 4321.09 } });
    expect(await reader('GET', url)).toMatchObject({ status: 200, body: { salarioAtual: null, salarioProposto: null } });
  });
});

describe('whoever sees some areas alone', () => {
  it('is told no name by the head of a report', async () => {
    const usuario = await app.db.one<{ id: number }>(sql`select id from usuarios where cpf = ${digits(2)}`);
    const acting = (sees: boolean) =>
      ({
        empresaId,
        usuarioId: usuario?.id,
        today: today(),
        can: (name: string) => sees || name !== 'ROLE_VER_TODAS_AREAS',
      }) as Acting;
    const { talentosIds } = cartasDeReajuste.filter;
    const head = (sees: boolean) =>
      filtersUsed(app.services, { talentosIds }, { talentosIds: [mine.talento, other.talento] }, acting(sees));
    expect((await head(true))[0]?.[1]).toContain('Fulana Oculta');
    expect(await head(false)).toEqual([['Talentos', (await read(admin, `${TALENTOS}/${mine.talento}`)).nome]]);
  });

  it('hires into their own areas and no others', async () => {
    const { id: _id, versao: _versao, ...talento } = await read(admin, `${TALENTOS}/${mine.talento}`);
    const lists = ['dependentes', 'formacoes', 'idiomas', 'experiencias', 'certificados', 'estabilidades'];
    const [primeiro] = talento.historicos as Record<string, unknown>[];
    const novo = (cpf: string, areaOrganizacional: number) => ({
      ...talento,
      ...Object.fromEntries(lists.map((name) => [name, []])),
      nome: 'Recém-chegada',
      cpf,
      matricula: null,
      email: null,
      dataDesligamento: null,
      historicos: [{ ...primeiro, id: undefined, data: talento.dataAdmissao, areaOrganizacional }],
    });
    expect(await manager('POST', TALENTOS, novo('390.533.447-05', other.area))).toMatchObject({
      status: 400,
      body: { errors: [{ message: 'Você só pode cadastrar talentos nas áreas pelas quais responde.' }] },
    });
    expect((await manager('POST', TALENTOS, novo('390.533.447-05', mine.area))).status).toBe(201);
  });

  it('does not change the CPF by which the program knows who answers for an area', async () => {
    const url = `${TALENTOS}/${mine.eu}`;
    const { id: _id, ...eu } = await read(manager, url);
    expect(await manager('PUT', url, { ...eu, cpf: '168.995.350-09' })).toMatchObject({
      status: 403,
      body: { code: 'NAO_AUTORIZADO' },
    });
    const seu = `${TALENTOS}/${mine.talento}`;
    const { id: _outro, ...talento } = await read(manager, seu);
    expect((await manager('PUT', seu, { ...talento, cpf: '168.995.350-09' })).status).toBe(200);
  });

  it('reads of the log what they did themselves', async () => {
    const { id: _id, ...talento } = await read(admin, `${TALENTOS}/${other.talento}`);
    expect((await admin('PUT', `${TALENTOS}/${other.talento}`, { ...talento, observacao: 'Fulana Oculta' })).status).toBe(200);
    const users = async (client: Client) => {
      const { content } = (await client('GET', '/api/utilitario/log?page=0&size=100')).body as { content: { usuario: string }[] };
      return new Set(content.map(({ usuario }) => usuario));
    };
    expect((await users(admin)).size).toBeGreaterThan(1);
    expect([...(await users(manager))]).toEqual([DEMO_LOGINS[2].nome]);
    const entry = await app.db.one<{ id: number }>(sql`
      select id from auditoria where tabela = 'talentos' and registro_id = ${other.talento} and acao = 'A' order by id desc limit 1`);
    expect((await admin('GET', `/api/utilitario/log/${entry?.id}`)).status).toBe(200);
    expect((await manager('GET', `/api/utilitario/log/${entry?.id}`)).status).toBe(404);
  });

  it('is not told, by trying to remove a reason or a kind, whether people elsewhere have it', async () => {
    const gestao = '/api/gestao-talentos';
    // Nor is somebody of all areas who opens these registries and none of the records that name them.
    const alone = await app.loginWithout(
      3,
      (name) => name.startsWith('ROLE_CAD_DESLIGAMENTO') || name.startsWith('ROLE_CAD_COLABORADOR_OCORRENCIA'),
    );
    const novo = async (registro: string, corpo: object) => idOf(await admin('POST', `${gestao}/${registro}`, corpo));
    const pares = {
      'motivo-desligamento': [1, 2].map((n) => ({ motivo: `Visto ${n}`, turnover: true, ativo: true })),
      'tipo-ocorrencia': [1, 2].map((n) => ({ descricao: `Visto ${n}` })),
      providencias: [1, 2].map((n) => ({ descricao: `Visto ${n}` })),
    };
    const ids: Record<string, number[]> = {};
    for (const [registro, corpos] of Object.entries(pares))
      ids[registro] = [await novo(registro, corpos[0] as object), await novo(registro, corpos[1] as object)];
    await app.db.query(sql`
      insert into desligamentos (empresa_id, colaborador_id, data, motivo_id, tipo, aviso_previo, status)
      values (${empresaId}, ${other.talento}, ${today()}, ${ids['motivo-desligamento']?.[0]}, 'JUSTA_CAUSA', 'NAO_SE_APLICA', 'C')`);
    const ocorrencia = await novo('colaboradores-ocorrencias', {
      colaborador: other.talento,
      ocorrencia: ids['tipo-ocorrencia']?.[0],
      providencia: ids.providencias?.[0],
      dataIni: today(),
    });
    // Nor by turning what the figures count.
    for (const [registro, conta] of [
      ['motivo-desligamento', 'turnover'],
      ['tipo-ocorrencia', 'absenteismo'],
    ] as const)
      for (const client of [manager, alone]) {
        const url = `${gestao}/${registro}/${ids[registro]?.[1]}`;
        const { id: _id, ...record } = await read(client, url);
        expect(faultsOf(await client('PUT', url, { ...record, [conta]: !record[conta] })).join()).toContain(
          'de todas as áreas muda o que conta no indicador',
        );
        const campos = { [conta]: !record[conta] };
        const previa = await client('POST', `${gestao}/${registro}/editar-varios/previa`, { ids: [ids[registro]?.[1]], campos });
        expect(previa.body).toMatchObject({ alterados: [] });
        expect((await client('PUT', url, record)).status).toBe(200);
        const { id: _outro, ...agora } = await read(admin, url);
        expect((await admin('PUT', url, { ...agora, [conta]: !record[conta] })).status).toBe(200);
      }
    const tipo = idOf(await admin('POST', '/api/sst/afastamentos', { descricao: 'Visto', classe: 'SIMPLES', ativo: true }));
    const { id: _tipo, ...afastamento } = await read(manager, `/api/sst/afastamentos/${tipo}`);
    expect(faultsOf(await manager('PUT', `/api/sst/afastamentos/${tipo}`, { ...afastamento, absenteismo: true }))).toEqual([
      'absenteismo: Só quem vê Afastamentos de Talentos de todas as áreas muda o que conta no indicador',
    ]);
    expect(JSON.stringify((await manager('DELETE', `/api/sst/afastamentos/${tipo}`)).body)).toContain(
      'Só quem vê onde este registro é usado pode excluí-lo.',
    );
    for (const [registro, dois] of Object.entries(ids))
      for (const client of [manager, alone]) {
        const ditos = [];
        for (const id of dois) {
          const url = `${gestao}/${registro}`;
          const { acoes } = await read(client, `${url}/${id}`);
          const previa = (await client('POST', `${url}/excluir-varios/previa`, { ids: [id] })).body;
          const { status, body } = await client('DELETE', `${url}/${id}`);
          ditos.push(
            JSON.stringify({ acoes, previa, status, body })
              .replaceAll(`"id":${id}`, '"id"')
              .replaceAll(/Visto \d/g, 'Visto'),
          );
        }
        expect(ditos[0], registro).toContain('Só quem vê onde este registro é usado pode excluí-lo.');
        expect(ditos[1], registro).toBe(ditos[0]);
      }
    expect((await admin('DELETE', `${gestao}/colaboradores-ocorrencias/${ocorrencia}`)).status).toBe(204);
    await app.db.query(sql`delete from desligamentos where motivo_id = ${ids['motivo-desligamento']?.[0]}`);
    for (const [registro, dois] of Object.entries(ids))
      for (const id of dois) expect((await admin('DELETE', `${gestao}/${registro}/${id}`)).status).toBe(204);
  });

  it('is told by a pending item that something waits, not of whom', async () => {
    await app.db.query(sql`
      insert into pendencias_ac (empresa_id, tipo, descricao, autoridade, origem) values
        (${empresaId}, 'Admissão', 'Admissão de Fulana Oculta aguarda', 'ROLE_CAD_TALENTO_EDITAR', ${`gestao-talentos/talentos/${other.talento}`}),
        (${empresaId}, 'Admissão', 'Admissão da área aguarda', 'ROLE_CAD_TALENTO_EDITAR', ${`gestao-talentos/talentos/${mine.talento}`})`);
    const url = '/api/geral/pendencias-ac';
    const lidas = (await manager('GET', url)).body as { id: number }[];
    expect(lidas).toMatchObject([
      { detalhes: 'Admissão de um registro a que você não tem acesso', origem: null, podeRemover: false },
      { detalhes: 'Admissão da área aguarda', podeRemover: true },
    ]);
    expect((await manager('DELETE', `${url}?pendencias=${lidas[0]?.id}`)).status).toBe(403);
    expect(JSON.stringify((await admin('GET', url)).body)).toContain('Fulana Oculta');
    expect((await manager('DELETE', `${url}?pendencias=${lidas[1]?.id}`)).status).toBe(204);
    const { mudancas } = await app.db.only<{ mudancas: object }>(
      sql`select mudancas from auditoria where tabela = 'pendencias_ac' and registro_id = ${lidas[1]?.id} and acao = 'E'`,
    );
    expect(mudancas).toEqual({ tipo: ['Admissão', null], origem: [`gestao-talentos/talentos/${mine.talento}`, null] });
  });

  it('neither takes over lines of others by copying a plan nor drops them with it, and every line that comes or goes leaves a trail', async () => {
    const tabela = await novaTabela('Copiada');
    await novaLinha(tabela, mine.talento, { tipoSalarioProposto: '1' });
    await novaLinha(tabela, other.talento, { tipoSalarioProposto: '1' });
    const copia = idOf(await manager('POST', `${TABELAS}/${tabela}/copiar`, {}));
    const linhas = await app.db.query<{ id: number; quem: number }>(
      sql`select id, colaborador_id as quem from reajustes_colaboradores where tabela_reajuste_id = ${copia}`,
    );
    expect(linhas.map(({ quem }) => quem)).toEqual([mine.talento]);
    expect(await manager('DELETE', `${TABELAS}/${tabela}`)).toMatchObject({ status: 409, body: { code: 'EXCLUSAO_IMPEDIDA' } });
    expect((await read(admin, `${TABELAS}/${tabela}/total-folha`)).avisos).toMatchObject({ linhasColaboradores: 2 });
    expect((await admin('DELETE', `${TABELAS}/${copia}`)).status).toBe(204);
    const trilha = await app.db.query<{ acao: string }>(sql`
      select acao from auditoria where tabela = 'reajustes_colaboradores' and registro_id = ${linhas[0]?.id} order by id`);
    expect(trilha.map(({ acao }) => acao)).toEqual(['I', 'E']);
  });
});

describe('what somebody may read in one company', () => {
  it('they do not therefore read in another by a report over both', async () => {
    const cpf = digits(3);
    await app.db.query(sql`delete from usuarios_acessos where registro_id = (select id from usuarios where cpf = ${cpf})`);
    for (const [onde, falta] of [
      [empresaId, ''],
      [outra, 'ROLE_VER_SALARIO'],
    ] as const) {
      const tem = [...authorities.keys()].filter((name) => name !== ALL_COMPANIES && name !== falta);
      await app.db.query(sql`
        with perfil as (insert into perfis (nome, ativo, autoridades) values (${`Da empresa ${onde}`}, true, ${tem}) returning id)
        insert into usuarios_acessos (registro_id, ordem, empresa_id, perfil_id)
        select u.id, ${onde}, ${onde}, perfil.id from usuarios u, perfil where u.cpf = ${cpf}`);
    }
    const both = await app.login(3);
    const empresasDe = async (pedido: Record<string, unknown>) => {
      const body = { empresasIds: [empresaId, outra], situacao: 'A', ordem: 'asc', ...pedido };
      const answer = await both('POST', '/api/gestao-talentos/relatorios/talento-dinamico', body, { accept: 'application/json' });
      expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBe(200);
      return ['Indústria Aurora', 'Logística Aurora'].filter((nome) => JSON.stringify(answer.body).includes(nome));
    };
    expect(await empresasDe({ colunasDinamicas: ['nome'] })).toEqual(['Indústria Aurora', 'Logística Aurora']);
    expect(await empresasDe({ colunasDinamicas: ['nome', 'salarioAtual'] })).toEqual(['Indústria Aurora']);
    expect(await empresasDe({ colunasDinamicas: ['nome'], ordenarPor: 'salarioAtual' })).toEqual(['Indústria Aurora']);
  });
});

describe('an extra field', () => {
  it('is printed under the title of the company that named it, and of no other', async () => {
    await app.db.query(sql`update talentos set texto1 = case when empresa_id = ${empresaId} then 'GG' else 'outra coisa' end`);
    const { id: _id, ...empresa } = await read(admin, `/api/utilitario/empresas/${empresaId}`);
    const url = `/api/utilitario/empresas/${empresaId}`;
    expect((await admin('PUT', url, { ...empresa, campoExtraColaborador: true })).status).toBe(200);
    const campo = { titulo: 'Camisa', campo: 'texto1', ordem: 1, ativoColaborador: true, obrigatorioColaborador: false };
    expect((await admin('POST', '/api/geral/campos-extras', campo)).status).toBe(201);
    const pedido = { colunasDinamicas: ['nome', 'texto1'], ordenarPor: 'texto1', empresasIds: [empresaId, outra] };
    const dinamico = '/api/gestao-talentos/relatorios/talento-dinamico';
    const texto = JSON.stringify((await admin('POST', dinamico, pedido, { accept: 'application/json' })).body);
    expect(texto).toContain('Logística Aurora');
    expect(texto).toContain('GG');
    expect(texto).not.toContain('outra coisa');
  });
});

describe('the names of a sheet', () => {
  const URL = '/api/gestao-talentos/colaboradores-ocorrencias/importar/analisar';
  const analysed = async (client: Client, nome: string) => {
    const boundary = 'limite';
    const sheet = `Talento;Ocorrência;Data inicial\r\n${nome};Elogio;01/03/2026`;
    const body = `--${boundary}\r\nContent-Disposition: form-data; name="arquivo"; filename="ocorrencias.csv"\r\n\r\n${sheet}\r\n--${boundary}--\r\n`;
    const { body: said } = await client('POST', URL, body, { 'content-type': `multipart/form-data; boundary=${boundary}` });
    return JSON.stringify((said as { falhas?: unknown }).falhas ?? said);
  };

  it('find nobody whom the importer does not see, nor tell of a name that is like it', async () => {
    await app.db.query(sql`update talentos set nome = 'Quitéria Oculta' where id = ${other.talento}`);
    const invented = await analysed(manager, 'Zzyx Inexistente');
    expect(invented).toContain('Zzyx Inexistente');
    for (const nome of ['Quitéria Oculta', 'Quitéria Oculto', String(other.talento)]) {
      const said = await analysed(manager, nome);
      expect(said.replaceAll(nome, ''), nome).not.toContain('Quitéria Oculta');
      // As if there were nobody of that name.
      expect(said.replaceAll(nome, '?'), nome).toBe(invented.replaceAll('Zzyx Inexistente', '?'));
    }
    expect(await analysed(admin, 'Quitéria Oculto')).toContain('Quitéria Oculta');
  });

  it('are not looked up by a CPF that the importer may not read', async () => {
    const { cpf } = (await app.db.one(sql`select cpf from talentos where id = ${other.talento}`)) as { cpf: string };
    expect(await analysed(admin, cpf)).not.toContain(cpf);
    expect(await analysed(reader, cpf)).toContain(cpf);
  });
});

describe('a sheet that holds nothing', () => {
  it('does not stay in the list as one that is being read', async () => {
    const boundary = 'limite';
    const body = `--${boundary}\r\nContent-Disposition: form-data; name="arquivo"; filename="vazia.csv"\r\n\r\nNome;CPF\r\n--${boundary}--\r\n`;
    const sent = await admin('POST', `${TALENTOS}/importar/analisar`, body, {
      'content-type': `multipart/form-data; boundary=${boundary}`,
    });
    expect(sent.status).toBe(400);
    expect(((await admin('GET', `${TALENTOS}/importar`)).body as object[])[0]).toMatchObject({
      nome: 'vazia.csv',
      estado: 'falhou',
      mensagem: 'A planilha não tem linhas de dados.',
    });
  });
});

describe('records that are each within their limits', () => {
  const FAIXA = `${CS}/configuracoes-niveis-competencia/faixa-salarial`;
  const TRADUCOES = '/api/avaliacao/traducoes-competencias';
  const isRefused = { status: 422, body: { code: 'RESPOSTA_GRANDE' } };
  let faixa = 0;
  let conhecimento = 0;

  /** As many records of 2,000 behaviours would have. */
  const behaves = (from: number, to: number) =>
    app.db.query(sql`
      insert into conhecimentos_competencias (registro_id, ordem, descricao)
      select ${conhecimento}, n, rpad('Comportamento ' || n || ' ', 249, 'x') from generate_series(${from}::int, ${to}::int) n`);

  beforeAll(async () => {
    const areasOrganizacionais = [mine.area];
    conhecimento = idOf(await admin('POST', `${CS}/conhecimentos`, { nome: 'Conhecer Tudo', areasOrganizacionais }));
    const nome = 'Cargo de Tudo';
    const cargo = idOf(
      await admin('POST', `${CS}/cargos`, { nome, nomeMercado: nome, areasOrganizacionais, conhecimentos: [conhecimento] }),
    );
    const [cbo] = (await admin('GET', '/api/geral/codigos-cbos/opcoes')).body as { id: number }[];
    faixa = idOf(
      await admin('POST', `${CS}/faixas-salariais`, {
        cargo,
        nome: 'I',
        codigoCBO: cbo?.id,
        historicos: [{ data: '2020-01-01', tipo: '3', valor: 2_000 }],
      }),
    );
    await app.db.query(sql`
      insert into config_niveis_faixas (empresa_id, faixa_salarial_id, data)
      select ${empresaId}, ${faixa}, date '2020-01-01' + n from generate_series(1, 4) n`);
  });

  it('are not said once for each configuration of a band, beyond what an answer holds', async () => {
    await behaves(1, 10_000);
    expect((await admin('GET', `${FAIXA}/${faixa}/info`)).status).toBe(200);
    for (const list of [FAIXA, `${CS}/niveis-competencia/config/faixas-salariais`])
      expect(await admin('GET', `${list}/${faixa}/all`)).toMatchObject(isRefused);
  });

  it('are not read whole together; one of many texts is translated as before', async () => {
    await behaves(10_001, 70_000);
    expect(await admin('GET', TRADUCOES)).toMatchObject(isRefused);
    expect(await admin('GET', `${FAIXA}/${faixa}/info`)).toMatchObject(isRefused);
    const textos = [{ de: 'Conhecer Tudo', para: 'To Know Everything' }];
    expect((await admin('PUT', TRADUCOES, { idioma: 'en', textos })).status).toBe(204);
    expect(await app.db.query(sql`select de, para from traducoes_das_competencias`)).toEqual(textos);
  });

  it('are exported in batches, where few rows are long', async () => {
    await app.db.query(sql`update talentos set email = repeat('x', 450000) where empresa_id = ${empresaId}`);
    const sheet = await admin('GET', `${TALENTOS}/exportar?formato=csv&colunas=nome,email`);
    expect([sheet.status, (sheet.body as Buffer).length > 16 * 1024 * 1024]).toEqual([200, true]);
  });

  // The sum of what is not seen would be told by the refusal, to the byte.
  it('are compared with a sheet in groups, and refused by no length of what its importer may not see', async () => {
    const matriculas = await app.db.query<{ matricula: string }>(
      sql`select matricula from talentos where empresa_id = ${empresaId} and matricula is not null order by id`,
    );
    const boundary = 'limite';
    const part = (name: string, value: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name=${name}\r\n\r\n${value}\r\n`;
    const sheet = `Matrícula;Telefone celular\n${matriculas.map(({ matricula }) => `${matricula};\n`).join('')}`;
    const body = `${part('"modo"', 'inserirOuAtualizar')}${part('"arquivo"; filename="longos.csv"', sheet)}--${boundary}--\r\n`;
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    expect(await reader('POST', `${TALENTOS}/importar/analisar`, body, headers)).toMatchObject({
      status: 200,
      body: { total: matriculas.length, falhas: expect.not.arrayContaining([expect.objectContaining({ campo: 'matricula' })]) },
    });
  });
});
