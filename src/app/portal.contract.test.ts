import { createHash, randomBytes } from 'node:crypto';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { upload } from '#kit/testing/stand.server.ts';
import { solve } from '#platform/externo/digest.ts';
import { DEMO_CANDIDATE } from './demo-users.server.ts';
import { headsOf } from './page-heads.server.ts';
import { until } from './server-process.server.ts';
import { type Answer, openTestApp, send, type TestApp } from './test-app.server.ts';

let app: TestApp;
let empresaId = 0;
let next = 7_000;
let cargo = 0;
let anuncio: { id: number; solicitacaoId: number };

const at = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, payload?: object, cookie = '') =>
  send(app.app, {
    method,
    url,
    ...(payload ? { payload } : {}),
    headers: cookie ? { cookie } : {},
    remoteAddress: `203.0.113.${next % 250}`,
  });
const cookieOf = ({ headers }: Answer) => String(headers['set-cookie']).split(';')[0] as string;
const idOf = ({ body }: Answer) => (body as { id: number }).id;

/** A puzzle given out anew, whose solution is known: solving one takes a while. */
let known: string | undefined;
async function solved(): Promise<string> {
  if (known !== undefined) {
    await app.db.query(
      sql`insert into desafios_externos (chave, expira_em) values (${known.split(':')[0]}, now() + interval '1 minute') on conflict do nothing`,
    );
    return known;
  }
  const { body } = await at('GET', '/api/externo/desafio');
  const { desafio, bits } = body as { desafio: string; bits: number };
  known = solve(desafio, bits);
  return known;
}

const pessoa = (more: object = {}) => ({
  cpf: CPF.sample(++next),
  nome: 'Iracema Sobral',
  email: `iracema${next}@exemplo.com.br`,
  senha: 'Jangada-Azul-47',
  confirmaSenha: 'Jangada-Azul-47',
  aceitoPoliticaSeguranca: true,
  ...more,
});
const cadastra = async (body: object) =>
  at(
    'POST',
    `/api/externo/candidatos?empresaId=${empresaId}`,
    'recaptcha' in body ? body : { recaptcha: await solved(), ...body },
  );

interface Candidato {
  cookie: string;
  id: number;
  cpf: string;
  senha: string;
}
async function entra(more: object = {}): Promise<Candidato> {
  const quem = pessoa(more);
  const answer = await cadastra(quem);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return { cookie: cookieOf(answer), id: idOf(answer), cpf: quem.cpf, senha: quem.senha };
}
const registro = (more: object = {}) => ({
  nome: 'Iracema Sobral',
  sexo: 'I',
  cargos: [{ id: cargo }],
  primeiroEmprego: true,
  ...more,
});
const salva = ({ id, cookie }: Candidato, more: object = {}) =>
  at('PUT', `/api/externo/candidatos/${id}/completo`, registro(more), cookie);
async function cadastrado(more: object = {}): Promise<Candidato> {
  const quem = await entra();
  const answer = await salva(quem, more);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return quem;
}

beforeAll(async () => {
  app = await openTestApp();
  empresaId = app.empresas[0] as number;
  cargo = (
    await app.db.only<{ id: number }>(
      sql`insert into cargos (empresa_id, nome, nome_mercado) values (${empresaId}, 'Auxiliar', 'Auxiliar') returning id`,
    )
  ).id;
  const s = await app.db.only<{ id: number }>(sql`
    insert into solicitacoes_pessoal (empresa_id, descricao, data, quantidade, horario_comercial, vinculo, sexo, idade_minima, situacao, status, qtd_vagas_preenchidas)
    values (${empresaId}, 'Reposição interna do setor', '2026-01-05', 2, 'Das 8h às 17h', 'E', 'F', 33, 'A', 'A', 0) returning id`);
  const a = await app.db.only<{ id: number }>(sql`
    insert into anuncios_vagas (empresa_id, titulo, solicitacao_id, descricao, exibir_modulo_externo, dias_resposta)
    values (${empresaId}, 'Auxiliar de expedição', ${s.id}, '<p>Separar e conferir.</p>', true, 10) returning id`);
  anuncio = { id: a.id, solicitacaoId: s.id };
});
afterAll(() => app.close());
beforeEach(() => app.db.query(sql`delete from tentativas`));

