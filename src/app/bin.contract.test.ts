import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '#kit/jobs/jobs.server.ts';
import { usesOf } from '#kit/store/removal.server.ts';
import { readConfig } from '#platform/config.server.ts';
import { lixeiraJobs } from '#platform/lixeira/lixeira.server.ts';
import { systemActing } from '#platform/session/session.server.ts';
import { lookup } from './declared.server.ts';
import { createMachinery } from './machinery.server.ts';
import { createSamples, type Samples } from './samples.server.ts';
import { multipart } from './server-process.server.ts';
import { type Client, done, openTestApp, type Row, type TestApp } from './test-app.server.ts';

const LIXEIRA = '/api/utilitario/lixeira';
const IDIOMAS = '/api/captacao/idiomas';
const TALENTOS = '/api/gestao-talentos/talentos';
const DOCUMENTOS_TITULO = lookup('gestao-talentos/documentos-anexos').title;
const DOCUMENTOS = '/api/gestao-talentos/documentos-anexos';

let app: TestApp;
let admin: Client;
let samples: Samples;

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login(0);
  samples = createSamples(admin);
});
afterAll(() => app.close());

const made = async (target: string, more: object = {}) =>
  done(admin, 'POST', `/api/${target}`, { ...(await samples.sample(lookup(target))), ...more });
const remove = (path: string, { id }: Row) => done(admin, 'DELETE', `${path}/${id}`);

interface Entry extends Row {
  nome: string;
  registroId: number;
  leva: string | null;
}
const entries = async (client: Client) => done<Entry[]>(client, 'GET', LIXEIRA);
const entryOf = async (nome: string): Promise<Entry> => {
  const found = (await entries(admin)).find((one) => one.nome === nome);
  if (!found) throw new Error(`${nome} is not in the bin`);
  return found;
};
const language = async (nome: string): Promise<Row> => {
  const one = await made('captacao/idiomas', { nome });
  await remove(IDIOMAS, one);
  return one;
};

describe('the bin', () => {
  it('shows a record to those who may open and remove the records of its registry', async () => {
    await language('Galês');
    const { id, registroId } = await entryOf('Galês');
    for (const lacked of ['ROLE_CAD_IDIOMA', 'ROLE_CAD_IDIOMA_EXCLUIR']) {
      const client = await app.loginWithout(1, (authority) => authority === lacked);
      expect(
        (await entries(client)).map(({ nome }) => nome),
        lacked,
      ).not.toContain('Galês');
      expect((await client('GET', `${LIXEIRA}/${id}`)).status).toBe(404);
      for (const deed of ['restaurar', 'apagar'])
        expect((await client('POST', `${LIXEIRA}/${deed}`, { ids: [id] })).body).toMatchObject({
          falhas: [{ id, nome: null, message: 'Este registro não está mais na lixeira.' }],
        });
      expect((await client('POST', `${IDIOMAS}/${registroId}/restaurar`)).status, lacked).toBe(403);
      const varios = await client('POST', `${IDIOMAS}/restaurar-varios`, { ids: [registroId] });
      expect(varios.body).not.toMatchObject({ restaurados: 1 });
    }
    const none = await app.loginWithout(1, (authority) => authority === 'ROLE_CAD_LIXEIRA');
    expect((await none('GET', LIXEIRA)).status).toBe(403);
  });

  it('shows each company what was removed in it, also of records that all companies share', async () => {
    await language('Bretão');
    const { id, registroId } = await entryOf('Bretão');
    const other = await app.login(0, app.empresas[1]);
    expect((await entries(other)).map(({ nome }) => nome)).not.toContain('Bretão');
    expect((await other('POST', `${LIXEIRA}/restaurar`, { ids: [id] })).body).toMatchObject({ restaurados: 0 });
    expect(await other('POST', `${IDIOMAS}/${registroId}/restaurar`)).toMatchObject({ status: 404 });
  });

  it('shows records of talents to those who see the talents', async () => {
    const documento = await made('gestao-talentos/documentos-anexos');
    await remove(DOCUMENTOS, documento);
    const entry = (await entries(admin)).find(
      ({ registroId, cadastro }) => registroId === documento.id && cadastro === DOCUMENTOS_TITULO,
    );
    expect(entry?.leva).toMatch(/Arquivos: 1/);
    const manager = await app.loginWithout(2, (authority) => authority === 'ROLE_VER_TODAS_AREAS');
    expect((await entries(manager)).map(({ cadastro }) => cadastro)).not.toContain(DOCUMENTOS_TITULO);
    expect((await manager('POST', `${LIXEIRA}/restaurar`, { ids: [entry?.id] })).body).toMatchObject({ restaurados: 0 });
    expect((await manager('POST', `${DOCUMENTOS}/${documento.id}/restaurar`)).status).toBe(404);
    expect((await admin('POST', `${DOCUMENTOS}/${documento.id}/restaurar`)).status).toBe(204);
  });

  it('shows nobody the values of a removed record', async () => {
    const entry = (await entries(admin))[0] as Entry;
    const one = await done(admin, 'GET', `${LIXEIRA}/${entry.id}`);
    expect(Object.keys(one)).not.toContain('retrato');
    expect((await admin('GET', `${LIXEIRA}?retrato=1`)).status).toBe(400);
  });
});

