import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, done, faultsOf, openTestApp, type Row, type TestApp } from '#app/test-app.server.ts';
import type { Acting } from '#kit/acting/acting.server.ts';
import { nineBoxDocumentoQuery, nineBoxTalentosQuery } from './ninebox.report.server.ts';
import { CAIXAS, caixaDe, LIMITES, PADRAO, SEM_DOIS_EIXOS } from './ninebox.rules.ts';
import type { GestoresDoQuadro, Movimento, PessoaNoQuadro, QuadroNineBox, RadarDoAvaliado } from './ninebox.ts';
import { caixaEmSql } from './posicoes.server.ts';

const BASE = '/api/avaliacao/ninebox';

let app: TestApp;
let admin: Client;
/** somebody of the other company */
let alheio: Client;
/** who answers for some areas alone */
let gestora: Client;
let talentos: { id: number; area: number; nome: string }[];

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(40);
  admin = await app.login();
  alheio = await app.login(0, app.empresas[1]);
  gestora = await app.loginWithout(2, (name) => name === 'ROLE_VER_TODAS_AREAS');
  talentos = await app.db.query(
    sql`select id, area_atual_id as area, nome from talentos where empresa_id = ${app.empresas[0]} and situacao = 'A' order by id`,
  );
  // The manager is the one who answers for the area with most people, and works there.
  await app.db.query(sql`
    update talentos set cpf = (select cpf from usuarios where nome = 'Cláudia Menezes') where id = (
      select r.colaborador_dto_id from areas_organizacionais_empresa_e_responsaveis r join talentos t on t.area_atual_id = r.registro_id
      where t.situacao = 'A' group by r.registro_id, r.colaborador_dto_id order by count(*) desc, r.registro_id limit 1)`);
});
afterAll(() => app.close());

const empresa = () => app.empresas[0] as number;

/** A concluded evaluation with these results: [performance, potential] of the first talents. */
async function avaliada(
  notas: readonly (readonly [number | null, number | null])[],
  { fim = '2026-06-30', situacao = 'C' } = {},
): Promise<number> {
  const { id } = await app.db.only<{ id: number }>(sql`
    insert into avaliacoes_desempenho (empresa_id, titulo, data_ini, data_fim, tipo, peso_competencias, situacao)
    values (${empresa()}, 'Ciclo', '2026-01-01', ${fim}::date, '2.0', 1, ${situacao}) returning id`);
  for (const [place, [desempenho, potencial]] of notas.entries()) {
    const { id: colaborador, area } = talentos[place] as (typeof talentos)[number];
    await app.db.query(sql`
      insert into avaliados_desempenho (empresa_id, avaliacao_desempenho_id, colaborador_id, area_id, desempenho, potencial, resultado)
      values (${empresa()}, ${id}, ${colaborador}, ${area}, ${desempenho}, ${potencial}, ${JSON.stringify({
        competencias: [
          {
            id: 1,
            nome: 'Clareza',
            tipo: 'H',
            peso: 1,
            exigido: 80,
            nivelExigido: 'Pleno',
            obtido: 60.04,
            auto: 100,
            porPapel: {},
          },
          {
            id: 2,
            nome: 'Cuidado',
            tipo: 'A',
            peso: 1,
            exigido: 60,
            nivelExigido: 'Pleno',
            obtido: 80,
            auto: null,
            porPapel: {},
          },
        ],
      })}::jsonb)`);
  }
  return id;
}

const textos = Object.fromEntries(
  CAIXAS.flatMap((caixa) => [
    [`box${caixa}Nomeclatura`, PADRAO[caixa].nomeclatura],
    [`box${caixa}Descricao`, PADRAO[caixa].descricao],
  ]),
);
const corpo = (avaliacoes: readonly number[], mais: object = {}) => ({
  data: '2026-07-01',
  avaliacoesDesempenho: avaliacoes,
  ...LIMITES,
  ...textos,
  ...mais,
});
const novo = async (avaliacoes: readonly number[], mais: object = {}) =>
  (await done(admin, 'POST', BASE, corpo(avaliacoes, mais))).id;
const quadro = (client: Client, id: number, query = '') => done<QuadroNineBox>(client, 'GET', `${BASE}/chart/${id}${query}`);
const quantidades = (visto: QuadroNineBox) => CAIXAS.map((caixa) => visto[`box${caixa}`].quantidade);
const mover = (client: Client, id: number, colaboradorId: number, para: number, passo: number, motivo = 'Projeto novo') =>
  client('POST', `${BASE}/${id}/movimentos`, { colaboradorId, para: String(para), motivo, passo });

