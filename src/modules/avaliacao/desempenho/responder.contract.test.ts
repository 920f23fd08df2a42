import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_LOGINS } from '#app/demo-users.server.ts';
import { multipart } from '#app/server-process.server.ts';
import { type Client, done, faultsOf, openTestApp, type TestApp } from '#app/test-app.server.ts';
import { provador } from '#app/test-plans.server.ts';
import { addDays, today } from '#kit/br/date.ts';
import { readSheet } from '#kit/import/read-sheet.server.ts';
import { readText } from '#kit/text/text.server.ts';
import { askedOf, submit } from '#platform/questionario/answering.server.ts';
import { DEFINICAO_VAZIA, questionOf, type Resposta } from '#platform/questionario/definition.ts';
import { openRound } from '#platform/questionario/rounds.server.ts';
import { avaliadosConcluidos } from '../ninebox/radar.server.ts';
import type { TraducoesDasCompetencias } from '../traducoes/traducoes.ts';
import { conclui } from './conclusao.server.ts';
import type { FolhaLida } from './folha.ts';
import type { QuestionarioDaAvaliacao } from './questionarios.ts';
import { AVALIACOES, avaliacaoDe, calcula, resultadoDoAvaliado } from './resultado.server.ts';
import type { ResultadoNaTela, ResultadoResumido } from './resultado-na-tela.ts';

const ROOT = '/api/avaliacao/avaliacoes-desempenhos-questionarios';
const RESULTADOS = '/api/avaliacao/resultados';
const folder = mkdtempSync(path.join(tmpdir(), 'vinculo-desempenho-'));

let app: TestApp;
let empresa: number;
/** HR; Ana, who is evaluated; her leader; a peer */
let rh: Client;
let ana: Client;
let lider: Client;
let par: Client;
const id = {} as Record<'ana' | 'lider' | 'par' | 'beto' | 'caio', number>;
let comunicacao: number;
let lideranca: number;
let niveis: number[];
let config: number;

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(30);
  empresa = app.empresas[0] as number;
  [rh, ana, lider, par] = (await Promise.all([app.login(0), app.login(1), app.login(2), app.login(3)])) as [
    Client,
    Client,
    Client,
    Client,
  ];
  const talentos = await app.db.query<{ id: number }>(
    sql`select id from talentos where empresa_id = ${empresa} and situacao = 'A' and faixa_atual_id is not null order by id limit 5`,
  );
  const um = async (query: ReturnType<typeof sql>) => (await app.db.only<{ id: number }>(query)).id;
  const area = await um(sql`insert into areas_organizacionais (empresa_id, nome) values (${empresa}, 'Oficina') returning id`);
  const cpfs = {
    ana: DEMO_LOGINS[1]?.cpf,
    lider: DEMO_LOGINS[2]?.cpf,
    par: DEMO_LOGINS[3]?.cpf,
    beto: undefined,
    caio: undefined,
  };
  for (const [n, nome] of (['ana', 'lider', 'par', 'beto', 'caio'] as const).entries()) {
    id[nome] = talentos[n]?.id as number;
    await app.db.query(sql`update talentos set nome = ${nome}, area_atual_id = ${area} where id = ${id[nome]}`);
    const cpf = cpfs[nome]?.replaceAll(/\D/g, '');
    if (cpf) await app.db.query(sql`update talentos set cpf = ${cpf} where id = ${id[nome]}`);
  }
  await app.db.query({
    text: 'insert into areas_organizacionais_empresa_e_responsaveis (registro_id, ordem, empresa_id, colaborador_dto_id) values ($1, 1, $2, $3)',
    values: [area, empresa, id.lider],
  });
  const competencia = (nome: string) =>
    done(rh, 'POST', '/api/cargo-salario/atitudes', { nome, areasOrganizacionais: [area], solicitarComentario: true });
  comunicacao = (await competencia('Comunicação')).id;
  lideranca = (await competencia('Liderança')).id;
  niveis = [];
  for (const descricao of ['Engatinha', 'Anda', 'Corre'])
    niveis.push((await done(rh, 'POST', '/api/cargo-salario/niveis-competencia', { descricao })).id);
  const historico = await done(rh, 'POST', '/api/cargo-salario/niveis-competencia-historico', {
    data: '2019-01-01',
    configHistoricosNiveis: [1, 2, 4].map((ordem, n) => ({ nivelCompetencia: niveis[n], ordem })),
  });
  config = await um(sql`
    insert into config_niveis_faixas (empresa_id, faixa_salarial_id, data, nivel_competencia_historico_id, nome)
    select ${empresa}, faixa_atual_id, '2019-02-01', ${historico.id}, 'Desde 2019' from talentos where id = ${id.ana} returning id`);
  for (const [ordem, [item, nivel, peso]] of (
    [
      [comunicacao, 1, 1],
      [lideranca, 2, 3],
    ] as const
  ).entries())
    await app.db.query(sql`
      insert into config_niveis_faixas_configs_niveis_competencias (registro_id, ordem, competencia_id, nivel_competencia_id, competencia_peso)
      values (${config}, ${ordem + 1}, ${item}, ${niveis[nivel] as number}, ${peso})`);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const perguntas = [
  questionOf({ id: 1, texto: 'Aprende rápido?', tipo: '4', notaMinima: 0, notaMaxima: 10, comentario: 'Por quê?' }),
  questionOf({ id: 2, texto: 'O que falta?', tipo: '3', obrigatoria: false }),
];

type Par = readonly [avaliador: number, papel: 'U' | 'L' | 'P' | 'A' | 'R'];