describe('the portal of a company on a telephone', () => {
  it('is installed under its own name, colour and icons, each company apart', async () => {
    const [um, outro] = app.empresas as [number, number];
    await app.db.query(sql`update empresas set cor_principal = '#0b5' where id = ${um}`);
    const answer = await at('GET', `/api/externo/manifesto?empresaId=${um}`);
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/manifest+json; charset=utf-8', 'cache-control': 'no-cache' },
    });
    const manifest = answer.body as Record<string, string> & { icons: { src: string; sizes: string }[] };
    expect(manifest).toMatchObject({
      name: 'Vagas · Indústria Aurora',
      start_url: `/externo/anuncios?empresaId=${um}`,
      scope: '/externo/',
      display: 'standalone',
      theme_color: '#00BB55',
    });
    expect(manifest.start_url?.startsWith(manifest.scope ?? '?')).toBe(true);
    const other = (await at('GET', `/api/externo/manifesto?empresaId=${outro}`)).body as { id: string };
    expect(other.id).not.toBe(manifest.id);
    for (const { src, sizes } of manifest.icons) {
      const icon = await app.app.inject({ url: src });
      expect(icon.headers['content-type']).toBe('image/png');
      const { width, height } = await sharp(icon.rawPayload).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
    const { dominant } = await sharp((await app.app.inject({ url: manifest.icons[0]?.src ?? '' })).rawPayload).stats();
    expect(dominant.g).toBeGreaterThan(dominant.r + 100);
  });

  it('is installed of no company that is unknown or inactive', async () => {
    for (const path of ['manifesto', 'icone']) {
      expect((await at('GET', `/api/externo/${path}?empresaId=999999`)).status).toBe(404);
      expect((await at('GET', `/api/externo/${path}?empresaId=x`)).status).toBe(400);
    }
    expect((await at('GET', `/api/externo/icone?empresaId=${empresaId}&lado=20000`)).status).toBe(400);
    const inativa = app.empresas[2] as number;
    await app.db.query(sql`update empresas set ativo = false where id = ${inativa}`);
    expect((await at('GET', `/api/externo/manifesto?empresaId=${inativa}`)).status).toBe(404);
    await app.db.query(sql`update empresas set ativo = true where id = ${inativa}`);
  });
});

describe('an address that many share', () => {
  it('is not shut for registrations by those that prove nothing, only by those that were begun', async () => {
    const daqui = (payload: object) =>
      send(app.app, {
        method: 'POST',
        url: `/api/externo/candidatos?empresaId=${empresaId}`,
        payload,
        remoteAddress: '198.51.100.77',
      });
    await app.db.query(sql`delete from tentativas`);
    for (let n = 0; n < 30; n++) expect((await daqui(n % 2 ? {} : { ...pessoa(), recaptcha: 'x:1' })).status).toBe(400);
    expect(await daqui({ ...pessoa(), recaptcha: await solved() })).toMatchObject({ status: 200 });
    await app.db.query(sql`update tentativas set falhas = 60 where chave = 'cadastro:198.51.100.77'`);
    expect(await daqui({ ...pessoa(), recaptcha: await solved() })).toMatchObject({
      status: 429,
      body: { code: 'MUITAS_TENTATIVAS' },
    });
    await app.db.query(sql`delete from tentativas`);
  });
});

describe('the pages that a visitor comes in by', () => {
  const headOf = (path: string, query: Record<string, unknown>) => headsOf(app.services)(path, query);

  it('are drawn with what their program would ask of the company', async () => {
    const { body: empresa } = await at('GET', `/api/externo/empresas/${empresaId}/configuracao`);
    const { nome } = empresa as { nome: string };
    for (const [path, title] of [
      ['externo/login', `Entrar · ${nome}`],
      ['externo/candidatos/new', `Cadastro · ${nome}`],
    ] as const)
      expect(await headOf(path, { empresaId: String(empresaId), voltar: '/externo' })).toMatchObject({
        title,
        address: expect.stringContaining(`/${path}?empresaId=${empresaId}`),
        body: { start: { empresa } },
      });
    expect(await headOf('externo/login', {})).toMatchObject({ body: { start: { empresa: null } } });
  });

  it('are left to their program where the address has no company, or none that there is', async () => {
    for (const query of [{ empresaId: 'abc' }, { empresaId: '999999' }, { empresaId: [String(empresaId), '2'] }])
      for (const path of ['externo/login', 'externo/candidatos/new']) expect(await headOf(path, query)).toBeUndefined();
    expect(await headOf('externo/candidatos/new', {})).toBeUndefined();
  });
});