describe('the record', () => {
  it('leads to its grid, and to the calibration while it is open', async () => {
    const id = await novo([await avaliada([])]);
    const acoes = async () => (await done<{ acoes: string[] }>(admin, 'GET', `${BASE}/${id}`)).acoes;
    expect(await acoes()).toEqual(expect.arrayContaining(['quadro', 'calibrar']));
    await done(admin, 'POST', `${BASE}/${id}/encerrar`, {});
    expect((await acoes()).toSorted()).toEqual(['quadro', 'reabrir']);
  });

  it('RUL-308 to RUL-314, MSG-169 to MSG-171, MSG-261: says what is wrong in the sentences of the spec', async () => {
    const avaliacao = await avaliada([]);
    const faltas = async (mais: object) => faultsOf(await admin('POST', BASE, corpo([avaliacao], mais)));
    expect(await faltas({ percentualBaixoPotencial: 66 })).toEqual([
      'percentualBaixoPotencial: O percentual de baixo potencial não pode ser maior ou igual do que o alto potencial.',
    ]);
    expect(await faltas({ percentualBaixoDesempenho: 70 })).toEqual([
      'percentualBaixoDesempenho: O percentual de baixo desempenho não pode ser maior ou igual do que o alto desempenho.',
    ]);
    expect(await faltas({ percentualAltoPotencial: null })).toEqual([
      'percentualAltoPotencial: O campo de alto potencial é obrigatório.',
    ]);
    const dois = 'Os campos de baixo desempenho e alto desempenho são obrigatórios.';
    expect(await faltas({ percentualBaixoDesempenho: null, percentualAltoDesempenho: null })).toEqual([
      `percentualBaixoDesempenho: ${dois}`,
      `percentualAltoDesempenho: ${dois}`,
    ]);
    // RUL-312, CON-128: two digits
    expect(await faltas({ percentualAltoPotencial: 100 })).toEqual([
      'percentualAltoPotencial: Percentual de alto potencial deve ser no máximo 99',
    ]);
    expect(await faltas({ percentualAltoPotencial: 'oito' })).toHaveLength(1);
    // RUL-313, CON-129, RUL-314
    expect(await faltas({ box4Nomeclatura: 'x'.repeat(25) })).toHaveLength(1);
    expect(await faltas({ box4Nomeclatura: ' ', box5Descricao: null })).toHaveLength(2);
    expect(await faltas({ avaliacoesDesempenho: [] })).toHaveLength(1);
    expect((await alheio('POST', BASE, corpo([avaliacao]))).status).toBe(400);
  });

  it('is called by its title or by its day; CALL-313 says whether a day has one', async () => {
    const avaliacao = await avaliada([]);
    const { id, nome } = await done<Row>(admin, 'POST', BASE, corpo([avaliacao], { data: '2026-08-09' }));
    expect(nome).toBe('Nine Box de 09/08/2026');
    expect(await done(admin, 'GET', `${BASE}/exists?data=2026-08-09`)).toEqual({ exists: true, id });
    expect(await done(admin, 'GET', `${BASE}/exists?data=2026-08-10`)).toEqual({ exists: false, id: null });
    expect(await done(alheio, 'GET', `${BASE}/exists?data=2026-08-09`)).toEqual({ exists: false, id: null });
    expect((await admin('GET', `${BASE}/exists?data=ontem`)).status).toBe(400);
  });
});

