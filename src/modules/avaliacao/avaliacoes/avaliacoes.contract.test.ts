import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Client, done, faultsOf, openTestApp, type Row, type TestApp } from '#app/test-app.server.ts';
import { tallied } from '#kit/db/whole-reads.server.ts';
import type { Definicao } from '#platform/questionario/definition.ts';
import { editVersion, freezeVersion } from '#platform/questionario/versions.server.ts';

const MODELOS = '/api/avaliacao/modelos-avaliacao';
const AVALIACOES = '/api/avaliacao/avaliacoes';

let app: TestApp;
let client: Client;
/** somebody of the other company */
let alheio: Client;
let n = 0;

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(3);
  client = await app.login();
  alheio = await app.login(0, app.empresas[1]);
});
afterAll(() => app.close());

interface Editado {
  versao: number;
  numero: number;
  congelada: boolean;
  podeEditar: boolean;
  notaMinima: number;
  definicao: Definicao;
}

const modelo = async (mais: object = {}) =>
  (await done(client, 'POST', MODELOS, { titulo: `Modelo ${++n}`, tipo: 'D', ...mais })).id;
const url = (id: number, resto: string) => `${AVALIACOES}/${id}/${resto}`;
const inserida = (id: number, pergunta: object) => done<Row>(client, 'POST', url(id, 'perguntas'), pergunta);
const perguntas = (id: number, query = '') => done<Row[]>(client, 'GET', url(id, `perguntas${query}`));
const textos = async (id: number) => (await perguntas(id)).map(({ texto }) => texto);
const editor = (id: number) => done<Editado>(client, 'GET', url(id, 'definicao'));
const congela = (donoId: number) =>
  app.db.tx((tx) => freezeVersion(tx, { empresaId: app.empresas[0] as number, dono: 'avaliacao/modelos-avaliacao', donoId }));
const codigo = ({ status, body }: Answer) => `${status} ${(body as { code: string }).code}`;

