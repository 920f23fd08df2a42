import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { multipart } from '#app/server-process.server.ts';
import { type Client, done, faultsOf, openTestApp, type Row, send, type TestApp } from '#app/test-app.server.ts';
import { today } from '#kit/br/date.ts';
import { type Importing, importJobs } from '#kit/import/import.server.ts';
import { startWorker } from '#kit/jobs/worker.server.ts';
import { inputOf } from '#kit/registry/registry.ts';
import type { Definicao } from '#platform/questionario/definition.ts';
import { OWNED } from '#platform/questionario/versions.server.ts';
import { actingOf } from '#platform/session/session.server.ts';
import { importacaoDeTalentos } from '../talentos/talentos.import.ts';
import { talentos } from '../talentos/talentos.registry.ts';
import type { EntrevistaDoTalento } from './entrevista.ts';

/** SCR-160 to 162: who leaves is asked why, by their own link or by whoever interviews. */
const HOJE = today();
let app: TestApp;
let admin: Client;
let modelo: number;
let motivo: number;
let gente: { id: number; email: string }[];

const DESLIGAMENTOS = '/api/gestao-talentos/desligamentos';
const url = (id: number) => `/api/gestao-talentos/talentos/${id}/entrevista-desligamento`;
const entrevista = (id: number, client = admin) => done<EntrevistaDoTalento>(client, 'GET', url(id));
const dados = () => ({ data: HOJE, motivo, tipo: 'PEDIDO', avisoPrevio: 'NAO_SE_APLICA', confirma: true });
const desliga = (id: number, mais: object = {}) =>
  done<Row>(admin, 'POST', `/api/gestao-talentos/talentos/${id}/desligar`, { ...dados(), ...mais });
const linkDe = async (email: string) => {
  const mail = await app.db.one<{ texto: string }>(
    sql`select texto from emails where para = ${email} and tipo = 'gestao-talentos/entrevista-desligamento' order by id desc limit 1`,
  );
  return /#([\w-]+)/.exec(mail?.texto ?? '')?.[1];
};
const pessoa = (place: number) => gente[place] as { id: number; email: string };
/** The first option of each question of choice, the highest note. */
const respostas = ({ perguntas }: Definicao, nota = 10) =>
  perguntas.map(({ id, tipo, respostas: opcoes }) =>
    tipo === '1'
      ? { perguntaId: id, respostaId: opcoes[0]?.id }
      : tipo === '5'
        ? { perguntaId: id, respostasIds: opcoes.slice(0, 2).map((opcao) => opcao.id) }
        : tipo === '4'
          ? { perguntaId: id, nota }
          : { perguntaId: id, comentario: 'Senti falta de retorno.' },
  );

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(20);
  admin = await app.login();
  [modelo = 0] = await app.ids('modelos_entrevista_desligamento');
  [motivo = 0] = await app.ids('motivos_desligamento');
  gente = await app.db.query(sql`
    select t.id, t.email from talentos t where t.empresa_id = ${app.empresas[0]} and t.situacao = 'A' and t.data_desligamento is null and t.email is not null
      and not exists (select from talentos_historicos h where h.registro_id = t.id and h.data > ${HOJE}::date)
      and not exists (select from desligamentos d where d.colaborador_id = t.id) order by t.id limit 9`);
});
afterAll(() => app.close());

it('a confirmed dismissal that names a model writes to the leaver, who answers by their link, once', async () => {
  const { id, email } = pessoa(0);
  await desliga(id, { modeloEntrevista: modelo });
  await app.work();
  const bilhete = await linkDe(email);
  expect(bilhete).toBeTruthy();
  const { definicao, solicitacao, respondida } = await entrevista(id);
  expect([solicitacao?.estado, respondida]).toEqual(['N', false]);
  // Also when the last day has passed.
  await app.db.query(sql`update talentos set situacao = 'D' where id = ${id}`);
  const envia = () =>
    send(app.app, {
      method: 'POST',
      url: '/api/publico/responder/enviar',
      payload: { bilhete, envio: crypto.randomUUID(), respostas: respostas(definicao as Definicao) },
    });
  expect((await envia()).status).toBe(200);
  expect((await envia()).status).toBe(409);
  const lida = await entrevista(id);
  expect(lida).toMatchObject({ respondida: true, solicitacao: { estado: 'R' } });
  expect(lida.respostas).toHaveLength(definicao?.perguntas.length as number);
  // Nobody is written to twice.
  await app.work();
  expect(
    await app.db.query(sql`select 1 from emails where tipo = 'gestao-talentos/entrevista-desligamento' and para = ${email}`),
  ).toHaveLength(1);
});