describe('the ads of a company', () => {
  it('tell anybody of the vacancy, and nothing of what HR wants of people', async () => {
    const { status, body } = await at('GET', `/api/externo/anuncios/${anuncio.id}?empresaId=${empresaId}`);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { titulo: 'Auxiliar de expedição', solicitacao: { quantidade: 2 } },
    });
    expect(JSON.stringify(body)).not.toMatch(/"idade|"sexo|Reposição|33/);
    const all = await at('GET', `/api/externo/anuncios?empresaId=${empresaId}`);
    expect((all.body as { id: number }[]).some(({ id }) => id === anuncio.id)).toBe(true);
    expect(await at('GET', `/api/externo/anuncios/${anuncio.id}?empresaId=${app.empresas[1]}`)).toMatchObject({ status: 404 });
  });

  it('go when the last place is taken', async () => {
    const preenche = (quantas: number) =>
      app.db.query(sql`
        update solicitacoes_pessoal set qtd_vagas_preenchidas = ${quantas} where id = (select solicitacao_id from anuncios_vagas where id = ${anuncio.id})`);
    const status = async () => (await at('GET', `/api/externo/anuncios/${anuncio.id}?empresaId=${empresaId}`)).status;
    await preenche(1);
    expect(await status()).toBe(200);
    await preenche(2);
    expect(await status()).toBe(404);
    await preenche(0);
  });

  it('RUL-065: tell the pay where the company shows it, and never where it shows no pay at all', async () => {
    const { solicitacao } = await app.db.only<{ solicitacao: number }>(
      sql`select solicitacao_id as solicitacao from anuncios_vagas where id = ${anuncio.id}`,
    );
    await app.db.query(sql`update solicitacoes_pessoal set remuneracao = 4321 where id = ${solicitacao}`);
    const remuneracao = async (naSolicitacao: boolean, empresa: boolean) => {
      await app.db.query(
        sql`update empresas set sol_pessoal_exibir_salario = ${naSolicitacao}, exibir_salario = ${empresa} where id = ${empresaId}`,
      );
      const { body } = await at('GET', `/api/externo/anuncios/${anuncio.id}?empresaId=${empresaId}`);
      return (body as { remuneracao: number | null }).remuneracao;
    };
    expect([await remuneracao(true, true), await remuneracao(true, false), await remuneracao(false, true)]).toEqual([
      4321,
      null,
      null,
    ]);
  });

  it('have a head of their own for search engines', async () => {
    const head = await headsOf(app.services)(`externo/anuncios/${anuncio.id}`, { empresaId: String(empresaId) });
    expect(head).toMatchObject({
      title: expect.stringContaining('Auxiliar de expedição · '),
      description: 'Separar e conferir.',
      data: { '@type': 'JobPosting', title: 'Auxiliar de expedição', employmentType: 'FULL_TIME' },
    });
    expect(await headsOf(app.services)(`externo/anuncios/${anuncio.id}`, { empresaId: 'x' })).toBeUndefined();
  });

  it('stand in a feed and in a map of pages', async () => {
    for (const kind of ['feed', 'sitemap']) {
      const answer = await app.app.inject(`/api/externo/anuncios/${kind}?empresaId=${empresaId}`);
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toContain(`/externo/anuncios/${anuncio.id}?empresaId=${empresaId}`);
    }
  });

  it('are not those of a company that is switched off, nor are its lists: of it nothing is told', async () => {
    const paths = ['anuncios/feed', 'anuncios/sitemap', 'cargos', 'conhecimentos', 'areas-interesse', 'idiomas'];
    const asked = async () => [
      ...new Set(
        await Promise.all(paths.map(async (path) => (await at('GET', `/api/externo/${path}?empresaId=${empresaId}`)).status)),
      ),
    ];
    expect(await asked()).toEqual([200]);
    await app.db.query(sql`update empresas set ativo = false where id = ${empresaId}`);
    expect(await asked()).toEqual([404]);
    await app.db.query(sql`update empresas set ativo = true where id = ${empresaId}`);
  });

  it('RUL-081 to 086: are sent to a friend by mail, a few times, by somebody who is no robot, and nothing of the friend stays', async () => {
    const url = `/api/externo/anuncios/${anuncio.id}/enviar-amigo?empresaId=${empresaId}`;
    const carta = { nome: 'Iara', email: 'iara@exemplo.com.br', nomeAmigo: 'Ubirajara', emailAmigo: 'ubi@exemplo.com.br' };
    expect(await at('POST', url, { ...carta, recaptcha: 'x:1' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'recaptcha', message: 'Confirme que você não é um robô.' }] },
    });
    await app.db.query(sql`delete from tentativas`);
    const recaptcha = await solved();
    expect(await at('POST', url, { ...carta, recaptcha })).toMatchObject({ status: 204 });
    expect(await at('POST', url, { ...carta, recaptcha })).toMatchObject({ status: 400 });
    expect(await at('POST', url, { ...carta, recaptcha: await solved() })).toMatchObject({ status: 204 });
    expect(await at('POST', url, { ...carta, recaptcha: await solved() })).toMatchObject({ status: 429 });
    // A mailbox that has got its letters of strangers gets no more, whatever they are; who sends is not told.
    await app.db.query(sql`update tentativas set falhas = 5 where chave like 'cartaDeAcesso:%'`);
    await app.db.query(sql`delete from tentativas where chave not like 'cartaDeAcesso:%'`);
    expect(await at('POST', url, { ...carta, recaptcha: await solved() })).toMatchObject({ status: 204 });
    expect(await app.db.query(sql`select 1 from emails where para = 'ubi@exemplo.com.br'`)).toHaveLength(2);
    const [mail] = await app.db.query<{ texto: string }>(sql`select texto from emails where para = 'ubi@exemplo.com.br'`);
    expect(mail?.texto).toContain('Iara (iara@exemplo.com.br)');
    await app.db.query(sql`update emails set vale_ate = now() - interval '1 minute' where para = 'ubi@exemplo.com.br'`);
    await app.db.query(sql`insert into tarefas (tipo) values ('captacao.limpar-portal')`);
    await app.work();
    expect(await app.db.query(sql`select 1 from emails where para = 'ubi@exemplo.com.br'`)).toEqual([]);
  });
});

