import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multipart } from '#app/server-process.server.ts';
import { type Client, done, openTestApp, type Row, type TestApp } from '#app/test-app.server.ts';
import { candidatesOf } from '#app/test-recruitment.server.ts';
import type { Acting } from '#kit/acting/acting.server.ts';
import { today } from '#kit/br/date.ts';
import { auditor } from '#platform/audit/audit.server.ts';
import { apaga } from './apagar.server.ts';
import { atualizaBusca } from './busca.server.ts';
import { cartasSeguem } from './comecado.server.ts';
import { removidosVencidos } from './removidos.server.ts';

// Lines of a few stored kilobytes that are a hundred times as long: ordinary rights write thousands of them (ADR 73).

let app: TestApp;
let admin: Client;
let empresaId: number;
let candidato: ReturnType<typeof candidatesOf>;

const URL = '/api/captacao/candidatos';
const LINHAS = 150;
/** Stored apart from its row, so that each time it is read can be counted. */
const LONGO = randomBytes(4_000).toString('hex');

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(2);
  admin = await app.login(0);
  empresaId = app.empresas[0] as number;
  const [cargo = 0] = await app.ids('cargos');
  candidato = candidatesOf(cargo);
});
afterAll(() => app.close());

const inclui = (mais?: object) => done(admin, 'POST', URL, candidato(mais));

/** HR, as a task has it. */
const rh = (): Acting => ({
  kind: 'externo',
  usuarioId: null,
  usuarioNome: 'RH',
  externo: 'candidatos:0',
  pessoa: { id: 0, nome: 'RH' },
  empresaId,
  empresaNome: 'Prova',
  requestId: 'prova',
  today: today(),
  settings: {},
  can: () => true,
  everywhere: () => true,
  audit: auditor({ usuarioId: null, usuarioNome: 'RH', externo: 'candidatos:0', empresaId, requestId: 'prova' }),
});

/** `vezes` lines of a record, each with a text too long to stand beside its row. */
const escreve = (tabela: string, id: number, acao: string, mudancas: object, vezes = LINHAS) =>
  app.db.query(sql`
    insert into auditoria (usuario_id, usuario_nome, empresa_id, tabela, registro_id, acao, mudancas)
    select 1, 'RH', ${empresaId}, ${tabela}, ${id}, ${acao}, ${JSON.stringify(mudancas)}::jsonb from generate_series(1, ${vezes})`);

/** How often `work` reads, or lets go, a text that stands apart from its row of a table. */
const textosLidos = (tabela: string, work: (tx: Parameters<Parameters<TestApp['db']['tx']>[0]>[0]) => Promise<unknown>) =>
  app.db.tx(async (tx) => {
    const lidos = async () =>
      Number(
        (
          await tx.only<{ n: number }>(sql`
            select idx_scan as n from pg_stat_xact_all_tables where relid = (select reltoastrelid from pg_class where oid = ${tabela}::regclass)`)
        ).n,
      );
    const antes = await lidos();
    await work(tx);
    return (await lidos()) - antes;
  });

/** The fields of which the trail still tells, line by line of a record. */
const ditas = async (tabela: string, id: number) =>
  (
    await app.db.query<{ campos: string[] }>(sql`
      select array(select jsonb_object_keys(mudancas || coalesce(resumo, '{}')) order by 1) as campos from auditoria
      where tabela = ${tabela} and registro_id = ${id} and (mudancas <> '{}' or resumo is not null) order by id`)
  ).map(({ campos }) => campos);