/** A released evaluation of Ana; answers where each evaluator answers. */
async function liberada(
  pares: readonly Par[],
  mais: { anonima?: boolean; manual?: boolean; so?: boolean; exibe?: boolean; pesoMetas?: number } = {},
) {
  const { anonima = false, manual = false, so = false, exibe = true, pesoMetas = null } = mais;
  const { id: avaliacao } = await app.db.only<{ id: number }>(sql`
    insert into avaliacoes_desempenho (empresa_id, titulo, data_ini, data_fim, avaliar_somente_competencias, nota_questionario_manual, tipo, formato,
      permite_auto_avaliacao, anonima, exibe_resultado_auto_avaliacao, exibir_performance_profissional, exibir_nivel_competencia_exigido,
      peso_competencias, peso_questionario, peso_autoavaliacao, peso_lider, peso_par, peso_subordinado, peso_avaliador, peso_metas, metas_de, metas_ate, situacao)
    values (${empresa}, 'Anual', ${today()}, ${addDays(today(), 9)}, ${so}, ${manual}, '2.0', '0', true, ${anonima}, true, ${exibe}, true,
      3, 1, 0, 2, 1, 1, 1, ${pesoMetas}, '2020-01-01', '2020-12-31', 'L') returning id`);
  for (const [avaliador, papel] of pares)
    await app.db.query(sql`
      insert into participantes_avaliacao_desempenho (empresa_id, avaliacao_desempenho_id, avaliado_id, avaliador_id, tipo, peso)
      values (${empresa}, ${avaliacao}, ${id.ana}, ${avaliador}, ${papel}, 1)`);
  const { id: avaliado } = await app.db.only<{ id: number }>(sql`
    insert into avaliados_desempenho (empresa_id, avaliacao_desempenho_id, colaborador_id, config_nivel_faixa_id)
    values (${empresa}, ${avaliacao}, ${id.ana}, ${config}) returning id`);
  if (!so)
    await app.db.query(sql`
      insert into questionario_versoes (empresa_id, dono, dono_id, numero, definicao)
      values (${empresa}, 'avaliacao/modelos-avaliacao', ${avaliacao + 1_000}, 1, ${JSON.stringify({ ...DEFINICAO_VAZIA, perguntas, proximoId: 3 })}::jsonb)`);
  await app.db.tx((tx) =>
    openRound(
      tx,
      { today: today() },
      {
        empresaId: empresa,
        dono: AVALIACOES,
        donoId: avaliacao,
        versaoDe: so
          ? { dono: AVALIACOES, donoId: avaliacao }
          : { dono: 'avaliacao/modelos-avaliacao', donoId: avaliacao + 1_000 },
        titulo: 'Anual',
        modo: anonima ? 'C' : 'I',
        minimo: 3,
        dimensoes: [],
        ate: addDays(today(), 9),
        participantes: sql`
        select 'talentos:' || avaliador_id as pessoa, 'talentos:' || avaliado_id as sobre, tipo as papel, '{}'::int[] as atributos
        from participantes_avaliacao_desempenho where avaliacao_desempenho_id = ${avaliacao}`,
      },
    ),
  );
  const onde = async (avaliador: number) =>
    (
      await app.db.only<{ id: number }>(sql`
        select p.id from participacoes p join rodadas r on r.id = p.rodada_id where r.dono = ${AVALIACOES} and r.dono_id = ${avaliacao} and p.pessoa = ${`talentos:${avaliador}`}`)
    ).id;
  return { avaliacao, avaliado, onde };
}

const dada = (competenciaId: number, nivel: number | null, comentario: string | null = null) => ({
  competenciaId,
  nivelCompetenciaId: nivel === null ? null : niveis[nivel],
  naoObservada: nivel === null,
  comentario,
});
const folha = (umNivel: number | null, outro: number | null, nota: number | null = null) => ({
  competencias: [dada(comunicacao, umNivel, 'Fala claro'), dada(lideranca, outro)],
  nota,
});
const envio = () => crypto.randomUUID();
const responde = (client: Client, onde: number, corpo: object) =>
  client('POST', `${ROOT}/${onde}`, { envio: envio(), respostas: [], ...corpo });
/** Answers as somebody who has no login. */
const respondeSemLogin = async (quem: number, onde: number, corpo: { respostas: Resposta[]; folha: unknown }) =>
  submit(app.db, await askedOf(app.db, empresa, [`talentos:${quem}`], onde), { envio: envio(), ...corpo });
const conclui1 = async (avaliacao: number) => {
  await app.db.tx((tx) => conclui(tx, avaliacao));
  await app.db.query(sql`update avaliacoes_desempenho set situacao = 'C' where id = ${avaliacao}`);
};

