import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { choice } from '#kit/fields/choice.ts';
import { having, optional, readOnly } from '#kit/fields/field.ts';
import { money } from '#kit/fields/number.ts';
import { text } from '#kit/fields/text.ts';
import { defineMessage } from '#kit/message/message.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { desligamentoConfirmado } from '#modules/gestao-talentos/desligamentos/desligamentos.messages.ts';
import { createAccessCache } from '#platform/authority/access.server.ts';
import { mailDigests, shortenBoxes } from '#platform/mensagens/digests.server.ts';
import { notify } from '#platform/mensagens/mensagens.server.ts';
import { withMessages } from '#platform/mensagens/transition-messages.server.ts';
import { actingOf } from '#platform/session/session.server.ts';
import { type Client, done, failingOnce, faultsOf, openTestApp, type TestApp } from './test-app.server.ts';

const MENSAGENS = '/api/userinfo/mensagens';
const MODELOS = '/api/utilitario/modelos-mensagens';
const DESLIGAMENTOS = '/api/gestao-talentos/desligamentos';

interface Caixa {
  tipo: string;
  titulo: string;
  naoLidas: number;
  minimizado: boolean;
  mensagens: {
    usuarioMensagemId: number;
    titulo: string;
    texto: string;
    lida: boolean;
    link: string | null;
    remetente: string;
  }[];
}

let app: TestApp;
/** the first user, and another one with every right */
let admin: Client;
let rafael: Client;
let empresaId: number;

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(40);
  empresaId = app.empresas[0] as number;
  admin = await app.login(0);
  rafael = await app.loginWithout(1, () => false);
  await app.db.query(sql`update usuarios set email = 'u' || id || '@exemplo.com.br'`);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.query(sql`delete from mensagens`);
  await app.db.query(sql`delete from emails`);
  await app.db.query(sql`delete from usuarios_emails_recusados`);
});

async function acting(who: number, empresa = empresaId): Promise<Acting> {
  const access = await createAccessCache(app.db)(who, empresa, 0);
  return actingOf({ id: who, nome: `Usuário ${who}` }, access, 'prova');
}
const digests = (db: Database = app.db, keep = (fault: unknown): void => expect(fault).toBeUndefined()) =>
  mailDigests(db, 'https://rh.exemplo.com.br', (work) => work().catch(keep) as ReturnType<typeof work>);
const caixas = async (client: Client) =>
  (await done<Caixa[]>(client, 'GET', MENSAGENS)).filter(({ mensagens }) => mensagens.length > 0);
const emails = () =>
  app.db.query<{ para: string; assunto: string; texto: string; tipo: string; empresa: number }>(sql`
  select para, assunto, texto, tipo, empresa_id as empresa from emails order by id`);
const values = { colaborador: 'Ana Lima', data: '30/06/2025', quem: 'Rafael', id: '1' };
const tell = async (to: number[], type = desligamentoConfirmado as Parameters<typeof notify>[2], by = 2, empresa = empresaId) => {
  const who = await acting(by, empresa);
  await app.db.tx((tx) => notify(tx, who, type, { to, values }));
};

