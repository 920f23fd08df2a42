import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_LOGINS } from '#app/demo-users.server.ts';
import { type Client, done, faultsOf, openTestApp, type TestApp } from '#app/test-app.server.ts';
import type { UserActing } from '#kit/acting/acting.server.ts';
import { today } from '#kit/br/date.ts';
import type { Job } from '#kit/jobs/jobs.server.ts';
import { startWorker } from '#kit/jobs/worker.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { auditor } from '#platform/audit/audit.server.ts';
import { COPIAS_NA_HORA, copiaCadastroJobs } from './copia-cadastro.server.ts';
import type { CopiaFeita } from './copia-cadastro.ts';

let app: TestApp;
let admin: Client;
let other: Client;
let origem: number;
let destino: number;

const API = '/api/cargo-salario';
const COPIA = '/api/utilitario/copia-cadastro';

const feito = async (client: Client, url: string, body: object) => (await done(client, 'POST', url, body)).id;
const todos = async (client: Client, path: string) =>
  ((await client('GET', `${API}/${path}?unpaged=true`)).body as { content: Record<string, unknown>[] }).content;

let ids: { area: number; filha: number; analista: number; gerente: number; i: number; ii: number };

beforeAll(async () => {
  app = await openTestApp();
  [origem, destino] = app.empresas as [number, number];
  admin = await app.login(0);
  other = await app.login(0, destino);
  const area = await feito(admin, `${API}/areas-organizacionais`, { nome: 'Diretoria' });
  const filha = await feito(admin, `${API}/areas-organizacionais`, { nome: 'Produção', areaMae: area });
  const grupo = await feito(admin, `${API}/grupos-ocupacionais`, { nome: 'Técnico' });
  const excel = await feito(admin, `${API}/conhecimentos`, {
    nome: 'Excel',
    areasOrganizacionais: [filha],
    competencias: [{ descricao: 'Monta tabelas' }],
  });
  const cargo = (nome: string) =>
    feito(admin, `${API}/cargos`, {
      nome,
      nomeMercado: nome,
      grupoOcupacional: grupo,
      areasOrganizacionais: [filha],
      conhecimentos: [excel],
    });
  const analista = await cargo('Analista');
  const gerente = await cargo('Gerente');
  const cbo = ((await admin('GET', '/api/geral/codigos-cbos/opcoes')).body as { id: number }[])[0]?.id;
  const indice = await feito(admin, `${API}/indices`, { nome: 'Piso', historicos: [{ data: '2020-01-01', valor: 1_000 }] });
  const faixa = (nome: string, historico: object) =>
    feito(admin, `${API}/faixas-salariais`, { cargo: analista, nome, codigoCBO: cbo, historicos: [historico] });
  const i = await faixa('I', { data: '2020-01-01', tipo: '3', valor: 2_000 });
  const ii = await faixa('II', { data: '2020-01-01', tipo: '2', indiceId: indice, quantidade: 2.5 });
  ids = { area, filha, analista, gerente, i, ii };
});
afterAll(() => app.close());

/** Who asks for a copy that a task makes. */
function acting(): UserActing {
  const author = { kind: 'usuario' as const, usuarioId: 1, usuarioNome: 'Prova', empresaId: origem, requestId: 'prova' };
  return {
    ...author,
    empresaNome: '',
    today: today(),
    settings: {},
    can: () => true,
    everywhere: () => true,
    audit: auditor(author),
  };
}

describe('CALL-164: a band under another name', () => {
  const copia = (body: object) => admin('POST', `${API}/faixas-salariais/copiar`, body);

  it('RUL-271 asks position, band and a name of at most 15 characters', async () => {
    expect(faultsOf(await copia({}))).toHaveLength(3);
    const whole = { cargoOrigemId: ids.analista, faixaId: ids.i };
    expect(faultsOf(await copia({ ...whole, nome: ' ' }))).toEqual(['nome: Nome da nova faixa é obrigatório']);
    expect(faultsOf(await copia({ ...whole, nome: 'x'.repeat(16) }))).toEqual([
      'nome: Nome da nova faixa deve ter no máximo 15 caracteres',
    ]);
    expect(faultsOf(await copia({ ...whole, nome: ' ii ' }))).toEqual(['nome: O cargo já possui faixa com este nome']);
  });

  it('copies it with its history, within its position or to another one', async () => {
    const same = await copia({ cargoOrigemId: ids.analista, faixaId: ids.i, nome: 'x'.repeat(15) });
    expect(same).toMatchObject({
      status: 201,
      body: { cargo: { id: ids.analista }, historicos: [{ valor: 2_000 }], valorAtual: 2_000 },
    });
    const elsewhere = await copia({ cargoOrigemId: ids.analista, cargoDestinoId: ids.gerente, faixaId: ids.ii, nome: 'II' });
    expect(elsewhere).toMatchObject({
      status: 201,
      body: { cargo: { id: ids.gerente }, nomeComCargo: 'Gerente II', valorAtual: 2_500 },
    });
    expect((await copia({ cargoOrigemId: ids.gerente, faixaId: ids.i, nome: 'III' })).status).toBe(404);
    expect(
      (await other('POST', `${API}/faixas-salariais/copiar`, { cargoOrigemId: ids.analista, faixaId: ids.i, nome: 'Z' })).status,
    ).toBe(404);
  });
});