describe('CALL-310: the grid', () => {
  it('places everybody with both notes, counts the others, and the SQL places as the rules do', async () => {
    const eixo = [0, 32.95, 33, 33.049, 33.05, 50, 66, 66.05, 100];
    const pares = eixo.flatMap((desempenho) => eixo.map((potencial) => [desempenho, potencial] as const));
    const linhas = await app.db.query<{ d: number; p: number; caixa: number }>(sql`
      select d::float8 as d, p::float8 as p, ${caixaEmSql(sql`round(d, 1)`, sql`round(p, 1)`, LIMITES)} as caixa
      from unnest(${pares.map(([d]) => d)}::numeric[], ${pares.map(([, p]) => p)}::numeric[]) x(d, p)`);
    expect(linhas.map(({ caixa }) => caixa)).toEqual(
      pares.map(([desempenho, potencial]) => caixaDe({ desempenho, potencial }, LIMITES)),
    );

    const id = await novo([
      await avaliada([
        [33, 90],
        [33.1, 90],
        [90, 90],
        [90, 66],
        [null, 50],
        [50, null],
      ]),
    ]);
    const visto = await quadro(admin, id, '?caixas=1,6');
    expect(quantidades(visto)).toEqual([1, 1, 1, 0, 0, 1, 0, 0, 0]);
    expect(visto).toMatchObject({
      total: 4,
      semResultado: 2,
      vazio: null,
      movidas: 0,
      percentualDesempenho: 61.5,
      percentualPotencial: 84,
    });
    // RUL-250, STA-019
    expect([visto.box1.selecionado, visto.box2.selecionado, visto.box6.selecionado]).toEqual([true, false, true]);
    expect(visto.box1).toMatchObject({ nomeclatura: 'ENIGMA', colaboradorIds: [talentos[0]?.id] });
    expect((await alheio('GET', `${BASE}/chart/${id}`)).status).toBe(404);
    for (const ruim of ['?caixas=10', '?caixas=a', '?area=x', '?outra=1'])
      expect((await admin('GET', `${BASE}/chart/${id}${ruim}`)).status).toBe(400);
  });

  it('reads concluded evaluations alone, and of somebody in two of them the one that ended last', async () => {
    const antiga = await avaliada(
      [
        [90, 90],
        [90, 90],
      ],
      { fim: '2025-12-31' },
    );
    const nova = await avaliada([
      [10, 10],
      [10, null],
    ]);
    const aberta = await avaliada([[50, 50]], { situacao: 'L' });
    const id = await novo([antiga, nova, aberta]);
    // The second one has no potential in the newer evaluation, so the older one counts.
    expect(quantidades(await quadro(admin, id))).toEqual([0, 0, 1, 0, 0, 0, 1, 0, 0]);
  });

  it('RUL-370, MSG-229: says why it is empty', async () => {
    expect((await quadro(admin, await novo([await avaliada([[80, null]])]))).vazio).toBe(SEM_DOIS_EIXOS);
    expect((await quadro(admin, await novo([await avaliada([[null, 80]])]))).vazio).toBe(SEM_DOIS_EIXOS);
    expect((await quadro(admin, await novo([await avaliada([[80, 80]], { situacao: 'B' })]))).vazio).toContain(
      'ainda não foi concluída',
    );
  });

  it('filters by a slice of areas, whose parts add up to the whole', async () => {
    const id = await novo([await avaliada(talentos.map((_, n) => [(n * 7) % 100, (n * 13) % 100] as const))]);
    const inteiro = await quadro(admin, id);
    expect(inteiro.areas.length).toBeGreaterThan(1);
    const somadas = CAIXAS.map((_, n) => inteiro.areas.reduce((soma, { caixas }) => soma + (caixas[n] ?? 0), 0));
    expect(somadas).toEqual(quantidades(inteiro));
    for (const { fatia, caixas } of inteiro.areas) {
      const parte = await quadro(admin, id, `?area=${fatia}`);
      expect(quantidades(parte)).toEqual(caixas);
    }
  });

  it('RUL-234: lists the people of boxes page by page, by part of a name', async () => {
    const id = await novo([await avaliada(talentos.map(() => [50, 50] as const))]);
    const pagina = await done<{ content: PessoaNoQuadro[]; totalElements: number }>(
      admin,
      'GET',
      `${BASE}/chart/${id}/pessoas?caixas=5&size=10&page=1`,
    );
    expect(pagina).toMatchObject({ totalElements: talentos.length });
    expect(pagina.content).toHaveLength(10);
    expect(pagina.content[0]).toMatchObject({ caixa: 5, calculada: 5, passo: 0, desempenho: 50 });
    const [primeiro] = pagina.content;
    const achado = await done<{ content: PessoaNoQuadro[] }>(
      admin,
      'GET',
      `${BASE}/chart/${id}/pessoas?busca=${encodeURIComponent(primeiro?.nome.toUpperCase() ?? '')}`,
    );
    expect(achado.content.map(({ nome }) => nome)).toContain(primeiro?.nome);
    expect((await admin('GET', `${BASE}/chart/${id}/pessoas?size=0`)).status).toBe(400);
    expect((await done<{ totalElements: number }>(admin, 'GET', `${BASE}/chart/${id}/pessoas?busca=%25`)).totalElements).toBe(0);
  });

  it('CALL-311: the radar of somebody has the required, the reached and their own levels, and the gaps', async () => {
    const id = await novo([await avaliada([[50, 50]])]);
    const [pessoa] = (await quadro(admin, id)).pessoas ?? [];
    const radar = await done<RadarDoAvaliado>(admin, 'GET', `${BASE}/chart/cncc/${pessoa?.avaliadoId}`);
    expect(radar).toMatchObject({
      nome: pessoa?.nome,
      labels: ['Clareza', 'Cuidado'],
      exigido: [80, 60],
      obtido: [60, 80],
      auto: [100, null],
      lacunas: [{ nome: 'Clareza', exigido: 80, obtido: 60, lacuna: 20 }],
    });
    expect((await alheio('GET', `${BASE}/chart/cncc/${pessoa?.avaliadoId}`)).status).toBe(404);
  });

  it('CALL-311: tells of nobody who stands on no nine-box, nor of an evaluation by which nobody stands there', async () => {
    const soltos = await avaliada([[50, 50]]);
    const antiga = await avaliada([[50, 50]], { fim: '2026-03-31' });
    const atual = await avaliada([
      [70, 70],
      [null, 50],
    ]);
    await novo([antiga, atual]);
    const linhas = await app.db.query<{ id: number; de: number; desempenho: number | null }>(sql`
      select id, avaliacao_desempenho_id as de, desempenho::float8 as desempenho from avaliados_desempenho
      where avaliacao_desempenho_id = any(${[soltos, antiga, atual]}::bigint[])`);
    const ditos = await Promise.all(
      linhas.map(async ({ id, de, desempenho }) => [de, desempenho, (await admin('GET', `${BASE}/chart/cncc/${id}`)).status]),
    );
    expect(new Set(ditos.map((um) => um.join(' ')))).toEqual(
      new Set([`${soltos} 50 404`, `${antiga} 50 404`, `${atual} 70 200`, `${atual}  404`]),
    );
  });
});

describe('CALL-312: the development plan of somebody on the grid', () => {
  it('is their plan, and nobody is found who is not on this grid', async () => {
    const id = await novo([await avaliada([[50, 50]])]);
    const plano = await done<{ talento: Row }>(admin, 'GET', `${BASE}/chart/pdi/${id}/${talentos[0]?.id}`);
    expect(plano.talento).toMatchObject({ id: talentos[0]?.id, nome: talentos[0]?.nome });
    expect((await admin('GET', `${BASE}/chart/pdi/${id}/${talentos[5]?.id}`)).status).toBe(404);
    expect((await alheio('GET', `${BASE}/chart/pdi/${id}/${talentos[0]?.id}`)).status).toBe(404);
  });
});