describe('the message boxes', () => {
  it('hold what somebody was told in the company where they are, and nobody else sees it', async () => {
    await tell([1, 2]);
    const [caixa] = await caixas(admin);
    expect(caixa).toMatchObject({ tipo: 'gestao-talentos', titulo: 'Gestão de Talentos', naoLidas: 1, minimizado: false });
    expect(caixa?.mensagens[0]).toMatchObject({
      remetente: 'Usuário 2',
      titulo: 'Desligamento confirmado',
      texto: 'Rafael confirmou o desligamento de Ana Lima em 30/06/2025.',
      lida: false,
      link: '/gestao-talentos/desligamentos/1',
    });
    expect(await caixas(rafael)).toEqual([]);
    const elsewhere = await app.login(0, app.empresas[1]);
    expect(await caixas(elsewhere)).toEqual([]);
    const id = caixa?.mensagens[0]?.usuarioMensagemId;
    for (const client of [rafael, elsewhere]) {
      expect((await client('PATCH', `${MENSAGENS}/${id}/lida/true`)).status).toBe(404);
      expect((await client('DELETE', `${MENSAGENS}/${id}`)).status).toBe(404);
    }
  });

  it('tell what is read, and forget what is removed', async () => {
    await tell([1]);
    const [caixa] = await caixas(admin);
    const id = caixa?.mensagens[0]?.usuarioMensagemId;
    expect((await admin('PATCH', `${MENSAGENS}/${id}/lida/talvez`)).status).toBe(400);
    expect((await admin('PATCH', `${MENSAGENS}/${id}/lida/true`)).status).toBe(204);
    expect((await caixas(admin))[0]).toMatchObject({ naoLidas: 0, mensagens: [{ lida: true }] });
    expect((await admin('DELETE', `${MENSAGENS}/${id}`)).status).toBe(204);
    expect(await caixas(admin)).toEqual([]);
  });

  it('show thirty messages, and more on a page of their own', async () => {
    for (let n = 0; n < 32; n++) await tell([1]);
    expect((await caixas(admin))[0]).toMatchObject({ total: 32, naoLidas: 32, mensagens: { length: 30 } });
    const [whole] = await done<Caixa[]>(admin, 'GET', `${MENSAGENS}?tipo=gestao-talentos`);
    expect(whole?.mensagens).toHaveLength(32);
    expect((await admin('GET', `${MENSAGENS}?tipo=nada`)).status).toBe(404);
  });

  it('stand where somebody put them', async () => {
    const url = '/api/userinfo/usuario/caixa-mensagens';
    const boxes = await done<{ caixasDireita: string[]; caixasEsquerda: string[] }>(admin, 'GET', url);
    expect([...boxes.caixasDireita, ...boxes.caixasEsquerda]).toContain('gestao-talentos');
    const caixasMensagens = {
      caixasDireita: ['gestao-talentos', 'nada'],
      caixasEsquerda: [],
      caixasMinimizadas: ['gestao-talentos'],
    };
    expect((await admin('PUT', url, { caixasMensagens })).status).toBe(204);
    expect(await done(admin, 'GET', url)).toEqual({
      ...caixasMensagens,
      caixasDireita: ['gestao-talentos', 'avaliacao'],
      caixasEsquerda: ['captacao'],
    });
    await tell([1]);
    expect((await caixas(admin))[0]?.minimizado).toBe(true);
    expect((await admin('PUT', url, { caixasMensagens: 7 })).status).toBe(400);
  });
});