describe('answering an evaluation', () => {
  it('RUL-249: asks competencies beside the questions, keeps both, goes on elsewhere, and takes them once', async () => {
    const { onde } = await liberada([[id.lider, 'L']]);
    const meu = await onde(id.lider);
    expect(await done(lider, 'GET', `${ROOT}/${meu}`)).toMatchObject({
      sobre: 'ana',
      papel: 'L',
      folha: {
        notaManual: false,
        niveis: [{ descricao: 'Engatinha' }, { descricao: 'Anda' }, { descricao: 'Corre' }],
        competencias: [
          { competencia: { nome: 'Comunicação' }, nivelExigido: { descricao: 'Anda' }, solicitarComentario: true },
          { competencia: { nome: 'Liderança' }, nivelExigido: { descricao: 'Corre' } },
        ],
      },
    });
    const begun = {
      revisao: 0,
      respostas: [{ perguntaId: 1, nota: 4 }],
      folha: { competencias: [dada(comunicacao, 1)], nota: null },
    };
    expect((await lider('PUT', `${ROOT}/${meu}/rascunho`, begun)).body).toEqual({ revisao: 1 });
    expect((await lider('PUT', `${ROOT}/${meu}/rascunho`, begun)).body).toEqual({ revisao: 1 });
    expect(await done(lider, 'GET', `${ROOT}/${meu}`)).toMatchObject({
      estado: 'P',
      rascunho: { revisao: 1, folha: { competencias: [{ competenciaId: comunicacao, nivelCompetenciaId: niveis[1] }] } },
    });
    const clash = await lider('PUT', `${ROOT}/${meu}/rascunho`, { ...begun, folha: { competencias: [] } });
    expect(clash).toMatchObject({ status: 409, body: { code: 'RASCUNHO_ALTERADO' } });

    expect(faultsOf(await responde(lider, meu, { folha: { competencias: [dada(comunicacao, 1)], nota: null } }))).toEqual([
      'perguntas.1: Nota é obrigatória',
      `competencias.${lideranca}: Escolha um nível, ou diga que não observou`,
    ]);
    expect(faultsOf(await responde(lider, meu, { respostas: [{ perguntaId: 1, nota: 4 }] }))).toHaveLength(2);
    const whole = {
      envio: envio(),
      revisao: 1,
      respostas: [{ perguntaId: 1, nota: 4, comentario: 'Em casa' }],
      folha: folha(1, 2),
    };
    const answers = await Promise.all([1, 2, 3].map(() => lider('POST', `${ROOT}/${meu}`, whole)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await lider('GET', `${ROOT}/${meu}`)).body).toMatchObject({ code: 'JA_RESPONDIDA' });
    expect(await done(lider, 'GET', `${ROOT}/${meu}/respondida`)).toMatchObject({
      folha: {
        competencias: expect.arrayContaining([expect.objectContaining({ competenciaId: comunicacao, comentario: 'Fala claro' })]),
      },
      respostas: [{ perguntaId: 1, nota: 4, comentario: 'Em casa' }],
      // (50 + 3·100) / 4; 40; (3·87.5 + 40) / 4
      resultado: { desempenho: 87.5, potencial: 40, performance: 75.625 },
    });
    expect(await done(lider, 'GET', `${ROOT}/cncc/${meu}`)).toMatchObject({
      ordemMaxima: 4,
      configsNiveisCompetencias: [{ nivelCompetencia: { descricao: 'Anda' } }, { nivelCompetencia: { descricao: 'Corre' } }],
    });
    expect(
      await done(lider, 'GET', `/api/avaliacao/respostas/avaliacao-desempenho-questionario?colaboradorQuestionarioId=${meu}`),
    ).toMatchObject([
      { perguntaId: 1, tipoId: '4', nota: 4, comentario: 'Em casa' },
      { perguntaId: 2, comentario: null },
    ]);
  });

  it('is of the evaluator alone: of others it is not found', async () => {
    const { onde, avaliacao } = await liberada([
      [id.lider, 'L'],
      [id.par, 'P'],
    ]);
    const meu = await onde(id.lider);
    for (const client of [par, ana, rh]) {
      expect((await client('GET', `${ROOT}/${meu}`)).status).toBe(404);
      expect((await responde(client, meu, { folha: folha(1, 1) })).status).toBe(404);
    }
    const lista = (client: Client, query = '') => done<QuestionarioDaAvaliacao[]>(client, 'GET', `${ROOT}${query}`);
    expect((await lista(par)).every(({ avaliador }) => avaliador.id === id.par)).toBe(true);
    expect(await lista(ana)).toEqual([]);
    const todos = await lista(rh, `?avaliacaoDesempenhoId=${avaliacao}&avaliadoId=${id.ana}`);
    expect(todos.map(({ papel, avaliador }) => [papel, avaliador.nome])).toEqual([
      ['L', 'lider'],
      ['P', 'par'],
    ]);
    expect((await par('GET', `${ROOT}/${meu}/respondida`)).status).toBe(404);
  });

  it('SCR-124: what was answered is listed for whoever may read it, never what others say of oneself or without a name', async () => {
    const aberta = await liberada([
      [id.lider, 'L'],
      [id.par, 'P'],
    ]);
    const anonima = await liberada([[id.par, 'P']], { anonima: true });
    const lista = async (client: Client, { avaliacao }: { avaliacao: number }, mais = '') =>
      (
        await done<QuestionarioDaAvaliacao[]>(client, 'GET', `/api/avaliacao/respostas?avaliacaoDesempenhoId=${avaliacao}${mais}`)
      ).map(({ avaliador }) => avaliador.nome);
    expect(await lista(rh, aberta)).toEqual([]);
    await responde(lider, await aberta.onde(id.lider), {
      respostas: [{ perguntaId: 1, nota: 4, comentario: 'Sim' }],
      folha: folha(1, 2),
    });
    await responde(par, await aberta.onde(id.par), {
      respostas: [{ perguntaId: 1, nota: 9, comentario: 'Sim' }],
      folha: folha(1, 1),
    });
    await responde(par, await anonima.onde(id.par), {
      respostas: [{ perguntaId: 1, nota: 9, comentario: 'Sim' }],
      folha: folha(1, 1),
    });
    expect(await lista(rh, aberta)).toEqual(['lider', 'par']);
    expect(await lista(rh, aberta, '&busca=LÍD')).toEqual(['lider']);
    expect(await lista(rh, aberta, '&busca=ana')).toEqual(['lider', 'par']);
    expect(await lista(rh, aberta, '&pagina=1')).toEqual([]);
    expect(await lista(rh, anonima)).toEqual([]);
    // An evaluator without rights over evaluations reads only what they gave, and the evaluated nothing.
    expect(await lista(par, aberta)).toEqual(['par']);
    expect(await lista(par, anonima)).toEqual(['par']);
    expect(await lista(ana, aberta)).toEqual([]);
    expect(await lista(await app.login(0, app.empresas[1]), aberta)).toEqual([]);
    expect((await rh('GET', '/api/avaliacao/respostas?pagina=x')).status).toBe(400);
  });

  it('stands on levels that stay as they were at the release', async () => {
    await liberada([[id.lider, 'L']]);
    const url = `/api/cargo-salario/configuracoes-niveis-competencia/${config}`;
    const { faixaSalarial, versao } = await done<{ faixaSalarial: { id: number }; versao: number }>(rh, 'GET', url);
    const outros = [{ competencia: { id: comunicacao }, competenciaPeso: 9, nivelCompetenciaId: niveis[2] }];
    const mudada = { faixaSalarial: faixaSalarial.id, data: '2019-02-01', configsNiveisCompetencias: outros, versao };
    expect((await rh('PUT', url, mudada)).body).toMatchObject({ code: 'CONFIGURACAO_EM_USO' });
  });

  it('about oneself is read by name by nobody, whatever rights they have', async () => {
    const { onde, avaliacao } = await liberada([[id.lider, 'L']]);
    const meu = await onde(id.lider);
    await responde(lider, meu, { respostas: [{ perguntaId: 1, nota: 4 }], folha: folha(1, 2) });
    const partes = [
      `${meu}/respondida`,
      `${meu}/respondida/pdf`,
      `${meu}/respondida/xls`,
      `cncc/${meu}`,
      `${meu}/${meu}/comparativa`,
    ];
    const status = async () => Promise.all(partes.map(async (parte) => (await rh('GET', `${ROOT}/${parte}`)).status));
    expect(await status()).toEqual(partes.map(() => 200));
    const { cpf } = await app.db.only<{ cpf: string }>(sql`select cpf from talentos where id = ${id.ana}`);
    await app.db.query(sql`update talentos set cpf = ${DEMO_LOGINS[0]?.cpf.replaceAll(/\D/g, '')} where id = ${id.ana}`);
    expect(await status()).toEqual(partes.map(() => 404));
    expect(await done(rh, 'GET', `${ROOT}?avaliacaoDesempenhoId=${avaliacao}&avaliadoId=${id.ana}`)).toEqual([]);
    await app.db.query(sql`update talentos set cpf = ${cpf} where id = ${id.ana}`);
  });

  it('takes a note instead of the questions, and competencies without questions', async () => {
    const manual = await liberada([[id.lider, 'L']], { manual: true });
    const la = await manual.onde(id.lider);
    expect(faultsOf(await responde(lider, la, { folha: folha(1, 2) }))).toEqual(['nota: Nota é obrigatória']);
    expect(faultsOf(await responde(lider, la, { folha: folha(1, 2, 101) }))).toEqual(['nota: Nota deve ser de 0 a 100']);
    await done(lider, 'POST', `${ROOT}/${la}`, { envio: envio(), respostas: [], folha: folha(1, 2, 72.5) });
    expect(await resultadoDoAvaliado(app.db, manual.avaliacao, manual.avaliado)).toMatchObject({ potencial: 72.5 });

    const so = await liberada([[id.lider, 'L']], { so: true });
    const aqui = await so.onde(id.lider);
    expect(await done(lider, 'GET', `${ROOT}/${aqui}`)).toMatchObject({ definicao: { perguntas: [] } });
    await done(lider, 'POST', `${ROOT}/${aqui}`, { envio: envio(), respostas: [], folha: folha(1, null) });
    expect(await resultadoDoAvaliado(app.db, so.avaliacao, so.avaliado)).toMatchObject({
      desempenho: 50,
      potencial: null,
      performance: 50,
    });
  });

  it('takes files as evidence, shown to whoever sees the answer and gone with it, and none where nobody is named', async () => {
    const envia = async (client: Client, nome: string, conteudo = `prova ${nome}`) => {
      const { body, headers } = multipart(nome, Buffer.from(conteudo));
      const sent = await client('POST', '/api/arquivos', body, headers);
      expect(sent.status).toBe(201);
      return (sent.body as { id: number }).id;
    };
    const { avaliacao, avaliado, onde } = await liberada(
      [
        [id.lider, 'L'],
        [id.par, 'P'],
      ],
      { so: true },
    );
    const meu = await onde(id.lider);
    const prova = await envia(lider, 'prova.txt');
    const com = (...arquivos: number[]) => ({
      competencias: [
        { ...dada(comunicacao, 1), comentario: null, evidencias: arquivos.map((um) => ({ id: um })) },
        dada(lideranca, 2),
      ],
      nota: null,
    });
    const usos = () =>
      app.db.query(sql`select arquivo_id::int as id from arquivo_usos where tabela = 'participacoes' and registro_id = ${meu}`);
    const alheio = await envia(par, 'alheia.txt');
    await done(lider, 'PUT', `${ROOT}/${meu}/rascunho`, { revisao: 0, respostas: [], folha: com(prova, alheio) });
    // What somebody else sent is not kept by a draft, nor taken.
    expect(await usos()).toEqual([{ id: prova }]);
    const falta = (mensagem: string) => [`competencias.${comunicacao}: ${mensagem}`];
    const enviar = (folhaDela: unknown) => responde(lider, meu, { revisao: 1, folha: folhaDela });
    expect(faultsOf(await enviar(com(prova, alheio)))).toEqual(falta('O arquivo selecionado não existe'));
    expect(faultsOf(await enviar(com(prova, 999_999_999)))).toEqual(falta('O arquivo selecionado não existe'));
    expect(faultsOf(await enviar(com(await envia(lider, 'prova.md'))))).toEqual(falta('Tipo de arquivo não aceito.'));
    expect((await enviar(com(1, 2, 3, 4))).status).toBe(400);
    expect((await enviar(com(prova))).status).toBe(200);
    expect(await usos()).toEqual([]);

    const le = async (client: Client) => (await client('GET', `/api/arquivos/${prova}`)).status;
    const leem = async () => [await le(lider), await le(rh), await le(ana), await le(par)];
    expect(await leem()).toEqual([200, 200, 404, 404]);
    await conclui1(avaliacao);
    expect(await leem()).toEqual([200, 200, 200, 404]);
    const evidencias = [{ id: prova, nome: 'prova.txt', tamanho: 'prova prova.txt'.length }];
    expect((await done<ResultadoNaTela>(ana, 'GET', `${RESULTADOS}/${avaliado}`)).comentarios[0]?.textos).toEqual([
      { papel: 'L', nome: 'lider', texto: '', evidencias },
    ]);
    const lida = await done<{ linhas: unknown[] }>(rh, 'GET', `${ROOT}/${meu}/respondida`);
    expect(lida.linhas[0]).toMatchObject({ item: 'Comunicação', evidencias });

    await app.db.query(sql`delete from respostas_dadas where participacao_id = ${meu}`);
    expect(await leem()).toEqual([200, 404, 404, 404]);
    expect(await app.db.query(sql`select 1 from evidencias_avaliadas`)).toEqual([]);

    const anonima = await liberada([[id.lider, 'L']], { so: true, anonima: true });
    const la = await anonima.onde(id.lider);
    expect(faultsOf(await responde(lider, la, { folha: com(prova) }))).toEqual(
      falta('Uma avaliação anônima não recebe anexos: um arquivo diz de quem é'),
    );
    await done(lider, 'PUT', `${ROOT}/${la}/rascunho`, { revisao: 0, respostas: [], folha: com(prova) });
    expect(await app.db.query(sql`select 1 from arquivo_usos where tabela = 'participacoes'`)).toEqual([]);
  });

  it('refuses hostile sheets by a sentence', async () => {
    const { onde } = await liberada([[id.lider, 'L']]);
    const meu = await onde(id.lider);
    const respostas = [{ perguntaId: 1, nota: 4 }];
    for (const ruim of [
      { competencias: [{ ...dada(comunicacao, 1), comentario: 'a\u0000b' }] },
      { competencias: 'tudo' },
      { competencias: [{ competenciaId: 1e99 }] },
      { competencias: [{ ...dada(comunicacao, 1), criterios: [-1] }] },
      { nota: 'dez' },
      [],
    ])
      expect([
        await responde(lider, meu, { respostas, folha: ruim }),
        await lider('PUT', `${ROOT}/${meu}/rascunho`, { revisao: 0, respostas, folha: ruim }),
      ]).toMatchObject([{ status: 400 }, { status: 400 }]);
    const alheio = {
      competencias: [{ ...dada(comunicacao, 1), nivelCompetenciaId: 999_999 }, dada(lideranca, 1), dada(424_242, 1)],
    };
    expect(faultsOf(await responde(lider, meu, { respostas, folha: alheio }))).toEqual([
      `competencias.${comunicacao}: Nível inválido`,
    ]);
  });
});