describe('REP-042: paper and sheets', () => {
  const linhas = async (filtro: object) => {
    const { body } = await admin('POST', '/api/avaliacao/relatorios/ninebox-talentos', filtro, { accept: 'application/json' });
    return JSON.stringify(body);
  };

  it('RUL-379, CON-131: the file is NineBox.pdf, also of chosen people with their radars, and of the last one of a year', async () => {
    const avaliacao = await avaliada([
      [50, 50],
      [90, 90],
    ]);
    const id = await novo([avaliacao], { data: '2024-05-05' });
    const pede = (filtro: object) => admin('POST', `${BASE}/relatorio`, filtro);
    for (const filtro of [
      { nineBoxId: id },
      { nineBoxId: id, avaliadosIds: [talentos[1]?.id] },
      { dataIni: '2024-01-01', dataFim: '2024-12-31', avaliacaoDesempenhoId: avaliacao },
    ]) {
      const { status, headers, body } = await pede(filtro);
      expect(status, JSON.stringify(body).slice(0, 300)).toBe(200);
      expect(String(headers['content-disposition'])).toContain('filename="NineBox.pdf"');
      expect((body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
    }
    expect((await pede({ dataIni: '2019-01-01', dataFim: '2019-12-31' })).status).not.toBe(200);
    expect((await alheio('POST', `${BASE}/relatorio`, { nineBoxId: id })).status).not.toBe(200);
    expect((await pede({ dataIni: '2024-12-31', dataFim: '2024-01-01' })).status).toBe(400);
  });

  it('grid, list, card, PDF and sheet have the same people in the same boxes, calibrated ones too', async () => {
    const id = await novo([await avaliada(talentos.slice(0, 12).map((_, n) => [(n * 9) % 100, (n * 17) % 100] as const))]);
    const antes = (await quadro(admin, id)).pessoas ?? [];
    const [movida] = antes as [PessoaNoQuadro];
    await done(admin, 'POST', `${BASE}/${id}/movimentos`, {
      colaboradorId: movida.colaboradorId,
      para: movida.caixa === 9 ? '8' : '9',
      motivo: 'Combinado com a diretoria',
      passo: 0,
    });
    const visto = await quadro(admin, id);
    const titulo = (pessoa: PessoaNoQuadro) => visto[`box${pessoa.caixa}`].nomeclatura;
    const daGrade = (visto.pessoas ?? []).map((pessoa) => `${titulo(pessoa)}: ${pessoa.nome}`).toSorted();
    const csv = await admin('POST', '/api/avaliacao/relatorios/ninebox-talentos', { nineBoxId: id, formato: 'csv' });
    const texto = (csv.body as Buffer).toString();
    for (const pessoa of visto.pessoas ?? []) {
      const linha = texto.split('\n').find((uma) => uma.includes(pessoa.nome));
      expect(linha).toContain(pessoa.desempenho.toLocaleString('pt-BR', { minimumFractionDigits: 1 }));
    }
    expect(texto).toContain('Combinado com a diretoria');
    expect(await linhas({ nineBoxId: id })).toContain('Combinado com a diretoria');
    const acting = {
      empresaId: empresa(),
      usuarioId: 1,
      today: '2026-11-23',
      settings: {},
      can: () => true,
    } as unknown as Acting;
    const filtro = {
      nineBoxId: id,
      avaliacaoDesempenhoId: null,
      dataIni: null,
      dataFim: null,
      areasIds: null,
      soAreas: false,
      avaliadoresIds: null,
      avaliadosIds: null,
    };
    const doPapel = (await nineBoxDocumentoQuery.data({ db: app.db } as never, filtro, acting)) as {
      linhas: { caixas: { titulo: string; quantidade: string; pessoas: string[][] }[] }[];
    };
    const caixas = doPapel.linhas.flatMap((linha) => linha.caixas);
    expect(caixas.flatMap(({ titulo: nome, pessoas }) => pessoas.map(([quem]) => `${nome}: ${quem}`)).toSorted()).toEqual(
      daGrade,
    );
    expect(caixas.map(({ quantidade }) => Number(quantidade))).toEqual(quantidades(visto));
    const daTabela = await app.db.query<{ quadrante: string; nome: string }>(nineBoxTalentosQuery(filtro, acting));
    expect(daTabela.map(({ quadrante, nome }) => `${quadrante}: ${nome}`).toSorted()).toEqual(daGrade);
  });
});

describe('who sees whom', () => {
  it('a manager sees the people of the own areas alone, on the grid, in lists, radar, teams and trail, and never themselves', async () => {
    const avaliacao = await avaliada(talentos.map((_, n) => [(n * 7) % 100, (n * 13) % 100] as const));
    const id = await novo([avaliacao]);
    const todas = (await quadro(admin, id)).pessoas ?? [];
    const minhas = (await quadro(gestora, id)).pessoas ?? [];
    expect(minhas.length).toBeGreaterThan(0);
    expect(minhas.length).toBeLessThan(todas.length);
    const vistas = new Set(minhas.map(({ colaboradorId }) => colaboradorId));
    const fora = todas.find(({ colaboradorId }) => !vistas.has(colaboradorId)) as PessoaNoQuadro;
    expect((await gestora('GET', `${BASE}/chart/cncc/${fora.avaliadoId}`)).status).toBe(404);
    expect((await mover(gestora, id, fora.colaboradorId, fora.caixa === 5 ? 6 : 5, 0)).status).toBe(404);
    await done(admin, 'POST', `${BASE}/${id}/movimentos`, {
      colaboradorId: fora.colaboradorId,
      para: fora.caixa === 5 ? '6' : '5',
      motivo: 'Sigiloso',
      passo: 0,
    });
    expect(await done(gestora, 'GET', `${BASE}/${id}/movimentos`)).toEqual({ total: 0, itens: [] });
    expect(JSON.stringify(await done(gestora, 'GET', `${BASE}/${id}/gestores`))).not.toContain('Sigiloso');
    expect((await done<GestoresDoQuadro>(gestora, 'GET', `${BASE}/${id}/gestores`)).todos.pessoas).toBe(minhas.length);
    const eu = await app.db.only<{ id: number }>(sql`
      select t.id from talentos t join usuarios u on u.cpf = t.cpf where u.nome = 'Cláudia Menezes' and t.empresa_id = ${empresa()}`);
    expect(todas.map(({ colaboradorId }) => colaboradorId)).toContain(eu.id);
    expect(vistas.has(eu.id)).toBe(false);
    const sem = await novo([avaliacao]);
    expect(await gestora('DELETE', `${BASE}/${sem}`)).toMatchObject({ status: 409, body: { code: 'FORA_DA_VISTA' } });
    expect((await admin('DELETE', `${BASE}/${sem}`)).status).toBe(204);
  });

  it('nobody sees themselves on a nine-box, whatever they see: grid, list, radar, plan, teams, trail, paper and sheet', async () => {
    const avaliacao = await avaliada([
      [50, 50],
      [20, 20],
    ]);
    const id = await novo([avaliacao]);
    const [eu, outro] = talentos as [(typeof talentos)[number], (typeof talentos)[number]];
    expect((await mover(alheio, id, eu.id, 9, 0)).status).toBe(404);
    expect((await mover(admin, id, eu.id, 9, 0, 'Sobre mim')).status).toBe(201);
    const { avaliadoId } = (await quadro(admin, id)).pessoas?.find(({ colaboradorId }) => colaboradorId === eu.id) ?? {};
    const { cpf } = await app.db.only<{ cpf: string }>(sql`select cpf from talentos where id = ${eu.id}`);
    await app.db.query(sql`update talentos set cpf = (select cpf from usuarios order by id limit 1) where id = ${eu.id}`);
    const grade = await quadro(admin, id);
    const lista = await done<{ content: PessoaNoQuadro[] }>(admin, 'GET', `${BASE}/chart/${id}/pessoas`);
    const radar = await admin('GET', `${BASE}/chart/cncc/${avaliadoId}`);
    const plano = await admin('GET', `${BASE}/chart/pdi/${id}/${eu.id}`);
    const equipes = await done<GestoresDoQuadro>(admin, 'GET', `${BASE}/${id}/gestores`);
    const movidos = await done<{ total: number; itens: Movimento[] }>(admin, 'GET', `${BASE}/${id}/movimentos`);
    const ultimo = await done<{ ultimo: number }>(admin, 'GET', `${BASE}/${id}/ultimo-movimento`);
    const { body } = await admin('POST', '/api/avaliacao/relatorios/ninebox-talentos', { nineBoxId: id, formato: 'csv' });
    await app.db.query(sql`update talentos set cpf = ${cpf} where id = ${eu.id}`);
    expect(grade.pessoas?.map(({ colaboradorId }) => colaboradorId)).toEqual([outro.id]);
    expect([grade.total, grade.movidas, grade.semResultado, quantidades(grade)[8]]).toEqual([1, 0, 0, 0]);
    expect(lista.content.map(({ colaboradorId }) => colaboradorId)).toEqual([outro.id]);
    expect([radar.status, plano.status, equipes.todos.pessoas, movidos.total]).toEqual([404, 404, 1, 0]);
    expect([grade.ultimo, ultimo.ultimo]).toEqual([0, 0]);
    expect(String(body)).toContain(outro.nome);
    expect(String(body)).not.toContain(eu.nome);
  });

  it('the trail of the record tells no move, and the log has it', async () => {
    const id = await novo([await avaliada([[50, 50]])]);
    const pessoa = (await quadro(admin, id)).pessoas?.[0] as PessoaNoQuadro;
    await done(admin, 'POST', `${BASE}/${id}/movimentos`, {
      colaboradorId: pessoa.colaboradorId,
      para: '6',
      motivo: 'Entregou',
      passo: 0,
    });
    const trilha = (tabela: string, registro: number) =>
      app.db.query<{ acao: string }>(
        sql`select acao from auditoria where tabela = ${tabela} and registro_id = ${registro} order by id`,
      );
    const { ultimo } = await done<{ ultimo: number }>(admin, 'GET', `${BASE}/${id}/ultimo-movimento`);
    expect(await trilha('ninebox', id)).toEqual([{ acao: 'I' }]);
    expect(await trilha('movimentos_nine_box', ultimo)).toEqual([{ acao: 'I' }]);
  });
});

describe('the calibration', () => {
  it('moves somebody with a reason: grid, list and trail agree, and the notes stay', async () => {
    const id = await novo([
      await avaliada([
        [50, 50],
        [90, 90],
      ]),
    ]);
    const colaborador = talentos[0]?.id as number;
    expect(faultsOf(await mover(admin, id, colaborador, 6, 0, ' '))).toHaveLength(1);
    expect(faultsOf(await mover(admin, id, colaborador, 5, 0))[0]).toContain('já está neste quadrante');
    expect((await mover(admin, id, colaborador, 12, 0)).status).toBe(400);
    expect((await mover(admin, id, colaborador, 6, 0)).body).toMatchObject({ caixa: 6, calculada: 5, passo: 1, desempenho: 50 });
    const visto = await quadro(admin, id);
    expect(quantidades(visto)).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 0]);
    expect(visto).toMatchObject({ movidas: 1, total: 2 });
    const { itens } = await done<{ itens: Movimento[] }>(admin, 'GET', `${BASE}/${id}/movimentos?colaboradorId=${colaborador}`);
    expect(itens).toMatchObject([
      { de: 5, para: 6, calculada: 5, desempenho: 50, motivo: 'Projeto novo', nome: talentos[0]?.nome },
    ]);
    expect(visto.ultimo).toBe(itens[0]?.id);
    // Back to where the notes put them: nobody stands as moved, and both moves stay.
    await done(admin, 'POST', `${BASE}/${id}/movimentos`, { colaboradorId: colaborador, para: '5', motivo: 'Engano', passo: 1 });
    expect(await quadro(admin, id)).toMatchObject({ movidas: 0 });
    expect(await done(admin, 'GET', `${BASE}/${id}/movimentos`)).toMatchObject({ total: 2 });
  });

  it('of two at once the later one is told who moved whom, where to and why', async () => {
    const id = await novo([await avaliada([[50, 50]])]);
    const colaborador = talentos[0]?.id as number;
    const [um, outro] = await Promise.all([
      mover(admin, id, colaborador, 6, 0, 'Um'),
      mover(admin, id, colaborador, 9, 0, 'Outro'),
    ]);
    expect(new Set([um.status, outro.status])).toEqual(new Set([201, 409]));
    const perdeu = um.status === 409 ? um : outro;
    expect(perdeu.body).toMatchObject({ code: 'POSICAO_ALTERADA' });
    expect((perdeu.body as { message: string }).message).toMatch(
      new RegExp(`acabou de mover ${talentos[0]?.nome} para (FORTE DESEMPENHO|COMPROMETIDO): “(Um|Outro)” Confira`),
    );
    expect(await app.db.query(sql`select passo from movimentos_nine_box where nine_box_id = ${id}`)).toEqual([{ passo: 1 }]);
  });

  it('ADR 62: two who move, change, end and remove the same nine-box at once lose nothing and double nothing', async () => {
    const colega = await app.loginWithout(1, () => false);
    const [um, dois, tres] = talentos.map((talento) => talento.id) as [number, number, number];
    for (let vez = 0; vez < 8; vez++) {
      const avaliacao = await avaliada([
        [50, 50],
        [60, 60],
        [90, 90],
      ]);
      const id = await novo([avaliacao]);
      const { versao } = await done(admin, 'GET', `${BASE}/${id}`);
      const pedidos = [
        () => mover(admin, id, um, 6, 0, 'Do um'),
        () => mover(colega, id, um, 9, 0, 'Do outro'),
        () => mover(colega, id, dois, 9, 0),
        () => mover(admin, id, tres, 5, 0),
        () => mover(admin, id, tres, 5, 0),
        () => admin('PUT', `${BASE}/${id}`, corpo([avaliacao], { versao, percentualAltoPotencial: 80 })),
        () => colega('PUT', `${BASE}/${id}`, corpo([avaliacao], { versao, percentualAltoPotencial: 85 })),
        () => colega('POST', `${BASE}/${id}/encerrar`),
        () => admin('DELETE', `${BASE}/${id}`),
      ];
      // Each time another one comes first.
      const respostas = await Promise.all([...pedidos.slice(vez), ...pedidos.slice(0, vez)].map((pede) => pede()));
      expect(respostas.filter(({ status }) => status >= 500 || status === 403)).toEqual([]);
      const movidos = await app.db.query<{ id: number; quem: number; passo: number }>(sql`
        select id, colaborador_id as quem, passo from movimentos_nine_box where nine_box_id = ${id} order by id`);
      // Each is moved once at most, and whoever was told that they moved somebody did.
      expect(new Set(movidos.map(({ quem }) => quem)).size).toBe(movidos.length);
      expect(respostas.filter(({ status }) => status === 201).length).toBe(movidos.length);
      const visto = await admin('GET', `${BASE}/chart/${id}`);
      if (respostas.some(({ status }) => status === 204)) {
        expect([visto.status, movidos]).toEqual([404, []]);
        continue;
      }
      expect((visto.body as QuadroNineBox).movidas).toBe(movidos.length);
      const trilha = await app.db.query<{ o: string[] }>(sql`
        select array(select jsonb_object_keys(mudancas)) as o from auditoria where (tabela = 'ninebox' and registro_id = ${id})
          or (tabela = 'movimentos_nine_box' and (mudancas -> 'nineBox' ->> 1)::bigint = ${id}) order by id`);
      const onde = (campo: string) => trilha.flatMap(({ o }, lugar) => (o.includes(campo) ? [lugar] : []));
      // The insertion names the state and the limit, too.
      const [, fim = trilha.length] = onde('situacao');
      const encerrou = respostas.some(({ body }) => (body as { situacao?: string } | null)?.situacao === 'F');
      expect(onde('situacao').length).toBe(encerrou ? 2 : 1);
      expect(onde('nineBox')).toHaveLength(movidos.length);
      expect(onde('nineBox').filter((lugar) => lugar > fim)).toEqual([]);
      expect(onde('percentualAltoPotencial').length).toBeLessThanOrEqual(2);
    }
  });

  it('RUL-186, RUL-235: texts and limits are edited while it is open; then nobody moves any more, limits and texts stay, and it can begin again', async () => {
    const avaliacao = await avaliada([[50, 50]]);
    const id = await novo([avaliacao]);
    const { versao } = await done(admin, 'GET', `${BASE}/${id}`);
    const editado = { box5Nomeclatura: 'SUSTENTA', box5Descricao: 'Sustenta a equipe.', percentualAltoPotencial: 70 };
    await done(admin, 'PUT', `${BASE}/${id}`, corpo([avaliacao], { versao, ...editado }));
    expect(await quadro(admin, id)).toMatchObject({
      percentualAltoPotencial: 70,
      box5: { nomeclatura: 'SUSTENTA', descricao: 'Sustenta a equipe.' },
    });
    await done(admin, 'POST', `${BASE}/${id}/encerrar`);
    expect((await mover(admin, id, talentos[0]?.id as number, 6, 0)).body).toMatchObject({ code: 'CALIBRAGEM_ENCERRADA' });
    expect((await admin('PUT', `${BASE}/${id}`, corpo([avaliacao], { versao: 3, percentualAltoPotencial: 75 }))).status).toBe(
      400,
    );
    expect(await quadro(admin, id)).toMatchObject({ situacao: 'F', podeCalibrar: false });
    expect((await admin('DELETE', `${BASE}/${id}`)).status).toBe(400);
    await done(admin, 'POST', `${BASE}/${id}/reabrir`);
    expect((await mover(admin, id, talentos[0]?.id as number, 6, 0)).status).toBe(201);
    expect((await admin('DELETE', `${BASE}/${id}`)).body).toMatchObject({ code: 'NINE_BOX_CALIBRADO' });
  });

  it('ends only with evaluations that are all concluded: no later one brings people into what has ended', async () => {
    const aberta = await avaliada([[50, 50]], { situacao: 'L' });
    const avaliacao = await avaliada([[50, 50]]);
    const id = await novo([avaliacao, aberta]);
    expect(await admin('POST', `${BASE}/${id}/encerrar`)).toMatchObject({
      status: 400,
      body: { motivos: ['A avaliação Ciclo ainda não foi concluída: conclua-a, ou retire-a deste Nine Box.'] },
    });
    await app.db.query(sql`update avaliacoes_desempenho set situacao = 'C' where id = ${aberta}`);
    expect(await done(admin, 'POST', `${BASE}/${id}/encerrar`)).toMatchObject({ situacao: 'F' });
  });

  it('needs the authority, and nobody moves themselves', async () => {
    const id = await novo([
      await avaliada([
        [50, 50],
        [60, 60],
      ]),
    ]);
    const leitor = await app.loginWithout(1, (name) => name === 'ROLE_CALIBRAR_NINEBOX');
    expect((await mover(leitor, id, talentos[0]?.id as number, 6, 0)).status).toBe(403);
    expect(await quadro(leitor, id)).toMatchObject({ podeCalibrar: false });
    const cega = await app.loginWithout(1, (name) => name === 'ROLE_CAD_NINEBOX');
    expect((await mover(cega, id, talentos[0]?.id as number, 6, 0)).status).toBe(403);
    expect(faultsOf(await mover(admin, id, talentos[0]?.id as number, 6, 999))).toEqual(['passo: Valor inválido']);
    const { cpf } = await app.db.only<{ cpf: string }>(sql`select cpf from talentos where id = ${talentos[1]?.id}`);
    await app.db.query(sql`
      update talentos set cpf = (select cpf from usuarios order by id limit 1) where id = ${talentos[1]?.id}`);
    const minha = await mover(admin, id, talentos[1]?.id as number, 9, 0);
    await app.db.query(sql`update talentos set cpf = ${cpf} where id = ${talentos[1]?.id}`);
    expect(minha.body).toMatchObject({ code: 'PROPRIA_POSICAO' });
  });

  it('moves are only added: no statement of the program changes or removes one', async () => {
    await expect(app.db.query(sql`update movimentos_nine_box set motivo = 'outro'`)).rejects.toThrow('permission denied');
    await expect(app.db.query(sql`delete from movimentos_nine_box`)).rejects.toThrow('permission denied');
  });

  it('says of each manager how their people are distributed, and hints with the arithmetic where notes lie far from the others', async () => {
    const avaliacao = await avaliada(talentos.map((_, n) => (n < 8 ? ([95, 50] as const) : ([40 + (n % 5) * 5, 50] as const))));
    const [lider, outro] = [talentos.at(-1)?.id, talentos.at(-2)?.id];
    await app.db.query(sql`
      insert into participantes_avaliacao_desempenho (empresa_id, avaliacao_desempenho_id, avaliado_id, avaliador_id, tipo, peso)
      select ${empresa()}, ${avaliacao}, x, case when n <= 8 then ${lider}::bigint else ${outro}::bigint end, 'L', 1
      from unnest(${talentos.map(({ id }) => id)}::bigint[]) with ordinality u(x, n)`);
    const ditos = await done<GestoresDoQuadro>(admin, 'GET', `${BASE}/${await novo([avaliacao])}/gestores`);
    expect(ditos.gestores).toHaveLength(2);
    expect(ditos.gestores.map(({ pessoas }) => pessoas).reduce((a, b) => a + b)).toBe(ditos.todos.pessoas);
    const generoso = ditos.gestores.find(({ id }) => id === lider);
    expect(generoso).toMatchObject({ pessoas: 8, desempenho: 95, sinais: [{ eixo: 'desempenho', tipo: 'acima' }] });
    expect(generoso?.sinais[0]?.frase).toContain('a média de 8 pessoas é 95,0');
  });
});