describe('questions, one by one', () => {
  it('CALL-296 to 301: are inserted, read, changed, moved and removed', async () => {
    const id = await modelo();
    const um = await inserida(id, {
      texto: ' Entrega no prazo? ',
      tipo: 1,
      respostas: [{ texto: 'Sim', peso: 1 }, { texto: 'Não' }],
    });
    expect(um).toMatchObject({
      ordem: 1,
      texto: 'Entrega no prazo?',
      tipo: '1',
      peso: 1,
      obrigatoria: true,
      notaMinima: null,
      respostas: [
        { texto: 'Sim', peso: 1 },
        { texto: 'Não', peso: null },
      ],
    });
    const dois = await inserida(id, { texto: 'Comunicação', tipo: '4' });
    // RUL-239, CON-117, CON-119, CON-120
    expect(dois).toMatchObject({ ordem: 2, notaMinima: 1, notaMaxima: 10, peso: 1, respostas: [] });
    await inserida(id, { texto: 'Primeira', tipo: 3, ordem: 1 });
    expect(await textos(id)).toEqual(['Primeira', 'Entrega no prazo?', 'Comunicação']);
    expect(await done(client, 'GET', url(id, 'perguntas/proxima-ordem'))).toEqual({ ordem: 4 });

    const mudada = await done<Row>(client, 'PUT', url(id, `perguntas/${um.id}`), {
      ...um,
      texto: 'Entrega?',
      respostas: [...(um.respostas as Row[]), { texto: 'Às vezes', peso: 0.5 }],
    });
    expect(mudada.id).toBe(um.id);
    expect((mudada.respostas as Row[]).map((opcao) => opcao.id).slice(0, 2)).toEqual(
      (um.respostas as Row[]).map((opcao) => opcao.id),
    );
    expect(await done(client, 'PATCH', url(id, `perguntas/${um.id}/ordem`), { ordem: 1 })).toEqual({ ordem: 1 });
    expect(await textos(id)).toEqual(['Entrega?', 'Primeira', 'Comunicação']);
    await done(client, 'DELETE', url(id, `perguntas/${dois.id}`));
    expect(await textos(id)).toEqual(['Entrega?', 'Primeira']);
    expect((await client('GET', url(id, `perguntas/${dois.id}`))).status).toBe(404);
    expect(await done(client, 'GET', url(id, `perguntas/${um.id}`))).toMatchObject({ texto: 'Entrega?', ordem: 1 });
  });

  it('RUL-239, CON-118: a note of an experience model begins at 0', async () => {
    const { id: periodo } = await done(client, 'POST', '/api/avaliacao/periodos-experiencia', { nome: `P${++n}`, dias: 45 });
    const id = await modelo({ tipo: 'A', periodoAcompanhamentoExperienciaId: periodo });
    expect(await inserida(id, { texto: 'Nota?', tipo: 4 })).toMatchObject({ notaMinima: 0, notaMaxima: 10 });
  });

  it('RUL-299 to 302: are judged, and their faults are named by their own fields', async () => {
    const id = await modelo();
    await inserida(id, { texto: 'Uma', tipo: 3 });
    const post = (body: unknown) => client('POST', url(id, 'perguntas'), body);
    expect(faultsOf(await post({ texto: ' ', tipo: 1 }))).toEqual([
      'texto: Pergunta é obrigatória',
      'respostas: Opção de resposta: informe ao menos duas',
    ]);
    expect(faultsOf(await post({ texto: 'x', tipo: 2 }))).toEqual(['tipo: Tipo inválido']);
    expect(faultsOf(await post({ texto: 'x', tipo: 4, exigirComentario: true }))).toEqual([
      'comentario: Texto do comentário é obrigatório',
    ]);
    expect(faultsOf(await post({ texto: 'x', tipo: 4, aspecto: 99 }))).toEqual(['aspecto: Este aspecto não existe mais']);
    expect(faultsOf(await post({ texto: 'a\0b', tipo: 3 }))).toEqual(['texto: Pergunta contém caracteres inválidos']);
    for (const body of [null, [], { texto: 7, tipo: 3 }, { texto: 'x', tipo: 3, ordem: 0 }])
      expect((await post(body)).status, JSON.stringify(body)).toBe(400);
    expect(await inserida(id, { texto: 'Nota', tipo: 4, respostas: [{ texto: 'Sim' }, { texto: 'Não' }] })).toMatchObject({
      respostas: [],
    });
    expect(await textos(id)).toEqual(['Uma', 'Nota']);
  });

  it('what a condition depends on is neither removed nor moved behind it', async () => {
    const id = await modelo();
    const um = await inserida(id, { texto: 'Uma', tipo: 4 });
    const dois = await inserida(id, {
      texto: 'Por quê?',
      tipo: 3,
      se: { testes: [{ perguntaId: um.id, eh: 'maximo', valor: 5 }] },
    });
    expect(codigo(await client('DELETE', url(id, `perguntas/${um.id}`)))).toBe('409 PERGUNTA_EM_CONDICAO');
    expect(codigo(await client('PATCH', url(id, `perguntas/${dois.id}/ordem`), { ordem: 1 }))).toBe('409 ORDEM_INVALIDA');
    expect(await textos(id)).toEqual(['Uma', 'Por quê?']);
  });

  it('a change of what was kept counts as if it had been read, also one that is refused', async () => {
    const donoId = await modelo();
    await inserida(donoId, { texto: 'Uma', tipo: 3, ajuda: 'a'.repeat(1_000) });
    const dono = { empresaId: app.empresas[0] as number, dono: 'avaliacao/modelos-avaliacao', donoId } as const;
    const counted = async () => {
      const tally = { bytes: 0 };
      const refused = new Error('recusada');
      const change = tallied(tally, () =>
        app.db.tx((tx) =>
          editVersion(tx, {} as never, dono, () => {
            throw refused;
          }),
        ),
      );
      await expect(change).rejects.toBe(refused);
      return tally.bytes;
    };
    await counted();
    expect(await counted()).toBeGreaterThan(1_000);
  });

  it('CALL-293 to 295: aspects have a name of their own, and leave their questions behind', async () => {
    const id = await modelo();
    const aspecto = await done(client, 'POST', url(id, 'aspectos'), { nome: 'Técnica' });
    expect(faultsOf(await client('POST', url(id, 'aspectos'), { nome: 'técnica' }))).toEqual([
      'nome: Já existe um aspecto com este nome',
    ]);
    await done(client, 'POST', url(id, 'aspectos'), { nome: 'Convívio' });
    const { id: pergunta } = await inserida(id, { texto: 'Uma', tipo: 4, aspecto: { id: aspecto.id } });
    await inserida(id, { texto: 'Outra', tipo: 4 });
    expect(await done(client, 'GET', url(id, 'aspectos?nome=tecni'))).toEqual([aspecto]);
    expect((await perguntas(id, `?aspecto=${aspecto.id}`)).map((uma) => uma.id)).toEqual([pergunta]);
    await done(client, 'DELETE', url(id, `aspectos/${aspecto.id}`));
    expect((await perguntas(id)).map((uma) => uma.aspecto)).toEqual([null, null]);
    expect((await client('DELETE', url(id, `aspectos/${aspecto.id}`))).status).toBe(404);
  });

  it('CALL-303 to 305, batch: sets of answers, many at once, all or none, mixed', async () => {
    const id = await modelo();
    const dez = Array.from({ length: 10 }, (_, lugar) => ({ texto: `P${lugar}`, tipo: 4 }));
    expect(faultsOf(await client('POST', url(id, 'perguntas/batch'), [...dez, { texto: '', tipo: 4 }]))).toEqual([
      'perguntas.10.texto: Pergunta é obrigatória',
    ]);
    expect(await done<Row[]>(client, 'POST', url(id, 'perguntas/batch'), { perguntas: dez })).toHaveLength(10);
    await done(client, 'POST', url(id, 'ordem-aleatoria'), {});
    const depois = await textos(id);
    expect(depois).not.toEqual(dez.map(({ texto }) => texto));
    expect(new Set(depois)).toEqual(new Set(dez.map(({ texto }) => texto)));
    expect(await done(client, 'GET', url(id, 'perguntas/quantidade-perguntas-respondidas'))).toEqual({ quantidade: 0 });
    const [primeiro] = await done<{ nome: string }[]>(client, 'GET', url(id, 'perguntas/respostas-sugeridas'));
    expect(primeiro).toMatchObject({ nome: 'Sim ou não', tipo: '1', respostas: [{ texto: 'Sim' }, { texto: 'Não' }] });
  });

  it('a question that is sent twice under one key is there once', async () => {
    const id = await modelo();
    const key = { 'idempotency-key': '6f1c1c52-0000-4000-8000-000000000001' };
    const send = () => client('POST', url(id, 'perguntas'), { texto: 'Uma', tipo: 3 }, key);
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => (body as Row).id)).size).toBe(1);
    expect(await textos(id)).toEqual(['Uma']);
  });
});