describe('results', () => {
  it('are the same on the page, in the columns, in the sheet and for each reader, and are acknowledged once', async () => {
    const { avaliacao, avaliado, onde } = await liberada([
      [id.ana, 'U'],
      [id.lider, 'L'],
      [id.par, 'P'],
    ]);
    const enviar = async (client: Client, quem: number, corpo: object) =>
      done(client, 'POST', `${ROOT}/${await onde(quem)}`, { envio: envio(), ...corpo });
    await enviar(ana, id.ana, { respostas: [{ perguntaId: 1, nota: 10 }], folha: folha(2, 2) });
    await enviar(lider, id.lider, {
      respostas: [
        { perguntaId: 1, nota: 4 },
        { perguntaId: 2, comentario: 'Delegar' },
      ],
      folha: folha(1, 2),
    });
    expect((await ana('GET', `${RESULTADOS}/${avaliado}`)).status).toBe(404);
    expect((await lider('GET', `${RESULTADOS}/${avaliado}`)).status).toBe(404);
    expect(await done(rh, 'GET', `${RESULTADOS}/${avaliado}`)).toMatchObject({
      visao: 'rh',
      desempenho: 87.5,
      potencial: 40,
      versaoDoModelo: 1,
    });
    await conclui1(avaliacao);
    expect((await responde(par, await onde(id.par), { folha: folha(1, 1) })).body).toMatchObject({ code: 'RODADA_ENCERRADA' });

    const numeros = { desempenho: 87.5, potencial: 40, performance: 75.625 };
    expect(
      await app.db.only(
        sql`select desempenho::float8 as desempenho, potencial::float8 as potencial, performance::float8 as performance from avaliados_desempenho where id = ${avaliado}`,
      ),
    ).toEqual(numeros);
    for (const [client, visao] of [
      [rh, 'rh'],
      [lider, 'lider'],
      [ana, 'avaliado'],
    ] as const) {
      const lido = await done<ResultadoNaTela>(client, 'GET', `${RESULTADOS}/${avaliado}`);
      expect(lido).toMatchObject({ visao, ...numeros, podeDarCiencia: visao === 'avaliado' });
      expect(lido.resultado.papeis.map(({ papel, desempenho }) => [papel, desempenho])).toEqual([
        ['U', 100],
        ['L', 87.5],
      ]);
      expect(lido.comentarios.find(({ sobre }) => sobre === 'O que falta?')?.textos).toEqual([
        { papel: 'L', nome: 'lider', texto: 'Delegar', evidencias: [] },
      ]);
      const lista = await done<ResultadoResumido[]>(client, 'GET', `${RESULTADOS}?avaliacaoDesempenhoId=${avaliacao}`);
      expect(lista).toMatchObject([{ id: avaliado, ...numeros }]);
      const quantos = async (mais: string) =>
        (await done<unknown[]>(client, 'GET', `${RESULTADOS}?avaliacaoDesempenhoId=${avaliacao}${mais}`)).length;
      const seus = visao === 'avaliado' ? 1 : 0;
      expect([await quantos('&meus=true'), await quantos('&meus=false')]).toEqual([seus, 1 - seus]);
      expect([await quantos('&busca=ANÃ'), await quantos('&busca=lider'), await quantos('&pagina=1')]).toEqual([1, 0, 0]);
    }
    expect((await par('GET', `${RESULTADOS}/${avaliado}`)).status).toBe(404);
    expect((await rh('PUT', `${RESULTADOS}/${avaliado}/ciencia`, {})).status).toBe(403);
    expect(await done(ana, 'PUT', `${RESULTADOS}/${avaliado}/ciencia`, { ciencia: 'De acordo' })).toMatchObject({
      ciencia: 'De acordo',
      podeDarCiencia: false,
    });
    expect((await ana('PUT', `${RESULTADOS}/${avaliado}/ciencia`, {})).body).toMatchObject({ code: 'CIENCIA_DADA' });

    const la = await onde(id.lider);
    const planilha = await rh('GET', `${ROOT}/${la}/respondida/xls`);
    const file = path.join(folder, 'respondida.xlsx');
    writeFileSync(file, planilha.body as Buffer);
    const cells: unknown[][] = [];
    for await (const { cells: row } of readSheet({ path: file, name: 'respondida.xlsx' }, { maxRows: 100, maxBytes: 9_000_000 }))
      cells.push([...row]);
    expect(cells.slice(1).map((row) => [row[4], row[7] ?? null])).toEqual([
      ['Comunicação', 50],
      ['Liderança', 100],
      ['Aprende rápido?', 40],
      ['O que falta?', null],
    ]);
    const comparada = await done(rh, 'GET', `${ROOT}/${await onde(id.ana)}/${la}/comparativa`);
    expect(comparada).toMatchObject({
      um: { performance: 100 },
      outro: { performance: 75.625 },
      linhas: [{ item: 'Comunicação', um: { percentual: 100 }, outro: { percentual: 50 } }, {}, {}, {}],
    });
  });

  it('say their words once for the evaluation, keep the numbers of each, and are read as they were computed', async () => {
    const { avaliacao, avaliado, onde } = await liberada([
      [id.ana, 'U'],
      [id.lider, 'L'],
    ]);
    const respostas = [{ perguntaId: 1, nota: 4 }];
    await done(lider, 'POST', `${ROOT}/${await onde(id.lider)}`, { envio: envio(), respostas, folha: folha(null, 2) });
    const lido = async () => (await done<ResultadoNaTela>(rh, 'GET', `${RESULTADOS}/${avaliado}`)).resultado;
    const antes = await lido();
    await conclui1(avaliacao);
    const guardado = async (qual: number) =>
      (await app.db.only<{ texto: string }>(sql`select resultado::text as texto from avaliados_desempenho where id = ${qual}`))
        .texto;
    expect(await guardado(avaliado)).not.toMatch(/Comunicação|Liderança|Corre|Aprende/);
    expect(
      await app.db.query(
        sql`select quais, jsonb_array_length(itens) as quantos from itens_apurados where avaliacao_desempenho_id = ${avaliacao} order by quais`,
      ),
    ).toEqual([
      { quais: `competencias:${config}`, quantos: 2 },
      { quais: 'perguntas', quantos: 1 },
    ]);
    // What nobody gave has no number there.
    const semNulos = ({ porPapel, ...uma }: ResultadoNaTela['resultado']['competencias'][number]) => ({
      ...uma,
      porPapel: Object.fromEntries(Object.entries(porPapel).filter(([, valor]) => valor !== null)),
    });
    const comparavel = ({ competencias, ...resto }: ResultadoNaTela['resultado']) => ({
      ...resto,
      competencias: competencias.map(semNulos),
    });
    expect(comparavel(await lido())).toEqual(comparavel(antes));
    const filtro = { avaliacoesIds: [avaliacao] };
    const tabela = await rh('POST', '/api/avaliacao/relatorios/resultado-avaliacao-detalhado', filtro, {
      accept: 'application/json',
    });
    expect((tabela.body as { rows: Record<string, unknown>[] }).rows.map(({ item, obtido }) => [item, obtido])).toEqual([
      ['Comunicação', null],
      ['Liderança', 100],
      ['Aprende rápido?', 40],
    ]);
    const [naGrade] = await avaliadosConcluidos(app.db, provador(app), [avaliado]);
    expect(naGrade?.competencias.map(({ nome, obtido }) => [nome, obtido])).toEqual([
      ['Comunicação', null],
      ['Liderança', 100],
    ]);

    const vazia = await liberada([[id.lider, 'L']]);
    await conclui1(vazia.avaliacao);
    expect((await guardado(vazia.avaliado)).length).toBeLessThan(250);
    const { resultado } = await done<ResultadoNaTela>(rh, 'GET', `${RESULTADOS}/${vazia.avaliado}`);
    expect(resultado.competencias.map(({ nome, exigido, obtido }) => [nome, exigido, obtido])).toEqual([
      ['Comunicação', 50, null],
      ['Liderança', 100, null],
    ]);
    expect(resultado.perguntas).toEqual([{ id: 1, texto: 'Aprende rápido?', obtido: null, auto: null }]);
  });

  it('weigh the goals of the period, and keep them as they stood at the end', async () => {
    const meta = async (titulo: string, peso: number, atual: number | null, mais: object = {}, transicoes = ['iniciar']) => {
      const resultados = [{ descricao: 'Quanto', inicio: 0, alvo: 200, atual, peso: 1 }];
      const feita = await done(rh, 'POST', '/api/avaliacao/metas', {
        titulo,
        dataIni: '2020-01-01',
        dataFim: '2020-12-31',
        peso,
        resultados,
        colaborador: id.ana,
        area: null,
        ...mais,
      });
      for (const nome of transicoes) await done(rh, 'POST', `/api/avaliacao/metas/${feita.id}/${nome}`, {});
      return feita.id;
    };
    const meia = await meta('Meia', 1, 100);
    await meta('Inteira', 3, 200, {}, ['iniciar', 'concluir']);
    await meta('Sem medida', 9, null);
    await meta('Em preparação', 9, 0, {}, []);
    await meta('Do ano seguinte', 9, 0, { dataFim: '2021-01-01' });
    await meta('De outra pessoa', 9, 0, { colaborador: id.par });
    await meta('De toda a empresa', 9, 0, { colaborador: null });

    const { avaliacao, avaliado, onde } = await liberada([[id.lider, 'L']], { pesoMetas: 4 });
    await done(lider, 'POST', `${ROOT}/${await onde(id.lider)}`, {
      envio: envio(),
      respostas: [{ perguntaId: 1, nota: 4 }],
      folha: folha(1, 2),
    });
    const antes = await done(rh, 'GET', `/api/avaliacao/avaliacoes-desempenho/${avaliacao}/concluir/previa`);
    expect(JSON.stringify(antes)).toContain('1 meta não foi medida, e não conta.');
    await conclui1(avaliacao);
    await app.db.query(sql`update metas set progresso = 0, titulo = 'Mudada' where id = ${meia}`);

    // Competencies (50 + 3·100) / 4 = 87.5, questions 40, goals (1·50 + 3·100) / 4 = 87.5; (3·87.5 + 1·40 + 4·87.5) / 8
    const numeros = { desempenho: 87.5, potencial: 40, metas: 87.5, performance: 81.563 };
    for (const client of [rh, lider, ana]) {
      const lido = await done<ResultadoNaTela>(client, 'GET', `${RESULTADOS}/${avaliado}`);
      expect(lido).toMatchObject({ ...numeros, pesos: { competencias: 3, questionario: 1, metas: 4 } });
      expect(lido.resultado.metasDoPeriodo.map(({ titulo, peso, progresso }) => [titulo, peso, progresso])).toEqual([
        ['Meia', 1, 50],
        ['Inteira', 3, 100],
        ['Sem medida', 9, null],
      ]);
      // What the leader gave has no goals in it: (3·87.5 + 40) / 4
      expect(lido.resultado.papeis).toMatchObject([{ papel: 'L', performance: 75.625 }]);
    }
    const relatorio = await rh(
      'POST',
      '/api/avaliacao/relatorios/resultado-avaliacao',
      { avaliacoesIds: [avaliacao] },
      { accept: 'application/json' },
    );
    expect(relatorio.body).toMatchObject({ rows: [{ desempenho: 87.5, potencial: 40, metas: 87.5, performance: 81.6 }] });
  });

  it('read the goals of so many people at once as one answer holds', async () => {
    const { avaliacao } = await liberada([[id.lider, 'L']], { pesoMetas: 4 });
    await app.db.query(sql`
      insert into avaliados_desempenho (empresa_id, avaliacao_desempenho_id, colaborador_id, config_nivel_faixa_id)
      values (${empresa}, ${avaliacao}, ${id.beto}, ${config})`);
    for (const [quem, quantas] of [
      [id.ana, 20_500],
      [id.beto, 6_000],
    ] as const)
      await app.db.query(sql`
        insert into metas (empresa_id, titulo, data_ini, data_fim, peso, colaborador_id, situacao)
        select ${empresa}, ${'€'.repeat(200)}, '2020-01-01', '2020-12-31', 1, ${quem}, 'A' from generate_series(1, ${quantas})`);
    const lidas = [];
    for await (const { resultado } of calcula(app.db, await avaliacaoDe(app.db, avaliacao), sql`true`))
      lidas.push(resultado.metasDoPeriodo.filter(({ titulo }) => titulo.startsWith('€')).length);
    expect(lidas).toEqual([20_500, 6_000]);
    await app.db.query(sql`delete from metas where titulo like '€%'`);
  });

  it('of an anonymous evaluation tell nothing before the end, and groups of three at least afterwards', async () => {
    const { avaliacao, avaliado, onde } = await liberada(
      [
        [id.lider, 'L'],
        [id.par, 'P'],
        [id.beto, 'P'],
      ],
      { anonima: true },
    );
    await done(lider, 'POST', `${ROOT}/${await onde(id.lider)}`, {
      envio: envio(),
      respostas: [{ perguntaId: 1, nota: 4 }],
      folha: folha(1, 2),
    });
    await done(par, 'POST', `${ROOT}/${await onde(id.par)}`, {
      envio: envio(),
      respostas: [{ perguntaId: 1, nota: 0, comentario: 'Não diga que fui eu' }],
      folha: folha(0, 0),
    });
    expect((await rh('GET', `${RESULTADOS}/${avaliado}`)).body).toMatchObject({ code: 'RESULTADO_RESERVADO' });
    expect((await rh('GET', `${ROOT}/${await onde(id.par)}/respondida`)).status).toBe(404);
    await conclui1(avaliacao);
    const lido = await done<ResultadoNaTela>(rh, 'GET', `${RESULTADOS}/${avaliado}`);
    expect(lido).toMatchObject({ desempenho: 87.5, potencial: 40 });
    expect(JSON.stringify(lido)).not.toContain('Não diga');
    const lista = await done<QuestionarioDaAvaliacao[]>(
      rh,
      'GET',
      `${ROOT}?avaliacaoDesempenhoId=${avaliacao}&avaliadoId=${id.ana}`,
    );
    expect(lista.map(({ papel }) => papel)).toEqual(['L']);
  });

  it('of an anonymous evaluation tell the texts of what three at least have answered', async () => {
    const pares = [id.par, id.beto, id.caio];
    const { avaliacao, avaliado, onde } = await liberada(
      pares.map((quem) => [quem, 'P'] as const),
      { anonima: true },
    );
    for (const quem of pares)
      await respondeSemLogin(quem, await onde(quem), {
        respostas: [
          { perguntaId: 1, nota: 5, comentario: `Entrega sempre, ${quem}` },
          ...(quem === id.caio ? [{ perguntaId: 2, comentario: 'Só eu sei disto' }] : []),
        ],
        folha: folha(1, quem === id.par ? null : 2),
      });
    await conclui1(avaliacao);
    const { comentarios } = await done<ResultadoNaTela>(rh, 'GET', `${RESULTADOS}/${avaliado}`);
    expect(comentarios.map(({ sobre, textos }) => [sobre, textos.length])).toEqual([
      ['Comunicação', 3],
      ['Aprende rápido?', 3],
    ]);
  });

  it('keep what was written about a competency that is called otherwise since, and about its namesake', async () => {
    const { avaliacao, avaliado, onde } = await liberada([[id.lider, 'L']], { so: true });
    await done(lider, 'POST', `${ROOT}/${await onde(id.lider)}`, {
      envio: envio(),
      respostas: [],
      folha: { competencias: [dada(comunicacao, 1, 'Fala claro'), dada(lideranca, 1, 'Ouve pouco')], nota: null },
    });
    await conclui1(avaliacao);
    const chama = (qual: number, nome: string) => app.db.query(sql`update competencias set nome = ${nome} where id = ${qual}`);
    await chama(comunicacao, 'Fala');
    await chama(lideranca, 'Comunicação');
    const { comentarios } = await done<ResultadoNaTela>(rh, 'GET', `${RESULTADOS}/${avaliado}`);
    await chama(comunicacao, 'Comunicação');
    await chama(lideranca, 'Liderança');
    expect(comentarios.map(({ sobre, textos }) => [sobre, ...textos.map(({ texto }) => texto)])).toEqual([
      ['Comunicação', 'Fala claro'],
      ['Liderança', 'Ouve pouco'],
    ]);
  });

  it('show a part of very many or very long texts, and neither show nor count those that the reader is not told of', async () => {
    const escreve = (avaliacao: number, papel: string, texto: string, quantos: number) =>
      app.db.query(sql`
        insert into respostas_escritas (id, rodada_id, resposta_id, pergunta_id, texto)
        select -(1000000 * ${avaliacao} + 10000 * ascii(${papel}) + n), d.rodada_id, d.id, 2, ${texto} || n
        from respostas_dadas d join participacoes p on p.id = d.participacao_id and p.papel = ${papel}
        join rodadas r on r.id = d.rodada_id, generate_series(1, ${quantos}::int) n where r.dono = ${AVALIACOES} and r.dono_id = ${avaliacao}`);
    const lida = async (avaliado: number, quem = rh) => {
      const { comentarios, maisComentarios } = await done<ResultadoNaTela>(quem, 'GET', `${RESULTADOS}/${avaliado}`);
      return [comentarios.find(({ perguntaId }) => perguntaId === 2)?.textos.length ?? 0, maisComentarios];
    };
    const respondida = async (pares: readonly Par[], anonima: boolean) => {
      const feita = await liberada(pares, { anonima });
      for (const [quem] of pares)
        await respondeSemLogin(quem, await feita.onde(quem), { respostas: [{ perguntaId: 1, nota: 5 }], folha: folha(1, 2) });
      await conclui1(feita.avaliacao);
      return feita;
    };
    const comNomes = await respondida(
      [
        [id.ana, 'U'],
        [id.lider, 'L'],
      ],
      false,
    );
    await escreve(comNomes.avaliacao, 'L', 'a'.repeat(4_000), 200);
    expect(await lida(comNomes.avaliado)).toEqual([200, false]);
    await escreve(comNomes.avaliacao, 'U', 'a'.repeat(4_000), 1_200);
    const [mostrados, ha] = await lida(comNomes.avaliado);
    expect([Number(mostrados) > 200, Number(mostrados) < 270, ha]).toEqual([true, true, true]);
    await app.db.query(
      sql`update avaliacoes_desempenho set exibe_resultado_auto_avaliacao = false where id = ${comNomes.avaliacao}`,
    );
    expect(await lida(comNomes.avaliado, ana)).toEqual([200, false]);
    const sigilosa = await respondida(
      [
        [id.lider, 'L'],
        [id.par, 'P'],
      ],
      true,
    );
    await escreve(sigilosa.avaliacao, 'P', 'Não diga ', 2_500);
    await escreve(sigilosa.avaliacao, 'L', 'Diga ', 2);
    expect(await lida(sigilosa.avaliado)).toEqual([2, false]);
  });

  it('show the evaluated what the evaluation says', async () => {
    const { avaliacao, avaliado, onde } = await liberada([[id.lider, 'L']], { exibe: false });
    await done(lider, 'POST', `${ROOT}/${await onde(id.lider)}`, {
      envio: envio(),
      respostas: [{ perguntaId: 1, nota: 4 }],
      folha: folha(1, 2),
    });
    await conclui1(avaliacao);
    const lido = await done<ResultadoNaTela>(ana, 'GET', `${RESULTADOS}/${avaliado}`);
    expect(lido).toMatchObject({ performance: null, resultado: { desempenho: null, papeis: [] } });
    expect((await done<ResultadoResumido[]>(ana, 'GET', `${RESULTADOS}?avaliacaoDesempenhoId=${avaliacao}`))[0]).toMatchObject({
      performance: null,
    });
  });
});