describe('CALL-160: bands moved to another position', () => {
  const mover = (client: Client, cargo: number, body: object) =>
    client('POST', `${API}/faixas-salariais/cargo/${cargo}/transferir-faixas-salariais`, body);

  it('moves all of them or none', async () => {
    // 'II' stands in the other position already: 'I' stays too.
    expect(faultsOf(await mover(admin, ids.analista, { cargoDestinoId: ids.gerente, faixasIds: [ids.i, ids.ii] }))).toHaveLength(
      1,
    );
    expect((await admin('GET', `${API}/faixas-salariais/${ids.i}`)).body).toMatchObject({ cargo: { id: ids.analista } });
    expect((await mover(admin, ids.analista, { cargoDestinoId: ids.gerente, faixasIds: [ids.i] })).status).toBe(204);
    expect((await admin('GET', `${API}/faixas-salariais/${ids.i}`)).body).toMatchObject({
      cargo: { id: ids.gerente },
      nomeComCargo: 'Gerente I',
      valorAtual: 2_000,
    });
    expect((await mover(admin, ids.gerente, { cargoDestinoId: ids.analista, faixasIds: [ids.i] })).status).toBe(204);
    expect((await mover(other, ids.analista, { cargoDestinoId: ids.gerente, faixasIds: [ids.i] })).status).toBe(404);
    expect(faultsOf(await mover(admin, ids.analista, { cargoDestinoId: ids.gerente, faixasIds: [] }))).toEqual([
      'faixasIds: Faixas Salariais são obrigatórias',
    ]);
  });
});