it('whoever interviews writes the answers down; without an address, a dismissal or a model nobody is asked', async () => {
  const { id } = pessoa(1);
  expect((await admin('POST', url(id), { modelo, enviarLink: false })).body).toMatchObject({ code: 'SEM_DESLIGAMENTO' });
  await desliga(id);
  expect((await admin('POST', `${url(id)}/respostas`, { respostas: [] })).body).toMatchObject({ code: 'SEM_ENTREVISTA' });
  await app.db.query(sql`update talentos set email = null where id = ${id}`);
  expect(faultsOf(await admin('POST', url(id), { modelo, enviarLink: true }))).toEqual([
    expect.stringMatching(/^enviarLink: Este talento não tem e-mail/),
  ]);
  expect(faultsOf(await admin('POST', url(id), { enviarLink: false }))).toEqual(['modelo: Modelo de entrevista é obrigatório']);
  await done(admin, 'POST', url(id), { modelo, enviarLink: false });
  const { definicao } = await entrevista(id);
  expect((await admin('POST', `${url(id)}/respostas`, { respostas: [] })).status).toBe(400);
  const escreve = () => admin('POST', `${url(id)}/respostas`, { respostas: respostas(definicao as Definicao, 4) });
  expect((await Promise.all([escreve(), escreve()])).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  expect((await entrevista(id)).respondida).toBe(true);
});

it('a model that nobody can be asked is not saved, and one of before says so where it is used', async () => {
  const opcoes = Array.from({ length: 51 }, (_, n) => `Opção ${n}`).join('\n');
  const modelos = '/api/gestao-talentos/modelos-entrevista-desligamento';
  const pergunta = { texto: 'Por quê?', tipo: '1', peso: 1, exigirComentario: false };
  const grande = { titulo: 'Grande demais', ativa: true, perguntas: [{ ...pergunta, opcoes }] };
  expect(await admin('POST', modelos, grande)).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'perguntas.0.opcoes', message: 'No máximo 50 opções de resposta' }] },
  });
  const { id } = await done<Row>(admin, 'POST', modelos, { ...grande, perguntas: [{ ...pergunta, opcoes: 'Sim\nNão' }] });
  await app.db.query(sql`update modelos_entrevista_desligamento_perguntas set opcoes = ${opcoes} where registro_id = ${id}`);
  const deles = `/api/gestao-talentos/talentos/${pessoa(5).id}/desligar`;
  expect(await admin('POST', deles, { ...dados(), modeloEntrevista: id })).toMatchObject({
    status: 400,
    body: { code: 'MODELO_IMPOSSIVEL', message: expect.stringContaining('No máximo 50 opções de resposta') },
  });
});