describe('a registration', () => {
  it('needs a puzzle solved, once for each', async () => {
    const recaptcha = await solved();
    expect(await cadastra(pessoa({ recaptcha: `${recaptcha}0` }))).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'recaptcha' }] },
    });
    expect(await cadastra(pessoa({ recaptcha }))).toMatchObject({ status: 200 });
    expect(await cadastra(pessoa({ recaptcha }))).toMatchObject({ status: 400 });
  });

  it('answers alike for a CPF that is known and for one that is not, and each password opens its own account', async () => {
    const primeira = await cadastrado({ nome: 'A primeira' });
    const de = (answer: Answer) => ({ status: answer.status, fields: Object.keys(answer.body as object).sort() });
    const nova = await cadastra(pessoa());
    const repetida = await cadastra(pessoa({ cpf: primeira.cpf, senha: 'Coqueiro-Alto-91', confirmaSenha: 'Coqueiro-Alto-91' }));
    expect(de(repetida)).toEqual(de(nova));
    const segunda = { cookie: cookieOf(repetida), id: idOf(repetida), cpf: primeira.cpf, senha: 'Coqueiro-Alto-91' };
    expect(await salva(segunda, { nome: 'A segunda' })).toMatchObject({ status: 200 });
    expect((await at('GET', `/api/externo/candidatos/${segunda.id}/completo`, undefined, segunda.cookie)).body).toMatchObject({
      candidato: { nome: 'A segunda' },
    });
    const login = (senha: string) => at('POST', '/api/externo/login', { cpf: primeira.cpf, senha, empresaId });
    expect(idOf(await login(primeira.senha))).toBe(primeira.id);
    expect(idOf(await login('Coqueiro-Alto-91'))).toBe(segunda.id);
    const registros = await app.db.query<{ nome: string; cpf: string | null; observacao_rh: string | null }>(sql`
      select c.nome, c.cpf, c.observacao_rh from candidatos c join candidatos_contas k on k.candidato_id = c.id where k.conta_id in (${primeira.id}, ${segunda.id}) order by c.id`);
    expect(registros).toEqual([
      { nome: 'A primeira', cpf: primeira.cpf, observacao_rh: null },
      { nome: 'A segunda', cpf: null, observacao_rh: null },
    ]);
    const levados = async ({ id, cookie }: Candidato) => {
      const { cadastro } = (await at('GET', `/api/externo/candidatos/${id}/meus-dados`, undefined, cookie)).body as {
        cadastro: object;
      };
      return Object.keys(cadastro).sort();
    };
    expect(await levados(segunda)).toEqual(await levados(primeira));
    // The fourth is begun like any other, whoever made the others, and finished by whoever has proved its mailbox.
    const outras = [await cadastra(pessoa({ cpf: primeira.cpf })), await cadastra(pessoa({ cpf: primeira.cpf }))];
    expect(outras.map(de)).toEqual([de(nova), de(nova)]);
    const [terceira, quarta] = outras.map((answer) => ({
      cookie: cookieOf(answer),
      id: idOf(answer),
      cpf: primeira.cpf,
      senha: '',
    }));
    expect(await salva(terceira as Candidato, { nome: 'A terceira' })).toMatchObject({ status: 200 });
    const acaba = () => salva(quarta as Candidato, { nome: 'A quarta' });
    expect(await acaba()).toMatchObject({ status: 409, body: { code: 'EMAIL_POR_CONFIRMAR' } });
    await app.db.query(sql`update contas_externas set email_provado_em = now() where id = ${quarta?.id}`);
    expect(await acaba()).toMatchObject({ status: 200 });
  });

  it('is shut by nobody who begins others with the CPF, and those tell nothing of a finished one by their end', async () => {
    for (const isKnown of [false, true]) {
      const { cpf } = isKnown ? await cadastrado({ nome: 'Já cadastrada' }) : pessoa();
      const comeca = async () => {
        const answer = await cadastra(pessoa({ cpf }));
        expect(answer.status).toBe(200);
        return { id: idOf(answer), cookie: cookieOf(answer), cpf, senha: '' };
      };
      const vive = async ({ id, cookie }: Candidato) =>
        (await at('GET', `/api/externo/candidatos/${id}/completo`, undefined, cookie)).status === 200;
      const [umDeles, outro] = [await comeca(), await comeca()];
      expect([await vive(umDeles), await vive(outro)]).toEqual([true, true]);
      const dona = await comeca();
      expect([await vive(umDeles), await vive(outro), await vive(dona)]).toEqual([false, true, true]);
      // What its owner has begun to fill in stays, whoever comes later.
      const rascunho = `/api/externo/candidatos/${dona.id}/rascunho`;
      expect((await at('PUT', rascunho, { nome: 'A dona' }, dona.cookie)).status).toBe(204);
      for (const n of [1, 2, 3]) expect(await vive(await comeca()), String(n)).toBe(true);
      expect([await vive(outro), await vive(dona)]).toEqual([false, true]);
      expect(await salva(dona, { nome: 'A dona' })).toMatchObject({ status: 200 });
      await app.db.query(
        sql`delete from contas_externas c where cpf = ${cpf} and not exists (select from candidatos_contas l where l.conta_id = c.id)`,
      );
    }
  });

  it('tells nothing of a CPF by the lookups either', async () => {
    const { cpf } = await entra();
    for (const path of ['pessoas/cpf', 'pessoas/cpf-e-empresaId', 'candidatos/empresas-por-cpf']) {
      const [known, unknown] = [cpf, CPF.sample(++next)].map((one) => at('GET', `/api/externo/${path}?cpf=${one}`));
      const bare = ({ status, body }: Answer, one: string) => JSON.stringify({ status, body }).replaceAll(one, '');
      expect(bare((await known) as Answer, cpf), path).toBe(bare((await unknown) as Answer, String(CPF.sample(next))));
    }
    for (const path of ['recuperar-senha', 'link-de-acesso']) {
      const known = await at('PUT', `/api/externo/candidatos/${path}`, { cpf, empresaId });
      const unknown = await at('PUT', `/api/externo/candidatos/${path}`, { cpf: CPF.sample(++next), empresaId });
      expect(known, path).toMatchObject({ status: 202, body: unknown.body as object });
    }
  });

  it('offers every list that it asks to choose from', async () => {
    const { body } = await at('GET', `/api/externo/formulario?empresaId=${empresaId}`);
    const listas = [...JSON.stringify(body).matchAll(/"lista":"([^"]+)"/g)].map(([, lista]) => lista as string);
    expect(listas).toContain('idiomas');
    for (const lista of new Set(listas.filter((one) => one !== 'cidades')))
      expect(await at('GET', `/api/externo/${lista}?empresaId=${empresaId}`), lista).toMatchObject({ status: 200 });
  });

  it('demands in a list what the declaration of the list demands', async () => {
    const { body } = await at('GET', `/api/externo/formulario?empresaId=${empresaId}`);
    interface Campo {
      nome: string;
      obrigatorio: boolean;
      campos?: Campo[];
    }
    const campos = (body as { secoes: { campos: Campo[] }[] }).secoes.flatMap((secao) => secao.campos);
    const daLista = (lista: string) =>
      (campos.find(({ nome }) => nome === lista)?.campos ?? []).flatMap(({ nome, obrigatorio }) => (obrigatorio ? nome : []));
    expect(daLista('experiencias')).toEqual(['empresa', 'cargo', 'nomeMercado', 'dataAdmissao']);
    expect(daLista('certificados')).toEqual(['titulo', 'organizacao', 'tipo', 'dataFim']);
  });

  it('is kept as a draft, and sent whole; what the company demands is demanded', async () => {
    const quem = await entra();
    const own = `/api/externo/candidatos/${quem.id}`;
    expect(await at('PUT', `${own}/rascunho`, { logradouro: 'Rua do Sol', observacaoRH: 'sou eu' }, quem.cookie)).toMatchObject({
      status: 204,
    });
    const { body } = await at('GET', `${own}/completo`, undefined, quem.cookie);
    expect(body).toMatchObject({ candidato: null, rascunho: { logradouro: 'Rua do Sol' } });
    expect(body).not.toHaveProperty('rascunho.observacaoRH');
    expect(await salva(quem, { nome: '', cargos: [], primeiroEmprego: false })).toMatchObject({
      status: 400,
      body: { code: 'FIELD_VALIDATION_VIOLATION', errors: [{ field: 'nome' }, { field: 'cargos' }, { field: 'experiencias' }] },
    });
    expect(await salva(quem, { observacaoRH: 'contratem', contratado: true, talento: { id: 1 } })).toMatchObject({ status: 200 });
    expect(
      await app.db.one(
        sql`select c.observacao_rh, c.contratado, c.talento_id, c.cpf from candidatos c join candidatos_contas k on k.candidato_id = c.id where k.conta_id = ${quem.id}`,
      ),
    ).toEqual({ observacao_rh: null, contratado: false, talento_id: null, cpf: quem.cpf });
    expect((await at('GET', `${own}/completo`, undefined, quem.cookie)).body).toMatchObject({ rascunho: null });
  });

  it('that waits to be sent holds the files that it names, and no others, until it goes', async () => {
    const manda = async ({ id, cookie }: Candidato) => {
      const { payload, headers } = upload('curriculo.pdf', '%PDF-1.4 Solda, torno.');
      const { origin: _, ...rest } = headers;
      const url = `/api/externo/candidatos/${id}/curriculos/arquivos`;
      const answer = await send(app.app, { method: 'POST', url, payload, headers: { ...rest, cookie } });
      expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
      return answer.body as { id: number };
    };
    const guarda = async ({ id, cookie }: Candidato, curriculos: object[]) => {
      const dados = registro({ candidatoCurriculos: curriculos.map((curriculo) => ({ curriculo, descricao: 'CV' })) });
      expect((await at('PUT', `/api/externo/candidatos/${id}/rascunho`, dados, cookie)).status).toBe(204);
    };
    const ficam = async (...arquivos: { id: number }[]) => {
      await app.db.query(sql`update arquivos set criado_em = now() - interval '30 hours'`);
      await app.db.query(sql`insert into tarefas (tipo) values ('arquivos.limpar')`);
      await app.work();
      const ids = arquivos.map(({ id }) => id);
      const rows = await app.db.query<{ id: number }>(sql`select id from arquivos where id = any(${ids}::bigint[])`);
      return ids.map((id) => rows.some((row) => row.id === id));
    };
    const [quem, outro] = [await entra(), await entra()];
    const [um, trocado, solto, alheio] = [await manda(quem), await manda(quem), await manda(quem), await manda(outro)];
    // What one network sends is counted with it, by company and day.
    expect(await app.db.query(sql`select falhas from tentativas where chave like ${`arquivos:${empresaId}:%`}`)).toEqual([
      { falhas: 4 * '%PDF-1.4 Solda, torno.'.length },
    ]);
    // What somebody saves may be anything.
    await guarda(quem, [um, trocado, alheio, { id: 1.5 }, { id: 1e30 }, { id: 'x' }]);
    expect(await ficam(um, trocado, solto, alheio)).toEqual([true, true, false, false]);
    await guarda(quem, [um]);
    expect(await ficam(um, trocado)).toEqual([true, false]);
    const { body } = await at('GET', `/api/externo/candidatos/${quem.id}/completo`, undefined, quem.cookie);
    expect(await salva(quem, (body as { rascunho: object }).rascunho)).toMatchObject({ status: 200 });
    expect(await ficam(um)).toEqual([true]);
    const dele = await manda(outro);
    await guarda(outro, [dele]);
    expect(await ficam(dele)).toEqual([true]);
    await app.db.query(sql`update contas_externas set criada_em = now() - interval '16 days' where id = ${outro.id}`);
    await app.db.query(sql`update rascunhos_externos set salvo_em = now() - interval '16 days' where conta_id = ${outro.id}`);
    await app.db.query(sql`update sessoes_externas set vista_em = now() - interval '16 days' where conta_id = ${outro.id}`);
    await app.db.query(sql`insert into tarefas (tipo) values ('captacao.limpar-portal')`);
    await app.work();
    expect(await app.db.query(sql`select 1 from arquivo_usos where tabela = 'contas_externas'`)).toEqual([]);
    expect(await ficam(dele)).toEqual([false]);
  });

  it('holds no more files before it is sent than it may have afterwards', async () => {
    const quem = await entra();
    const arquivos = await app.db.query<{ id: number }>(sql`
      insert into arquivos (empresa_id, nome, tipo, tamanho, checksum, chave, externo)
      select ${empresaId}, 'cv.txt', 'text/plain', 1, '', 'falsa ' || n, ${`candidatos:${quem.id}`} from generate_series(1, 40) n returning id`);
    const muitos = registro({ candidatoCurriculos: arquivos.map((curriculo) => ({ curriculo })) });
    expect((await at('PUT', `/api/externo/candidatos/${quem.id}/rascunho`, muitos, quem.cookie)).status).toBe(204);
    expect(
      await app.db.only(
        sql`select count(*)::int as guardados from arquivo_usos where registro_id = ${quem.id} and tabela = 'contas_externas'`,
      ),
    ).toEqual({ guardados: 11 });
    await app.db.query(sql`delete from arquivo_usos where tabela = 'contas_externas'`);
    await app.db.query(sql`delete from arquivos where chave like 'falsa %'`);
  });

  it('fills the trail only so far in a day; what is short is saved all the same, and the person is erased (ADR 21)', async () => {
    const quem = await cadastrado();
    const texto = (n: number) => randomBytes(45_000).toString('base64') + n;
    for (let n = 0; n < 40; n++)
      await app.db.query(sql`
        insert into auditoria (usuario_nome, externo, empresa_id, tabela, registro_id, acao, mudancas)
        values ('', ${`candidatos:${quem.id}`}, ${empresaId}, 'candidatos', 1, 'A', ${JSON.stringify({ cursos: [null, texto(n)] })}::jsonb)`);
    const longo = { cursos: 'Torno mecânico. '.repeat(200) };
    expect(await salva(quem, longo)).toMatchObject({
      status: 429,
      body: { code: 'MUITAS_ALTERACOES' },
      headers: { 'retry-after': '3600' },
    });
    expect((await salva(quem, { cursos: 'Solda' })).status).toBe(200);
    const apagar = { confirmo: true };
    expect((await at('POST', `/api/externo/candidatos/${quem.id}/apagar-meus-dados`, apagar, quem.cookie)).status).toBe(200);
    const outro = await cadastrado();
    expect((await salva(outro, longo)).status).toBe(200);
  });

  it('is answered list by list too, by whoever owns it', async () => {
    const quem = await entra();
    const parte = (nome: string) => at('GET', `/api/externo/candidatos/${quem.id}/${nome}`, undefined, quem.cookie);
    const listas = ['conhecimentos', 'formacoes', 'certificados', 'idiomas', 'experiencias', 'areas-interesses'];
    for (const nome of listas) expect(await parte(nome), nome).toMatchObject({ status: 200, body: [] });
    const experiencia = { empresa: 'Cais', checkNomeCargo: true, nomeMercado: 'Conferente', dataAdmissao: '2024-01-02' };
    expect(await salva(quem, { primeiroEmprego: false, experiencias: [experiencia] })).toMatchObject({ status: 200 });
    for (const nome of listas) expect((await parte(nome)).body, nome).toMatchObject(nome === 'experiencias' ? [experiencia] : []);
  });

  it('RUL-042: keeps which notice was accepted, when and from where; another notice has to be accepted anew', async () => {
    await app.db.query(
      sql`update empresas set exigir_aceite_psi = true, politica_seguranca = '<p>Termo um</p>' where id = ${empresaId}`,
    );
    await app.db.query(sql`update versao_acessos set versao = versao + 1`);
    expect(await cadastra(pessoa({ aceitoPoliticaSeguranca: false }))).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'aceitoPoliticaSeguranca' }] },
    });
    const quem = await entra();
    expect(
      await app.db.one(
        sql`select t.texto, a.versao, a.endereco from aceites_privacidade a join termos_privacidade t on t.versao = a.versao and t.empresa_id = ${empresaId} where a.conta_id = ${quem.id}`,
      ),
    ).toEqual({
      texto: '<p>Termo um</p>',
      versao: createHash('sha256').update('<p>Termo um</p>').digest('hex').slice(0, 32),
      endereco: expect.stringMatching(/^203\.0\.113\./),
    });
    await app.db.query(sql`update empresas set politica_seguranca = '<p>Termo dois</p>' where id = ${empresaId}`);
    await app.db.query(sql`update versao_acessos set versao = versao + 1`);
    expect(await salva(quem)).toMatchObject({ status: 400, body: { errors: [{ field: 'aceitoPoliticaSeguranca' }] } });
    const { termo } = (await at('GET', `/api/externo/candidatos/${quem.id}/completo`, undefined, quem.cookie)).body as {
      termo: { versao: string; pendente: boolean };
    };
    expect(termo.pendente).toBe(true);
    const aceita = (versao: string) => at('PATCH', `/api/externo/candidatos/${quem.id}/aceita-termo`, { versao }, quem.cookie);
    expect((await aceita('outra')).status).toBe(400);
    expect((await aceita(termo.versao)).status).toBe(204);
    expect((await salva(quem)).status).toBe(200);
    await app.db.query(sql`update empresas set exigir_aceite_psi = false, politica_seguranca = null where id = ${empresaId}`);
    await app.db.query(sql`update versao_acessos set versao = versao + 1`);
  });

  it('without a password is entered by a link, which counts once', async () => {
    const quem = await entra({ senha: null, confirmaSenha: null });
    expect(await at('POST', '/api/externo/login', { cpf: quem.cpf, senha: 'x', empresaId })).toMatchObject({ status: 401 });
    await at('PUT', '/api/externo/candidatos/link-de-acesso', { cpf: quem.cpf, empresaId });
    await app.work();
    const mail = await app.db.one<{ texto: string }>(
      sql`select texto from emails where tipo = 'utilitario/link-de-acesso' order by id desc limit 1`,
    );
    expect(mail?.texto).toContain('/externo/entrar?empresaId=');
    const token = /token=([\w-]+)/.exec(mail?.texto ?? '')?.[1];
    const entered = await at('POST', '/api/externo/entrar', { token });
    expect(entered).toMatchObject({ status: 200, body: { id: quem.id } });
    expect(await at('POST', '/api/externo/entrar', { token })).toMatchObject({ status: 400, body: { code: 'CHAVE_INVALIDA' } });
  });
});