describe('the whole document', () => {
  const nova = (id: number, texto: string, mais: object = {}) => ({ id, texto, tipo: '3', ...mais });
  const salva = (id: number, versao: number, definicao: object) => client('PUT', url(id, 'definicao'), { versao, definicao });
  const vazia = { introducao: null, agradecimento: null, secoes: [], aspectos: [], perguntas: [], ordemAleatoria: false };

  it('is saved at once, under ids of the server', async () => {
    const id = await modelo();
    const { versao, definicao, podeEditar, numero } = await editor(id);
    expect({ versao, numero, podeEditar, perguntas: definicao.perguntas }).toEqual({
      versao: 0,
      numero: 1,
      podeEditar: true,
      perguntas: [],
    });
    const { body, status } = await salva(id, 0, {
      ...vazia,
      secoes: [{ id: 900, titulo: 'Você', texto: null, se: null }],
      perguntas: [
        nova(901, 'Como vai?', { secaoId: 900 }),
        nova(902, 'E por quê?', { se: { testes: [{ perguntaId: 901, eh: 'respondida' }] } }),
      ],
    });
    expect(status).toBe(200);
    const depois = body as Editado;
    expect(depois.definicao.proximoId).toBe(4);
    expect(depois.definicao.perguntas).toMatchObject([
      { id: 2, secaoId: 1 },
      { id: 3, secaoId: null, se: { testes: [{ perguntaId: 2 }] } },
    ]);
    expect((await editor(id)).definicao).toEqual(depois.definicao);
  });

  it('of two editors the later one is told, and loses nothing of the first', async () => {
    const id = await modelo();
    const { versao } = await editor(id);
    const both = await Promise.all(['Minha', 'Sua'].map((texto) => salva(id, versao, { ...vazia, perguntas: [nova(1, texto)] })));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const [certo, tarde] = (both[0]?.status === 200 ? both : both.toReversed()) as [Answer, Answer];
    expect(codigo(tarde)).toBe('409 REGISTRO_ALTERADO');
    expect((tarde.body as { registro: Editado }).registro.definicao).toEqual((certo.body as Editado).definicao);
    expect(await perguntas(id)).toHaveLength(1);
  });

  it('a version that somebody was asked stays; an edit begins the next one, and nobody gets an id that was used', async () => {
    const id = await modelo();
    await inserida(id, { texto: 'Uma', tipo: 4 });
    const dois = await inserida(id, { texto: 'Outra', tipo: 4 });
    const primeira = await congela(id);
    expect(await congela(id)).toBe(primeira);
    expect(await editor(id)).toMatchObject({ numero: 1, congelada: true });
    await done(client, 'DELETE', url(id, `perguntas/${dois.id}`));
    const agora = await editor(id);
    expect(agora).toMatchObject({ numero: 2, congelada: false });
    const terceira = await inserida(id, { texto: 'Mais uma', tipo: 4 });
    expect(terceira.id).toBeGreaterThan(dois.id);
    // The removed question, brought back by an editor that still has it.
    const outra = agora.definicao.perguntas[0] as Definicao['perguntas'][number];
    const { versao } = await editor(id);
    const { body } = await salva(id, versao, {
      ...agora.definicao,
      perguntas: [outra, { ...outra, id: dois.id, texto: 'Outra' }],
    });
    expect((body as Editado).definicao.perguntas.map((uma) => uma.id)).not.toContain(dois.id);
    const versoes = await app.db.query(
      sql`select numero, jsonb_array_length(definicao -> 'perguntas') as perguntas from questionario_versoes where dono_id = ${id} and dono = 'avaliacao/modelos-avaliacao' order by numero`,
    );
    expect(versoes).toEqual([
      { numero: 1, perguntas: 2 },
      { numero: 2, perguntas: 2 },
    ]);
  });

  it('translations go with versions, edits of single questions and clones, and are refused in a sentence', async () => {
    const id = await modelo();
    const um = await inserida(id, { texto: 'Como vai?', tipo: 4, rotuloMinimo: 'Mal' });
    const { versao, definicao } = await editor(id);
    expect(definicao.traducoes).toEqual([]);
    const ingles = (...textos: [string, string][]) => [{ idioma: 'en', textos: textos.map(([de, para]) => ({ de, para })) }];
    const traduz = async (traducoes: unknown, de = versao) => salva(id, de, { ...definicao, traducoes });
    const { body } = await traduz(ingles(['Como vai?', 'How are you?'], ['Mal', 'Badly'], ['Outra', 'Other']));
    expect((body as Editado).definicao.traducoes).toEqual(ingles(['Como vai?', 'How are you?'], ['Mal', 'Badly']));
    const traducoes = async () => (await editor(id)).definicao.traducoes;
    await congela(id);
    await done(client, 'PUT', url(id, `perguntas/${um.id}`), { texto: 'E agora?', tipo: 4, rotuloMinimo: 'Mal' });
    expect(await traducoes()).toEqual(ingles(['Mal', 'Badly']));
    const antes = await app.db.only<{ textos: number }>(
      sql`select jsonb_array_length(definicao #> '{traducoes,0,textos}') as textos from questionario_versoes where dono_id = ${id} and dono = 'avaliacao/modelos-avaliacao' and numero = 1`,
    );
    expect(antes.textos).toBe(2);
    const [copia] = await done<Row[]>(client, 'POST', `${AVALIACOES}/${id}`, {});
    expect((await editor(copia?.id as number)).definicao.traducoes).toEqual(ingles(['Mal', 'Badly']));
    const agora = (await editor(id)).versao;
    expect(faultsOf(await traduz(ingles(['Mal', 'x'.repeat(61)]), agora))).toEqual([
      'traducoes.0.textos.0.para: English: a tradução deve ter no máximo 60 caracteres',
    ]);
    for (const hostil of ['en', [{ idioma: 'xx', textos: [] }], [{ idioma: 'en' }], ingles(['Mal', null as unknown as string])])
      expect((await traduz(hostil, agora)).status).toBe(400);
  });

  it('a question that changes its type after it was asked is another one', async () => {
    const id = await modelo();
    const um = await inserida(id, { texto: 'Uma', tipo: 4 });
    expect((await done<Row>(client, 'PUT', url(id, `perguntas/${um.id}`), { texto: 'Uma', tipo: 3 })).id).toBe(um.id);
    await congela(id);
    expect((await done<Row>(client, 'PUT', url(id, `perguntas/${um.id}`), { texto: 'Uma', tipo: 4 })).id).not.toBe(um.id);
  });

  it('what asks nothing cannot be asked', async () => {
    const id = await modelo();
    await expect(congela(id)).rejects.toMatchObject({ code: 'QUESTIONARIO_INCOMPLETO' });
  });

  it('every change leaves a line in the trail of the record; none leaves none', async () => {
    const id = await modelo();
    await inserida(id, { texto: 'Como vai?', tipo: 3 });
    const { versao, definicao } = await editor(id);
    expect((await salva(id, versao, definicao)).status).toBe(200);
    expect((await editor(id)).versao).toBe(versao);
    const historico = await done<{ mudancas: object[] }[]>(client, 'GET', `${MODELOS}/${id}/historico`);
    expect(historico[0]?.mudancas).toEqual([{ campo: 'pergunta 1 (nova)', de: null, para: 'Como vai? · Subjetiva' }]);
    expect(historico).toHaveLength(2);
  });

  it('takes no hostile document', async () => {
    const id = await modelo();
    const muitas = Array.from({ length: 201 }, (_, lugar) => nova(lugar + 1, 'x'));
    for (const definicao of [
      null,
      [],
      'x',
      {},
      { ...vazia, perguntas: [{}] },
      { ...vazia, perguntas: muitas },
      { ...vazia, perguntas: [nova(1, 'a'), nova(1, 'b')] },
      { ...vazia, perguntas: [nova(-1, 'a')] },
      { ...vazia, perguntas: [nova(1, 'a', { se: { testes: [{ perguntaId: 1, eh: 'respondida' }] } })] },
      { ...vazia, perguntas: [nova(1, 'a', { se: { juntas: 'todas', testes: 'x' } })] },
      { ...vazia, introducao: '\ud800' },
    ])
      expect((await salva(id, 0, definicao as object)).status, JSON.stringify(definicao)?.slice(0, 80)).toBe(400);
    expect((await editor(id)).versao).toBe(0);
  });
});