describe('removed users', () => {
  it('are not kept: their passwords and sessions do not come back', async () => {
    const user = await made('utilitario/usuarios');
    const preview = await done(admin, 'GET', `/api/utilitario/usuarios/${user.id}/excluir/previa`);
    expect(preview).toMatchObject({ total: 1, lixeira: false });
    await remove('/api/utilitario/usuarios', user);
    expect(await app.db.one(sql`select 1 from lixeira where tabela = 'usuarios'`)).toBeUndefined();
    expect((await admin('POST', `/api/utilitario/usuarios/${user.id}/restaurar`)).status).toBe(404);
    expect((await admin('POST', '/api/utilitario/usuarios/excluir-varios', { ids: [user.id] })).status).toBe(404);
  });
});

describe('a restoration', () => {
  it('is refused with a sentence when another record has taken the name', async () => {
    const { id } = await language('Occitano');
    await made('captacao/idiomas', { nome: 'Occitano' });
    const answer = await admin('POST', `${IDIOMAS}/${id}/restaurar`);
    expect(answer).toMatchObject({ status: 409, body: { code: 'NAO_RESTAURADO' } });
    expect((answer.body as { message: string }).message).toMatch(/Nome/);
    const { id: entrada } = await entryOf('Occitano');
    expect((await admin('POST', `${LIXEIRA}/restaurar`, { ids: [entrada] })).body).toMatchObject({
      restaurados: 0,
      falhas: [{ id: entrada, nome: 'Occitano' }],
    });
  });

  it('says which reference leads nowhere, and puts several back in the order in which they need each other', async () => {
    const cidade = await made('geral/cidades');
    const bairro = await made('geral/bairros', { cidade: cidade.id });
    await remove('/api/geral/bairros', bairro);
    await remove('/api/geral/cidades', cidade);
    expect(await admin('POST', `/api/geral/bairros/${bairro.id}/restaurar`)).toMatchObject({
      status: 409,
      body: { message: 'Cidade: o que estava escolhido foi removido. Restaure-o antes.' },
    });
    const ids = (await entries(admin))
      .filter(
        ({ cadastro, registroId }) =>
          (cadastro === 'Cidades' && registroId === cidade.id) || (cadastro === 'Bairros' && registroId === bairro.id),
      )
      .map(({ id }) => id);
    expect((await admin('POST', `${LIXEIRA}/restaurar`, { ids })).body).toEqual({ restaurados: 2, falhas: [] });
    expect((await admin('GET', `/api/geral/bairros/${bairro.id}`)).status).toBe(200);
  });

  it('happens once', async () => {
    const { id } = await language('Sardo');
    const answers = await Promise.all([1, 2].map(() => admin('POST', `${IDIOMAS}/${id}/restaurar`)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404]);
  });

  it('undoes the removal of several', async () => {
    const several = [await made('captacao/idiomas', { nome: 'Ido' }), await made('captacao/idiomas', { nome: 'Volapuque' })];
    const ids = several.map(({ id }) => id);
    const preview = await done<{ nomes: string[] }>(admin, 'POST', `${IDIOMAS}/excluir-varios/previa`, { ids });
    expect(preview).toMatchObject({ total: 2, nomes: ['Ido', 'Volapuque'], falhas: [], usadoEm: [] });
    expect((await admin('POST', `${IDIOMAS}/excluir-varios`, { ids })).body).toMatchObject({ removidos: 2 });
    expect((await admin('POST', `${IDIOMAS}/restaurar-varios`, { ids })).body).toEqual({ restaurados: 2, falhas: [] });
    expect(await done<Row[]>(admin, 'GET', `${IDIOMAS}?ids=${ids.join(',')}`)).toHaveLength(2);
  });

  it('judges the record anew: what has been taken meanwhile stays taken', async () => {
    const leave = await made('sst/colaborador-afastamentos');
    const url = '/api/sst/colaborador-afastamentos';
    await remove(url, leave);
    const again = await admin('POST', url, {
      ...(await samples.sample(lookup('sst/colaborador-afastamentos'))),
      colaborador: (leave.colaborador as Row).id,
      inicio: leave.inicio,
      fim: leave.fim,
    });
    expect(again.status, JSON.stringify(again.body)).toBe(201);
    expect(await admin('POST', `${url}/${leave.id}/restaurar`)).toMatchObject({ status: 409, body: { code: 'NAO_RESTAURADO' } });
  });

  it('brings back what another hook removed with the record', async () => {
    const plano = await made('cargo-salario/tabelas-reajustes-colaboradores');
    const indice = await made('cargo-salario/reajustes-indices', { tabelaReajuste: plano.id });
    const url = '/api/cargo-salario/tabelas-reajustes-colaboradores';
    const preview = await done<{ leva: object[] }>(admin, 'GET', `${url}/${plano.id}/excluir/previa`);
    expect(preview.leva).toContainEqual({ titulo: lookup('cargo-salario/reajustes-indices').title, quantidade: 1 });
    await remove(url, plano);
    const line = `/api/cargo-salario/reajustes-indices/${indice.id}`;
    expect((await admin('GET', line)).status).toBe(404);
    expect((await admin('POST', `${url}/${plano.id}/restaurar`)).status).toBe(204);
    const { versao: _, ...before } = indice;
    expect(await done(admin, 'GET', line)).toMatchObject(before);
  });
});