describe('an application', () => {
  const candidata = ({ cookie }: Candidato, solicitacaoId = anuncio.solicitacaoId) =>
    at('POST', `/api/externo/candidato-solicitacoes?solicitacaoId=${solicitacaoId}`, {}, cookie);

  it('needs a registration that is concluded, is made once, and is seen with its stages and its promise', async () => {
    const novo = await entra();
    expect(await candidata(novo)).toMatchObject({ status: 409, body: { code: 'CADASTRO_INCOMPLETO' } });
    const quem = await cadastrado();
    expect((await candidata(quem)).status).toBe(200);
    expect(await candidata(quem)).toMatchObject({ status: 409, body: { code: 'JA_NA_SELECAO' } });
    const { body } = await at('GET', '/api/externo/candidato-solicitacoes', undefined, quem.cookie);
    expect(body).toMatchObject([
      { titulo: 'Auxiliar de expedição', situacao: 'A', desfecho: 'Em andamento', respostaAte: expect.stringMatching(/^\d{4}-/) },
    ]);
    expect(await candidata(quem, 999_999)).toMatchObject({ status: 404 });
  });

  it('of somebody who is blocked is answered like one to a vacancy that takes none', async () => {
    const quem = await cadastrado();
    const muda = (tipo: string | null) =>
      app.db.query(sql`update solicitacoes_pessoal set tipo_vaga = ${tipo} where id = ${anuncio.solicitacaoId}`);
    await muda('I');
    const fechada = await candidata(quem);
    await muda(null);
    await app.db.query(
      sql`update candidatos c set bloqueado = true from candidatos_contas k where k.candidato_id = c.id and k.conta_id = ${quem.id}`,
    );
    const bloqueada = await candidata(quem);
    expect([bloqueada.status, bloqueada.body]).toEqual([fechada.status, fechada.body]);
    expect(fechada).toMatchObject({ body: { code: 'VAGA_FECHADA' } });
  });

  it('is taken by no vacancy that the portal does not show: one of the house, or one whose places are taken', async () => {
    const quem = await cadastrado();
    const muda = (tipo: string | null, preenchidas: number) =>
      app.db.query(sql`
        update solicitacoes_pessoal set tipo_vaga = ${tipo}, qtd_vagas_preenchidas = ${preenchidas} where id = ${anuncio.solicitacaoId}`);
    for (const [tipo, preenchidas] of [
      ['I', 0],
      [null, 2],
    ] as const) {
      await muda(tipo, preenchidas);
      expect(await candidata(quem)).toMatchObject({ body: { code: 'VAGA_FECHADA' } });
    }
    await muda(null, 0);
    expect((await candidata(quem)).status).toBe(200);
  });

  it('is withdrawn by its own candidate alone, and HR’s words about somebody are not told', async () => {
    const [quem, outro] = [await cadastrado(), await cadastrado()];
    const id = idOf(await candidata(quem));
    await app.db.query(sql`update candidatos_historicos set observacao = 'Achei fraco' where candidatura_id = ${id}`);
    const seen = [
      await at('GET', '/api/externo/candidato-solicitacoes', undefined, quem.cookie),
      await at('GET', '/api/externo/historico-candidatos', undefined, quem.cookie),
      await at('GET', `/api/externo/candidatos/${quem.id}/meus-dados`, undefined, quem.cookie),
    ];
    for (const answer of seen) {
      expect(answer.status).toBe(200);
      expect(JSON.stringify(answer.body)).not.toContain('fraco');
    }
    const desiste = (by: Candidato) =>
      at('POST', `/api/externo/candidato-solicitacoes/${id}/desistir`, { motivo: null }, by.cookie);
    expect((await desiste(outro)).status).toBe(404);
    expect((await desiste(quem)).status).toBe(204);
    expect((await desiste(quem)).status).toBe(409);
    const { body } = await at('GET', '/api/externo/historico-candidatos', undefined, quem.cookie);
    expect((body as { etapa: string }[]).map(({ etapa }) => etapa)).toEqual(['Desistência', 'Inscrição']);
  });
});