describe('CALL-315: who has not answered', () => {
  it('names evaluators without an answer, of some evaluators or evaluated', async () => {
    const avaliacao = await avaliada([]);
    const [a, b, c] = talentos.map(({ id }) => id) as [number, number, number];
    await app.db.query(sql`
      insert into participantes_avaliacao_desempenho (empresa_id, avaliacao_desempenho_id, avaliado_id, avaliador_id, tipo, peso)
      values (${empresa()}, ${avaliacao}, ${a}, ${b}, 'L', 1), (${empresa()}, ${avaliacao}, ${b}, ${c}, 'P', 1)`);
    const faltam = (query = '', client = admin) =>
      done<{ tipo: string; avaliador: Row }[]>(
        client,
        'GET',
        `${BASE}/avaliadores-nao-responderam?avaliacaoDesempenhoId=${avaliacao}${query}`,
      );
    // Of an evaluation that is on no nine-box nothing is told here.
    expect(await faltam()).toEqual([]);
    await novo([avaliacao]);
    expect(new Set((await faltam()).map(({ avaliador }) => avaliador.id))).toEqual(new Set([b, c]));
    expect(await faltam(`&avaliadoresIds=${b}`)).toMatchObject([{ tipo: 'L', avaliado: { id: a } }]);
    expect(await faltam(`&avaliadosIds=${b}`)).toMatchObject([{ tipo: 'P', avaliador: { id: c } }]);
    expect((await admin('GET', `${BASE}/avaliadores-nao-responderam`)).status).toBe(400);
    // Of an anonymous one peers are named to whoever conducts evaluations alone.
    await app.db.query(sql`update avaliacoes_desempenho set anonima = true where id = ${avaliacao}`);
    expect(await faltam(`&avaliadosIds=${b}`)).toMatchObject([{ tipo: 'P', avaliador: { id: c } }]);
    const sem = await app.loginWithout(1, (authority) => authority.startsWith('ROLE_CAD_AVALIACAO_DESEMPENHO'));
    expect(await faltam(`&avaliadosIds=${b}`, sem)).toMatchObject([{ tipo: 'P', avaliador: null }]);
    expect(await faltam(`&avaliadoresIds=${c}`, sem)).toEqual([]);
    expect(await faltam(`&avaliadoresIds=${b}`, sem)).toMatchObject([{ tipo: 'L', avaliador: { id: b } }]);
    await app.db.query(sql`update avaliacoes_desempenho set anonima = false where id = ${avaliacao}`);
  });

  it('the report by evaluators tells whoever conducts no evaluations of no peer in an anonymous one', async () => {
    const avaliacao = await avaliada([
      [80, 80],
      [80, 80],
    ]);
    const [a, b, c] = talentos as [(typeof talentos)[number], (typeof talentos)[number], (typeof talentos)[number]];
    await app.db.query(sql`
      insert into participantes_avaliacao_desempenho (empresa_id, avaliacao_desempenho_id, avaliado_id, avaliador_id, tipo, peso)
      values (${empresa()}, ${avaliacao}, ${a.id}, ${c.id}, 'P', 1), (${empresa()}, ${avaliacao}, ${b.id}, ${c.id}, 'L', 1)`);
    await app.db.query(sql`update avaliacoes_desempenho set anonima = true where id = ${avaliacao}`);
    const nineBoxId = await novo([avaliacao]);
    const dele = async (client: Client) => {
      const { body } = await client(
        'POST',
        '/api/avaliacao/relatorios/ninebox-talentos',
        { nineBoxId, avaliadoresIds: [c.id] },
        { accept: 'application/json' },
      );
      return (body as { rows: { nome: string }[] }).rows.map(({ nome }) => nome).toSorted();
    };
    expect(await dele(admin)).toEqual([a.nome, b.nome].toSorted());
    const sem = await app.loginWithout(1, (authority) => authority.startsWith('ROLE_CAD_AVALIACAO_DESEMPENHO'));
    expect(await dele(sem)).toEqual([b.nome]);
  });
});