describe('a trail of long texts', () => {
  it('is not unpacked to find what was removed of a candidate', async () => {
    const [ela, outra] = [await inclui({ nome: 'Curta Sucena' }), await inclui({ nome: 'Longa Sucena' })];
    const exame = (de: Row, texto: string) => ({ candidato: [{ id: de.id, nome: de.nome }, null], ocrTexto: [texto, null] });
    await escreve('exames_palografico', 900_001, 'E', exame(outra, LONGO));
    await escreve('exames_palografico', 900_002, 'E', exame(ela, 'dela'), 1);
    await escreve('exames_palografico', 900_003, 'E', exame(ela, LONGO), 1);
    // What the program writes by itself says a number alone.
    await escreve('candidaturas', 900_004, 'I', { candidato: [null, ela.id], resumo: [null, ela.nome] }, 1);
    const lidos = await textosLidos('auditoria', (tx) => apaga(tx, rh(), ela.id, 'R'));
    expect(lidos).toBeLessThan(20);
    expect([...(await ditas('exames_palografico', 900_002)), ...(await ditas('exames_palografico', 900_003))]).toEqual([]);
    expect(await ditas('candidaturas', 900_004)).toEqual([]);
    expect(await ditas('exames_palografico', 900_001)).toHaveLength(LINHAS);
  });

  it('of the candidate is let go and not read, and still tells names and files', async () => {
    const { id } = await inclui({ nome: 'Chamada Depois' });
    await escreve('candidatos', id, 'A', { ocrTexto: [LONGO, LONGO] });
    const { body, headers } = multipart('velho.txt', Buffer.from('velho'));
    const velho = (await admin('POST', '/api/arquivos', body, headers)).body as Row;
    // Somebody's upload that has the number of a row in the line.
    const alheio = (await admin('POST', '/api/arquivos', body, headers)).body as Row;
    const curriculo = { id: alheio.id, curriculo: { id: velho.id, nome: 'velho.txt', tamanho: 5 }, descricao: LONGO };
    const antes = { nome: ['Chamada Depois', 'Chamada Antes'], candidatoCurriculos: [null, [curriculo]] };
    await escreve('candidatos', id, 'A', antes, 1);
    const busca = await done(admin, 'POST', '/api/captacao/buscas-candidatos', {
      nome: 'Ela',
      consulta: 'nome=Chamada+Antes&sexo=F',
    });
    expect(await textosLidos('auditoria', (tx) => cartasSeguem(tx, id, 'a@x.br', 'b@x.br'))).toBe(0);
    // With what the planner knows of a trail of that kind.
    await app.db.owner.query(sql`analyze auditoria`);
    // Each is let go, once.
    expect(await textosLidos('auditoria', (tx) => apaga(tx, rh(), id, 'R'))).toBeLessThan(LINHAS + 20);
    expect(await ditas('candidatos', id)).toEqual([]);
    expect(await app.db.one(sql`select 1 from arquivos where id = ${velho.id}`)).toBeUndefined();
    expect(await app.db.one(sql`select 1 from arquivos where id = ${alheio.id}`)).toBeDefined();
    expect(await app.db.one(sql`select consulta from buscas_candidatos where id = ${busca.id}`)).toEqual({ consulta: 'sexo=F' });
  });

  it('of more names than one reading may bring erases them all', async () => {
    const { id } = await inclui({ nome: 'Chamada Agora' });
    // Each is one of a record that was saved by turns.
    const nome = (n: number) => `${'漢'.repeat(300)} Nome ${n}`;
    await app.db.query(sql`
      insert into auditoria (usuario_id, usuario_nome, empresa_id, tabela, registro_id, acao, mudancas)
      select 1, 'RH', ${empresaId}, 'candidatos', ${id}, 'A', jsonb_build_object(
        'nome', jsonb_build_array(null, ${nome(0).slice(0, -1)}::text || n), 'nomeSocial', jsonb_build_array(null, ${nome(0).slice(0, -1)}::text || -n))
      from generate_series(1, 9500) n`);
    const avisos = (de: string) => [
      [`Já existe um candidato com este nome: ${de}.`],
      ['Outro aviso.', `Já existe um candidato com este nome: ${de} (Natal (RN), nascimento em 01/02/1990).`],
      [`${de} não autorizou o uso do cadastro em outras vagas, além daquelas a que se candidatou.`],
      [`${de} retirou a autorização para o uso do cadastro em outras vagas, além daquelas a que se candidatou.`],
    ];
    const delas = [...avisos(nome(9)), ...avisos(nome(9_499)), ...avisos('Chamada Agora')];
    const deOutras = [...avisos(`${nome(9)} Silva`), ...avisos('Outra Chamada Agora'), ['Chamada Agora.']];
    const planilha = async (titulo: string) =>
      (
        await app.db.only<Row>(sql`
          with a as (
            insert into arquivos (empresa_id, nome, tipo, tamanho, checksum, chave)
            values (${empresaId}, ${`${titulo}.csv`}, 'text/csv', 1, 'x', gen_random_uuid()::text) returning id)
          insert into importacoes (empresa_id, cadastro, arquivo_id, nome, estado)
          select ${empresaId}, 'captacao/candidatos', id, ${titulo}, 'analisada' from a returning id`)
      ).id;
    const [importacao, ...outras] = [
      await planilha(`CV de ${nome(12).toUpperCase()}, novo`),
      await planilha('Chamada-Agora'),
      await planilha('Agora Chamada'),
    ];
    for (const [n, avisos] of [...delas, ...deOutras].entries())
      await app.db.query(sql`
        insert into importacao_linhas (importacao_id, linha, celulas, avisos) values (${importacao}, ${n}, '[]', ${avisos}::text[])`);
    await app.db.tx((tx) => apaga(tx, rh(), id, 'R'));
    expect(await ditas('candidatos', id)).toEqual([]);
    expect(
      await app.db.query(
        sql`select avisos from importacao_linhas where importacao_id = ${importacao} and avisos is not null order by linha`,
      ),
    ).toEqual(deOutras.map((avisos) => ({ avisos })));
    expect(
      await app.db.query(sql`
        select i.nome, a.nome as arquivo from importacoes i join arquivos a on a.id = i.arquivo_id where i.id = any(${[importacao, ...outras]}::bigint[]) order by i.id`),
    ).toEqual([
      { nome: 'Planilha', arquivo: 'Planilha.csv' },
      { nome: 'Planilha', arquivo: 'Planilha.csv' },
      { nome: 'Agora Chamada', arquivo: 'Agora Chamada.csv' },
    ]);
  });

  it('of those who were removed is not unpacked each night', async () => {
    await escreve('candidatos', 910_001, 'E', { nome: ['Removida', null], ocrTexto: [LONGO, null] });
    const lidos = await textosLidos('auditoria', (tx) =>
      tx.query(
        sql`select r.id from auditoria r join empresas e on e.id = r.empresa_id where ${removidosVencidos(app.empresas[0] as number)}`,
      ),
    );
    expect(lidos).toBe(0);
  });

  it('of a talent whose hire was undone is let go, and those of others lose what names them and are not unpacked', async () => {
    const { id } = await inclui({ nome: 'Voltou Atrás' });
    const ela = { id: 920_001, nome: 'Voltou Atrás' };
    await escreve('candidatos', id, 'A', { talento: [null, ela] }, 1);
    await escreve('talentos', ela.id, 'I', { nome: [null, ela.nome], observacao: [null, LONGO] });
    await escreve('noticias', 920_002, 'A', { texto: [LONGO, ela.nome] });
    await escreve('noticias', 920_003, 'A', { responsavel: [null, ela], texto: [LONGO, 'curto'] }, 2);
    await escreve('noticias', 920_004, 'A', { lidaPor: [null, [{ quem: ela }]], titulo: ['a', 'b'] }, 1);
    // Of somebody else who has their number, or their name.
    await escreve(
      'noticias',
      920_005,
      'A',
      {
        responsavel: [
          { ...ela, nome: 'Outra' },
          { ...ela, id: 5 },
        ],
        texto: [null, LONGO],
      },
      1,
    );
    await escreve('advertencias', 920_006, 'E', { colaborador: [ela, null], motivo: [LONGO, null] });
    const lidos = await textosLidos('auditoria', (tx) => apaga(tx, rh(), id, 'R'));
    expect(lidos).toBeLessThan(2 * LINHAS + 40);
    expect([await ditas('noticias', 920_003), await ditas('noticias', 920_004), await ditas('noticias', 920_005)]).toEqual([
      [['texto'], ['texto']],
      [['titulo']],
      [['responsavel', 'texto']],
    ]);
    expect(await ditas('noticias', 920_002)).toHaveLength(LINHAS);
    expect([...(await ditas('talentos', ela.id)), ...(await ditas('advertencias', 920_006))]).toEqual([]);
  });

  it('keeps a short form beside a long line alone, which nobody writes by hand', async () => {
    const resumo = async (mudancas: object) => {
      const { id } = await app.db.only<{ id: number }>(sql`
        insert into auditoria (tabela, registro_id, acao, mudancas, resumo) values ('x', 1, 'I', ${JSON.stringify(mudancas)}::jsonb, '{"a": 1}')
        returning id`);
      return (await app.db.only<{ resumo: unknown }>(sql`select resumo from auditoria where id = ${id}`)).resumo;
    };
    expect(await resumo({ nome: [null, 'Curta'] })).toBeNull();
    expect(
      await resumo({
        nome: ['Ana', null],
        texto: [LONGO, null],
        cidade: [null, { id: 7, nome: 'Sobral' }],
        exame: [null, { id: 8, nome: LONGO }],
        cargos: [[{ id: 9, nome: LONGO }], [3, 4]],
        idade: [30, null],
      }),
    ).toEqual({
      nome: ['Ana', null],
      texto: [null, null],
      cidade: [null, { id: 7, nome: 'Sobral' }],
      exame: [null, { id: 8, dentro: [{ id: 8 }] }],
      cargos: [[{ id: 9 }], [3, 4]],
      idade: [30, null],
    });
  });
});