it('whoever leaves is not written to without end', async () => {
  const { id } = pessoa(5);
  await desliga(id);
  await app.db.query(sql`
    insert into tentativas (chave, janela, falhas) values (${`conviteDeEntrevista:${app.empresas[0]}/${id}`}, date_trunc('minute', now()), 5)`);
  expect((await admin('POST', url(id), { modelo, enviarLink: true })).status).toBe(429);
  expect((await admin('POST', url(id), { modelo, enviarLink: false })).status).toBe(201);
  // Nor because their address is corrected later, which ends the link that they were not sent.
  const talento = await done<Row>(admin, 'GET', `/api/gestao-talentos/talentos/${id}`);
  await done(admin, 'PUT', `/api/gestao-talentos/talentos/${id}`, {
    ...inputOf(talentos, talento),
    email: 'corrigido@exemplo.br',
  });
  await app.db.query(sql`insert into tarefas (tipo) values ('gestao-talentos.entrevistas')`);
  await app.work();
  expect(await app.db.query(sql`select from emails where para = 'corrigido@exemplo.br'`)).toEqual([]);
  // Nor by a dismissal that is confirmed again and again: the link is HR's to send.
  const { id: outro, email } = pessoa(8);
  await app.db.query(sql`
    insert into tentativas (chave, janela, falhas) values (${`conviteDeEntrevista:${app.empresas[0]}/${outro}`}, date_trunc('minute', now()), 4)`);
  for (const cartas of [1, 1]) {
    await desliga(outro, { modeloEntrevista: modelo });
    await app.work();
    expect(await app.db.query(sql`select from emails where para = ${email}`)).toHaveLength(cartas);
    expect((await entrevista(outro)).solicitacao).not.toBeNull();
    await done(admin, 'POST', `/api/gestao-talentos/talentos/${outro}/cancelar-desligamento`, { confirma: true });
  }
});

it('a changed model asks others anew, and those who were asked what they were asked', async () => {
  const url_ = `/api/gestao-talentos/modelos-entrevista-desligamento/${modelo}`;
  const { id: _, ...antes } = await done<Row & { perguntas: Row[] }>(admin, 'GET', url_);
  const [primeira, ...outras] = antes.perguntas;
  await done(admin, 'PUT', url_, { ...antes, perguntas: [...outras, { ...primeira, texto: 'Por que você sai?' }] });
  const { id } = pessoa(2);
  await desliga(id);
  await done(admin, 'POST', url(id), { modelo, enviarLink: false });
  expect((await entrevista(id)).definicao?.perguntas.at(-1)?.texto).toBe('Por que você sai?');
  expect((await entrevista(pessoa(0).id)).definicao?.perguntas[0]?.texto).toBe(primeira?.texto);
  // Another model takes the place of one that nobody has begun to answer, and of no other.
  const outro = await done(admin, 'POST', '/api/gestao-talentos/modelos-entrevista-desligamento', {
    titulo: 'Curta',
    ativa: true,
    perguntas: [{ texto: 'Voltaria?', tipo: '1', opcoes: 'Sim\nNão', peso: 1, exigirComentario: false }],
  });
  await done(admin, 'POST', url(id), { modelo: outro.id, enviarLink: false });
  const agora = await entrevista(id);
  expect(agora.definicao?.perguntas.map(({ texto }) => texto)).toEqual(['Voltaria?']);
  // The report tells answers below their model: one by which people were asked stays.
  expect(await admin('DELETE', `/api/gestao-talentos/modelos-entrevista-desligamento/${outro.id}`)).toMatchObject({
    status: 409,
    body: { code: 'MODELO_USADO' },
  });
  await app.db.query(sql`update participacoes set estado = 'P' where id = ${agora.solicitacao?.id}`);
  expect(faultsOf(await admin('POST', url(id), { modelo, enviarLink: false }))).toEqual([
    'modelo: A entrevista já foi começada com outro modelo.',
  ]);
});

it('a cancelled dismissal asks no longer, and nobody writes to who has died', async () => {
  const { id, email } = pessoa(3);
  await desliga(id, { modeloEntrevista: modelo });
  expect((await entrevista(id)).solicitacao).not.toBeNull();
  await done(admin, 'POST', `/api/gestao-talentos/talentos/${id}/cancelar-desligamento`, { confirma: true });
  await app.work();
  expect(await entrevista(id)).toMatchObject({ solicitacao: null, desligamento: null });
  expect(await linkDe(email)).toBeUndefined();
  // Nor does a request that is removed.
  const { id: pedido, versao } = await done<{ id: number; versao: number }>(admin, 'POST', DESLIGAMENTOS, {
    colaborador: id,
    ...dados(),
  });
  await done(admin, 'POST', `/api/gestao-talentos/talentos/${id}/entrevista-desligamento`, { modelo, enviarLink: false });
  await done(admin, 'DELETE', `${DESLIGAMENTOS}/${pedido}?versao=${versao}`);
  expect(await app.db.query(sql`select from rodadas where dono_id = ${pedido} and dono like '%/desligamentos'`)).toEqual([]);
  const outro = pessoa(4);
  await desliga(outro.id, { modeloEntrevista: modelo, tipo: 'FALECIMENTO' });
  expect((await entrevista(outro.id)).solicitacao).toBeNull();
});