describe('the own data', () => {
  it('are no other candidate’s, at any address', async () => {
    const [quem, outro] = [await cadastrado(), await cadastrado()];
    const own = `/api/externo/candidatos/${quem.id}`;
    for (const [method, path, body] of [
      ['GET', 'completo'],
      ['PUT', 'completo', registro()],
      ['PUT', 'rascunho', {}],
      ['GET', 'foto'],
      ['GET', 'formacoes'],
      ['PATCH', 'aceita-termo', { versao: 'x' }],
      ['PUT', 'consentimentos', { banco: true }],
      ['GET', 'meus-dados'],
      ['POST', 'apagar-meus-dados', { confirmo: true }],
    ] as const)
      expect((await at(method, `${own}/${path}`, body, outro.cookie)).status, `${method} ${path}`).toBe(404);
    expect((await at('GET', `${own}/completo`)).status).toBe(401);
  });

  it('hold a file that only its sender and HR may read', async () => {
    const [quem, outro] = [await cadastrado(), await cadastrado()];
    const envia = async (name: string, content: string, { id, cookie }: Candidato) => {
      const { payload, headers } = upload(name, content);
      const { origin: _, ...rest } = headers;
      return send(app.app, {
        method: 'POST',
        url: `/api/externo/candidatos/${id}/curriculos/arquivos`,
        payload,
        headers: { ...rest, cookie },
      });
    };
    expect((await envia('cv.svg', '<svg onload="alert(1)"/>', quem)).status).toBe(415);
    expect((await envia('cv.html', '<script>alert(1)</script>', quem)).status).toBe(415);
    const sent = await envia('cv.pdf', '%PDF-1.4 Fui enfermeira.', quem);
    expect(sent).toMatchObject({ status: 201 });
    const curriculo = idOf(sent);
    const anexa = (by: Candidato) =>
      at(
        'POST',
        `/api/externo/candidatos/${by.id}/curriculos`,
        { curriculo, descricao: '<img src=x onerror=alert(1)>' },
        by.cookie,
      );
    expect((await anexa(outro)).status).toBe(400);
    expect((await anexa(quem)).status).toBe(204);
    expect((await at('GET', `/api/externo/arquivos/${curriculo}`, undefined, quem.cookie)).status).toBe(200);
    expect((await at('GET', `/api/externo/arquivos/${curriculo}`, undefined, outro.cookie)).status).toBe(404);
    expect((await (await app.login(0))('GET', `/api/arquivos/${curriculo}`)).status).toBe(200);
  });

  it('hold no file that arrives while its sender is being erased', async () => {
    const quem = await cadastrado();
    const { payload, headers } = upload('cv-secreto.pdf', '%PDF-1.4 Secreto.');
    const { origin: _, ...rest } = headers;
    const url = `/api/externo/candidatos/${quem.id}/curriculos/arquivos`;
    const waits = () =>
      app.db.owner.one(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`,
      );
    let isOver = false;
    const { sent } = await app.db.tx(async (tx) => {
      await tx.query(sql`delete from contas_externas where id = ${quem.id}`);
      const sending = send(app.app, { method: 'POST', url, payload, headers: { ...rest, cookie: quem.cookie } }).finally(() => {
        isOver = true;
      });
      await until(async () => isOver || (await waits()));
      return { sent: sending };
    });
    expect((await sent).status).toBe(401);
    expect(await app.db.query(sql`select 1 from arquivos where externo = ${`candidatos:${quem.id}`}`)).toEqual([]);
  });

  it('are erased with a receipt, and the account with them', async () => {
    const quem = await cadastrado();
    const answer = await at('POST', `/api/externo/candidatos/${quem.id}/apagar-meus-dados`, { confirmo: true }, quem.cookie);
    expect(answer).toMatchObject({ status: 200, body: { protocolo: expect.stringMatching(/^\d{8}-[0-9A-F]{8}$/) } });
    expect(
      await app.db.query(
        sql`select 1 from contas_externas where id = ${quem.id} union all select 1 from candidatos where cpf = ${quem.cpf}`,
      ),
    ).toEqual([]);
    expect((await at('GET', `/api/externo/candidatos/${quem.id}/completo`, undefined, quem.cookie)).status).toBe(401);
    expect((await at('POST', '/api/externo/login', { cpf: quem.cpf, senha: quem.senha, empresaId })).status).toBe(401);
  });

  it('of the candidate of the demonstration begin with nothing', async () => {
    const entered = await at('POST', '/api/externo/login', { cpf: DEMO_CANDIDATE.cpf, senha: DEMO_CANDIDATE.senha, empresaId });
    const { body } = await at('GET', `/api/externo/candidatos/${idOf(entered)}/completo`, undefined, cookieOf(entered));
    expect(body).toMatchObject({ termo: { pendente: false } });
  });
});