describe('CALL-229: copy between companies', () => {
  it('RUL-279 asks origin and destination', async () => {
    expect(faultsOf(await admin('POST', COPIA, { cadastros: ['cargos'] }))).toEqual([
      'empresaOrigemId: Empresa de origem é obrigatória',
      'empresaDestinoId: Empresa de destino é obrigatória',
    ]);
  });

  it('RUL-280 refuses the same company twice', async () => {
    const body = { empresaOrigemId: origem, empresaDestinoId: origem, cadastros: ['cargos'] };
    expect(faultsOf(await admin('POST', COPIA, body))).toEqual(['empresaDestinoId: Empresas Selecionadas devem ser diferentes']);
  });

  it('copies what is missing with what it names, and leaves alone what is there', async () => {
    const sua = await feito(other, `${API}/areas-organizacionais`, { nome: 'Diretoria' });
    const body = { empresaOrigemId: origem, empresaDestinoId: destino, cadastros: ['faixas-salariais'] };
    const answer = await admin('POST', COPIA, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const por = (feita: unknown) =>
      Object.fromEntries((feita as CopiaFeita[]).map(({ cadastro, copiados, existentes }) => [cadastro, [copiados, existentes]]));
    expect(por(answer.body)).toEqual({
      'areas-organizacionais': [1, 1],
      'grupos-ocupacionais': [1, 0],
      indices: [1, 0],
      conhecimentos: [1, 0],
      habilidades: [0, 0],
      atitudes: [0, 0],
      cargos: [2, 0],
      'faixas-salariais': [4, 0],
    });
    const areas = await todos(other, 'areas-organizacionais');
    expect(areas.map(({ nome, areaMae }) => [nome, (areaMae as { id: number } | null)?.id ?? null])).toEqual([
      ['Diretoria', null],
      ['Produção', sua],
    ]);
    const faixas = await todos(other, 'faixas-salariais');
    expect(faixas.map(({ nomeComCargo, valorAtual }) => [nomeComCargo, valorAtual])).toEqual(
      expect.arrayContaining([
        ['Analista I', 2_000],
        ['Analista II', 2_500],
        ['Gerente II', 2_500],
      ]),
    );
    const [cargo] = await todos(other, 'cargos');
    expect((await other('GET', `${API}/cargos/${String(cargo?.id)}`)).body).toMatchObject({
      nome: 'Analista',
      areasOrganizacionais: [{ nome: 'Produção' }],
      conhecimentos: [{ nome: 'Excel' }],
      empresa: { id: destino },
    });
    expect((await other('GET', `${API}/cargos/${String(cargo?.id)}/historico`)).body).toMatchObject([{ acao: 'I' }]);
    // Again: nothing is left to copy.
    expect(por((await admin('POST', COPIA, body)).body)['faixas-salariais']).toEqual([0, 4]);
  });

  it('asks for the rights of both companies', async () => {
    // The manager may not copy at all; the administrator may not name a company that is not there.
    const gestora = await app.login(2);
    expect(
      (await gestora('POST', COPIA, { empresaOrigemId: origem, empresaDestinoId: destino, cadastros: ['cargos'] })).status,
    ).toBe(403);
    expect(
      faultsOf(await admin('POST', COPIA, { empresaOrigemId: origem, empresaDestinoId: 999_999, cadastros: ['cargos'] })),
    ).toEqual(['empresaDestinoId: O registro selecionado não existe']);
    expect(
      faultsOf(await admin('POST', COPIA, { empresaOrigemId: origem, empresaDestinoId: destino, cadastros: ['usuarios'] })),
    ).toEqual(['cadastros.0: Valor inválido']);
  });

  it('asks for them in each company, and copies nothing without', async () => {
    let perfis = 0;
    const perfil = async (autoridades: string[]) =>
      (
        await app.db.one<{ id: number }>(
          sql`insert into perfis (nome, ativo, autoridades) values (${`Copia ${++perfis}`}, true, ${autoridades}) returning id`,
        )
      )?.id as number;
    const copia = ['ROLE_COPIA_CADASTRO'];
    const todas = [...copia, 'ROLE_CAD_GRUPO_OCUPACIONAL', 'ROLE_CAD_GRUPO_OCUPACIONAL_EDITAR'];
    const cpf = DEMO_LOGINS[1].cpf.replace(/\D/g, '');
    const com = async (naOrigem: string[], noDestino: string[]) => {
      const [primeiro, segundo] = [await perfil(naOrigem), await perfil(noDestino)];
      await app.db.query(sql`delete from usuarios_acessos where registro_id = (select id from usuarios where cpf = ${cpf})`);
      await app.db.query(sql`
        insert into usuarios_acessos (registro_id, ordem, empresa_id, perfil_id)
        select u.id, x.n, x.empresa, x.perfil from usuarios u cross join (values (0, ${origem}::bigint, ${primeiro}::bigint), (1, ${destino}::bigint, ${segundo}::bigint)) x(n, empresa, perfil)
        where u.cpf = ${cpf}`);
      await app.db.query(sql`update versao_acessos set versao = versao + 1`);
      const alguem = await app.login(1, origem);
      return alguem('POST', COPIA, { empresaOrigemId: origem, empresaDestinoId: destino, cadastros: ['grupos-ocupacionais'] });
    };
    await feito(admin, `${API}/grupos-ocupacionais`, { nome: 'Só daqui' });
    const recusa = (message: RegExp) => ({
      status: 403,
      body: { code: 'NAO_AUTORIZADO', message: expect.stringMatching(message) },
    });
    expect(await com(copia, todas)).toMatchObject(recusa(/não pode consultar Grupos Ocupacionais/));
    expect(await com(todas, copia)).toMatchObject(recusa(/não pode inserir Grupos Ocupacionais/));
    expect(await com(todas, todas.slice(1))).toMatchObject(recusa(/não pode copiar cadastros/));
    expect((await todos(other, 'grupos-ocupacionais')).map(({ nome }) => nome)).not.toContain('Só daqui');
    expect(await com(todas, todas)).toMatchObject({ status: 200, body: [{ copiados: 1, existentes: 1 }] });
  });

  it('goes between the companies that it names, or not at all, when the session has gone to another one', async () => {
    const body = { empresaOrigemId: origem, empresaDestinoId: destino, cadastros: ['indices'] };
    const velha = { 'x-empresa-id': String(destino) };
    expect(await admin('POST', COPIA, body, velha)).toMatchObject({ status: 409, body: { code: 'EMPRESA_ALTERADA' } });
    expect((await other('POST', COPIA, body)).status).toBe(200);
  });

  it('of many records is a task with progress, one at a time for a company, all or nothing', async () => {
    const [, , terceira = 0] = app.empresas;
    await app.db.query(sql`
      insert into indices (empresa_id, nome) select ${origem}, 'Índice ' || n from generate_series(1, ${COPIAS_NA_HORA}) n`);
    await app.db.query(sql`
      insert into indices_historicos (registro_id, ordem, data, valor)
      select id, 0, '2020-01-01', 10 from indices i where not exists (select from indices_historicos h where h.registro_id = i.id)`);
    const body = { empresaOrigemId: origem, empresaDestinoId: terceira, cadastros: ['indices'] };
    const pedida = await admin('POST', COPIA, body);
    expect(pedida).toMatchObject({ status: 202, body: { tarefaId: expect.any(Number) } });
    expect(await admin('POST', COPIA, body)).toMatchObject({ status: 409, body: { code: 'COPIA_EM_ANDAMENTO' } });
    const { tarefaId } = pedida.body as { tarefaId: number };
    const copiados = async () =>
      (await app.db.one<{ n: number }>(sql`select count(*)::int as n from indices where empresa_id = ${terceira}`))?.n;
    const antes = (await copiados()) ?? 0;
    const worker = startWorker(app.db, {
      connection: app.db.connection,
      handlers: copiaCadastroJobs(app.services),
      actingFor: async () => acting(),
    });
    const tarefa = async () =>
      (await admin('GET', `/api/tarefas/${tarefaId}`)).body as { estado: string; mensagem: string; total: number };
    const vistos = new Set<number | undefined>();
    await expect
      .poll(
        async () => {
          vistos.add(await copiados());
          return (await tarefa()).estado;
        },
        { timeout: 60_000, interval: 20 },
      )
      .toBe('concluida');
    await worker.stop();
    const depois = COPIAS_NA_HORA + 1;
    expect(await tarefa()).toMatchObject({
      mensagem: `Índices: ${depois - antes} registros copiados, ${antes} já existiam`,
      total: depois,
    });
    expect(await copiados()).toBe(depois);
    // Nobody saw a half of it.
    expect([...vistos].every((n) => n === antes || n === depois)).toBe(true);
  }, 120_000);

  it('of many records holds the areas of the company for a moment alone', async () => {
    const [, , terceira = 0] = app.empresas;
    const la = await app.login(0, terceira);
    const salvas: number[] = [];
    let mensagem: string | undefined;
    const feitas: number[] = [];
    const tx: TestApp['db']['tx'] = (work) =>
      app.db.tx(async (inner) => {
        const answer = await work(inner);
        // Everything is written and nothing committed: somebody there saves an area meanwhile.
        feitas.push(1);
        if (feitas.length === 2)
          salvas.push((await la('POST', `${API}/areas-organizacionais`, { nome: 'Enquanto isso' })).status);
        return answer;
      });
    const job = {
      id: 1,
      db: { ...app.db, tx },
      acting: acting(),
      dados: { empresaOrigemId: origem, empresaDestinoId: terceira, cadastros: ['cargos'] },
      signal: new AbortController().signal,
      progress: () => undefined,
      wroteMany: () => undefined,
      conclude: (_tx: unknown, result: { mensagem?: string }) => {
        ({ mensagem } = result);
        return Promise.resolve();
      },
    };
    const [copia] = Object.values(copiaCadastroJobs(app.services));
    await copia?.(job as unknown as Job);
    expect(salvas).toEqual([201]);
    expect(mensagem).toMatch(/^Áreas Organizacionais: 2 registros copiados, 0 já existiam; /);
    expect((await todos(la, 'areas-organizacionais')).map(({ descricaoHierarquia }) => descricaoHierarquia)).toEqual([
      'Diretoria',
      'Diretoria > Produção',
      'Enquanto isso',
    ]);
  });

  it('of many records tells which areas stay there when the rest is refused', async () => {
    const [, , terceira = 0] = app.empresas;
    const area = await feito(admin, `${API}/areas-organizacionais`, { nome: 'Logística' });
    await feito(admin, `${API}/cargos`, { nome: 'Conferente', nomeMercado: 'Conferente', areasOrganizacionais: [area] });
    const copiada = () =>
      copiaCadastroJobs(app.services)['cargo-salario.copia-cadastro']?.({
        id: 1,
        db: app.db,
        acting: acting(),
        dados: { empresaOrigemId: origem, empresaDestinoId: terceira, cadastros: ['cargos'] },
        signal: new AbortController().signal,
        progress: () => undefined,
        conclude: () => Promise.reject(new Refusal('COPIA_RECUSADA', 'Cargo X não pode ser copiado: Y.')),
      } as unknown as Job);
    await expect(copiada()).rejects.toThrow(
      'Cargo X não pode ser copiado: Y. 1 área organizacional já copiada permanece na empresa de destino.',
    );
    // Of a second try no area is new.
    await expect(copiada()).rejects.toThrow(/Y\.$/);
  });
});