describe('mail to users', () => {
  it('goes to nobody who acts, nobody without access, and nobody who turned it off; the box stays', async () => {
    await tell([1, 2, 999]);
    expect((await emails()).map(({ para, empresa }) => [para, empresa])).toEqual([['u1@exemplo.com.br', empresaId]]);
    const url = `${MENSAGENS}/preferencias`;
    expect(await done(admin, 'GET', url)).toContainEqual({
      tipo: desligamentoConfirmado.id,
      titulo: 'Desligamento confirmado',
      email: true,
      resumo: false,
    });
    expect((await admin('PUT', url, { tipo: desligamentoConfirmado.id, email: false })).status).toBe(204);
    await tell([1]);
    expect(await emails()).toHaveLength(1);
    expect((await caixas(admin))[0]?.mensagens).toHaveLength(2);
    expect((await admin('PUT', url, { tipo: 'utilitario/redefinicao-de-senha', email: false })).status).toBe(400);
    await app.db.query(sql`delete from emails`);
    await app.db.query(sql`update usuarios set ativo = false where id = 3`);
    await tell([3]);
    expect(await emails()).toEqual([]);
    await app.db.query(sql`update usuarios set ativo = true where id = 3`);
  });

  it('of a kind that is told once a day is one mail for all, without what was read meanwhile', async () => {
    const diaria = defineMessage({ ...desligamentoConfirmado, id: 'gestao-talentos/diaria', digest: true });
    for (let n = 0; n < 3; n++) await tell([1], diaria);
    expect(await emails()).toEqual([]);
    await app.db.query(sql`update usuarios_mensagens set lida = true where id = (select min(id) from usuarios_mensagens)`);
    expect(await digests()).toBe(1);
    const [mail] = await emails();
    expect(mail).toMatchObject({ para: 'u1@exemplo.com.br', assunto: expect.stringMatching(/^2 mensagens de /) });
    expect(mail?.texto.match(/https:\/\/rh\.exemplo\.com\.br\/gestao-talentos\/desligamentos\/1/g)).toHaveLength(2);
    expect(await digests()).toBe(0);
  });

  it('once a day tells the first of what is much, and how much more there is, and keeps nobody else from theirs', async () => {
    const diaria = defineMessage({ ...desligamentoConfirmado, id: 'gestao-talentos/diaria', digest: true });
    await tell([1, 2], diaria, 3);
    // More than a query may bring.
    await app.db.query(sql`
      with m as (
        insert into mensagens (empresa_id, tipo, remetente, assunto, texto)
        select ${empresaId}, ${diaria.id}, 'Sistema', 'Nº ' || n, repeat('x', 30000) from generate_series(1, 900) n returning id)
      insert into usuarios_mensagens (mensagem_id, usuario_id, empresa_id, caixa, resumir) select id, 1, ${empresaId}, 'captacao', true from m`);
    expect(await digests()).toBe(2);
    const [much, one] = await emails();
    expect(much?.assunto).toMatch(/^901 mensagens de /);
    expect(much?.texto).toMatch(/\n\n… e mais 851 mensagens na sua caixa de mensagens\.$/);
    expect(much?.texto.length).toBeLessThan(1_010_000);
    expect(one).toMatchObject({ para: 'u2@exemplo.com.br', assunto: expect.stringMatching(/^1 mensagem de /) });
    expect(await digests()).toBe(0);
  });

  it('a box tells its newest messages and once a day loses the others, whatever fills another', async () => {
    await tell([1]);
    await app.db.query(sql`
      with m as (
        insert into mensagens (empresa_id, tipo, remetente, assunto, texto)
        select ${empresaId}, 'captacao/muita', 'Sistema', 'Nº ' || n, '' from generate_series(1, 12100) n returning id)
      insert into usuarios_mensagens (mensagem_id, usuario_id, empresa_id, caixa) select id, 1, ${empresaId}, 'captacao' from m order by id`);
    const totals = async () => {
      const all = await done<(Caixa & { total: number })[]>(admin, 'GET', MENSAGENS);
      return all.filter(({ total }) => total > 0).map(({ tipo, total, mensagens }) => [tipo, total, mensagens[0]?.titulo]);
    };
    const before = await totals();
    expect(before).toEqual(
      expect.arrayContaining([
        ['captacao', 2_000, 'Nº 12100'],
        ['gestao-talentos', 1, expect.any(String)],
      ]),
    );
    await shortenBoxes(app.db, (work) => work());
    expect(await totals()).toEqual(before);
    expect(
      await app.db.only(sql`select count(*)::int as n from usuarios_mensagens where usuario_id = 1 and caixa = 'captacao'`),
    ).toEqual({ n: 2_000 });
  });

  it('once a day reaches the others when it fails for one, who gets theirs the next time', async () => {
    const diaria = defineMessage({ ...desligamentoConfirmado, id: 'gestao-talentos/diaria', digest: true });
    await tell([1, 2], diaria, 3);
    const faults: unknown[] = [];
    expect(await digests(failingOnce(app.db), (fault) => void faults.push(fault))).toBe(1);
    expect(faults).toHaveLength(1);
    expect(await digests()).toBe(1);
    expect((await emails()).map(({ para }) => para)).toEqual(['u2@exemplo.com.br', 'u1@exemplo.com.br']);
  });
});