describe('who may', () => {
  it('of another company everything is a 404', async () => {
    const id = await modelo();
    const { id: pergunta } = await inserida(id, { texto: 'Uma', tipo: 3 });
    for (const [method, resto, body] of [
      ['GET', 'perguntas'],
      ['GET', 'aspectos'],
      ['GET', 'definicao'],
      ['GET', 'perguntas/proxima-ordem'],
      ['GET', 'perguntas/respostas-sugeridas'],
      ['GET', `perguntas/${pergunta}`],
      ['POST', 'perguntas', { texto: 'x', tipo: 3 }],
      ['POST', 'perguntas/batch', [{ texto: 'x', tipo: 3 }]],
      ['POST', 'aspectos', { nome: 'x' }],
      ['POST', 'ordem-aleatoria', {}],
      ['PUT', `perguntas/${pergunta}`, { texto: 'x', tipo: 3 }],
      ['PUT', 'definicao', { versao: 1, definicao: (await editor(id)).definicao }],
      ['PATCH', `perguntas/${pergunta}/ordem`, { ordem: 1 }],
      ['DELETE', `perguntas/${pergunta}`],
    ] as const)
      expect((await alheio(method, url(id, resto), body)).status, `${method} ${resto}`).toBe(404);
    expect((await alheio('POST', `${AVALIACOES}/${id}`)).status).toBe(404);
    expect(await textos(id)).toEqual(['Uma']);
  });

  it('whoever may only read changes nothing, and whoever may not read sees nothing', async () => {
    const id = await modelo();
    const leitor = await app.loginWithout(1, (name) => name === 'ROLE_CAD_MODELO_AVALIACAO_EDITAR');
    expect((await leitor('POST', url(id, 'perguntas'), { texto: 'x', tipo: 3 })).status).toBe(403);
    expect((await leitor('PUT', url(id, 'definicao'), { versao: 0, definicao: {} })).status).toBe(403);
    expect((await leitor('GET', url(id, 'definicao'))).body).toMatchObject({ podeEditar: false, motivo: null });
    const ninguem = await app.loginWithout(1, (name) => name.startsWith('ROLE_CAD_MODELO_AVALIACAO'));
    expect((await ninguem('GET', url(id, 'definicao'))).status).toBe(403);
    expect((await ninguem('GET', `${AVALIACOES}/ativa`)).status).toBe(200);
  });
});