describe('what is more than a query may bring', () => {
  it('is previewed, removed, restored, removed with others and discarded', async () => {
    const url = '/api/captacao/candidaturas';
    const { id } = await made('captacao/candidaturas');
    await app.db.query(sql`
      insert into candidatos_historicos (empresa_id, candidatura_id, candidato_id, solicitacao_id, data, apto, observacao)
      select c.empresa_id, c.id, c.candidato_id, c.solicitacao_id, hoje(), 'I', n || repeat('x', 100000)
      from candidaturas c, generate_series(1, 200) n where c.id = ${id}`);
    const passos = () =>
      app.db.query(sql`select id, md5(h::text) as linha from candidatos_historicos h where candidatura_id = ${id} order by id`);
    const before = await passos();
    const titulo = lookup('captacao/historico').title;
    const preview = await done<{ leva: object[] }>(admin, 'GET', `${url}/${id}/excluir/previa`);
    expect(preview).toMatchObject({ total: 1, falhas: [] });
    expect(preview.leva).toContainEqual({ titulo, quantidade: before.length });
    expect(await app.db.one(sql`select 1 from lixeira where registro_id = ${id} and tabela = 'candidaturas'`)).toBeUndefined();
    expect((await admin('DELETE', `${url}/${id}`)).status).toBe(204);
    const entry = async () =>
      (await entries(admin)).find(
        ({ registroId, cadastro }) => registroId === id && cadastro === lookup('captacao/candidaturas').title,
      );
    expect((await entry())?.leva).toContain(`${titulo}: ${before.length}`);
    expect((await admin('POST', `${url}/${id}/restaurar`)).status).toBe(204);
    expect(await passos()).toEqual(before);
    expect((await admin('POST', `${url}/excluir-varios`, { ids: [id] })).body).toMatchObject({ removidos: 1, falhas: [] });
    expect((await admin('POST', `${LIXEIRA}/apagar`, { ids: [(await entry())?.id] })).body).toEqual({ removidos: 1, falhas: [] });
  });
});