describe('a transition that tells', () => {
  async function pedido(): Promise<number> {
    const row = await app.db.one<{ id: number }>(sql`
      update desligamentos set status = 'U' where id = (select min(id) from desligamentos where empresa_id = ${empresaId}) returning id`);
    const id = row?.id as number;
    // Its maker is the first user.
    await app.db.query(sql`
      insert into auditoria (usuario_id, usuario_nome, empresa_id, requisicao, tabela, registro_id, acao, mudancas)
      select 1, 'Mariana', ${empresaId}, 'prova', 'desligamentos', ${id}, 'I', '{}'
      where not exists (select from auditoria where tabela = 'desligamentos' and registro_id = ${id} and acao = 'I' and usuario_id = 1)`);
    return id;
  }

  it('reaches whoever made the record, in their box and by mail; nobody, when they did it themselves', async () => {
    const id = await pedido();
    expect((await rafael('POST', `${DESLIGAMENTOS}/${id}/cancelar`, {})).status).toBe(200);
    expect((await caixas(admin))[0]?.mensagens[0]).toMatchObject({
      titulo: 'Desligamento cancelado',
      remetente: 'Rafael Antunes',
      link: `/gestao-talentos/desligamentos/${id}`,
    });
    expect((await emails()).map(({ para }) => para)).toEqual(['u1@exemplo.com.br']);
    await app.db.query(sql`delete from emails`);
    expect((await admin('POST', `${DESLIGAMENTOS}/${await pedido()}/cancelar`, {})).status).toBe(200);
    expect(await emails()).toEqual([]);
  });

  it('tells nothing of what was refused, and nobody who may not open the record', async () => {
    const id = await pedido();
    expect((await rafael('POST', `${DESLIGAMENTOS}/${id}/cancelar`, { versao: -1 })).status).toBe(409);
    expect(await emails()).toEqual([]);
    await app.db.query(
      sql`update usuarios_acessos a set perfil_id = p.id from perfis p where p.nome = 'SST' and a.registro_id = 1`,
    );
    await app.db.query(sql`update versao_acessos set versao = versao + 1`);
    expect((await rafael('POST', `${DESLIGAMENTOS}/${id}/cancelar`, {})).status).toBe(200);
    expect(await emails()).toEqual([]);
    await app.db.query(
      sql`update usuarios_acessos a set perfil_id = p.id from perfis p where p.nome = 'Administrador' and a.registro_id = 1`,
    );
    await app.db.query(sql`update versao_acessos set versao = versao + 1`);
  });

  it('never says what a right guards, nor is for somebody who is no user', () => {
    const segredo = defineMessage({
      ...desligamentoConfirmado,
      id: 'prova/segredo',
      variables: { salario: 'Salário' },
      subject: 'x',
      text: 'x',
      link: '/',
    });
    const registry = (to: string[]) =>
      defineRegistry({
        id: 'provas',
        title: 'Provas',
        singular: 'Prova',
        authority: 'ROLE_CAD_PROVA',
        scope: 'empresa',
        fields: {
          nome: text('Nome', 20),
          salario: having(optional(money('Salário')), { sensitive: 'ROLE_VER_SALARIO' }),
          estado: readOnly(choice('Estado', { A: 'Aberta', F: 'Fechada' })),
        },
        columns: ['nome'],
        lifecycle: {
          field: 'estado',
          initial: 'A',
          states: { A: {}, F: {} },
          transitions: {
            fechar: {
              label: 'Fechar',
              done: 'Fechada.',
              from: ['A'],
              to: 'F',
              authority: 'ROLE_FECHAR',
              why: 'Não.',
              messages: [{ type: to.includes('maker') ? segredo : { ...segredo, variables: {} }, to }],
            },
          },
        },
      });
    expect(() => withMessages(registry(['maker']), {})).toThrow('salario, which a right guards');
    expect(() => withMessages(registry(['nome']), {})).toThrow('nome, which is neither a user nor an address');
  });

  it('waits for whoever may make the step, and for nobody else', async () => {
    const id = await pedido();
    const url = '/api/userinfo/esperando';
    const mine = await done<{ cadastro: string; total: number; link: string; registros: { id: number }[] }[]>(admin, 'GET', url);
    const [one] = mine.filter(({ cadastro }) => cadastro === 'gestao-talentos/desligamentos');
    expect(one).toMatchObject({
      transicao: 'confirmar',
      rotulo: 'Confirmar desligamento',
      link: '/gestao-talentos/desligamentos?status=U',
    });
    expect(one?.registros.map((record) => record.id)).toContain(id);
    const list = await done<{ totalElements: number }>(admin, 'GET', `${DESLIGAMENTOS}?page=0&status=U`);
    expect(one?.total).toBe(list.totalElements);
    const without = await app.loginWithout(2, (name) => name === 'ROLE_CONFIRMAR_DESLIGAMENTO');
    expect(await done(without, 'GET', url)).toEqual([]);
    expect(await done(await app.login(0, app.empresas[1]), 'GET', url)).toEqual([]);
  });
});

it('the outbox sends again what failed, was interrupted or was held, as who reads it decides', async () => {
  await tell([1]);
  const [{ id } = { id: 0 }] = await app.db.query<{ id: number }>(sql`select id from emails`);
  const url = `/api/utilitario/caixa-saida/${id}/reenviar`;
  expect(await admin('POST', url)).toMatchObject({ status: 400, body: { code: 'ENVIO_EM_CURSO' } });
  const local = await app.loginWithout(2, (name) => name === 'ROLE_GERAL_TODAS_EMPRESAS');
  for (const estado of ['FALHOU', 'INTERROMPIDO', 'RETIDO']) {
    await app.db.query(sql`update emails set estado = ${estado}, tentativas = 6 where id = ${id}`);
    expect((await local('POST', url)).status).toBe(404);
    expect((await admin('POST', url)).status).toBe(204);
    expect(await app.db.one(sql`select estado, tentativas from emails where id = ${id}`)).toEqual({
      estado: 'PENDENTE',
      tentativas: 0,
    });
  }
  await app.db.query(sql`update emails set estado = 'FALHOU', vale_ate = now() - interval '1 hour' where id = ${id}`);
  expect(await admin('POST', url)).toMatchObject({ status: 400, body: { code: 'MENSAGEM_VENCIDA' } });
});