it('a dismissal that is cancelled while its interview is asked, or in the talent’s record, asks no longer', async () => {
  const { id } = pessoa(3);
  const { id: pedido } = await done<{ id: number }>(admin, 'POST', DESLIGAMENTOS, { colaborador: id, ...dados() });
  let pedida: ReturnType<Client> | undefined;
  await app.db.tx(async (tx) => {
    const { pid } = await tx.only<{ pid: number }>(
      sql`select pg_backend_pid() as pid from desligamentos where id = ${pedido} for update`,
    );
    pedida = admin('POST', url(id), { modelo, enviarLink: false });
    let respondeu = false;
    void pedida.then(() => {
      respondeu = true;
    });
    await vi.waitFor(
      async () =>
        expect(
          respondeu ||
            (await app.db.one(sql`select 1 from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid)) limit 1`)),
        ).toBeTruthy(),
      { timeout: 20_000 },
    );
    await tx.query(sql`update desligamentos set status = 'C' where id = ${pedido}`);
  });
  expect((await pedida)?.body).toMatchObject({ code: 'SEM_DESLIGAMENTO' });
  const rodadas = (de: number) => app.db.query(sql`select from rodadas where dono_id = ${de} and dono like '%/desligamentos'`);
  expect(await rodadas(pedido)).toEqual([]);
  const { id: feito } = await desliga(id, { modeloEntrevista: modelo });
  expect(await rodadas(Number(feito))).toHaveLength(1);
  const { id: _, ...talento } = await done<Row>(admin, 'GET', `/api/gestao-talentos/talentos/${id}`);
  await done(admin, 'PUT', `/api/gestao-talentos/talentos/${id}`, { ...talento, dataDesligamento: null, confirma: true });
  expect(await rodadas(Number(feito))).toEqual([]);
});

