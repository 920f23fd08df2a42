import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sql, { raw, type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_LOGINS } from '#app/demo-users.server.ts';
import { multipart, until } from '#app/server-process.server.ts';
import {
  type Answer,
  type Client,
  done,
  failingOnce,
  faultsOf,
  openTestApp,
  type Row,
  type TestApp,
} from '#app/test-app.server.ts';
import { candidatesOf } from '#app/test-recruitment.server.ts';
import type { Acting, UserActing } from '#kit/acting/acting.server.ts';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { addMonths, today } from '#kit/br/date.ts';
import { createDatabase, type Database } from '#kit/db/database.server.ts';
import type { Job, JobHandler } from '#kit/jobs/jobs.server.ts';
import { auditor } from '#platform/audit/audit.server.ts';
import { curriculoDocumento } from '../curriculo/curriculo.server.ts';
import { apaga, apagaDaConta } from './apagar.server.ts';
import { apagaVencidos } from './retencao.server.ts';
import { segueConta } from './segue-conta.server.ts';
import { tarefasDeCandidatos } from './tarefas.server.ts';

let app: TestApp;
let admin: Client;
let cargo: number;
let candidato: ReturnType<typeof candidatesOf>;
let solicitacao: number;

const URL = '/api/captacao/candidatos';

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(5);
  admin = await app.login(0);
  [cargo = 0] = await app.ids('cargos');
  candidato = candidatesOf(cargo);
  const feita = await done(admin, 'POST', '/api/captacao/solicitacoes-pessoal', await pedido());
  solicitacao = feita.id;
});
afterAll(() => app.close());

/** After so many months candidates of the company go by themselves; 0: never. */
async function meses(n: number) {
  await app.db.query(sql`update empresas set tempo_exclusao_candidato = ${n} where id = ${app.empresas[0]}`);
  await app.db.query(sql`update versao_acessos set versao = versao + 1`);
}

async function pedido() {
  const [area, faixa, estabelecimento] = [
    (await app.ids('areas_organizacionais'))[0],
    (await app.ids('faixas_salariais'))[0],
    (await app.ids('estabelecimentos'))[0],
  ];
  const motivo = await done(admin, 'POST', '/api/captacao/motivos-solicitacao', { descricao: 'Vaga nova' });
  return {
    descricao: 'Analista de dados',
    data: today(),
    quantidade: 1,
    horarioComercial: '8h às 18h',
    vinculo: 'E',
    sexo: 'I',
    areaOrganizacional: area,
    faixaSalarial: faixa,
    estabelecimento,
    motivoSolicitacao: motivo.id,
  };
}

const inclui = (mais?: object) => done(admin, 'POST', URL, candidato(mais));
const arquivo = async (nome: string, conteudo: string) => {
  const { body, headers } = multipart(nome, Buffer.from(conteudo));
  return (await admin('POST', '/api/arquivos', body, headers)).body as Row;
};
const candidata = (de: number) =>
  app.db.only<{ id: number }>(sql`
    insert into candidaturas (empresa_id, solicitacao_id, candidato_id, resumo, origem, situacao, inscrita_em, etapa_desde)
    values (${app.empresas[0]}, ${solicitacao}, ${de}, (select nome from candidatos where id = ${de}), 'R', 'A', now(), now()) returning id`);
const acha = async (texto: string) =>
  (await done<Row[]>(admin, 'GET', `${URL}?texto=${encodeURIComponent(texto)}`)).map(({ nome }) => nome);

describe('the record of a candidate', () => {
  it('asks for a name and a position, judges telephones, PIS, experiences and languages', async () => {
    expect(
      faultsOf(await admin('POST', URL, { sexo: 'I', possuiParentes: false, disponivel: true, primeiroEmprego: false })),
    ).toEqual(['nome: Nome é obrigatório', 'cargos: Cargo/Função Pretendida é obrigatório']);
    const idioma = await done(admin, 'POST', '/api/captacao/idiomas', { nome: 'Tupi' });
    const faltas = faultsOf(
      await admin('POST', URL, {
        ...candidato({
          primeiroEmprego: false,
          dddCelular: '8',
          foneCelular: '12345678',
          pis: '12345678901',
          possuiParentes: true,
          idiomas: [
            { idioma: idioma.id, nivel: 'BASICO' },
            { idioma: idioma.id, nivel: 'AVANCADO' },
          ],
          experiencias: [{ empresa: 'Loja', checkNomeCargo: true, nomeMercado: 'Caixa', dataAdmissao: addMonths(today(), 2) }],
        }),
      }),
    );
    expect(faltas).toEqual(
      expect.arrayContaining([
        'dddCelular: Inválido',
        'foneCelular: Inválido',
        'pis: O número PIS é inválido',
        expect.stringMatching(/^parentesAmigos: /),
        'idiomas.1.idioma: Idioma já adicionado',
        'experiencias.0.dataAdmissao: A data de admissão deve ser igual ou anterior à data atual',
      ]),
    );
  });

  it('RUL-108: takes at most the positions that the company allows, none if it says nothing', async () => {
    const cargos = (await app.ids('cargos')).slice(0, 2);
    const empresa = await done(admin, 'GET', `/api/utilitario/empresas/${app.empresas[0]}`);
    await app.db.query(sql`update empresas set max_candidata_cargo = 1 where id = ${app.empresas[0]}`);
    await app.db.query(sql`update versao_acessos set versao = versao + 1`);
    expect(faultsOf(await admin('POST', URL, candidato({ cargos })))).toEqual([
      'cargos: Não é permitido selecionar mais do que 1 cargo',
    ]);
    await app.db.query(
      sql`update empresas set max_candidata_cargo = ${empresa.maxCandidataCargo ?? 0} where id = ${app.empresas[0]}`,
    );
    await app.db.query(sql`update versao_acessos set versao = versao + 1`);
    await inclui({ cargos });
  });

  it('asks before a second one of the same name is made, and refuses a second CPF', async () => {
    await inclui({ nome: 'Íris Flôr', cpf: '52998224725' });
    const outra = candidato({ nome: 'IRIS FLOR' });
    expect(await admin('POST', URL, outra)).toMatchObject({ status: 409, body: { code: 'CONFIRMACAO_NECESSARIA' } });
    expect((await admin('POST', URL, { ...outra, confirma: true })).status).toBe(201);
    expect((await admin('POST', URL, candidato({ cpf: '52998224725' }))).status).toBe(400);
    expect(await done(admin, 'GET', `${URL}/candidatos-homonimos?nome=iris%20flor`)).toHaveLength(2);
    expect(await done(admin, 'GET', `${URL}/valida-cpf?cpf=529.982.247-25&contratado=false`)).toMatchObject({
      valido: true,
      existe: true,
    });
    expect(await done(admin, 'GET', `${URL}/valida-cpf?cpf=11111111111`)).toMatchObject({ valido: false });
    expect(await done(admin, 'GET', `${URL}/candidato-cpf?cpf=52998224725`)).toMatchObject({ candidato: { nome: 'Íris Flôr' } });
  });
});

describe('the calls about a candidate', () => {
  it('RUL-099: take the text of a CV, which is demanded, and its file, tell what is known, and what is an image', async () => {
    const { id } = await inclui({ dataNascimento: '1990-05-01' });
    expect(faultsOf(await admin('PUT', `${URL}/${id}/ocr`, { ocrTexto: ' ' }))).toEqual([
      'ocrTexto: Informe o texto do currículo',
    ]);
    const cv = await arquivo('cv.txt', 'Currículo');
    expect(await done(admin, 'PUT', `${URL}/${id}/ocr`, { ocrTexto: 'Soldador', ocrFile: cv.id })).toMatchObject({
      candidatoCurriculos: [{ curriculo: { id: cv.id } }],
    });
    expect(
      await done(admin, 'PUT', `${URL}/${id}/candidato-curriculo`, {
        candidatoCurriculos: [{ curriculo: cv.id, descricao: 'Novo' }],
      }),
    ).toMatchObject({
      ocrTexto: 'Soldador',
      candidatoCurriculos: [{ descricao: 'Novo' }],
    });
    const outro = await arquivo('outro.txt', 'Outro');
    expect(
      (await admin('POST', `${URL}/candidato-curriculo`, candidato({ candidatoCurriculos: [{ curriculo: outro.id }] }))).status,
    ).toBe(201);
    expect((await done(admin, 'GET', `${URL}/${id}/completo?comCargos=false`)).cargos).toEqual([]);
    expect(await done(admin, 'GET', `${URL}/${id}/informacao`)).toMatchObject({ candidaturas: 0, bloqueado: false });
    expect(await done(admin, 'GET', `${URL}/verificaSeCurriculoHeImagem?nomeImg=cv.JPG`)).toEqual({ imagem: true });
    expect((await admin('GET', `${URL}/${id}/foto`)).status).toBe(404);
    expect(await done(admin, 'GET', `${URL}/substituidos?nome=a`)).not.toEqual([]);
  });

  it('keep the exam and the documents of each candidate', async () => {
    const { id } = await inclui();
    expect(await done(admin, 'GET', `${URL}/${id}/exames-palografico`)).toMatchObject({ examePalografico: null });
    await done(admin, 'PATCH', `${URL}/${id}/exames-palografico`, { examePalografico: 'Traços firmes' });
    expect(await done(admin, 'PATCH', `${URL}/${id}/exames-palografico`, { resultadoExamePalografico: 'Bom' })).toMatchObject({
      examePalografico: 'Traços firmes',
      resultadoExamePalografico: 'Bom',
    });
    const anexo = await arquivo('rg.txt', 'RG');
    const documento = await done(admin, 'POST', `${URL}/${id}/documentos-anexos`, { descricao: 'RG', anexo: anexo.id });
    expect(await done<Row[]>(admin, 'GET', `${URL}/${id}/documentos-anexos`)).toHaveLength(1);
    const outro = await inclui();
    expect((await admin('GET', `${URL}/${outro.id}/documentos-anexos/${documento.id}`)).status).toBe(404);
  });

  it('RUL-167, RUL-320: print the CVs of at least one candidate', async () => {
    const { id } = await inclui();
    for (const candidatosIds of [[], null])
      expect(faultsOf(await admin('POST', '/api/captacao/relatorios/curriculo-candidato', { candidatosIds })).join()).toContain(
        'Selecione ao menos um candidato',
      );
    expect((await admin('POST', '/api/captacao/relatorios/curriculo-candidato', { candidatosIds: [id] })).status).toBe(200);
  });

  it('print what HR notes and decides only to whoever may open the registry that it comes from (ADR 74)', async () => {
    const { id } = await inclui({ observacao: 'Prefere a manhã', observacaoRH: 'Nota interna' });
    const { id: candidatura } = await candidata(id);
    await app.db.query(sql`
      insert into candidatos_historicos (empresa_id, candidatura_id, candidato_id, solicitacao_id, data, apto, observacao)
      values (${app.empresas[0]}, ${candidatura}, ${id}, ${solicitacao}, hoje(), 'N', 'Recusada pela pretensão')`);
    const impresso = async (...falta: string[]) => {
      const acting = { ...daConta(1, 'RH'), kind: 'usuario', usuarioId: 1, can: (right: string) => !falta.includes(right) };
      const opcoes = {
        candidatosIds: [id],
        exibirObservacoes: true,
        exibirHistorico: true,
        exibirSolicitacaoPessoal: true,
      };
      const { db, store } = app.services;
      const texto = JSON.stringify(await curriculoDocumento.data({ db, store }, opcoes, acting as UserActing));
      return ['Prefere a manhã', 'Nota interna', 'Recusada pela', 'Solicitações de pessoal'].filter((um) => texto.includes(um));
    };
    expect(await impresso()).toHaveLength(4);
    expect(await impresso('ROLE_CAD_CANDIDATURA')).toEqual(['Prefere a manhã', 'Nota interna']);
    expect(await impresso('ROLE_CAD_CANDIDATO', 'ROLE_CAD_CANDIDATURA')).toEqual(['Prefere a manhã']);
  });

  it('remove several at once, all or none', async () => {
    const [livre, preso] = [await inclui(), await inclui()];
    await candidata(preso.id);
    const candidatosIds = [livre.id, preso.id];
    const soRemove = await app.loginWithout(3, (held) => held === 'ROLE_CAD_CANDIDATO');
    for (const acao of ['verificar-pendencias-em-lote', 'remove-candidato-em-lote'])
      expect((await soRemove('POST', `${URL}/${acao}`, { candidatosIds })).status, acao).toBe(403);
    expect((await soRemove('GET', `${URL}/retencao`)).status).toBe(403);
    expect(await done<Row[]>(admin, 'POST', `${URL}/verificar-pendencias-em-lote`, { candidatosIds })).toMatchObject([
      { pendencias: [] },
      { pendencias: ['Está na seleção de Analista de dados.'] },
    ]);
    expect((await admin('POST', `${URL}/remove-candidato-em-lote`, { candidatosIds })).status).toBe(409);
    expect((await admin('GET', `${URL}/${livre.id}`)).status).toBe(200);
    await done(admin, 'POST', `${URL}/remove-candidato-em-lote`, { candidatosIds: [livre.id] });
    expect((await admin('GET', `${URL}/${livre.id}`)).status).toBe(404);
    expect((await admin('POST', `${URL}/remove-candidato-em-lote`, { candidatosIds: [] })).status).toBe(400);
  });

  it('show nothing of another company', async () => {
    const { id } = await inclui();
    const fora = await app.login(0, app.empresas[1]);
    for (const [method, url, body] of [
      ['GET', `${URL}/${id}/informacao`],
      ['GET', `${URL}/${id}/exames-palografico`],
      ['GET', `${URL}/${id}/empresa/${app.empresas[1]}/verificar-pendencias`],
      ['POST', `${URL}/${id}/bloquear`, { motivo: 'x' }],
      ['POST', `${URL}/${id}/apagar`, { nome: 'x' }],
      ['PUT', `${URL}/${id}/ocr`, { ocrTexto: 'x' }],
    ] as const)
      expect((await fora(method, url, body)).status, url).toBe(404);
    expect(await done(fora, 'POST', `${URL}/verificar-pendencias-em-lote`, { candidatosIds: [id] })).toEqual([]);
    expect(await done(fora, 'GET', `${URL}/trechos?texto=a&ids=${id}`)).toEqual([]);
  });
});