describe('around an evaluation', () => {
  it('the home page and the waiting list lead to the screen that asks, and then to the result', async () => {
    const { avaliacao, avaliado, onde } = await liberada([[id.lider, 'L']]);
    const meu = await onde(id.lider);
    const link = `/avaliacao/avaliacoes-desempenhos-questionarios/${meu}`;
    const todos = async (client: Client) => JSON.stringify((await client('GET', '/api/geral/para-fazer')).body);
    expect(await todos(lider)).toContain(`"link":"/avaliacao/avaliacoes-desempenhos-questionarios"`);
    expect(await done(lider, 'GET', '/api/pesquisa/responder')).toContainEqual(
      expect.objectContaining({ id: meu, endereco: link }),
    );
    await done(lider, 'POST', `${ROOT}/${meu}`, { envio: envio(), respostas: [{ perguntaId: 1, nota: 4 }], folha: folha(1, 2) });
    await conclui1(avaliacao);
    expect(await todos(ana)).toContain(`/avaliacao/resultados`);
    expect(avaliado).toBeGreaterThan(0);
  });

  it('CALL-181, CALL-185: tells the competencies that it asks about, and its performance where levels are kept', async () => {
    const { avaliacao, onde } = await liberada([[id.lider, 'L']]);
    const API = '/api/cargo-salario/competencias';
    const named = [{ nome: 'Comunicação' }, { nome: 'Liderança' }];
    expect(await done(rh, 'GET', `${API}/por-avaliacoes-desempenhos?avaliacoesIds=${avaliacao}`)).toMatchObject(named);
    expect(await done(rh, 'GET', `${API}/por-avaliacoes-desempenhos?avaliacoesIds=999999`)).toEqual([]);
    expect(
      await done(rh, 'GET', `${API}/avaliacao-desempenho?avaliacaoDesempenhoId=${avaliacao}&avaliadoId=${id.ana}`),
    ).toMatchObject(named.map((competencia) => ({ competencia })));
    expect(
      await done(rh, 'GET', `/api/avaliacao/avaliacoes-desempenhos-questionarios/competencias/${await onde(id.lider)}`),
    ).toMatchObject(named.map((competencia) => ({ competencia })));
    expect(await done(rh, 'GET', `/api/avaliacao/perguntas/questionario?questionarioId=${await onde(id.lider)}`)).toMatchObject([
      { texto: 'Aprende rápido?' },
      { texto: 'O que falta?' },
    ]);
    await done(lider, 'POST', `${ROOT}/${await onde(id.lider)}`, {
      envio: envio(),
      respostas: [{ perguntaId: 1, nota: 4 }],
      folha: folha(1, 2),
    });
    await conclui1(avaliacao);
    // Of a scale whose only level weighs nothing nothing is told, and nothing fails.
    const escala = sql`registro_id = (select nivel_competencia_historico_id from config_niveis_faixas where id = ${config})`;
    const pesos = await app.db.query<{ id: number; ordem: number }>(
      sql`select id, ordem from niveis_competencia_historico_config_historicos_niveis where ${escala}`,
    );
    const porAvaliador = async () => {
      const filtro = { avaliacoesIds: [avaliacao], avaliadoresIds: [id.lider], anonimo: false };
      const answer = await rh('POST', '/api/avaliacao/relatorios/analise-desempenho-competencia-talento-avaliadores', filtro, {
        accept: 'application/json',
      });
      return { status: answer.status, valores: (answer.body as { rows?: { c0?: string }[] }).rows?.map(({ c0 }) => c0) };
    };
    expect(await porAvaliador()).toEqual({ status: 200, valores: ['50.0', '100.0'] });
    await app.db.query(sql`update niveis_competencia_historico_config_historicos_niveis set ordem = 0 where ${escala}`);
    expect(await porAvaliador()).toMatchObject({ status: 200 });
    for (const um of pesos)
      await app.db.query(
        sql`update niveis_competencia_historico_config_historicos_niveis set ordem = ${um.ordem} where id = ${um.id}`,
      );
    const matriz = await done<{ exibirPerformance: boolean; configsNiveisCompetencias: { performance: number | null }[] }>(
      rh,
      'GET',
      `/api/gestao-talentos/configuracoes-niveis-competencia-colaborador/new/${id.ana}`,
    );
    expect(matriz.exibirPerformance).toBe(true);
  });
});