describe('what is more than the bin can keep in one value', () => {
  it.each([
    ['in its bytes', 6, 10_000_000],
    ['in its rows', 100_000, 1],
  ])('is refused with a sentence, and nothing of it goes: %s', async (_, linhas, letras) => {
    const url = '/api/captacao/candidaturas';
    const { id } = await made('captacao/candidaturas');
    await app.db.query(sql`
      insert into candidatos_historicos (empresa_id, candidatura_id, candidato_id, solicitacao_id, data, apto, observacao)
      select c.empresa_id, c.id, c.candidato_id, c.solicitacao_id, hoje(), 'I', repeat('x', ${letras})
      from candidaturas c, generate_series(1, ${linhas}) n where c.id = ${id}`);
    const message = expect.stringContaining('mais do que a lixeira guarda');
    expect(await admin('DELETE', `${url}/${id}`)).toMatchObject({ status: 422, body: { code: 'REMOCAO_GRANDE', message } });
    expect((await admin('GET', `${url}/${id}`)).status).toBe(200);
    expect(await app.db.one(sql`select 1 from lixeira where tabela = 'candidaturas' and registro_id = ${id}`)).toBeUndefined();
    // It is told before somebody confirms.
    expect(await done(admin, 'GET', `${url}/${id}/excluir/previa`)).toMatchObject({ falhas: [{ id, message }] });
    await app.db.query(sql`delete from candidatos_historicos where candidatura_id = ${id}`);
  });
});

describe('files of removed records', () => {
  it('stay until the bin is emptied', async () => {
    const { body, headers } = multipart('anexo.txt', Buffer.from('guardado'));
    const { id: arquivo } = (await admin('POST', '/api/arquivos', body, headers)).body as Row;
    const documento = await made('gestao-talentos/documentos-anexos', { anexo: arquivo });
    await remove(DOCUMENTOS, documento);
    const { files } = createMachinery(
      app.services,
      readConfig({ LOG_LEVEL: 'error', VINCULO_DATA: `/tmp/vinculo-teste-arquivos-${process.pid}` }),
    );
    const isThere = async () => (await app.db.one(sql`select 1 from arquivos where id = ${arquivo}`)) !== undefined;
    await files.sweep(undefined, 0);
    expect(await isThere()).toBe(true);
    const entry = (await entries(admin)).find(
      ({ cadastro, registroId }) => cadastro === DOCUMENTOS_TITULO && registroId === documento.id,
    );
    expect((await admin('POST', `${LIXEIRA}/apagar`, { ids: [entry?.id] })).body).toEqual({ removidos: 1, falhas: [] });
    await files.sweep(undefined, 0);
    expect(await isThere()).toBe(false);
  });
});

describe('emptying the bin', () => {
  it('removes what is older than 30 days, with a line in the trail, and leaves the rest', async () => {
    await language('Córnico');
    await language('Frísio');
    const old = await entryOf('Córnico');
    await app.db.query(sql`update lixeira set removido_em = now() - interval '31 days' where id = ${old.id}`);
    await lixeiraJobs(app.db)['lixeira.esvaziar']({ signal: new AbortController().signal } as Job);
    const names = (await entries(admin)).map(({ nome }) => nome);
    expect(names).not.toContain('Córnico');
    expect(names).toContain('Frísio');
    const [line] = await app.db.query(
      sql`select usuario_nome, acao, mudancas from auditoria where tabela = 'lixeira' and registro_id = ${old.id}`,
    );
    expect(line).toEqual({
      usuario_nome: 'Sistema',
      acao: 'E',
      mudancas: { cadastro: ['Idiomas', null], registroId: [old.registroId, null] },
    });
  });

  it('by hand is for those who may remove the record itself', async () => {
    const noticia = await made('utilitario/noticias', { publico: 'G' });
    await remove('/api/utilitario/noticias', noticia);
    const { id } = (await entries(admin)).find(
      ({ registroId, cadastro }) => registroId === noticia.id && cadastro === 'Notícias',
    ) as Entry;
    const other = await app.loginWithout(1, (authority) => authority === 'ROLE_GERAL_TODAS_EMPRESAS');
    expect((await other('POST', `${LIXEIRA}/apagar`, { ids: [id] })).body).toMatchObject({
      removidos: 0,
      falhas: [{ id, message: 'Só quem vê todas as empresas remove o que é publicado para todas.' }],
    });
    expect((await admin('POST', `${LIXEIRA}/apagar`, { ids: [id] })).body).toMatchObject({ removidos: 1 });
  });

  it('by hand leaves a line with the name of who did it', async () => {
    await language('Manês');
    const { id } = await entryOf('Manês');
    await admin('POST', `${LIXEIRA}/apagar`, { ids: [id] });
    const line = await app.db.one(sql`select usuario_nome, acao from auditoria where tabela = 'lixeira' and registro_id = ${id}`);
    expect(line).toEqual({ usuario_nome: 'Mariana Borges', acao: 'E' });
  });
});