describe('the searched text of a candidate', () => {
  const TEXTO = 200_000;
  /** Files whose texts no packing makes short, of letters that `letra` begins with. */
  const leu = (letra: string, quantos: number) =>
    app.db.query<Row>(sql`
      with a as (
        insert into arquivos (empresa_id, nome, tipo, tamanho, checksum, chave)
        select ${empresaId}, 'cv.txt', 'text/plain', 1, 'x', ${letra}::text || n from generate_series(1, ${quantos}::int) n returning id)
      insert into textos_de_arquivos (arquivo_id, empresa_id, situacao, texto)
      select id, ${empresaId}, 'L', left((select string_agg(${letra}::text || md5(a.id::text || n), ' ') from generate_series(1, 6000) n), ${TEXTO}) from a
      returning arquivo_id as id`);
  const guarda = (id: number, arquivos: readonly Row[]) =>
    app.db.query(sql`
      insert into candidatos_candidato_curriculos (registro_id, ordem, curriculo_id)
      select ${id}, n, a from unnest(${arquivos.map((um) => um.id)}::bigint[]) with ordinality x(a, n)`);
  const escreveBusca = (id: number) => textosLidos('textos_de_arquivos', (tx) => atualizaBusca(tx, sql`c.id = ${id}`));

  it('has a file once, in however many rows it stands', async () => {
    const { id } = await inclui({ nome: 'Repetida Cajá', ocrTexto: 'copiado' });
    const [um, outro] = [await leu('u', 1), await leu('o', 1)];
    await guarda(id, [...Array.from({ length: LINHAS }, () => um).flat(), ...outro, ...um]);
    expect(await escreveBusca(id)).toBeLessThan(10);
    const { igual } = await app.db.only<{ igual: boolean }>(sql`
      select b.texto = left(concat_ws(E'\n', c.ocr_texto, u.texto, o.texto), 400000) as igual
      from candidatos_busca b join candidatos c on c.id = b.candidato_id, textos_de_arquivos u, textos_de_arquivos o
      where c.id = ${id} and u.arquivo_id = ${um[0]?.id} and o.arquivo_id = ${outro[0]?.id}`);
    expect(igual).toBe(true);
  });

  it('reads no more texts than it has room for', async () => {
    const { id } = await inclui({ nome: 'Comprida Cajá' });
    const arquivos = await leu('ç', 30);
    await guarda(id, arquivos);
    expect(await escreveBusca(id)).toBeLessThan(20);
    const { igual } = await app.db.only<{ igual: boolean }>(sql`
      select b.texto = left((select string_agg(texto, E'\n' order by arquivo_id) from textos_de_arquivos where arquivo_id = any(${arquivos.map((um) => um.id)}::bigint[])), 400000) as igual
      from candidatos_busca b where b.candidato_id = ${id}`);
    expect(igual).toBe(true);
  });
});