describe('on paper', () => {
  it('there are the blank, the answered and the compared questionnaire', async () => {
    const { onde } = await liberada([
      [id.lider, 'L'],
      [id.ana, 'U'],
    ]);
    const [la, aqui] = [await onde(id.lider), await onde(id.ana)];
    const pdf = async (client: Client, url: string) => {
      const { status, body, headers } = await client('GET', `${ROOT}/${url}`);
      expect([status, headers['content-type'], (body as Buffer).subarray(0, 5).toString()]).toEqual([
        200,
        'application/pdf',
        '%PDF-',
      ]);
    };
    await pdf(lider, `${la}/questionario/pdf`);
    expect((await rh('GET', `${ROOT}/${la}/respondida/pdf`)).body).toMatchObject({ code: 'NAO_RESPONDIDA' });
    // What is longer than a page goes on on the next one.
    const comentario = `${'linha\n'.repeat(120)}ultima`;
    const longa = { competencias: [dada(comunicacao, 1, comentario), dada(lideranca, 2)], nota: null };
    await done(lider, 'POST', `${ROOT}/${la}`, { envio: envio(), respostas: [{ perguntaId: 1, nota: 4 }], folha: longa });
    await done(ana, 'POST', `${ROOT}/${aqui}`, {
      envio: envio(),
      respostas: [{ perguntaId: 1, nota: 4 }],
      folha: folha(1, null),
    });
    await pdf(rh, `${la}/respondida/pdf`);
    const impressa = path.join(folder, 'respondida.pdf');
    writeFileSync(impressa, (await rh('GET', `${ROOT}/${la}/respondida/pdf`)).body as Buffer);
    const { text } = await readText(impressa, 'application/pdf');
    expect('texto' in text ? text.texto : '').toContain('ultima');
    await pdf(rh, `${la}/${aqui}/comparativa/pdf`);
    expect((await lider('GET', `${ROOT}/${la}/${aqui}/comparativa/pdf`)).status).toBe(404);
  });
});