describe('models', () => {
  it('CALL-253 to 256, 267: are chosen by type and period', async () => {
    const { id: periodo } = await done(client, 'POST', '/api/avaliacao/periodos-experiencia', { nome: `P${++n}`, dias: 45 });
    const experiencia = await modelo({ tipo: 'A', periodoAcompanhamentoExperienciaId: periodo });
    const desempenho = await modelo();
    const inativo = await modelo({ ativo: false });
    await inserida(experiencia, { texto: 'Como foi?', tipo: 3 });
    const ids = async (resto: string) => (await done<Row[]>(client, 'GET', `${AVALIACOES}/${resto}`)).map(({ id }) => id);
    expect(await ids('ativa')).toEqual(expect.arrayContaining([experiencia, desempenho]));
    expect(await ids('ativa')).not.toContain(inativo);
    expect(await ids('tipo-desempenho')).not.toContain(experiencia);
    const [talento] = await app.ids('talentos');
    const meus = await done<Row[]>(client, 'GET', `${AVALIACOES}/periodos-experiencia?colaboradorId=${talento}`);
    expect(meus.find(({ id }) => id === experiencia)).toMatchObject({ periodo: { id: periodo, dias: 45 }, avaliado: false });
    expect(
      await done(client, 'GET', `${AVALIACOES}/periodo-experiencia?colaboradorId=${talento}&avaliacaoId=${experiencia}`),
    ).toMatchObject({ id: experiencia, perguntas: [{ texto: 'Como foi?' }] });
    expect(await done<Row[]>(client, 'GET', `/api/avaliacao/perguntas/experiencias?avaliacaoId=${experiencia}`)).toHaveLength(1);
    expect((await client('GET', `/api/avaliacao/perguntas/experiencias?avaliacaoId=${desempenho}`)).status).toBe(404);
    expect((await alheio('GET', `${AVALIACOES}/periodo-experiencia?avaliacaoId=${experiencia}`)).status).toBe(404);
    expect((await alheio('GET', `${AVALIACOES}/periodos-experiencia?colaboradorId=${talento}`)).status).toBe(404);
  });

  it('CALL-561: the models of evaluations and trials are one registry at two addresses', async () => {
    const id = await modelo({ titulo: 'Por dois endereços' });
    const outro = '/api/avaliacao/modelos-avaliacao-desempenho-experiencia';
    const lido = await done<Row>(client, 'GET', `${outro}/${id}`);
    expect(lido).toMatchObject({ id, titulo: 'Por dois endereços', tipo: 'D' });
    expect((await done<Row[]>(client, 'GET', `${outro}?titulo=dois%20endere`)).map((um) => um.id)).toEqual([id]);
    const { id: feito } = await done(client, 'POST', outro, { titulo: 'Feito no segundo', tipo: 'D' });
    await done(client, 'PUT', `${outro}/${feito}`, { titulo: 'Mudado no segundo', tipo: 'D' });
    expect(await done(client, 'GET', `${MODELOS}/${feito}`)).toMatchObject({ titulo: 'Mudado no segundo' });
    expect((await alheio('GET', `${outro}/${feito}`)).status).toBe(404);
    expect(codigo(await client('POST', outro, { titulo: 'Sem período', tipo: 'A' }))).toMatch(/^400/);
    expect((await client('DELETE', `${outro}/${feito}?tipo=D`)).status).toBe(204);
    expect((await client('GET', `${MODELOS}/${feito}`)).status).toBe(404);
  });

  it('CALL-307: a model is cloned with its questions, here and into other companies', async () => {
    const id = await modelo();
    await inserida(id, { texto: 'Uma', tipo: 4 });
    const [aqui] = await done<Row[]>(client, 'POST', `${AVALIACOES}/${id}`, {});
    expect(aqui).toMatchObject({ titulo: `Modelo ${n} (cópia)`, empresaId: app.empresas[0] });
    expect(await textos(aqui?.id as number)).toEqual(['Uma']);
    const [la] = await done<Row[]>(client, 'POST', `${AVALIACOES}/${id}?empresas=${app.empresas[1]}`, {});
    expect(la).toMatchObject({ titulo: `Modelo ${n}`, empresaId: app.empresas[1] });
    expect((await done<Row[]>(alheio, 'GET', url(la?.id as number, 'perguntas'))).map(({ texto }) => texto)).toEqual(['Uma']);
    expect(faultsOf(await client('POST', `${AVALIACOES}/${id}?empresas=999999`, {}))).toEqual([
      'empresas: O registro selecionado não existe',
    ]);
    // What is changed here stays unchanged there.
    await inserida(id, { texto: 'Só aqui', tipo: 4 });
    expect(await done<Row[]>(alheio, 'GET', url(la?.id as number, 'perguntas'))).toHaveLength(1);
  });

  it('CALL-306: the questions are printed in blank, also sparing paper; of a model without questions there is nothing', async () => {
    const id = await modelo();
    const imprime = (imprimirFormaEconomica: boolean, de: Client = client) =>
      de('POST', `${AVALIACOES}/relatorio`, { avaliacaoId: id, imprimirFormaEconomica });
    expect((await imprime(false)).status).not.toBe(200);
    await inserida(id, { texto: 'Nota #1 *forte* $x$', tipo: 4, comentario: 'Por quê?', rotuloMinimo: 'Nunca' });
    await inserida(id, { texto: 'De 0 a 100?', tipo: 4, notaMinima: 0, notaMaxima: 100 });
    await inserida(id, { texto: 'Qual?', tipo: 5, respostas: [{ texto: 'A' }, { texto: '#B' }], obrigatoria: false });
    await inserida(id, { texto: 'Conte', tipo: 3, ajuda: 'À vontade' });
    for (const economica of [false, true]) {
      const { status, headers } = await imprime(economica);
      expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
    }
    expect((await imprime(false, alheio)).status).not.toBe(200);
  });
});