it('an import that empties the last day and is undone leaves the dismissal and its interview as they were', async () => {
  const IMPORTAR = '/api/gestao-talentos/talentos/importar';
  const [sai, porFora] = [pessoa(6), pessoa(7)];
  await desliga(sai.id, { modeloEntrevista: modelo });
  await desliga(porFora.id);
  // Who is interviewed by HR is written to by HR alone.
  await done(admin, 'POST', url(porFora.id), { modelo, enviarLink: false });
  await app.work();
  const antigo = await linkDe(sai.email);
  const deles = sql`(${sai.id}, ${porFora.id})`;
  const estado = () =>
    app.db.query(sql`
      select t.situacao, t.data_desligamento::text as dia, d.id, d.status, d.data::text as data, d.confirmado_em::text as em,
        (select v.dono_id from rodadas r join questionario_versoes v on v.id = r.versao_id where r.dono_id = d.id and r.dono like '%/desligamentos') as modelo
      from talentos t join desligamentos d on d.colaborador_id = t.id where t.id in ${deles} order by d.id`);
  const antes = await estado();
  expect(antes).toMatchObject([
    { status: 'D', dia: HOJE, modelo },
    { status: 'D', dia: HOJE, modelo },
  ]);

  const fichas = await app.db.query<{ cpf: string; nome: string }>(sql`select cpf, nome from talentos where id in ${deles}`);
  const linhas = ['CPF;Nome;Data de desligamento', ...fichas.map(({ cpf, nome }) => `${cpf};${nome};(vazio)`)];
  const { body, headers } = multipart('talentos.csv', Buffer.from(linhas.join('\r\n')));
  const { importacaoId } = (await admin('POST', `${IMPORTAR}/analisar`, body, headers)).body as { importacaoId: number };
  const { id: quem } = await app.db.only<Row>(sql`select id from usuarios order by id limit 1`);
  const acting = actingOf({ id: quem, nome: '' }, await app.sessions.accessOf(quem, app.empresas[0] as number, -1), 'tarefa');
  const faz = async (ato: string, dados: object, fim: string) => {
    expect(await admin('POST', `${IMPORTAR}/${importacaoId}/${ato}`, dados)).toMatchObject({ status: 202 });
    const worker = startWorker(app.db, {
      connection: app.db.connection,
      handlers: importJobs({ ...app.services, storeOf: app.services.store, owned: OWNED } as unknown as Importing, (path) => ({
        path,
        store: app.services.store('gestao-talentos/talentos'),
        columns: importacaoDeTalentos,
      })),
      actingFor: async () => acting,
    });
    const lote = sql`select estado from importacoes where id = ${importacaoId}`;
    await expect.poll(() => app.db.only(lote)).toEqual({ estado: fim });
    await worker.stop();
  };
  await faz('aplicar', { modo: 'inserirOuAtualizar' }, 'aplicada');
  expect(await estado()).toMatchObject([
    { status: 'C', dia: null, modelo: null },
    { status: 'C', dia: null, modelo: null },
  ]);
  await faz('desfazer', {}, 'desfeita');
  expect(await estado()).toEqual(antes);
  // The old link leads nowhere, so the leaver has a new one.
  await app.work();
  const novo = await linkDe(sai.email);
  expect([novo === undefined, novo === antigo, await linkDe(porFora.email)]).toEqual([false, false, undefined]);
});

it('the report counts the answers of those who left in the period, question by question', async () => {
  const relatorio = (filtro: object, client = admin) =>
    client(
      'POST',
      '/api/gestao-talentos/relatorios/resultados-entrevistas-desligamentos',
      { dataIni: HOJE, dataFim: HOJE, ...filtro },
      { accept: 'application/json' },
    );
  const { rows } = (await relatorio({ modelosIds: [modelo] })).body as { rows: Record<string, unknown>[] };
  const da = (pergunta: string) => rows.filter((row) => String(row.pergunta) === pergunta);
  expect(da('Qual foi o principal motivo da saída?')).toMatchObject([
    { resposta: 'Salário e benefícios', quantidade: 2, percentual: 100 },
  ]);
  expect(da('Que nota você dá à sua liderança?')).toMatchObject([
    { resposta: '10', quantidade: 1, percentual: 50 },
    { resposta: '4', quantidade: 1, percentual: 50 },
  ]);
  expect(da('O que a empresa deveria melhorar?').map(({ resposta }) => resposta)).toEqual(['Comunicação', 'Reconhecimento']);
  expect(da('O que mais você gostaria de dizer?')).toMatchObject([{ resposta: 'Senti falta de retorno.', quantidade: 2 }]);
  expect((await relatorio({ dataIni: '2020-01-01', dataFim: '2020-01-02' })).status).toBe(204);
  expect((await relatorio({}, await app.login(0, app.empresas[1]))).status).toBe(204);
});

it('is nobody else’s: another company, and without the right', async () => {
  const { id } = pessoa(0);
  const outra = await app.login(0, app.empresas[1]);
  expect((await outra('GET', url(id))).status).toBe(404);
  expect((await outra('POST', url(id), { modelo, enviarLink: true })).status).toBeGreaterThanOrEqual(400);
  const semNada = await app.loginWithout(2, (name) => name.startsWith('ROLE_CAD_DESLIGAMENTO'));
  for (const [metodo, onde] of [
    ['GET', url(id)],
    ['POST', url(id)],
    ['POST', `${url(id)}/respostas`],
  ] as const)
    expect((await semNada(metodo, onde, metodo === 'GET' ? undefined : { modelo, respostas: [] })).status).toBe(403);
});