describe('what competencies say in other languages', () => {
  const TRADUCOES = '/api/avaliacao/traducoes-competencias';
  const traduz = (textos: object[], idioma = 'en') => rh('PUT', TRADUCOES, { idioma, textos });

  it('is written once for each text, and read by whoever evaluates, also where there are only competencies', async () => {
    const textos = (await done<TraducoesDasCompetencias>(rh, 'GET', TRADUCOES)).textos.map(({ texto }) => texto);
    expect(textos).toEqual(expect.arrayContaining(['Engatinha', 'Comunicação', 'Liderança']));
    const dois = [
      { de: 'Comunicação', para: ' Communication ' },
      { de: 'Corre', para: 'Runs' },
    ];
    expect((await traduz(dois)).status).toBe(204);
    expect((await traduz([{ de: 'Corre', para: 'Corre rápido' }], 'es')).status).toBe(204);
    const { onde } = await liberada([[id.lider, 'L']], { so: true });
    const lida = async () => (await done<{ folha: FolhaLida }>(lider, 'GET', `${ROOT}/${await onde(id.lider)}`)).folha;
    expect((await lida()).traducoes).toEqual([
      {
        idioma: 'en',
        textos: [
          { de: 'Comunicação', para: 'Communication' },
          { de: 'Corre', para: 'Runs' },
        ],
      },
      { idioma: 'es', textos: [{ de: 'Corre', para: 'Corre rápido' }] },
    ]);
    // An empty one is taken back, and so is that of a text that was rewritten in Portuguese.
    await app.db.query(sql`update niveis_competencia set descricao = 'Dispara' where id = ${niveis[2] as number}`);
    await traduz([{ de: 'Comunicação', para: '' }]);
    expect((await lida()).traducoes).toEqual([]);
    expect(await app.db.query(sql`select 1 from traducoes_das_competencias`)).toEqual([]);
    await app.db.query(sql`update niveis_competencia set descricao = 'Corre' where id = ${niveis[2] as number}`);
    const trilha = await app.db.query(sql`select 1 from auditoria where tabela = 'traducoes_das_competencias'`);
    expect(trilha).toHaveLength(4);
  });

  it('refuses what is too long, what no competency says, and whoever does not write what is asked', async () => {
    expect(faultsOf(await traduz([{ de: 'Anda', para: 'x'.repeat(61) }]))).toEqual([
      'textos.0.para: A tradução deve ter no máximo 60 caracteres',
    ]);
    expect(faultsOf(await traduz([{ de: 'Voa', para: 'Flies' }]))).toEqual([
      'textos.0.para: Este texto mudou em português: recarregue a página.',
    ]);
    expect((await traduz([{ de: 'Anda', para: 'Walks' }], 'fr')).status).toBe(400);
    expect((await par('PUT', TRADUCOES, { idioma: 'en', textos: [{ de: 'Anda', para: 'Walks' }] })).status).toBe(403);
    const outra = await app.login(0, app.empresas[1]);
    expect(faultsOf(await outra('PUT', TRADUCOES, { idioma: 'en', textos: [{ de: 'Engatinha', para: 'Crawls' }] }))).toHaveLength(
      1,
    );
  });
});