describe('templates', () => {
  const modelo = {
    tipo: desligamentoConfirmado.id,
    assunto: 'Fim de {{colaborador}}',
    corpo: '<p>Olá.</p><p><strong>{{colaborador}}</strong> sai em {{data}}.</p>',
    ativo: true,
  };

  it('of a company are its own words, in text and HTML, and values cannot write HTML', async () => {
    const { id } = await done(admin, 'POST', MODELOS, modelo);
    expect(await done(admin, 'GET', `${MODELOS}/${id}`)).toMatchObject({ titulo: 'Desligamento confirmado' });
    const who = await acting(2);
    await app.db.tx((tx) =>
      notify(tx, who, desligamentoConfirmado, { to: [1], values: { ...values, colaborador: '<b>Zé</b>' } }),
    );
    expect(await app.db.one(sql`select assunto, texto, html from emails`)).toEqual({
      assunto: 'Fim de <b>Zé</b>',
      texto: 'Olá.\n\n<b>Zé</b> sai em 30/06/2025.',
      html: '<p>Olá.</p><p><strong>&lt;b&gt;Zé&lt;/b&gt;</strong> sai em 30/06/2025.</p>',
    });
    await app.db.query(sql`delete from emails`);
    await tell([1], desligamentoConfirmado, 2, app.empresas[1]);
    expect((await emails())[0]?.assunto).toBe('Desligamento confirmado');
    const trail = await done<unknown[]>(admin, 'GET', `${MODELOS}/${id}/historico`);
    expect(trail).toHaveLength(1);
    await admin('DELETE', `${MODELOS}/${id}`);
  });

  it('say only what the message has, and what it needs', async () => {
    const strange = await admin('POST', MODELOS, { ...modelo, assunto: '{{salario}}', corpo: '<p>{{cpf}}</p>' });
    expect(faultsOf(strange)).toEqual(['assunto: Esta mensagem não tem {{salario}}', 'corpo: Esta mensagem não tem {{cpf}}']);
    const [variable] = modelo.corpo.match(/\{\{\w+\}\}/) ?? [];
    const full = await admin('POST', MODELOS, { ...modelo, corpo: `${modelo.corpo}<p>${variable?.repeat(60)}</p>` });
    expect(faultsOf(full)).toEqual(['corpo: Use variáveis até 60 vezes em cada texto']);
    const needed = await admin('POST', MODELOS, {
      ...modelo,
      tipo: 'utilitario/redefinicao-de-senha',
      assunto: 'Senha',
      corpo: '<p>Oi</p>',
    });
    expect(faultsOf(needed)).toEqual(['corpo: O texto precisa ter {{endereco}}']);
    const phishing = await admin('POST', MODELOS, {
      ...modelo,
      tipo: 'utilitario/redefinicao-de-senha',
      assunto: 'Senha',
      corpo: '<p><a href="https://evil.example/?{{endereco}}">Redefinir a senha</a></p>',
    });
    expect(faultsOf(phishing)).toEqual(['corpo: Deixe {{endereco}} separado do resto do texto e fora de outros endereços']);
    expect(faultsOf(await admin('POST', MODELOS, { ...modelo, tipo: 'a/b' }))).toEqual(['tipo: Mensagem desconhecida']);
  });

  it('are shown before they are saved, and sent to whoever writes them', async () => {
    const { ativo: _ativo, ...rascunho } = modelo;
    const previa = await done<{ assunto: string; html: string }>(admin, 'POST', `${MODELOS}/previa`, {
      ...rascunho,
      corpo: `${modelo.corpo}<script>x</script>`,
    });
    expect(previa.assunto).toBe('Fim de [Nome do talento]');
    expect(previa.html).toContain('<strong>[Nome do talento]</strong>');
    expect(previa.html).not.toContain('script');
    expect((await admin('POST', `${MODELOS}/teste`, rascunho)).status).toBe(202);
    expect((await emails()).map(({ para, assunto }) => [para, assunto])).toEqual([
      ['u1@exemplo.com.br', '[Teste] Fim de [Nome do talento]'],
    ]);
    const tipos = await done<{ tipo: string; variaveis: unknown[] }[]>(admin, 'GET', `${MODELOS}/tipos`);
    expect(tipos.find(({ tipo }) => tipo === 'utilitario/redefinicao-de-senha')?.variaveis).toContainEqual({
      nome: 'endereco',
      descricao: 'Endereço que redefine a senha',
      obrigatoria: true,
    });
  });
});