describe('a bin of long texts', () => {
  it('is not unpacked to find what was removed of a candidate', async () => {
    const [ela, outra] = [await inclui({ nome: 'Curta Macaúba' }), await inclui({ nome: 'Longa Macaúba' })];
    const entra = (de: Row, vezes: number) =>
      app.db.query<Row>(sql`
        insert into lixeira (empresa_id, tabela, cadastro, registro_id, nome, retrato, usuario)
        select ${empresaId}, 'exames_palografico', 'Exames', 930000 + n, 'x', jsonb_build_array(jsonb_build_object('tabela', 'exames_palografico',
          'linhas', jsonb_build_array(jsonb_build_object('id', 930000 + n, 'candidato_id', ${de.id}::bigint, 'ocr_texto', ${LONGO}::text)))), 'RH'
        from generate_series(1, ${vezes}) n returning id`);
    const deOutra = await entra(outra, LINHAS);
    const [dela] = await entra(ela, 1);
    expect(await textosLidos('lixeira', (tx) => apaga(tx, rh(), ela.id, 'R'))).toBeLessThan(20);
    const ficam = await app.db.query<Row>(
      sql`select id from lixeira where id = any(${[...deOutra, dela].map((um) => um?.id)}::bigint[])`,
    );
    expect(ficam).toHaveLength(deOutra.length);
  });
});