describe('whoever sees some areas only', () => {
  it('sees the candidates of their own vacancies, by every door', async () => {
    const gestora = await app.loginWithout(2, (um) => ['ROLE_VER_TODAS_AREAS', 'ROLE_VER_TODAS_SOLICITACOES'].includes(um));
    const [dela, outro] = [await inclui({ ocrTexto: 'zoologia' }), await inclui({ ocrTexto: 'zoologia' })];
    await candidata(dela.id);
    await app.db.query(sql`
      update solicitacoes_pessoal set solicitante_id = (select id from usuarios where cpf = ${DEMO_LOGINS[2].cpf.replace(/\D/g, '')}) where id = ${solicitacao}`);
    expect((await done<Row[]>(gestora, 'GET', `${URL}?texto=zoologia`)).map(({ id }) => id)).toEqual([dela.id]);
    expect(await done<Row[]>(gestora, 'GET', `${URL}/trechos?texto=zoologia&ids=${dela.id},${outro.id}`)).toHaveLength(1);
    for (const url of ['', '/informacao', '/completo', '/exames-palografico', '/documentos-anexos', '/unificacoes']) {
      expect((await gestora('GET', `${URL}/${dela.id}${url}`)).status, url).toBe(200);
      expect((await gestora('GET', `${URL}/${outro.id}${url}`)).status, url).toBe(404);
    }
    expect((await gestora('POST', `${URL}/${outro.id}/apagar`, { nome: outro.nome })).status).toBe(404);
    expect((await gestora('POST', `${URL}/${dela.id}/unificar`, { outro: outro.id })).status).toBe(404);
    const unida = await done(admin, 'POST', `${URL}/${(await inclui()).id}/unificar`, { outro: (await inclui()).id });
    expect((await gestora('POST', `${URL}/unificacoes/${unida.id}/desfazer`)).status).toBe(404);
    await meses(12);
    await app.db.query(sql`update candidatos set atualizado_em = ${addMonths(today(), -13)} where id = ${outro.id}`);
    expect(await done(admin, 'GET', `${URL}/retencao`)).toMatchObject({ total: 1 });
    expect(await done(gestora, 'GET', `${URL}/retencao`)).toMatchObject({ total: 0, candidatos: [] });
    await meses(0);
    await app.db.query(sql`update candidatos set atualizado_em = ${today()} where id = ${outro.id}`);
    expect(
      (await gestora('POST', `/api/captacao/relatorios/curriculo-candidato`, { candidatosIds: [dela.id, outro.id] })).status,
    ).toBeGreaterThanOrEqual(400);
    expect(
      (await gestora('POST', `${URL}/${dela.id}/imprimir-curriculo`, { exibirAssinatura1: true, assinatura1: 'Ana' })).status,
    ).toBe(200);
  });
});

describe('the search', () => {
  it('finds the words of CVs, records and files, accents and endings aside, with excerpts', async () => {
    const cv = await arquivo('cv.txt', 'Trabalhei com empilhadeiras em Jundiaí.');
    const a = await inclui({ nome: 'Ana Busca', ocrTexto: 'Experiência em programação de tornos; gestão de estoques.' });
    await inclui({
      nome: 'Bia Busca',
      primeiroEmprego: false,
      experiencias: [{ empresa: 'Metalúrgica Zeus', checkNomeCargo: true, nomeMercado: 'Soldadora', dataAdmissao: '2020-01-01' }],
      candidatoCurriculos: [{ curriculo: cv.id }],
    });
    expect(await acha('programacao')).toEqual(['Ana Busca']);
    expect(await acha('"gestao de estoque"')).toEqual(['Ana Busca']);
    expect(await acha('metalurgica soldador')).toEqual(['Bia Busca']);
    expect(await acha('programação ou zeus')).toEqual(['Ana Busca', 'Bia Busca']);
    expect(await acha('programação -torno')).toEqual([]);
    await app.work();
    expect(await acha('empilhadeira')).toEqual(['Bia Busca']);
    const [trecho] = await done<{ partes: { texto: string; marcado: boolean }[] }[]>(
      admin,
      'GET',
      `${URL}/trechos?texto=programacao&ids=${a.id}`,
    );
    expect(trecho?.partes.filter(({ marcado }) => marcado).map(({ texto }) => texto)).toEqual(['programação']);
    expect(trecho?.partes.map(({ texto }) => texto).join('')).toContain('Experiência em programação de tornos');
  });

  it('narrows with the filters of the list, and takes anything that somebody types', async () => {
    await inclui({ nome: 'Caio Busca', ocrTexto: 'torneiro', disponivel: false });
    await inclui({ nome: 'Davi Busca', ocrTexto: 'torneiro' });
    expect((await done<Row[]>(admin, 'GET', `${URL}?texto=torneiros&disponivel=false`)).map(({ nome }) => nome)).toEqual([
      'Caio Busca',
    ]);
    for (const texto of ["'", '"', '(((', '& | !', ':*', '-', 'or or', '<x>', '%', '\\'])
      expect((await admin('GET', `${URL}?texto=${encodeURIComponent(texto)}`)).status, texto).toBe(200);
  });

  it('tells whoever saved it whatever others have saved, also more than a query may bring', async () => {
    const nome = 'Aviadores';
    await done(admin, 'POST', '/api/captacao/buscas-candidatos', { nome, consulta: 'texto=aviador', avisar: true });
    await app.db.query(sql`
      insert into buscas_candidatos (empresa_id, nome, consulta, avisar, usuario_id)
      select b.empresa_id, 'Longa ' || n, repeat('x', 600000), true, b.usuario_id from buscas_candidatos b, generate_series(1, 2) n where b.nome = ${nome}`);
    const pequeno = createDatabase({ ...app.db.connection, max: 4, mostRead: 1024 * 1024 });
    const { store } = app.services;
    const { signal } = new AbortController();
    const acting = { usuarioId: null, usuarioNome: 'Sistema', requestId: 'tarefa' };
    const tarefa = tarefasDeCandidatos({ db: pequeno, store } as never)['candidatos.buscas'] as JobHandler;
    await tarefa({ signal, acting } as unknown as Job);
    expect(
      await app.db.query(sql`select 1 from buscas_candidatos where nome = ${nome} and procurada_em is not null`),
    ).toHaveLength(1);
    await pequeno.close();
    await app.db.query(sql`delete from buscas_candidatos where nome = ${nome} or nome like 'Longa %'`);
  });

  it('tells whoever saved it of new candidates, once, and opens the list of these alone', async () => {
    const BUSCAS = '/api/captacao/buscas-candidatos';
    const salva = (nome: string, texto: string) =>
      done(admin, 'POST', BUSCAS, { nome, consulta: `texto=${texto}`, avisar: true });
    const busca = await salva('Pilotos', 'piloto');
    const rara = await salva('Raros', 'ornitólogo');
    await inclui({ ocrTexto: 'piloto de drone' });
    const avisa = async () => {
      await app.db.query(sql`insert into tarefas (tipo) values ('candidatos.buscas')`);
      await app.work();
      return app.db.query<{ assunto: string; link: string }>(
        sql`select assunto, link from mensagens where tipo = 'captacao/candidatos-novos' order by id`,
      );
    };
    const lista = async (quem: Client, endereco: string) =>
      (await done<Row[]>(quem, 'GET', `${URL}?${new URLSearchParams(endereco).toString()}`)).map(({ nome }) => nome);
    expect(await avisa()).toEqual([]);
    expect(await done(admin, 'GET', `${BUSCAS}/${busca.id}/novos`)).toEqual({ nome: 'Pilotos', dia: null, quantos: 0 });
    expect(await lista(admin, `novosDaBusca=${busca.id}`)).toEqual([]);
    await inclui({ nome: 'Ari Novo', ocrTexto: 'pilotou aviões; foi piloto' });
    const [aviso] = await avisa();
    expect(aviso).toEqual({
      assunto: '1 candidato novo em “Pilotos”',
      link: `/captacao/candidatos?novosDaBusca=${busca.id},${today()}`,
    });
    expect(await avisa()).toHaveLength(1);
    for (const qual of [`${busca.id}`, `${busca.id},${today()}`, `${busca.id}&texto=avi%C3%B5es`])
      expect(await lista(admin, `novosDaBusca=${qual}`), qual).toEqual(['Ari Novo']);
    expect(await lista(admin, `novosDaBusca=${busca.id}&texto=drone`)).toEqual([]);
    expect(await lista(admin, `novosDaBusca=${busca.id},2026-01-01`)).toEqual([]);
    expect(await done(admin, 'GET', `${BUSCAS}/${busca.id}/novos`)).toEqual({ nome: 'Pilotos', dia: today(), quantos: 1 });
    for (const errado of ['x', '1,2026-02-30', ''])
      expect(faultsOf(await admin('GET', `${URL}?novosDaBusca=${errado}`)), errado).toEqual([
        'novosDaBusca: Busca salva inválida',
      ]);

    // A search that found nobody before tells of the first one; a changed search begins anew.
    await inclui({ nome: 'Ovídio Novo', ocrTexto: 'ornitólogo' });
    await done(admin, 'PUT', `${BUSCAS}/${busca.id}`, { nome: 'Pilotos', consulta: 'texto=ornitólogo', avisar: true });
    expect((await avisa()).map(({ assunto }) => assunto)).toEqual([
      '1 candidato novo em “Pilotos”',
      '1 candidato novo em “Raros”',
    ]);
    expect(await lista(admin, `novosDaBusca=${rara.id}`)).toEqual(['Ovídio Novo']);

    const outro = await app.loginWithout(1, () => false);
    expect((await outro('GET', `${BUSCAS}/${busca.id}`)).status).toBe(404);
    expect((await outro('GET', `${BUSCAS}/${busca.id}/novos`)).status).toBe(404);
    expect(await lista(outro, `novosDaBusca=${rara.id}`)).toEqual([]);
    expect((await admin('POST', BUSCAS, { nome: 'x', consulta: 'nada=1', avisar: true })).status).toBe(400);
  });
});