describe('people', () => {
  it('who were ever admitted are never removed', async () => {
    const pessoa = await made('gestao-talentos/talentos');
    const { acoes } = await done<{ acoes: string[] }>(admin, 'GET', `${TALENTOS}/${pessoa.id}`);
    expect(acoes).not.toContain('excluir');
    const why = 'Quem já foi admitido não é excluído: use Desligar, com o motivo e a data.';
    expect(await admin('DELETE', `${TALENTOS}/${pessoa.id}`)).toMatchObject({ status: 409, body: { message: why } });
    expect(await done(admin, 'GET', `${TALENTOS}/${pessoa.id}/excluir/previa`)).toMatchObject({
      total: 0,
      falhas: [{ id: pessoa.id, nome: pessoa.nome, message: why }],
    });
    expect((await admin('POST', `${TALENTOS}/excluir-varios`, { ids: [pessoa.id] })).status).toBe(404);
  });

  it('whose first day is still to come are removed, and come back with all that is theirs', async () => {
    const sample = await samples.sample(lookup('gestao-talentos/talentos'));
    const dia = '2090-01-10';
    const pessoa = await done(admin, 'POST', TALENTOS, {
      ...sample,
      dataAdmissao: dia,
      historicos: (sample.historicos as object[]).map((row) => ({ ...row, data: dia })),
      dependentes: [await samples.values(lookup('gestao-talentos/talentos').fields.dependentes?.fields ?? {})],
    });
    const before = await done(admin, 'GET', `${TALENTOS}/${pessoa.id}`);
    const preview = await done<{ leva: { titulo: string }[] }>(admin, 'GET', `${TALENTOS}/${pessoa.id}/excluir/previa`);
    expect(preview.leva.map(({ titulo }) => titulo)).toContain('Dependentes');
    await remove(TALENTOS, pessoa);
    expect((await admin('POST', `${TALENTOS}/${pessoa.id}/restaurar`)).status).toBe(204);
    const { versao: _, ...apart } = before;
    expect(await done(admin, 'GET', `${TALENTOS}/${pessoa.id}`)).toMatchObject(apart);
  });
});