describe('the blocklist', () => {
  it('has a reason and an end, and ends by itself', async () => {
    const { id } = await inclui();
    expect(faultsOf(await admin('POST', `${URL}/${id}/bloquear`, { motivo: '', ate: '2020-01-01' }))).toEqual([
      'motivo: Motivo é obrigatório',
      'ate: Escolha um dia a partir de hoje',
    ]);
    const bloqueado = await done(admin, 'POST', `${URL}/${id}/bloquear`, { motivo: 'Fraude', ate: today() });
    expect(bloqueado).toMatchObject({ bloqueado: true, acoes: expect.arrayContaining(['desbloquear']) });
    expect(await done(admin, 'GET', `${URL}/${id}/cabecalho`)).toMatchObject({ estado: { tom: 'bad' } });
    await app.db.query(sql`update candidatos set bloqueado_ate = hoje() - 1 where id = ${id}`);
    await app.db.query(sql`insert into tarefas (tipo) values ('candidatos.bloqueios')`);
    await app.work();
    expect(await done(admin, 'GET', `${URL}/${id}`)).toMatchObject({ bloqueado: false, motivoBloqueio: null });
  });
});

describe('two records of one person', () => {
  it('are another version, so that whoever read one before does not write over what the other brought', async () => {
    const [fica, vai] = [await inclui(), await inclui()];
    const versao = async () => (await done<Row & { versao: number }>(admin, 'GET', `${URL}/${fica.id}`)).versao;
    const antes = await versao();
    const { id } = await done(admin, 'POST', `${URL}/${fica.id}/unificar`, { outro: vai.id });
    const unida = await versao();
    expect(unida).toBeGreaterThan(antes);
    await done(admin, 'POST', `${URL}/unificacoes/${id}/desfazer`);
    expect(await versao()).toBeGreaterThan(unida);
  });

  it('become one with everything that led to both, and two again', async () => {
    const fica = await inclui({ nome: 'Eva Lima', email: 'eva@x.br', ocrTexto: null });
    const vai = await inclui({
      nome: 'Eva de Lima',
      cpf: '11144477735',
      email: 'outra@x.br',
      ocrTexto: 'Costureira',
      primeiroEmprego: false,
      experiencias: [{ empresa: 'Ateliê', checkNomeCargo: true, nomeMercado: 'Costureira', dataAdmissao: '2020-01-01' }],
    });
    await done(admin, 'PATCH', `${URL}/${vai.id}/exames-palografico`, { examePalografico: 'Folha' });
    const { id: candidatura } = await candidata(vai.id);
    const antes = [await done(admin, 'GET', `${URL}/${fica.id}`), await done(admin, 'GET', `${URL}/${vai.id}`)];
    const { id } = await done(admin, 'POST', `${URL}/${fica.id}/unificar`, { outro: vai.id });
    expect((await admin('GET', `${URL}/${vai.id}`)).status).toBe(404);
    expect(await done(admin, 'GET', `${URL}/${fica.id}`)).toMatchObject({
      cpf: '11144477735',
      email: 'eva@x.br',
      ocrTexto: 'Costureira',
      experiencias: [{ empresa: 'Ateliê' }],
    });
    expect(await acha('costureira')).toEqual(['Eva Lima']);
    expect(await done(admin, 'GET', `/api/captacao/candidaturas/${candidatura}`)).toMatchObject({ candidato: { id: fica.id } });
    expect(await done<Row[]>(admin, 'GET', `${URL}/${fica.id}/unificacoes`)).toMatchObject([
      { id, nome: 'Eva de Lima', conta: false, desfaz: true },
    ]);
    await done(admin, 'POST', `${URL}/unificacoes/${id}/desfazer`);
    const depois = [await done(admin, 'GET', `${URL}/${fica.id}`), await done(admin, 'GET', `${URL}/${vai.id}`)];
    for (const [n, agora] of depois.entries()) expect({ ...agora, versao: 0 }).toEqual({ ...antes[n], versao: 0 });
    expect(await done(admin, 'GET', `/api/captacao/candidaturas/${candidatura}`)).toMatchObject({ candidato: { id: vai.id } });
    expect(await done(admin, 'GET', `${URL}/${vai.id}/exames-palografico`)).toMatchObject({ examePalografico: 'Folha' });
  });

  it('are taken apart although what one referred to was removed since', async () => {
    const { id: fonte } = await app.db.only<{ id: number }>(
      sql`insert into como_ficou_sabendo_vaga (empresa_id, nome) values (${app.empresas[0]}, 'De passagem') returning id`,
    );
    const { id: outra } = await app.db.only<{ id: number }>(
      sql`insert into como_ficou_sabendo_vaga (empresa_id, nome) values (${app.empresas[0]}, 'De sempre') returning id`,
    );
    const fica = await inclui({ comoFicouSabendoVaga: outra });
    const vai = await inclui({ cpf: '71428793860', comoFicouSabendoVaga: fonte });
    const { id } = await done(admin, 'POST', `${URL}/${fica.id}/unificar`, { outro: vai.id });
    await app.db.query(sql`delete from como_ficou_sabendo_vaga where id = ${fonte}`);
    await done(admin, 'POST', `${URL}/unificacoes/${id}/desfazer`);
    expect(await done(admin, 'GET', `${URL}/${vai.id}`)).toMatchObject({ cpf: '71428793860', comoFicouSabendoVaga: null });
  });

  it('have no more together than a form sends', async () => {
    const [fica, vai] = [await inclui(), await inclui()];
    for (const { id } of [fica, vai])
      await app.db.query(sql`
        insert into candidatos_experiencias (registro_id, ordem, empresa, data_admissao) select ${id}, n, 'Empresa ' || n, '2020-01-01' from generate_series(1, 1001) n`);
    expect(await admin('POST', `${URL}/${fica.id}/unificar`, { outro: vai.id })).toMatchObject({
      status: 409,
      body: { code: 'CADASTRO_GRANDE' },
    });
    await app.db.query(
      sql`delete from candidatos_experiencias where registro_id = ${vai.id} and ordem = 1001 or registro_id = ${fica.id} and ordem = 1001`,
    );
    await done(admin, 'POST', `${URL}/${fica.id}/unificar`, { outro: vai.id });
  });

  it('stay two when they are two people, or both are in one selection', async () => {
    const [a, b] = [await inclui({ cpf: '39053344705' }), await inclui({ cpf: '15350946056' })];
    expect(await admin('POST', `${URL}/${a.id}/unificar`, { outro: b.id })).toMatchObject({
      status: 409,
      body: { code: 'CPFS_DIFERENTES' },
    });
    const [c, d] = [await inclui(), await inclui()];
    await candidata(c.id);
    await candidata(d.id);
    expect(await admin('POST', `${URL}/${c.id}/unificar`, { outro: d.id })).toMatchObject({
      status: 409,
      body: { code: 'MESMA_SELECAO' },
    });
    expect((await admin('POST', `${URL}/${c.id}/unificar`, { outro: c.id })).status).toBe(400);
  });
});

describe('two things at once', () => {
  it('an application during a merge belongs to the record that stays, or is refused', async () => {
    const pares = await Promise.all(Array.from({ length: 4 }, async () => ({ fica: await inclui(), vai: await inclui() })));
    await app.db.query(sql`update solicitacoes_pessoal set situacao = 'A', status = 'A' where id = ${solicitacao}`);
    const feitos = await Promise.all(
      pares.map(({ fica, vai }) =>
        Promise.all([
          admin('POST', `${URL}/${vai.id}/solicitacoes`, { solicitacoesIds: [solicitacao] }),
          admin('POST', `${URL}/${fica.id}/unificar`, { outro: vai.id }),
        ]),
      ),
    );
    for (const [n, [vinculo, uniao]] of feitos.entries()) {
      expect(uniao.status).toBe(200);
      const entrou = vinculo.status === 200 && (vinculo.body as { feitos: number }).feitos === 1;
      const candidaturas = await app.db.query(sql`select 1 from candidaturas where candidato_id = ${pares[n]?.fica.id}`);
      expect([vinculo.status, candidaturas.length]).toEqual([vinculo.status, entrou ? 1 : 0]);
      expect((await admin('GET', `${URL}/${pares[n]?.vai.id}`)).status).toBe(404);
    }
  });

  it('a step of a selection and a merge, or an erasure, wait for each other in one order', async () => {
    await app.db.query(sql`update solicitacoes_pessoal set situacao = 'A', status = 'A' where id = ${solicitacao}`);
    for (const ato of ['unificar', 'apagar']) {
      const [{ id, nome }, outra] = [await inclui(), await inclui()];
      await done(admin, 'POST', `${URL}/${id}/solicitacoes`, { solicitacoesIds: [solicitacao] });
      let feito: Promise<Answer> | undefined;
      // As a transition does: the application is locked, and then a line is written that refers to the candidate.
      await app.db.tx(async (tx) => {
        const { pid } = await tx.only<{ pid: number }>(sql`
          select pg_backend_pid() as pid from candidaturas where candidato_id = ${id} for update`);
        feito =
          ato === 'unificar'
            ? admin('POST', `${URL}/${outra.id}/unificar`, { outro: id })
            : admin('POST', `${URL}/${id}/apagar`, { nome });
        await until(() => app.db.one(sql`select 1 from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid)) limit 1`));
        await tx.query(sql`select 1 from candidatos where id = ${id} for key share nowait`);
      });
      expect([ato, (await feito)?.status]).toEqual([ato, ato === 'unificar' ? 200 : 204]);
    }
  });

  it('a CV that is saved during an erasure goes with the record, or is not taken', async () => {
    const alguns = await Promise.all(
      Array.from({ length: 4 }, async (_, n) => ({ dono: await inclui(), cv: await arquivo(`corrida ${n}.txt`, 'x') })),
    );
    const feitos = await Promise.all(
      alguns.map(({ dono, cv }) =>
        Promise.all([
          admin('PUT', `${URL}/${dono.id}/candidato-curriculo`, { candidatoCurriculos: [{ curriculo: cv.id }] }),
          admin('POST', `${URL}/${dono.id}/apagar`, { nome: dono.nome }),
        ]),
      ),
    );
    await app.work();
    for (const [n, [salvo, apagado]] of feitos.entries()) {
      expect(apagado.status).toBe(204);
      expect([200, 404]).toContain(salvo.status);
      // A file that no record took is its sender's, for the sweep; one that was taken is gone with the record.
      const ficou = await app.db.query(sql`select 1 from arquivos where id = ${alguns[n]?.cv.id}`);
      expect([salvo.status, ficou.length]).toEqual([salvo.status, salvo.status === 200 ? 0 : 1]);
    }
  });
});

/** Every row of every table of the program that holds one of the words, as text. */
async function onde(palavras: readonly string[]): Promise<string[]> {
  const tabelas = await app.db.owner.query<{ nome: string }>(
    sql`select relname as nome from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'm')`,
  );
  const achadas: string[] = [];
  for (const { nome } of tabelas) {
    const linhas = await app.db.owner.query<{ linha: string }>(sql`select to_jsonb(t)::text as linha from ${raw(`"${nome}"`)} t`);
    for (const { linha } of linhas)
      for (const palavra of palavras)
        if (linha.toLowerCase().includes(palavra.toLowerCase())) achadas.push(`${nome}: ${palavra}`);
  }
  return [...new Set(achadas)];
}