describe('the preview of a removal', () => {
  it('says where a record is used, with numbers for those who see all of them', async () => {
    const talento = await samples.existing('gestao-talentos/talentos');
    const { areaAtual } = await done<{ areaAtual: Row }>(admin, 'GET', `${TALENTOS}/${talento}`);
    const url = `/api/cargo-salario/areas-organizacionais/${areaAtual.id}/excluir/previa`;
    const preview = await done<{ usadoEm: { titulo: string; quantidade: number | null }[] }>(admin, 'GET', url);
    expect(preview).toMatchObject({ total: 0, falhas: [{ id: areaAtual.id }] });
    const people = preview.usadoEm.find(({ titulo }) => titulo === 'Talentos');
    expect(people?.quantidade).toBeGreaterThan(0);
    const manager = await app.loginWithout(2, (authority) => authority === 'ROLE_VER_TODAS_AREAS');
    const theirs = await done<typeof preview>(manager, 'GET', url);
    expect(theirs.usadoEm).toContainEqual({ titulo: 'Talentos', quantidade: null });
  });

  it('counts uses of a record that all companies share in the own company alone', async () => {
    const cidade = await samples.existing('geral/cidades');
    const [here, there] = app.empresas;
    for (const [empresa, n] of [
      [here, 2],
      [there, 3],
    ] as const)
      await app.db.query(sql`
        insert into estabelecimentos (empresa_id, nome, complemento_cnpj_caepf, cidade_id)
        select ${empresa}, 'Filial ' || n, 9000 + n, ${cidade} from generate_series(1, ${n}::int) n`);
    const used = async (client: Client) =>
      (
        await done<{ usadoEm: { titulo: string; quantidade: number | null }[] }>(
          client,
          'GET',
          `/api/geral/cidades/${cidade}/excluir/previa`,
        )
      ).usadoEm.find(({ titulo }) => titulo === 'Estabelecimentos')?.quantidade;
    expect(await used(admin)).toBe(2);
    expect(await used(await app.login(0, there))).toBe(3);
    expect(await used(await app.login(0, app.empresas[2]))).toBeNull();
  });

  it('says of the records of every registry where they are used, also by tables whose rows have no number', async () => {
    const acting = systemActing(await app.sessions.accessOf(0, 0, -1), 'tarefa');
    for (const [path, store] of app.services.stores) expect(await usesOf(app.db, acting, store, 0), path).toEqual([]);
    // Somebody whose first day is still to come, and with whom a feedback was shared.
    const sample = await samples.sample(lookup('gestao-talentos/talentos'));
    const dia = '2090-01-10';
    const historicos = (sample.historicos as object[]).map((row) => ({ ...row, data: dia }));
    const { id } = await done(admin, 'POST', TALENTOS, { ...sample, dataAdmissao: dia, historicos });
    await app.db.query(sql`
      with f as (
        insert into feedbacks (empresa_id, autor_id, colaborador_id, tipo, data, texto, partilha)
        select ${app.empresas[0]}, (select min(id) from usuarios), ${id}, 'F', hoje(), 'Bom começo.', 'L' returning id)
      insert into feedbacks_lideres (feedback_id, colaborador_id) select f.id, ${id} from f`);
    expect(await done(admin, 'GET', `${TALENTOS}/${id}/excluir/previa`)).toMatchObject({
      falhas: [{ id }],
      usadoEm: [{ titulo: 'Outro cadastro', quantidade: null }],
    });
  });

  it('names what uses a record only to who opens it: nobody else is told that somebody is in an evaluation (ADR 69)', async () => {
    const { id, avaliacao } = await app.db.only<{ id: number; avaliacao: number }>(sql`
      with pessoa as (
        insert into talentos (empresa_id, nome, cpf, sexo, vinculo, data_admissao, situacao)
        select empresa_id, 'Avaliada em Sigilo', '52998224725', sexo, vinculo, data_admissao, 'A' from talentos where empresa_id = ${app.empresas[0]} limit 1
        returning id),
      d as (
        insert into avaliacoes_desempenho (empresa_id, titulo, data_ini, data_fim, tipo, anonima, peso_competencias, situacao)
        values (${app.empresas[0]}, 'Sigilosa', hoje(), hoje(), '2.0', true, 1, 'N') returning id),
      par as (
        insert into participantes_avaliacao_desempenho (empresa_id, avaliacao_desempenho_id, avaliado_id, avaliador_id, tipo, peso)
        select ${app.empresas[0]}, d.id, pessoa.id, pessoa.id, 'U', 1 from d, pessoa)
      select pessoa.id, d.id as avaliacao from pessoa, d`);
    const told = async (client: Client) => {
      const { usadoEm } = await done<{ usadoEm: object[] }>(client, 'GET', `${TALENTOS}/${id}/excluir/previa`);
      return [usadoEm, await client('DELETE', `${TALENTOS}/${id}`)];
    };
    const refused = (what: string) => ({
      status: 400,
      body: { code: 'EM_USO', message: `Este registro não pode ser excluído porque é usado em: ${what}.` },
    });
    const blind = await app.loginWithout(1, (authority) => authority === 'ROLE_CAD_AVALIACAO_DESEMPENHO');
    expect(await told(blind)).toMatchObject([[{ titulo: 'Outro cadastro', quantidade: null }], refused('outro cadastro')]);
    expect(await told(admin)).toMatchObject([
      [{ titulo: 'Participantes da Avaliação de Desempenho' }],
      refused('Participantes da Avaliação de Desempenho'),
    ]);
    await app.db.query(sql`delete from participantes_avaliacao_desempenho where avaliacao_desempenho_id = ${avaliacao}`);
    await app.db.query(sql`delete from avaliacoes_desempenho where id = ${avaliacao}`);
    await done(admin, 'DELETE', `${TALENTOS}/${id}`);
  });

  it('removes nothing, and names records only to those who may open them', async () => {
    const one = await made('captacao/idiomas');
    await done(admin, 'GET', `${IDIOMAS}/${one.id}/excluir/previa`);
    expect((await admin('GET', `${IDIOMAS}/${one.id}`)).status).toBe(200);
    const blind = await app.loginWithout(1, (authority) => authority === 'ROLE_CAD_IDIOMA');
    expect((await blind('GET', `${IDIOMAS}/${one.id}/excluir/previa`)).status).toBe(403);
    expect((await blind('POST', `${IDIOMAS}/excluir-varios/previa`, { ids: [one.id] })).status).toBe(403);
  });
});