/** Somebody at the portal. */
function daConta(id: number, nome: string): Acting {
  const externo = `candidatos:${id}`;
  const empresaId = app.empresas[0] as number;
  return {
    kind: 'externo',
    usuarioId: null,
    usuarioNome: nome,
    externo,
    pessoa: { id, nome },
    empresaId,
    empresaNome: 'Prova',
    requestId: 'prova',
    today: today(),
    settings: {},
    can: () => false,
    everywhere: () => false,
    audit: auditor({ usuarioId: null, usuarioNome: nome, externo, empresaId, requestId: 'prova' }),
  };
}

describe('erasure', () => {
  const PALAVRAS = [
    'Zulmira',
    'Xilander',
    '86288366757',
    '862.883.667-57',
    'zulmira@exemplo.br',
    '987651234',
    'hialotecni',
    'zqcurriculo',
  ];

  async function zulmira(): Promise<Row> {
    const cv = await arquivo('zqcurriculo de Zulmira.txt', 'Especialista em hialotecnia.');
    const feita = await inclui({
      nome: 'Zulmira Xilander',
      cpf: '86288366757',
      email: 'zulmira@exemplo.br',
      dddCelular: '85',
      foneCelular: '987651234',
      ocrTexto: 'Zulmira Xilander, hialotecnia',
      observacaoRH: 'Zulmira falou bem',
      candidatoCurriculos: [{ curriculo: cv.id }],
    });
    await app.work();
    return feita;
  }

  it('leaves no name, CPF, address, telephone or word of the CV in any column of any table, nor the file', async () => {
    const feita: Row = await zulmira();
    const { id }: Row = feita;
    await done(admin, 'PUT', `${URL}/${id}`, {
      ...candidato({ nome: 'Zulmira Xilander', confirma: true }),
      observacao: 'Zulmira mudou',
      ocrTexto: 'hialotecnia',
      cpf: '86288366757',
      email: 'zulmira@exemplo.br',
      dddCelular: '85',
      foneCelular: '987651234',
    });
    await done(admin, 'PATCH', `${URL}/${id}/exames-palografico`, { examePalografico: 'De Zulmira' });
    const anexo = await arquivo('Zulmira rg.txt', 'Zulmira');
    const { id: documento, versao } = await done(admin, 'POST', `${URL}/${id}/documentos-anexos`, {
      descricao: 'RG de Zulmira',
      anexo: anexo.id,
    });
    await done(admin, 'DELETE', `${URL}/${id}/documentos-anexos/${documento}?versao=${String(versao)}`);
    const { id: candidatura } = await candidata(id);
    // The last evening of June here is July in Greenwich.
    await app.db.query(sql`update candidaturas set inscrita_em = '2026-06-30 22:30-03' where id = ${candidatura}`);
    // What was removed before, and left the bin: only the trail tells of it.
    const removida = await done(admin, 'POST', `${URL}/${id}/documentos-anexos`, {
      descricao: 'CPF de Zulmira',
      anexo: anexo.id,
    });
    await done(admin, 'DELETE', `${URL}/${id}/documentos-anexos/${removida.id}?versao=${String(removida.versao)}`);
    await app.db.owner.query(sql`delete from lixeira where nome = 'CPF de Zulmira'`);
    const { linhas } = await done<{ linhas: { id: number }[] }>(
      admin,
      'GET',
      `/api/captacao/candidaturas/${candidatura}/competencias`,
    );
    const { niveis } = await done<{ niveis: { ordem: number }[] }>(
      admin,
      'GET',
      `/api/captacao/candidaturas/${candidatura}/competencias`,
    );
    await done(admin, 'PUT', `/api/captacao/candidaturas/${candidatura}/competencias`, {
      linhas: [{ id: linhas[0]?.id, nivel: niveis[0]?.ordem }],
    });
    await app.db.query(sql`
      insert into candidatos_historicos (empresa_id, candidatura_id, candidato_id, data, apto, observacao)
      values (${app.empresas[0]}, ${candidatura}, ${id}, hoje(), 'S', 'Zulmira passou')`);
    await app.db.query(sql`
      insert into emails (para, assunto, texto, empresa_id, sobre) values ('zulmira@exemplo.br', 'Oi', 'Zulmira', ${app.empresas[0]}, array[${`candidatos:${id}`}]),
        ('rh@exemplo.br', 'Candidata', 'Veio Zulmira Xilander, 987651234', ${app.empresas[0]}, array['candidatos:0', ${`candidatos:${id}`}])`);
    await app.db.query(sql`
      with c as (insert into contas_externas (empresa_id, cpf, nome, email, hash)
        values (${app.empresas[0]}, '86288366757', 'Zulmira Xilander', 'zulmira@exemplo.br', 'x') returning id)
      insert into candidatos_contas (candidato_id, conta_id) select ${id}, id from c`);
    await app.db.query(sql`
      with v as (insert into questionario_versoes (empresa_id, dono, dono_id, numero, definicao) values (${app.empresas[0]}, 'x', 1, 1, '{}') returning id),
        r as (insert into rodadas (empresa_id, versao_id, dono, dono_id, titulo, modo, minimo)
          select ${app.empresas[0]}, id, 'captacao/avaliacoes', 1, 'Teste', 'I', 3 from v returning id),
        p as (insert into participacoes (id, rodada_id, empresa_id, pessoa) select 1, id, ${app.empresas[0]}, ${`candidatos:${id}`} from r)
      insert into respostas_escritas (id, rodada_id, pergunta_id, texto) select 1, id, 1, 'Sou Zulmira' from r`);
    const outra = await inclui({ nome: 'Zulmira Q', ocrTexto: 'hialotecnia' });
    await done(admin, 'POST', `${URL}/${id}/unificar`, { outro: outra.id, confirma: true });
    await admin('GET', `${URL}/${id}`);
    expect(await onde(PALAVRAS)).toEqual(
      expect.arrayContaining([
        'candidatos: Zulmira',
        'candidatos_busca: hialotecni',
        'auditoria: Zulmira',
        'arquivos: zqcurriculo',
        'lixeira: Zulmira',
        'contas_externas: Zulmira',
        'respostas_escritas: Zulmira',
      ]),
    );
    const pastas = () => readdirSync(`/tmp/vinculo-teste-arquivos-${process.pid}`, { recursive: true }).length;
    expect(existsSync(path.join('/tmp', `vinculo-teste-arquivos-${process.pid}`))).toBe(true);
    const antes = pastas();

    expect(faultsOf(await admin('POST', `${URL}/${id}/apagar`, { nome: 'Outra' }))).toEqual([
      'nome: O nome digitado não é o do candidato',
    ]);
    await done(admin, 'POST', `${URL}/${id}/apagar`, { nome: 'zulmira xilander' });
    await app.work();
    expect(await onde(PALAVRAS)).toEqual([]);
    expect(pastas()).toBeLessThan(antes);
    expect((await admin('GET', `${URL}/${id}`)).status).toBe(404);
    expect(
      await app.db.one(
        sql`select situacao, origem, mes from candidatos_apagados where solicitacao_id = ${solicitacao} order by id desc limit 1`,
      ),
    ).toEqual({ situacao: 'A', origem: 'R', mes: '2026-06-01' });
    // What the trail told of the application went, too: a level of a competency names nobody, so no word would find it.
    expect(
      await app.db.query(sql`
        select acao, mudancas from auditoria where mudancas <> '{}' and (tabela, registro_id) in (('candidatos', ${id}), ('candidaturas', ${candidatura}))`),
    ).toEqual([]);
    // That it happened, and by whom, stays.
    expect(
      await app.db.one(
        sql`select usuario_nome <> '' as quem from auditoria where tabela = 'candidatos' and registro_id = ${id} and acao = 'E'`,
      ),
    ).toEqual({ quem: true });
  });

  it('finds rows of sheets and saved searches by all that somebody was called, however it is spelt', async () => {
    const empresaId = app.empresas[0] as number;
    const cpf = CPF.sample(7_001);
    const solto = cpf.replace(/(...)(...)(...)(..)/, '$1 $2 $3 $4');
    const { id } = await inclui({
      nome: 'Wilhelmina Zarpelon',
      cpf,
      email: 'wilhel@exemplo.br',
      dddCelular: '85',
      foneCelular: '917666477',
    });
    const outra = await inclui({ nome: 'Vilma Torquata', email: 'torquata@exemplo.br' });
    await done(admin, 'PUT', `${URL}/${id}`, { ...candidato({ nome: 'Wilhelmina Z.', cpf, email: 'nova@exemplo.br' }) });
    await done(admin, 'POST', `${URL}/${id}/unificar`, { outro: outra.id });
    const planilha = async (
      linhas: unknown[],
      inicio: unknown[][] = [],
      correcoes: object | null = null,
      nome = 'Currículo de alguém.csv',
    ) => {
      const { id: arquivoId } = await arquivo(nome.replace('.csv', '.txt'), 'x');
      const { id: importacao } = await app.db.only<{ id: number }>(sql`
        insert into importacoes (empresa_id, usuario_id, cadastro, arquivo_id, nome, estado, colunas, inicio)
        select ${empresaId}, min(id), 'captacao/candidatos', ${arquivoId}, ${nome}, 'analisada',
          ${JSON.stringify((inicio[0] ?? ['Nome']).map((coluna) => ({ coluna, campo: 'nome' })))}::jsonb,
          ${JSON.stringify(inicio.map((cells, row) => ({ row: row + 1, cells })))}::jsonb from usuarios returning id`);
      for (const [n, celula] of linhas.entries())
        await app.db.query(sql`
          insert into importacao_linhas (importacao_id, linha, celulas, correcoes)
          values (${importacao}, ${n + 2}, ${JSON.stringify([celula])}::jsonb, ${correcoes && JSON.stringify(correcoes)}::jsonb)`);
      return {
        ficam: async () =>
          (
            await app.db.query<{ celulas: unknown[] }>(
              sql`select celulas from importacao_linhas where importacao_id = ${importacao} order by linha`,
            )
          ).map(({ celulas }) => celulas[0] ?? null),
        cabeca: () => app.db.only(sql`select colunas, inicio, arquivo_id as arquivo from importacoes where id = ${importacao}`),
        nomes: () =>
          app.db.only(
            sql`select i.nome, a.nome as arquivo from importacoes i left join arquivos a on a.id = i.arquivo_id where i.id = ${importacao}`,
          ),
      };
    };
    const deOutros = [
      'vizinha-wilhel@exemplo.br',
      'Um wilhel@exemplo.br.com',
      'Um wilhel@exemplo.brasil',
      `RG 1${cpf}`,
      `${cpf}9 e 1`,
    ];
    const dita = await planilha([
      'WILHEL@Exemplo.br ',
      solto,
      Number(cpf),
      'Torquata <torquata@exemplo.br>',
      ...['@@.', "'@@", '[@@]', '@@!', '@@|x', '@@/outro@x.com.br', 'mailto=@@', '-@@-', '“@@”'].map((ao) =>
        ao.replace('@@', 'wilhel@exemplo.br'),
      ),
      'wilhel @ exemplo.br',
      'wilhel＠exemplo.br',
      `${solto} (RG 123456)`,
      `${cpf} / 11 98888-7777`,
      `Fone 85 98888-7777, CPF ${solto.replaceAll(' ', '.')}`,
      cpf.replaceAll(/\d/g, (digito) => String.fromCharCode(0xff10 + Number(digito))),
      ...deOutros,
    ]);
    const corrigida = await planilha(['123'], [], { cpf });
    const semTitulos = await planilha(['fica'], [['Wilhelmina Zarpelon', cpf], ['fica']]);
    const dela = await planilha(['fica'], [], null, 'Indicação – WILHELMINA_Zarpelon (2).csv');
    const deNinguem = await planilha(['fica'], [], null, 'Wilhelmina e Vilma.csv');
    const filtros = [
      'nome=wilhelmina+ZARPELON&disponivel=true',
      'busca=Vilma++Torquata',
      `cpf=${cpf}`,
      'texto=wilhel%40exemplo.br',
      'busca=917666477',
    ];
    const salvas = await Promise.all(
      [...filtros, 'disponivel=true'].map((consulta, n) =>
        done(admin, 'POST', '/api/captacao/buscas-candidatos', { nome: `Salva ${n}`, consulta, avisar: true }),
      ),
    );
    const procurada = await done(admin, 'POST', '/api/captacao/buscas-candidatos', {
      nome: 'Por voltar',
      consulta: 'nome=Wilhelmina+Zarpelon',
      avisar: true,
    });
    await done(admin, 'PUT', `/api/captacao/buscas-candidatos/${procurada.id}`, {
      nome: 'Por voltar',
      consulta: 'disponivel=true',
      avisar: true,
    });
    await done(admin, 'POST', `${URL}/${id}/apagar`, { nome: 'Wilhelmina Z.' });
    await app.work();
    expect((await dita.ficam()).filter((celula) => celula !== null)).toEqual(deOutros);
    expect([await corrigida.ficam(), await semTitulos.ficam()]).toEqual([[null], ['fica']]);
    expect(await semTitulos.cabeca()).toEqual({
      colunas: [
        { coluna: 'Coluna 1', campo: 'nome' },
        { coluna: 'Coluna 2', campo: 'nome' },
      ],
      inicio: [
        { row: 1, cells: [] },
        { row: 2, cells: ['fica'] },
      ],
      arquivo: null,
    });
    // A sheet that is let go is called by nothing, and one that stays by nobody.
    expect(await Promise.all([dita, corrigida, semTitulos, dela, deNinguem].map(({ nomes }) => nomes()))).toEqual([
      ...[1, 2, 3].map(() => ({ nome: 'Planilha', arquivo: null })),
      { nome: 'Planilha', arquivo: 'Planilha.txt' },
      { nome: 'Wilhelmina e Vilma.csv', arquivo: 'Wilhelmina e Vilma.txt' },
    ]);
    expect(await dela.ficam()).toEqual(['fica']);
    // The searches stay, without what they looked for: one that has no filter left gives no notice of everybody.
    const ficaram = await app.db.query(
      sql`select consulta, avisar from buscas_candidatos where id = any(${salvas.map((salva) => salva.id)}::bigint[]) order by nome`,
    );
    const [semNada, disponivel] = [
      { consulta: '', avisar: false },
      { consulta: 'disponivel=true', avisar: true },
    ];
    expect(ficaram).toEqual([disponivel, semNada, semNada, semNada, semNada, disponivel]);
    // Longer numbers that hold the digits of the CPF are others' own.
    expect(await onde(['917666477', 'Zarpelon', 'Torquata', cpf, solto, '"wilhel@exemplo.br"', 'wilhel%40'])).toEqual([
      `importacao_linhas: ${cpf}`,
    ]);
  });

  it('clears what sheets warn of them and what views are called, and of nobody with a longer name', async () => {
    const { id, nome } = await inclui({ nome: 'Ana', nomeSocial: 'Rosana Flor', email: 'ana@exemplo.br' });
    const [de, nao] = [
      'Já existe um candidato com este nome:',
      'não autorizou o uso do cadastro em outras vagas, além daquelas a que se candidatou.',
    ];
    const dela = [`${de} Ana.`, `${de} Ana (Recife, nascimento em 01/02/1990).`, `Ana ${nao}`, `Rosana Flor ${nao}`];
    const deOutros = [`${de} Ana Lima.`, `${de} Juliana.`, `Ana Lima ${nao}`, `Mariana ${nao}`];
    await app.db.query(sql`
      with i as (insert into importacoes (empresa_id, usuario_id, cadastro, nome, estado)
        select ${app.empresas[0]}, min(id), 'captacao/candidatos', 'avisos.csv', 'analisada' from usuarios returning id)
      insert into importacao_linhas (importacao_id, linha, celulas, avisos)
        select i.id, x.n, '[]', array[x.aviso] from i, unnest(${[...dela, ...deOutros]}::text[]) with ordinality x(aviso, n)`);
    await app.db.query(sql`
      insert into visoes (empresa_id, usuario_id, cadastro, nome, query)
      select ${app.empresas[0]}, min(id), x.cadastro, x.nome, '' from usuarios, unnest('{Rosana Flores,Para a Rosana Flor,ROSANA  Flôr,Só Ana,Rosana Flor}'::text[],
        '{captacao/candidatos,captacao/candidatos,captacao/candidatos,captacao/candidatos,gestao-talentos/talentos}'::text[]) x(nome, cadastro) group by x.nome, x.cadastro`);
    await done(admin, 'POST', `${URL}/${id}/apagar`, { nome });
    const ficam = await app.db.query<{ avisos: string[] }>(sql`
      select avisos from importacao_linhas join importacoes on id = importacao_id where nome = 'avisos.csv' and avisos is not null order by linha`);
    expect(ficam.flatMap(({ avisos }) => avisos)).toEqual(deOutros);
    const visoes = await app.db.query<{ nome: string }>(
      sql`select nome from visoes where nome like '%Ana' or nome_ord like '%flor%' order by nome`,
    );
    expect(visoes.map((visao) => visao.nome)).toEqual(['Para a Rosana Flor', 'Rosana Flor', 'Rosana Flores', 'Só Ana']);
  });

  it('waits for a confirmation before HR writes about somebody into the record of whoever registered with their CPF (ADR 75)', async () => {
    const cpf = CPF.sample(7_201);
    const { id, versao } = await inclui({ nome: 'Estranha Registrada', cpf });
    await app.db.query(sql`
      with c as (insert into contas_externas (empresa_id, cpf, nome, email, hash)
        values (${app.empresas[0]}, ${cpf}, 'Estranha Registrada', 'estranha@exemplo.br', 'x') returning id)
      insert into candidatos_contas (candidato_id, conta_id) select ${id}, id from c`);
    const url = `${URL}/importar`;
    const analisa = async (planilha: string) => {
      const { body, headers } = multipart('planilha.csv', Buffer.from(planilha));
      return (await admin('POST', `${url}/analisar`, body, headers)).body as Row & { falhas: { mensagem: string }[] };
    };
    const analisada = await analisa(`Nome;CPF;Observação do RH\r\nVítima Verdadeira;${cpf};Só dela\r\n`);
    expect(analisada).toMatchObject({ existentes: 1, validos: 0, falhas: [{ linha: 2, tipo: 'confirmar' }] });
    const lote = `${url}/${String(analisada.importacaoId)}`;
    expect((await admin('POST', `${lote}/aplicar`, { modo: 'inserirOuAtualizar' })).status).toBe(400);
    const confirmada = await done(admin, 'POST', `${lote}/corrigir`, {
      confirmar: [{ mensagem: analisada.falhas[0]?.mensagem }],
    });
    expect(confirmada).toMatchObject({ validos: 1, falhas: [] });
    // Only for that record: another one that the row finds later waits anew.
    const deOutra = CPF.sample(7_202);
    const outra = await inclui({ nome: 'Outra Registrada', cpf: deOutra });
    await app.db.query(sql`
      with c as (insert into contas_externas (empresa_id, cpf, nome, email, hash)
        values (${app.empresas[0]}, ${deOutra}, 'Outra Registrada', 'outra-estranha@exemplo.br', 'x') returning id)
      insert into candidatos_contas (candidato_id, conta_id) select ${outra.id}, id from c`);
    const celulas = (valor: string) => ({ celulas: [{ linha: 2, campo: 'cpf', valor }] });
    expect(await done(admin, 'POST', `${lote}/corrigir`, celulas(deOutra))).toMatchObject({
      validos: 0,
      falhas: [{ linha: 2, tipo: 'confirmar' }],
    });
    expect(await done(admin, 'POST', `${lote}/corrigir`, celulas(cpf))).toMatchObject({ validos: 1, falhas: [] });
    // Also where the sheet says the same name, which anybody may have typed too, or none.
    for (const planilha of [`Nome;CPF;RG\r\nESTRANHA registrada;${cpf};1\r\n`, `CPF;RG\r\n${cpf};1\r\n`])
      expect(await analisa(planilha)).toMatchObject({ validos: 0, falhas: [{ linha: 2, tipo: 'confirmar' }] });
    const muda = (mais: object) =>
      admin('PUT', `${URL}/${id}`, { ...candidato({ nome: 'Vítima Verdadeira', cpf, ...mais }), versao });
    expect(await muda({})).toMatchObject({ status: 409, body: { code: 'CONFIRMACAO_NECESSARIA' } });
    const le = () => done<Row>(admin, 'GET', `${URL}/${id}`);
    const edita = async (campos: object) =>
      (await done<Row>(admin, 'POST', `${URL}/editar-varios`, { registros: [{ id, versao: (await le()).versao }], campos }))
        .falhas;
    expect(await edita({ ocrTexto: 'o que diz um currículo em papel' })).toMatchObject([{ id }]);
    // What whoever has the account does not read is written unasked.
    expect(await edita({ observacaoRH: 'só do RH' })).toEqual([]);
    expect(await edita({ cargos: [(await app.ids('cargos')).find((um) => um !== cargo)] })).toMatchObject([
      { id, message: expect.stringContaining('Altere este registro sozinho') },
    ]);
    const salva = async (mais: object) =>
      (
        await admin('PUT', `${URL}/${id}`, {
          ...candidato({ nome: 'Vítima Verdadeira', cpf, ...mais }),
          versao: (await le()).versao,
        })
      ).status;
    expect((await le()).contaNoPortal).toBe('N');
    expect(await salva({ confirma: true })).toBe(200);
    expect(await le()).toMatchObject({ contaNoPortal: 'S', nome: 'Vítima Verdadeira' });
    // Asked once: neither by hand nor for a sheet any more, until the account says that it is somebody else.
    expect(await salva({ rg: '123' })).toBe(200);
    expect(await analisa(`CPF;RG\r\n${cpf};1\r\n`)).toMatchObject({ validos: 1, falhas: [] });
    const conta = await app.db.only<{ id: number; nome: string; email: string }>(
      sql`select c.id, c.nome, c.email from contas_externas c join candidatos_contas on conta_id = c.id where candidato_id = ${id}`,
    );
    const segue = (agora: object) =>
      app.db.tx((tx) => segueConta(tx, daConta(conta.id, conta.nome), { ...conta, ...agora, before: conta } as never));
    await segue({});
    expect((await le()).contaNoPortal).toBe('S');
    await segue({ nome: 'Terceira Pessoa' });
    expect((await le()).contaNoPortal).toBe('N');
    expect(await salva({ nome: 'Quarta Pessoa' })).toBe(409);
    // A merge tells the account what the other record says.
    const outro = await inclui({ nome: 'Vítima Verdadeira', rg: '9', confirma: true });
    const une = (mais: object) => admin('POST', `${URL}/${id}/unificar`, { outro: outro.id, ...mais });
    expect(await une({})).toMatchObject({ status: 409, body: { code: 'CONFIRMACAO_NECESSARIA' } });
    const feita = await une({ confirma: true });
    expect([feita.status, (await le()).contaNoPortal]).toEqual([200, 'S']);
    await done(admin, 'POST', `${URL}/unificacoes/${(feita.body as Row).id}/desfazer`);
    expect((await le()).contaNoPortal).toBe('N');
    const trilha = await app.db.query<{ conta: [string, string] }>(sql`
      select mudancas -> 'contaNoPortal' as conta from auditoria where tabela = 'candidatos' and registro_id = ${id} and mudancas ? 'contaNoPortal' order by id`);
    expect(trilha.map(({ conta }) => conta.join(''))).toEqual(['NS', 'SN', 'NS', 'SN']);
  });

  it('speaks for nobody else: what a visitor typed, and what others say too, empties and renames nothing of theirs (ADR 73)', async () => {
    const empresaId = app.empresas[0] as number;
    const [cpf, deBeto] = [CPF.sample(7_101), CPF.sample(7_102)];
    const beto = await inclui({ nome: 'Beto Quizumba', cpf: deBeto, email: 'casal@exemplo.br' });
    const fone = { dddCelular: '85', foneCelular: '917666499' };
    const ana = await inclui({ nome: 'Ana Quizumba', email: 'casal@exemplo.br', ...fone, observacaoRH: 'velha' });
    await app.db.query(sql`update candidatos set ddd = '85', fone_fixo = '917666499' where id = ${beto.id}`);
    const { lote } = await app.db.only<{ lote: number }>(sql`
      with i as (insert into importacoes (empresa_id, usuario_id, cadastro, nome, estado, total, validos)
        select ${empresaId}, min(id), 'captacao/candidatos', 'de outros.csv', 'analisada', 4, 4 from usuarios returning id)
      insert into importacao_linhas (importacao_id, linha, celulas, entrada, existente_id)
        select i.id, x.linha, jsonb_build_array(x.celula), '{}', x.existente from i, (values (2, ${cpf}::text, null::bigint),
          (3, 'casal@exemplo.br', ${beto.id}), (4, 'casal@exemplo.br', null), (5, 'digitado@exemplo.br', null)) x(linha, celula, existente)
      returning importacao_id as lote`);
    const linhas = async () =>
      (
        await app.db.query<{ linha: number }>(
          sql`select linha from importacao_linhas where importacao_id = ${lote} and celulas <> '[]' order by linha`,
        )
      ).map(({ linha }) => linha);
    const consultas = ['disponivel=true', 'cidade=12&sexo=F', 'texto=logistica+reversa', 'nome=quizumba', 'conhecimentos=4'];
    consultas.push('busca=917666499', 'texto=(85)+91766-6499');
    const salvas = await Promise.all(
      consultas.map((consulta, n) =>
        done(admin, 'POST', '/api/captacao/buscas-candidatos', { nome: `Delas ${n}`, consulta, avisar: true }),
      ),
    );
    const buscas = async () =>
      (
        await app.db.query<{ consulta: string }>(
          sql`select consulta from buscas_candidatos where id = any(${salvas.map(({ id }) => id)}::bigint[]) order by nome`,
        )
      ).map(({ consulta }) => consulta);
    const visao = await app.db.only<{ id: number }>(sql`
      insert into visoes (empresa_id, usuario_id, cadastro, nome, query) select ${empresaId}, min(id), 'captacao/candidatos', 'Candidatos em aberto', '' from usuarios returning id`);
    // From the street: an account with somebody's CPF, and a dictionary for its names.
    const conta = await app.db.only<{ id: number }>(sql`
      insert into contas_externas (empresa_id, cpf, nome, email, hash)
      values (${empresaId}, ${cpf}, 'True Excel 12 Logistica Reversa', 'casal@exemplo.br', 'x') returning id`);
    const acting = daConta(conta.id, 'True Excel');
    for (const nome of ['em aberto', 'Candidatos em aberto', 'Logistica Reversa'])
      await acting.audit(app.db as never, {
        table: 'contas_externas',
        id: conta.id,
        action: 'A',
        changes: { nome: [null, nome] },
      });
    await app.db.tx((tx) => apagaDaConta(tx, acting, conta.id));
    // One of a couple who share an address, whom HR erases; an edit of both is still undone for the other.
    const { id: edicao } = await done<Row>(admin, 'POST', `${URL}/editar-varios`, {
      registros: await Promise.all(
        [beto, ana].map(async ({ id }) => ({ id, versao: (await done(admin, 'GET', `${URL}/${id}`)).versao })),
      ),
      campos: { observacaoRH: 'nova' },
    });
    await done(admin, 'POST', `${URL}/${ana.id}/apagar`, { nome: ana.nome });
    expect([await linhas(), await buscas()]).toEqual([[2, 3, 4, 5], consultas]);
    expect(await app.db.only(sql`select nome from visoes where id = ${visao.id}`)).toEqual({ nome: 'Candidatos em aberto' });
    expect(await done(admin, 'POST', `${URL}/editar-varios/${edicao}/desfazer`)).toMatchObject({ desfeitos: 1, falhas: [] });
    // A record that holds the CPF speaks for it at the portal too; for an address that nobody has proved it does not.
    const { id } = await inclui({ nome: 'Candidata Solta', cpf });
    await app.db.query(sql`update candidatos set email = 'digitado@exemplo.br' where id = ${id}`);
    // What an import wrote into a record of another list stays too, and can be undone.
    const etiqueta = await done<Row>(admin, 'POST', '/api/captacao/etiquetas-candidato', { nome: 'De outra lista' });
    const outraLista = await app.db.only<{ id: number }>(sql`
      with i as (insert into importacoes (empresa_id, usuario_id, cadastro, nome, estado)
        select ${empresaId}, min(id), 'captacao/etiquetas-candidato', 'etiquetas.csv', 'aplicada' from usuarios returning id)
      insert into importacao_linhas (importacao_id, linha, celulas, registro_id, existente_id, antes)
        select i.id, 2, jsonb_build_array(${cpf}::text), ${etiqueta.id}, ${etiqueta.id}, '{"nome": "Antiga"}' from i returning importacao_id as id`);
    await app.db.tx((tx) => apaga(tx, acting, id, 'P'));
    expect(await linhas()).toEqual([3, 4, 5]);
    expect(await app.db.only(sql`select antes, apagada from importacao_linhas where importacao_id = ${outraLista.id}`)).toEqual({
      antes: { nome: 'Antiga' },
      apagada: false,
    });
    expect(await app.db.only(sql`select validos, puladas, apagadas from importacoes where id = ${lote}`)).toEqual({
      validos: 3,
      puladas: 0,
      apagadas: 1,
    });
  });

  const URL_BUSCAS = '/api/captacao/buscas-candidatos';
  async function analisa(planilha: string, lista = URL) {
    const { body, headers } = multipart('planilha.csv', Buffer.from(planilha));
    return (await admin('POST', `${lista}/importar/analisar`, body, headers)) as Answer & { body: { importacaoId: number } };
  }
  /** The first cells of the rows of an import that are not empty, and whether its sheet is there. */
  async function resta({ body: { importacaoId } }: { body: { importacaoId: number } }): Promise<unknown[]> {
    const linhas = await app.db.query<{ celula: string }>(
      sql`select celulas ->> 0 as celula from importacao_linhas where importacao_id = ${importacaoId} and not apagada order by linha`,
    );
    const { planilha } = await app.db.only<{ planilha: boolean }>(
      sql`select arquivo_id is not null as planilha from importacoes where id = ${importacaoId}`,
    );
    return [...linhas.map(({ celula }) => celula), planilha];
  }
  /** A registration that somebody finished at the portal. */
  async function visitante(de: { nome: string; cpf: string; email: string }) {
    const conta = await app.db.only<{ id: number }>(sql`
      insert into contas_externas (empresa_id, cpf, nome, email, hash)
      values (${app.empresas[0]}, ${de.cpf}, ${de.nome}, ${de.email}, 'x') returning id`);
    const acting = daConta(conta.id, de.nome);
    const { id, versao } = (await app.db.tx((tx) =>
      app.services.store('captacao/candidatos').create(tx, { ...acting, can: () => true }, candidato({ ...de, confirma: true })),
    )) as unknown as Row;
    await app.db.query(sql`insert into candidatos_contas (candidato_id, conta_id) values (${id}, ${conta.id})`);
    return { id, versao, apagaSe: () => app.db.tx((tx) => apagaDaConta(tx, acting, conta.id)) };
  }

  it('speaks for nobody else by a finished record either, though HR removed it and brought it back; for HR it does (ADR 73)', async () => {
    const de = { nome: 'Torque Excedente', cpf: CPF.sample(7_301), email: 'estranho@exemplo.br' };
    const outra = CPF.sample(7_302);
    const consultas = ['texto=torque+excedente', 'nome=Torque+Excedente&disponivel=true'];
    const salvas = await Promise.all(
      consultas.map((consulta, n) => done(admin, 'POST', URL_BUSCAS, { nome: `Volta ${n}`, consulta, avisar: true })),
    );
    const visao = await app.db.only<{ id: number }>(sql`
      insert into visoes (empresa_id, usuario_id, cadastro, nome, query) select ${app.empresas[0]}, min(id), 'captacao/candidatos', 'Torque excedente', '' from usuarios returning id`);
    const planilha = `Nome;CPF;E-mail\r\nVítima Legítima;${de.cpf};vitima@exemplo.br\r\nOutra Legítima;${outra};\r\n`;
    const antes = await analisa(planilha);
    const { id, versao, apagaSe } = await visitante(de);
    // One that found the stranger's record and tells of somebody else, by name or by e-mail; one that tells of the stranger.
    const depois = await analisa(planilha);
    const soEmail = await analisa(`Nome;CPF;E-mail\r\n${de.nome};${de.cpf};vitima@exemplo.br\r\n`);
    const deles = await analisa(`Nome;CPF\r\nTORQUE  excedente;${de.cpf}\r\n`);
    await done(admin, 'DELETE', `${URL}/${id}?versao=${String(versao)}`);
    const [entrada] = await app.db.query<Row>(sql`select id from lixeira where tabela = 'candidatos' and registro_id = ${id}`);
    await done(admin, 'POST', '/api/utilitario/lixeira/restaurar', { ids: [entrada?.id] });
    await apagaSe();
    expect(await Promise.all([antes, depois, soEmail, deles].map(resta))).toEqual([
      ['Vítima Legítima', 'Outra Legítima', true],
      ['Vítima Legítima', 'Outra Legítima', true],
      [de.nome, true],
      // Whoever registers with a name and a CPF may have both of somebody else.
      ['TORQUE  excedente', true],
    ]);
    expect(
      await app.db.query(
        sql`select consulta, avisar from buscas_candidatos where id = any(${salvas.map((salva) => salva.id)}::bigint[]) order by nome`,
      ),
    ).toEqual(consultas.map((consulta) => ({ consulta, avisar: true })));
    expect(await app.db.only(sql`select nome from visoes where id = ${visao.id}`)).toEqual({ nome: 'Torque excedente' });

    const conferida = { nome: 'Conferida Deveras', cpf: CPF.sample(7_321), email: 'conferida@exemplo.br' };
    const ela = await visitante(conferida);
    await app.db.query(
      sql`update candidatos_contas set conferida_em = now(), conferida_por = 'RH' where candidato_id = ${ela.id}`,
    );
    const dela = await analisa(`Nome;CPF\r\nCONFERIDA deveras;${conferida.cpf}\r\n`);
    await ela.apagaSe();
    expect(await resta(dela)).toEqual([false]);

    const { id: outro } = await visitante(de);
    const achada = await analisa(planilha);
    await done(admin, 'POST', `${URL}/${outro}/apagar`, { nome: de.nome });
    expect(await Promise.all([antes, achada].map(resta))).toEqual([
      ['Outra Legítima', false],
      ['Outra Legítima', false],
    ]);
    expect(await app.db.only(sql`select consulta from buscas_candidatos where id = ${salvas[0]?.id}`)).toEqual({ consulta: '' });
  });

  it('of whom HR wrote about empties all that HR brought about them, when they ask at the portal', async () => {
    const de = { nome: 'Zenóbria Tamanquara', cpf: CPF.sample(7_303), email: 'zenobria@exemplo.br' };
    const { id } = await inclui(de);
    const conta = await app.db.only<{ id: number }>(sql`
      with c as (insert into contas_externas (empresa_id, cpf, nome, hash) values (${app.empresas[0]}, ${de.cpf}, ${de.nome}, 'x') returning id)
      insert into candidatos_contas (candidato_id, conta_id) select ${id}, id from c returning conta_id as id`);
    await analisa(`Nome;CPF\r\nZenóbria S. Tamanquara;${de.cpf}\r\n`);
    await analisa(`Nome;E-mail\r\nZenóbria;${de.email}\r\n`);
    await done(admin, 'PUT', `${URL}/${id}`, { ...candidato({ ...de, email: 'dela@exemplo.br', confirma: true }) });
    await done(admin, 'POST', URL_BUSCAS, { nome: 'De volta', consulta: 'nome=Zen%C3%B3bria+Tamanquara', avisar: true });
    await app.db.tx((tx) => apagaDaConta(tx, daConta(conta.id, de.nome), conta.id));
    await app.work();
    expect(await onde(['Zenóbria', 'Zen%C3', 'Tamanquara', de.cpf, 'zenobria@', 'dela@'])).toEqual([]);
  });

  it('is held up by no cell without end, which neither an import nor a migration refuses', async () => {
    const [longa, depois] = [`x@${randomBytes(6_000).toString('base64url')}.br`, randomBytes(6_000).toString('base64url')];
    const feita = await analisa(`Nome;Observação do RH\r\nSem Fim;${longa} fim@exemplo.br ${depois}@\r\n`);
    expect(feita.status).toBe(200);
    // As before the two migrations of the column.
    await app.db.owner.query({
      text: `alter table importacao_linhas drop column dados; alter table importacoes drop column dados; drop function dados_de_pessoas(jsonb);
        drop index importacao_linhas_registro_idx, importacao_linhas_existente_idx, importacao_linhas_avisos_idx, candidatos_email_idx`,
    });
    for (const nome of [
      '0155-dados-nas-importacoes',
      '0161-emails-dos-candidatos',
      '0174-dados-de-textos-que-crescem',
      '0200-dados-em-pedacos',
    ]) {
      await app.db.owner.query({ text: readFileSync(`migrations/${nome}.sql`, 'utf8') });
      const linha = sql`select dados from importacao_linhas where importacao_id = ${feita.body.importacaoId}`;
      expect((await app.db.owner.only<{ dados: string[] }>(linha)).dados, nome).toContain('fim@exemplo.br');
    }
  });

  it('is held up by no sign of which normalization makes many letters, and finds what stands beside it', async () => {
    const { dados } = await app.db.only<{ dados: string[] }>(
      sql`select dados_de_pessoas(${JSON.stringify(['x\uFDFAana@exemplo.br', '\u33FF529.982.247-25', '\uFF76\uFF9Ebia@exemplo.br'])}::jsonb) as dados`,
    );
    expect(dados).toEqual(['ana@exemplo.br', 'ana@exemplo.br', '52998224725', 'bia@exemplo.br', 'bia@exemplo.br']);
    // Marks are sorted in the square of their number: a character keeps thirty.
    const { importacaoId } = (await analisa(`Nome;Observação do RH\r\nMarcada;a${'\u0301\u0316'.repeat(100)}1\r\n`)).body;
    const [{ celulas }] = (await app.db.query<{ celulas: string[] }>(
      sql`select celulas from importacao_linhas where importacao_id = ${importacaoId}`,
    )) as [{ celulas: string[] }];
    expect(celulas).toEqual(['Marcada', `a${'\u0301\u0316'.repeat(15)}1`]);
  });

  it('is held up by no cell of which each letter may begin an address, and finds addresses between any signs', async () => {
    const dadosDe = (celulas: readonly string[]) =>
      app.db.tx(async (tx) => {
        await tx.query(sql`set local statement_timeout = 10000`);
        return (await tx.only<{ dados: string[] }>(sql`select dados_de_pessoas(${JSON.stringify(celulas)}::jsonb) as dados`))
          .dados;
      });
    const letras = 'a'.repeat(16_000);
    expect(await dadosDe([...Array.from({ length: 20 }, () => `${letras}@${letras}@b.cc`), 'fim@exemplo.br'])).toEqual(
      Array.from({ length: 2 }, () => 'fim@exemplo.br'),
    );
    const pontos = '.'.repeat(400);
    expect(await dadosDe([`${pontos}Ana @ Exemplo.com.br${pontos}`])).toEqual(['ana@exemplo.com.br']);
    expect(await dadosDe([`${pontos}|a@b.cc_d@e.ff@g.hh-@@i@j|x@${'k'.repeat(320)}.br`])).toEqual(['a@b.cc', '_d@e.ff']);
  });

  it('empties however many rows tell of somebody, no more at a time than one statement writes in seconds', async () => {
    const cpf = CPF.sample(7_421);
    const { id, nome } = await inclui({ nome: 'Muitas Linhas', cpf });
    const { id: lote } = await app.db.only<{ id: number }>(sql`
      insert into importacoes (empresa_id, usuario_id, cadastro, nome, estado, inicio)
      select ${app.empresas[0]}, min(id), 'captacao/candidatos', 'p.csv', 'analisada', ${JSON.stringify([
        { row: 1, cells: ['Nome'] },
        { row: 2, cells: [cpf] },
      ])}::jsonb from usuarios returning id`);
    await app.db.query(sql`
      insert into importacao_linhas (importacao_id, linha, celulas, avisos)
      select ${lote}, n, jsonb_build_array(case when n < 21500 then ${cpf} else 'fica' end), '{}' from generate_series(2, 21500) n`);
    await app.db.owner.query({
      text: `create table escritas (linhas integer);
        create function conta_escritas() returns trigger language plpgsql security definer as $$
          begin insert into escritas select count(*) from novas; return null; end $$;
        create trigger conta_escritas after update on importacao_linhas referencing new table as novas for each statement execute function conta_escritas()`,
    });
    await done(admin, 'POST', `${URL}/${id}/apagar`, { nome });
    const { mais } = await app.db.owner.only<{ mais: number }>(sql`select max(linhas) as mais from escritas`);
    await app.db.owner.query({ text: 'drop function conta_escritas cascade; drop table escritas' });
    expect(mais).toBe(20_000 - 2);
    const { apagadas, inicio } = await app.db.only<{ apagadas: number; inicio: unknown }>(
      sql`select apagadas, inicio from importacoes where id = ${lote}`,
    );
    expect({ apagadas, inicio }).toEqual({
      apagadas: 21_498,
      inicio: [
        { row: 1, cells: ['Nome'] },
        { row: 2, cells: [] },
      ],
    });
    expect(
      await app.db.query(sql`select celulas from importacao_linhas where importacao_id = ${lote} and celulas <> '[]'`),
    ).toEqual([{ celulas: ['fica'] }]);
  });

  it('stays erased though a sheet that names them is judged or tried in that moment (ADR 73)', async () => {
    const acting = daConta(1, 'RH');
    const [dela, deXara, livre] = [CPF.sample(7_311), CPF.sample(7_312), CPF.sample(7_313)];
    const julgada = await inclui({ nome: 'Apolônia Julgada', cpf: dela, email: 'apolonia@exemplo.br' });
    const xara = await inclui({ nome: 'Belmira Tentada' });
    const fica = await inclui({ nome: 'Carlota Fica' });
    const { nome: funcao } = await app.db.only<{ nome: string }>(sql`select nome from cargos where id = ${cargo}`);
    const linhas = [`Apolônia Julgada;${dela}`, `Belmira Tentada;${deXara}`, `Dalva Nova;${livre}`];
    const { importacaoId } = (
      await analisa(
        `Nome;CPF;Sexo;Cargo/Função Pretendida;Primeiro emprego\r\n${linhas.map((um) => `${um};Feminino;${funcao};Sim\r\n`).join('')}`,
      )
    ).body;
    const lote = `${URL}/importar/${importacaoId}`;
    const linha = (n: number) =>
      app.db.only(sql`
        select apagada, celulas = '[]' and num_nonnulls(entrada, chaves, existente_id) = 0 as vazia, avisos from importacao_linhas
        where importacao_id = ${importacaoId} and linha = ${n}`);
    /** Judges, and erases where the judgement waits for `trava`. */
    const apagaEntretanto = async (id: number, trava: Sql, solta?: Sql) => {
      const { julga } = await app.db.tx(async (tx) => {
        await tx.query(trava);
        const julga = done<Row>(admin, 'POST', `${lote}/corrigir`, { modo: 'inserirOuAtualizar' });
        await until(() =>
          app.db.one(sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
        );
        await apaga(tx, acting, id, 'R');
        if (solta) await tx.query(solta);
        return { julga };
      });
      return julga;
    };
    const depois = await apagaEntretanto(julgada.id, sql`lock table candidatos in access exclusive mode`);
    expect(depois).toMatchObject({ validos: 2, existentes: 0, apagadas: 1, falhas: [] });
    expect(await linha(2)).toEqual({ apagada: true, vazia: true, avisos: null });
    expect(await linha(3)).toMatchObject({ avisos: [expect.stringContaining('Belmira Tentada')] });
    // The trial has been warned of the namesake by now, and waits for a CPF that may be taken.
    const leva = (cpf: string | null) => sql`update candidatos set cpf = ${cpf} where id = ${fica.id}`;
    expect(await apagaEntretanto(xara.id, leva(livre), leva(null))).toMatchObject({ validos: 2, ensaiada: true, avisos: [] });
    expect(await linha(3)).toMatchObject({ apagada: false, avisos: null });
    expect(await onde(['Apolônia', 'Julgada', dela, 'apolonia@'])).toEqual([]);
  });

  const esperando = () =>
    app.db.one(sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);

  it('leaves no warning in a sheet that comes while it is erased (ADR 73)', async () => {
    const { id } = await inclui({ nome: 'Eufrásia Entretanto' });
    const { nome: funcao } = await app.db.only<{ nome: string }>(sql`select nome from cargos where id = ${cargo}`);
    const { analise } = await app.db.tx(async (tx) => {
      await apaga(tx, daConta(1, 'RH'), id, 'R');
      const analise = analisa(
        `Nome;CPF;Sexo;Cargo/Função Pretendida;Primeiro emprego\r\nEufrásia Entretanto;${CPF.sample(7_314)};Feminino;${funcao};Sim\r\n`,
      );
      await until(esperando);
      // Lists of other modules tell of no candidate.
      expect((await analisa('Nome\r\nFunção Entretanto\r\n', '/api/cargo-salario/cargos')).status).toBe(200);
      return { analise };
    });
    expect((await analise).body).toMatchObject({ validos: 1, avisos: [] });
  });

  it('waits for an import with the record that is being applied before it locks anything of the person (ADR 73)', async () => {
    const cpf = CPF.sample(7_315);
    const { id } = await inclui({ nome: 'Gilda Travada', cpf });
    const { importacaoId } = (await analisa(`CPF;Observação do RH\r\n${cpf};a\r\n`)).body;
    const estado = (para: string) => sql`update importacoes set estado = ${para} where id = ${importacaoId}`;
    await app.db.query(estado('aplicando'));
    const { apagada } = await app.db.tx(async (tx) => {
      await tx.query(sql`select from importacoes where id = ${importacaoId} for update`);
      const apagada = app.db.tx((outra) => apaga(outra, daConta(1, 'RH'), id, 'R'), { long: true });
      await until(esperando);
      await tx.query(sql`select from candidatos where id = ${id} for update nowait`);
      await tx.query(estado('aplicada'));
      return { apagada };
    });
    await apagada;
    expect(await onde(['Gilda', cpf])).toEqual([]);
    const lista = await done<Row[]>(admin, 'GET', `${URL}/importar`);
    expect(lista.find((uma) => uma.importacaoId === importacaoId)).toMatchObject({ estado: 'aplicada', apagadas: 1 });
  });

  it('takes from the trail whom a sheet that was undone had made before, which says the same CPF or whose row made them again (ADR 73)', async () => {
    const cpf = CPF.sample(7_333);
    const desfeito = async () => {
      const { id } = await inclui({ nome: 'Marina Desfeita', cpf });
      await done(admin, 'DELETE', `${URL}/${id}`);
      await app.db.query(sql`delete from lixeira where tabela = 'candidatos' and registro_id = ${id}`);
      return id;
    };
    const [outra, mesma] = [await desfeito(), await desfeito()];
    const { id } = await inclui({ nome: 'Marina Desfeita', cpf });
    await app.db.query(sql`
      with i as (insert into importacoes (empresa_id, usuario_id, cadastro, nome, estado)
          select ${app.empresas[0]}, min(id), 'captacao/candidatos', 'p.csv', 'desfeita' from usuarios returning id)
      insert into importacao_linhas (importacao_id, linha, celulas, registro_id, registro_antes_id)
        select id, 2, ${JSON.stringify(['Marina', cpf])}::jsonb, ${outra}::bigint, null::bigint from i
        union all select id, 3, '["Marina"]', ${id}, ${mesma} from i`);
    expect(await onde(['Marina Desfeita'])).toContain('auditoria: Marina Desfeita');
    await done(admin, 'POST', `${URL}/${id}/apagar`, { nome: 'Marina Desfeita' });
    expect(await onde(['Marina Desfeita', cpf])).toEqual([]);
  });

  it('leaves no name in the trail of whom they were merged with once', async () => {
    const [uma, outra] = [await inclui({ nome: 'Anacleta Fica' }), await inclui({ nome: 'Brunilda Pirassol' })];
    const { id } = await done(admin, 'POST', `${URL}/${uma.id}/unificar`, { outro: outra.id });
    await done(admin, 'POST', `${URL}/unificacoes/${id}/desfazer`);
    await done(admin, 'POST', `${URL}/${outra.id}/apagar`, { nome: outra.nome });
    expect(await onde(['Pirassol'])).toEqual([]);
    expect(await onde(['Anacleta'])).toContain('auditoria: Anacleta');
  });

  it('leaves no name in the trail when the candidate asks at the portal', async () => {
    const { id, nome } = await inclui({ nome: 'Yolanda Wandscheer' });
    const empresaId = app.empresas[0] as number;
    const conta = await app.db.only<{ id: number }>(sql`
      with c as (insert into contas_externas (empresa_id, cpf, nome, hash) values (${empresaId}, '64737181005', ${String(nome)}, 'x') returning id)
      insert into candidatos_contas (candidato_id, conta_id) select ${id}, id from c returning conta_id as id`);
    const acting = daConta(conta.id, String(nome));
    await app.db.tx((tx) => apaga(tx, acting, id, 'P'));
    expect(await onde(['Wandscheer', '64737181005'])).toEqual([]);
  });

  it('leaves no name of an account without a record, and a receipt of each erasure without any name', async () => {
    const empresaId = app.empresas[0] as number;
    const conta = await app.db.only<{ id: number }>(sql`
      insert into contas_externas (empresa_id, cpf, nome, email, hash)
      values (${empresaId}, '25976326062', 'Ximena Quaresmeira', 'ximena@exemplo.br', 'x') returning id`);
    const acting = daConta(conta.id, 'Ximena Quaresmeira');
    await acting.audit(app.db as never, {
      table: 'contas_externas',
      id: conta.id,
      action: 'A',
      changes: { nome: [null, 'Ximena Quaresmeira'] },
    });
    await app.db.query(sql`
      insert into emails (para, assunto, texto, empresa_id, sobre)
      select para, 'Oi', texto, ${empresaId}, array['contas_externas:' || ${conta.id}::bigint]
      from (values ('ximena@exemplo.br', 'x'), ('rh@exemplo.br', 'Ximena Quaresmeira')) x(para, texto)`);
    const { id: planilha } = await arquivo('planilha.txt', 'x');
    await app.db.query(sql`
      with i as (insert into importacoes (empresa_id, usuario_id, cadastro, arquivo_id, nome, estado)
        select ${empresaId}, min(id), 'captacao/candidatos', ${planilha}, 'p.csv', 'analisada' from usuarios returning id)
      insert into importacao_linhas (importacao_id, linha, celulas) select id, 2, '["259.763.260-62", "Quaresmeira"]' from i`);
    expect(await onde(['Quaresmeira'])).not.toEqual([]);
    const { protocolo } = await app.db.tx((tx) => apagaDaConta(tx, acting, conta.id));
    // What an account alone typed is nobody's proven CPF: the sheet keeps its row for its thirty days.
    expect(await onde(['Quaresmeira', 'ximena@', '25976326062', '259.763.260-62'])).toEqual([
      'importacao_linhas: Quaresmeira',
      'importacao_linhas: 25976326062',
      'importacao_linhas: 259.763.260-62',
    ]);
    await expect(app.db.tx((tx) => apagaDaConta(tx, acting, conta.id))).rejects.toThrow('não foi encontrado');

    const { id, nome } = await inclui();
    await candidata(id);
    await done(admin, 'POST', `${URL}/${id}/apagar`, { nome });
    const recibos = await done<Row[]>(admin, 'GET', '/api/captacao/exclusoes-dados');
    expect(recibos.find((um) => um.protocolo === protocolo)).toMatchObject({
      origem: 'P',
      responsavel: null,
      candidaturas: 0,
      registros: 1,
    });
    expect(recibos[0]).toMatchObject({ origem: 'R', responsavel: expect.stringMatching(/./), candidaturas: 1 });
    expect(await done(await app.login(0, app.empresas[1]), 'GET', '/api/captacao/exclusoes-dados')).toEqual([]);
  });

  it('reaches the trail of candidates alone, and the program cannot change the trail by itself', async () => {
    const { id } = await inclui();
    for (const tabela of ['talentos', 'buscas_candidatos'])
      await expect(app.db.query(sql`select apaga_da_trilha(${tabela}, array[1]::bigint[], 1)`)).rejects.toThrow(
        'não é de um candidato',
      );
    await expect(app.db.query(sql`update auditoria set mudancas = '{}' where registro_id = ${id}`)).rejects.toThrow(
      'permission denied',
    );
    await expect(app.db.owner.query(sql`update auditoria set mudancas = '{}' where registro_id = ${id}`)).rejects.toThrow(
      'não pode ser alterada',
    );
  });

  it('comes by itself after the months of the company, never to who was hired or is in a selection', async () => {
    const [velha, andamento, contratada, nova, bloqueada] = [
      await inclui(),
      await inclui(),
      await inclui(),
      await inclui(),
      await inclui(),
    ];
    await done(admin, 'POST', `${URL}/${bloqueada.id}/bloquear`, { motivo: 'Fraude', ate: null });
    await candidata(andamento.id);
    const antiga = addMonths(today(), -13);
    await app.db.query(
      sql`update candidatos set atualizado_em = ${antiga} where id = any(${[velha.id, andamento.id, contratada.id, bloqueada.id]}::bigint[])`,
    );
    await app.db.query(sql`update candidatos set contratado = true where id = ${contratada.id}`);
    const executa = async () => {
      await app.db.query(sql`insert into tarefas (tipo) values ('candidatos.retencao')`);
      await app.work();
    };
    const { id: emAnalise } = await app.db.only<{ id: number }>(sql`
      insert into importacoes (empresa_id, usuario_id, cadastro, nome, estado)
      select ${app.empresas[0]}, min(id), 'captacao/candidatos', 'p.csv', 'analisando' from usuarios returning id`);
    await meses(0);
    expect(await done(admin, 'GET', `${URL}/retencao`)).toEqual({ meses: 0, total: 0, bloqueados: 0, candidatos: [] });
    await executa();
    expect((await admin('GET', `${URL}/${velha.id}`)).status).toBe(200);
    await meses(12);
    expect(await done(admin, 'GET', `${URL}/retencao`)).toMatchObject({
      meses: 12,
      total: 1,
      bloqueados: 1,
      candidatos: [{ id: velha.id }],
    });
    const outra = await inclui();
    await app.db.query(sql`update candidatos set atualizado_em = ${addMonths(antiga, -1)} where id = ${outra.id}`);
    const tarefa = tarefasDeCandidatos({ db: failingOnce(app.db) } as never)['candidatos.retencao'] as JobHandler;
    await expect(tarefa({ signal: new AbortController().signal } as Job)).rejects.toThrow('only once');
    expect((await admin('GET', `${URL}/${outra.id}`)).status).toBe(200);
    expect((await admin('GET', `${URL}/${velha.id}`)).status).toBe(404);
    await executa();
    expect((await admin('GET', `${URL}/${outra.id}`)).status).toBe(404);
    for (const { id } of [andamento, contratada, nova, bloqueada]) expect((await admin('GET', `${URL}/${id}`)).status).toBe(200);
    // Left in the selection of a vacancy that ended: the months count from its end.
    await app.db.query(sql`update candidaturas set inscrita_em = ${antiga} where candidato_id = ${andamento.id}`);
    const total = async (encerramento: string) => {
      await app.db.query(sql`
        update solicitacoes_pessoal set situacao = 'E', data_encerramento = ${encerramento}
        where id in (select solicitacao_id from candidaturas where candidato_id = ${andamento.id})`);
      return (await done(admin, 'GET', `${URL}/retencao`)).total;
    };
    expect(await total(antiga)).toBe(0);
    await app.db.owner.query(sql`
      alter table auditoria disable trigger all;
      update auditoria set instante = instante - interval '13 months' where tabela = 'solicitacoes_pessoal';
      alter table auditoria enable trigger all`);
    expect([await total(addMonths(today(), -11)), await total(antiga)]).toEqual([0, 1]);
    await app.db.query(sql`
      update solicitacoes_pessoal set situacao = 'A', data_encerramento = null, status = 'R', data_status = ${antiga}
      where id in (select solicitacao_id from candidaturas where candidato_id = ${andamento.id})`);
    expect(await done(admin, 'GET', `${URL}/retencao`)).toMatchObject({ total: 1 });
    await executa();
    expect((await admin('GET', `${URL}/${andamento.id}`)).status).toBe(404);
    // Companies take turns, so that one of many thousands does not keep the others for later nights.
    const vencidas = [await inclui(), await inclui(), await inclui()].map(({ id }) => id);
    await app.db.query(sql`update candidatos set atualizado_em = ${antiga} where id = any(${vencidas}::bigint[])`);
    await app.db.query(sql`update candidatos set empresa_id = ${app.empresas[1]} where id = ${vencidas[2]}`);
    await app.db.query(sql`update empresas set tempo_exclusao_candidato = 12 where id = ${app.empresas[1]}`);
    const vez: number[] = [];
    const nada = { ...app.db, tx: async () => false as never };
    const agindo = async (empresaId: number) => ({ empresaId: vez.push(empresaId) }) as Acting;
    await apagaVencidos(nada, agindo, new AbortController().signal);
    expect(vez).toEqual([app.empresas[0], app.empresas[1], app.empresas[0]]);
    // A company of which nobody can be found to act holds up no other.
    const semUma = async (empresaId: number) => {
      if (empresaId === app.empresas[0]) throw new Error('nobody acts');
      return agindo(empresaId);
    };
    await expect(apagaVencidos(nada, semUma, new AbortController().signal)).rejects.toThrow('nobody acts');
    expect(vez.slice(3)).toEqual([app.empresas[1]]);
    // Nor one whose list cannot be read.
    const semLista: Database = {
      ...app.db,
      tx: nada.tx,
      query: (q) =>
        /from candidatos t/.test(q.text) && q.values?.includes(app.empresas[0])
          ? Promise.reject(new Error('no list'))
          : app.db.query(q),
    };
    await expect(apagaVencidos(semLista, agindo, new AbortController().signal)).rejects.toThrow('no list');
    expect(vez.slice(4)).toEqual([app.empresas[1]]);
    await app.db.query(sql`update empresas set tempo_exclusao_candidato = 0 where id = ${app.empresas[1]}`);
    await app.db.query(
      sql`update candidatos set atualizado_em = now(), empresa_id = ${app.empresas[0]} where id = any(${vencidas}::bigint[])`,
    );
    // A judgement is told once of each.
    expect(await app.db.only(sql`select apagamentos from importacoes where id = ${emAnalise}`)).toEqual({ apagamentos: 3 });
    expect(await admin('POST', `${URL}/${contratada.id}/apagar`, { nome: contratada.nome })).toMatchObject({ status: 409 });
  });
});
