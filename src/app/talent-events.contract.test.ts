import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, today } from '#kit/br/date.ts';
import { type Client, done, faultsOf, openTestApp, type Row, type TestApp } from './test-app.server.ts';

let app: TestApp;
let admin: Client;
let other: Client;
let talento = 0;
let admissao = '';

const post = (url: string, body: object) => done<Row & { versao: number }>(admin, 'POST', `/api/${url}`, body);

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(30);
  // The events of the demonstration aside: the tests make their own.
  for (const table of [
    'desligamentos',
    'motivos_desligamento',
    'modelos_entrevista_desligamento',
    'colaboradores_ocorrencias',
    'tipos_ocorrencia',
    'providencias',
    'colaboradores_afastamentos',
    'afastamentos',
    'avaliacoes_experiencia',
    'modelos_avaliacao',
    'periodos_experiencia',
  ])
    await app.db.query({ text: `delete from ${table}` });
  admin = await app.login(0);
  other = await app.login(0, app.empresas[1]);
  // Somebody with one entry in the history, so that every day after the admission is free.
  const row = await app.db.one<{ id: number; admissao: string }>(sql`
    select t.id, t.data_admissao::text as admissao from talentos t where t.empresa_id = ${app.empresas[0]} and t.situacao = 'A' and t.data_desligamento is null
      and (select count(*) from talentos_historicos h where h.registro_id = t.id) = 1 order by t.id limit 1`);
  talento = row?.id as number;
  admissao = row?.admissao as string;
});
afterAll(() => app.close());

const situacaoDe = async (id: number) => {
  const { body } = await admin('GET', `/api/gestao-talentos/talentos/${id}`);
  return body as { dataDesligamento: string | null; situacao: string; versao: number };
};

describe('desligamento', () => {
  it('goes from the request to the fact and back', async () => {
    const motivo = await post('gestao-talentos/motivo-desligamento', {
      motivo: 'Pedido de demissão',
      turnover: true,
      ativo: true,
    });
    const pedido = { colaborador: talento, data: today(), motivo: motivo.id, tipo: 'PEDIDO', avisoPrevio: 'DISPENSADO' };
    const created = await post('gestao-talentos/desligamentos', pedido);
    expect(created).toMatchObject({ status: 'U' });
    // Nothing is true of the talent before somebody confirms.
    expect(await situacaoDe(talento)).toMatchObject({ dataDesligamento: null, situacao: 'U' });
    expect(faultsOf(await admin('POST', '/api/gestao-talentos/desligamentos', pedido))).toEqual([
      'colaborador: Este talento já tem um desligamento aguardando confirmação.',
    ]);

    const url = `/api/gestao-talentos/desligamentos/${created.id}`;
    expect((await other('POST', `${url}/confirmar`)).status).toBe(404);
    expect(await admin('POST', `${url}/confirmar`)).toMatchObject({ status: 200, body: { status: 'D' } });
    expect(await situacaoDe(talento)).toMatchObject({ dataDesligamento: today(), situacao: 'A' });
    expect((await admin('POST', `${url}/confirmar`)).body).toMatchObject({ code: 'TRANSICAO_IMPEDIDA' });
    expect((await admin('PUT', url, pedido)).status).toBe(400);
    expect((await admin('DELETE', url)).status).toBe(400);
    const trail = (await admin('GET', `/api/gestao-talentos/talentos/${talento}/historico`)).body as { mudancas: object }[];
    expect(JSON.stringify(trail[0])).toContain(today());

    expect(await admin('POST', `${url}/cancelar`)).toMatchObject({ status: 200, body: { status: 'C' } });
    expect(await situacaoDe(talento)).toMatchObject({ dataDesligamento: null, situacao: 'A' });
    expect((await admin('POST', `${url}/cancelar`)).status).toBe(400);
    // It was a fact once: cancelled, it stays where everybody finds it.
    expect(await admin('GET', url)).toMatchObject({ body: { confirmadoEm: today(), acoes: [] } });
    const kept = 'Este desligamento chegou a ser confirmado e não pode ser excluído, embora cancelado.';
    expect(await admin('DELETE', url)).toMatchObject({ status: 400, body: { message: kept } });
    expect((await admin('POST', '/api/gestao-talentos/desligamentos/excluir-varios', { ids: [created.id] })).body).toMatchObject({
      falhas: [{ message: kept }],
    });
    // A request that was taken back before may go.
    const outro = await post('gestao-talentos/desligamentos', pedido);
    await done(admin, 'POST', `/api/gestao-talentos/desligamentos/${outro.id}/cancelar`);
    await done(admin, 'DELETE', `/api/gestao-talentos/desligamentos/${outro.id}`);
  });

  it('a request that is moved to another talent waits there, and no longer where it was made', async () => {
    const motivos = (await admin('GET', '/api/gestao-talentos/motivo-desligamento/opcoes')).body as Row[];
    const outro = await app.db.one<Row>(sql`
      select t.id from talentos t where t.empresa_id = ${app.empresas[0]} and t.situacao = 'A' and t.data_desligamento is null and t.id <> ${talento}
        and not exists (select from talentos_historicos h where h.registro_id = t.id and h.data > hoje()) order by t.id limit 1`);
    const pedido = { data: today(), motivo: motivos[0]?.id, tipo: 'PEDIDO', avisoPrevio: 'DISPENSADO' };
    const { id } = await post('gestao-talentos/desligamentos', { ...pedido, colaborador: talento });
    const url = `/api/gestao-talentos/desligamentos/${id}`;
    await done(admin, 'PUT', url, { ...pedido, colaborador: outro?.id });
    expect([await situacaoDe(talento), await situacaoDe(outro?.id as number)]).toMatchObject([
      { situacao: 'A' },
      { situacao: 'U' },
    ]);
    await done(admin, 'DELETE', url);
    expect(await situacaoDe(outro?.id as number)).toMatchObject({ situacao: 'A' });
  });

  it('refuses a last day before the admission, and dismisses in one step who may', async () => {
    const motivo = await post('gestao-talentos/motivo-desligamento', { motivo: 'Reestruturação', turnover: true, ativo: true });
    const corpo = { motivo: motivo.id, tipo: 'SEM_JUSTA_CAUSA', avisoPrevio: 'INDENIZADO' };
    const url = `/api/gestao-talentos/talentos/${talento}`;
    expect(faultsOf(await admin('POST', `${url}/desligar`, { ...corpo, data: '2001-01-01' }))).toContain(
      'data: Data de desligamento inferior à data de admissão.',
    );
    const feito = await admin('POST', `${url}/desligar`, { ...corpo, data: admissao });
    expect(feito, JSON.stringify(feito.body)).toMatchObject({ status: 201, body: { status: 'D' } });
    expect(await situacaoDe(talento)).toMatchObject({ dataDesligamento: admissao, situacao: 'D' });
    expect(await admin('POST', `${url}/cancelar-desligamento`)).toMatchObject({ status: 200, body: { status: 'C' } });
    expect(await situacaoDe(talento)).toMatchObject({ dataDesligamento: null, situacao: 'A' });
    expect((await admin('POST', `${url}/cancelar-desligamento`)).status).toBe(404);
    expect((await admin('DELETE', `/api/gestao-talentos/desligamentos/${(feito.body as Row).id}`)).status).toBe(400);
  });

  it('CALL-349: shows the model to be answered, and that nobody has answered', async () => {
    const url = `/api/gestao-talentos/talentos/${talento}/entrevista-desligamento`;
    await post('gestao-talentos/modelos-entrevista-desligamento', {
      titulo: 'Saída',
      ativa: true,
      perguntas: [{ texto: 'Voltaria?', tipo: '1', opcoes: 'Sim\nNão', peso: 1 }],
    });
    expect((await admin('GET', url)).body).toMatchObject({
      colaborador: { id: talento },
      respondida: false,
      modelo: { titulo: 'Saída', perguntas: [{ ordem: 1, texto: 'Voltaria?', respostas: [{ texto: 'Sim' }, { texto: 'Não' }] }] },
    });
    expect((await other('GET', url)).status).toBe(404);
    // Neither the address of somebody whom the reader may not open, nor questions of those who interview.
    await app.db.query(sql`update talentos set email = 'quem.sai@exemplo.com.br' where id = ${talento}`);
    const so = await app.loginWithout(1, (held) => held.startsWith('ROLE_CAD_') && held !== 'ROLE_CAD_DESLIGAMENTO');
    expect((await so('GET', url)).body).toMatchObject({
      colaborador: { id: talento },
      email: null,
      temEmail: true,
      modelo: null,
    });
    expect((await admin('GET', url)).body).toMatchObject({ email: 'quem.sai@exemplo.com.br', temEmail: true });
  });
});

/** The session's company as one that is integrated with a personnel system, or not. */
async function integrada(sim: boolean) {
  await app.db.query(sql`update empresas set ac_integra = ${sim} where id = ${app.empresas[0]}`);
  await app.db.query(sql`update versao_acessos set versao = versao + 1`);
}

const pendencias = async () =>
  ((await admin('GET', '/api/geral/pendencias-ac')).body as { detalhes: string }[]).map(({ detalhes }) => detalhes);

describe('ficha e desligamento', () => {
  it('never tell different things', async () => {
    const motivo = await post('gestao-talentos/motivo-desligamento', { motivo: 'Acordo', turnover: true, ativo: true });
    const corpo = { motivo: motivo.id, tipo: 'ACORDO', avisoPrevio: 'DISPENSADO', data: today() };
    const feito = (await admin('POST', `/api/gestao-talentos/talentos/${talento}/desligar`, corpo)).body as { id: number };
    const url = `/api/gestao-talentos/talentos/${talento}`;
    const { id: _id, versao: _versao, ...ficha } = (await admin('GET', url)).body as Record<string, unknown>;

    const saved = await admin('PUT', url, { ...ficha, nome: 'Zulmira Nova', dataDesligamento: null });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    // The form took the day out: the dismissal is one no more; and it is found by the new name.
    const achados = await admin('GET', '/api/gestao-talentos/desligamentos?page=0&busca=zulmira%20nova');
    expect(achados.body).toMatchObject({
      content: expect.arrayContaining([expect.objectContaining({ id: feito.id, status: 'C' })]),
    });
  });

  it('STA-024: a request waits, and the personnel system may refuse it', async () => {
    const motivo = await post('gestao-talentos/motivo-desligamento', { motivo: 'Faltas', turnover: true, ativo: true });
    const pedido = { colaborador: talento, motivo: motivo.id, tipo: 'JUSTA_CAUSA', avisoPrevio: 'NAO_SE_APLICA', data: today() };
    const { id } = await post('gestao-talentos/desligamentos', pedido);
    expect(await situacaoDe(talento)).toMatchObject({ situacao: 'U', dataDesligamento: null });
    const resposta = await admin('POST', `/api/gestao-talentos/talentos/${talento}/integracao-ac`, { acao: 'CANCELAR' });
    expect(resposta.status, JSON.stringify(resposta.body)).toBe(200);
    expect(await situacaoDe(talento)).toMatchObject({ situacao: 'A', dataDesligamento: null });
    expect((await admin('GET', `/api/gestao-talentos/desligamentos/${id}`)).body).toMatchObject({ status: 'C' });
  });

  /** A request that waits for the day, and the talent's record as it stands with it. */
  async function pedidoPara(data: string) {
    const [motivo] = (await admin('GET', '/api/gestao-talentos/motivo-desligamento/opcoes')).body as Row[];
    const pedido = { colaborador: talento, motivo: motivo?.id, tipo: 'PEDIDO', avisoPrevio: 'DISPENSADO', data };
    const { id } = await post('gestao-talentos/desligamentos', pedido);
    return `/api/gestao-talentos/desligamentos/${id}`;
  }
  const fichaUrl = () => `/api/gestao-talentos/talentos/${talento}`;
  async function escreveData(dataDesligamento: string | null) {
    const { id: _id, ...ficha } = (await admin('GET', fichaUrl())).body as Record<string, unknown>;
    return admin('PUT', fichaUrl(), { ...ficha, dataDesligamento });
  }

  it.each(['confirmar', 'cancelar'])(
    'while a request waits the form takes no last day, and somebody may still %s',
    async (acao) => {
      const url = await pedidoPara(today());
      for (const data of [addDays(today(), 1), today()])
        expect(faultsOf(await escreveData(data))).toEqual([
          'dataDesligamento: Um desligamento deste talento aguarda confirmação: confirme-o, mude sua data ou cancele-o em Desligamentos.',
        ]);
      expect((await escreveData(null)).status).toBe(200);
      await done(admin, 'POST', `${url}/${acao}`);
      expect(await situacaoDe(talento)).toMatchObject({ dataDesligamento: acao === 'confirmar' ? today() : null });
      if (acao === 'confirmar') await done(admin, 'POST', `${url}/cancelar`);
      expect(await situacaoDe(talento)).toMatchObject({ dataDesligamento: null, situacao: 'A' });
    },
  );

  it('a request beside which another last day was written before is confirmed once that day is taken out', async () => {
    const url = await pedidoPara(today());
    await app.db.query(sql`update talentos set data_desligamento = ${addDays(today(), 1)} where id = ${talento}`);
    expect((await admin('POST', `${url}/confirmar`)).body).toMatchObject({
      message: 'O talento já tem outra data de desligamento.',
    });
    expect((await escreveData(null)).status).toBe(200);
    await done(admin, 'POST', `${url}/confirmar`);
    expect(await situacaoDe(talento)).toMatchObject({ dataDesligamento: today() });
    await done(admin, 'POST', `${url}/cancelar`);
  });

  it('a request and a last day that are written at once never both stand', async () => {
    const motivo = await post('gestao-talentos/motivo-desligamento', { motivo: 'Junto', turnover: true, ativo: true });
    const pedido = { colaborador: talento, motivo: motivo.id, tipo: 'PEDIDO', avisoPrevio: 'DISPENSADO', data: today() };
    for (let i = 0; i < 6; i++) {
      const { id: _id, ...ficha } = (await admin('GET', fichaUrl())).body as Record<string, unknown>;
      const escrita = () => admin('PUT', fichaUrl(), { ...ficha, dataDesligamento: addDays(today(), 1) });
      const pedida = () => admin('POST', '/api/gestao-talentos/desligamentos', pedido);
      const answers = await Promise.all(i % 2 ? [escrita(), pedida()] : [pedida(), escrita()]);
      expect(answers.filter(({ status }) => status < 300).length).toBe(1);
      expect(answers.map(({ status }) => status).every((status) => [200, 201, 400, 409].includes(status))).toBe(true);
      const { dataDesligamento, situacao } = await situacaoDe(talento);
      const aberto = await app.db.one<{ id: number }>(
        sql`select id from desligamentos where colaborador_id = ${talento} and status = 'U'`,
      );
      expect([dataDesligamento === null, situacao === 'U']).toEqual([aberto !== undefined, aberto !== undefined]);
      if (aberto) await done(admin, 'POST', `/api/gestao-talentos/desligamentos/${aberto.id}/cancelar`);
      else expect((await escreveData(null)).status).toBe(200);
    }
  });

  it('a confirmation and a last day that are written at once tell the same day', async () => {
    for (let i = 0; i < 4; i++) {
      const url = await pedidoPara(today());
      const [confirmado, escrito] = await Promise.all([admin('POST', `${url}/confirmar`), escreveData(addDays(today(), 1))]);
      expect(confirmado.status, JSON.stringify(confirmado.body)).toBe(200);
      expect([200, 400, 409]).toContain(escrito.status);
      const { dataDesligamento } = await situacaoDe(talento);
      expect((await admin('GET', url)).body).toMatchObject({ status: 'D', data: dataDesligamento });
      await done(admin, 'POST', `${url}/cancelar`);
      expect(await situacaoDe(talento)).toMatchObject({ dataDesligamento: null, situacao: 'A' });
    }
  });
});

describe('afastamento', () => {
  const url = 'sst/colaborador-afastamentos';
  let sindical = 0;
  let simples = 0;

  it('refuses leaves and occurrences that begin after the dismissal', async () => {
    const motivo = (await post('sst/afastamentos', { descricao: 'Depois da saída', classe: 'SIMPLES', ativo: true })).id;
    const saiu = await app.db.one<{ id: number }>(
      sql`select id from talentos where empresa_id = ${app.empresas[0]} and data_desligamento < ${today()}::date order by id limit 1`,
    );
    const colaborador = saiu?.id;
    expect(faultsOf(await admin('POST', `/api/${url}`, { colaborador, afastamento: motivo, inicio: today() }))).toEqual([
      'inicio: Data de início posterior à data de desligamento do talento.',
    ]);
    const ocorrencia = (await post('gestao-talentos/tipo-ocorrencia', { descricao: 'Depois da saída' })).id;
    const outra = await admin('POST', '/api/gestao-talentos/colaboradores-ocorrencias', {
      colaborador,
      ocorrencia,
      dataIni: today(),
    });
    expect(faultsOf(outra)).toEqual(['dataIni: Data da ocorrência posterior à data de desligamento do talento.']);
  });

  it('RUL-338: refuses days that another leave of the talent has, here and in the database', async () => {
    simples = (await post('sst/afastamentos', { descricao: 'Licença', classe: 'SIMPLES', ativo: true })).id;
    const lancado = await post(url, { colaborador: talento, afastamento: simples, inicio: today(), fim: today() });
    expect(lancado).toMatchObject({ classe: 'SIMPLES' });
    const outro = await admin('POST', `/api/${url}`, { colaborador: talento, afastamento: simples, inicio: admissao });
    expect(faultsOf(outro)[0]).toMatch(/^inicio: O período conflita com outro afastamento do talento, de /);
    await expect(
      app.db.query(sql`
        insert into colaboradores_afastamentos (empresa_id, colaborador_id, afastamento_id, inicio)
        select empresa_id, colaborador_id, afastamento_id, inicio from colaboradores_afastamentos where id = ${lancado.id}`),
    ).rejects.toThrow(/colaboradores_afastamentos_periodo_ex/);
    const asked = `/api/${url}/verificar-periodo?inicio=${today()}&colaboradorId=${talento}`;
    expect((await admin('GET', asked)).body).toMatchObject({ valido: false, conflitos: [{ id: lancado.id }] });
    expect((await admin('GET', `${asked}&colaboradorAfastamentoId=${lancado.id}`)).body).toMatchObject({
      valido: true,
      conflitos: [],
    });
    expect((await admin('GET', `/api/${url}/vinculaveis?colaboradorId=${talento}&inicio=2190-01-01`)).body).toMatchObject([
      { id: lancado.id },
    ]);
    expect((await other('GET', asked)).status).toBe(404);
  });

  it('RUL-253: AGUARDANDO and COM_ERRO are pending items; SEM_ERRO is none', async () => {
    await integrada(true);
    const lancado = await post(url, { colaborador: talento, afastamento: simples, inicio: '2140-01-01', fim: '2140-01-02' });
    expect(lancado).toMatchObject({ statusAC: 'AGUARDANDO' });
    expect(await pendencias()).toEqual([expect.stringMatching(/^Afastamento de .* aguarda confirmação/)]);
    const responde = (acao: string) => admin('POST', `/api/${url}/${lancado.id}/integracao-ac`, { acao });
    expect((await responde('RECUSAR')).body).toMatchObject({ statusAC: 'COM_ERRO' });
    expect(await pendencias()).toEqual([expect.stringMatching(/foi recusado pelo sistema de pessoal$/)]);
    expect((await responde('CONFIRMAR')).body).toMatchObject({ statusAC: 'SEM_ERRO' });
    expect(await pendencias()).toEqual([]);
    expect((await responde('CONFIRMAR')).body).toMatchObject({ code: 'TRANSICAO_IMPEDIDA' });
    await integrada(false);
  });

  it('RUL-336: judges by the class of the reason, whatever the body says', async () => {
    sindical = (await post('sst/afastamentos', { descricao: 'Diretor sindical', classe: 'MANDATO_SINDICAL', ativo: true })).id;
    const corpo = { colaborador: talento, afastamento: sindical, inicio: '2150-01-01' };
    expect(faultsOf(await admin('POST', `/api/${url}`, corpo))).toEqual([
      'cnpj: CNPJ é obrigatório',
      'onus: Ônus da remuneração é obrigatório',
    ]);
    expect(faultsOf(await admin('POST', `/api/${url}`, { ...corpo, classe: 'SIMPLES' }))).toContain('cnpj: CNPJ é obrigatório');
    const saved = await post(url, { ...corpo, cnpj: '11222333000181', onus: 'SINDICATO', papelCessao: 'CEDENTE' });
    expect(saved).toMatchObject({ classe: 'MANDATO_SINDICAL', onus: 'SINDICATO', papelCessao: null });
  });
});

describe('ocorrência', () => {
  it('is counted by period with what was done about it', async () => {
    const tipo = await post('gestao-talentos/tipo-ocorrencia', { descricao: 'Advertência', turnover: true });
    // What other systems send is kept, though no list shows it and no screen asks for it.
    expect((await admin('GET', `/api/gestao-talentos/tipo-ocorrencia/${tipo.id}`)).body).toMatchObject({
      turnover: true,
      considerarQtdColaboradoresPorCargo: false,
    });
    const providencia = await post('gestao-talentos/providencias', { descricao: 'Orientação' });
    const corpo = { colaborador: talento, ocorrencia: tipo.id, dataIni: today() };
    const uma = await post('gestao-talentos/colaboradores-ocorrencias', corpo);
    await post('gestao-talentos/colaboradores-ocorrencias', corpo);
    // CALL-319
    expect(
      await admin('PUT', `/api/gestao-talentos/ocorrencia-providencia/${uma.id}`, { providenciaId: providencia.id }),
    ).toMatchObject({
      status: 200,
      body: { providenciaId: providencia.id },
    });
    expect((await admin('GET', '/api/gestao-talentos/ocorrencia-providencia?semProvidencia=true')).body).toMatchObject({
      totalElements: 1,
    });
    // CALL-318
    const url = `/api/gestao-talentos/colaboradores-ocorrencias/por-periodo-providencias?dataIni=${today()}&dataFim=${today()}`;
    expect((await admin('GET', url)).body).toEqual([
      {
        id: tipo.id,
        descricao: 'Advertência',
        quantidade: 2,
        comProvidencia: 1,
        semProvidencia: 1,
        providencias: [{ id: providencia.id, descricao: 'Orientação', quantidade: 1 }],
      },
    ]);
    expect((await other('GET', url)).body).toEqual([]);
    // CALL-317, CALL-316
    const lista = await admin('GET', `/api/gestao-talentos/colaboradores-ocorrencias?page=0&colaboradorId=${talento}`);
    expect(lista.body).toMatchObject({ totalElements: 2 });
    expect((await admin('GET', '/api/gestao-talentos/colaboradores-ocorrencias?colaboradorId=x')).status).toBe(400);
    expect((await admin('GET', '/api/gestao-talentos/colaboradores-ocorrencias/talentos')).body).toHaveLength(30);
    // A sign of `like` is a sign like others.
    expect((await admin('GET', '/api/gestao-talentos/colaboradores-ocorrencias/talentos?nome=%25')).body).toEqual([]);
  });
});

describe('período de experiência', () => {
  it('ends so many days after the admission, the day of admission included', async () => {
    await post('avaliacao/periodos-experiencia', { nome: 'Primeiro', dias: 45, ativo: true });
    const found = await app.db.one<{ certo: boolean }>(
      sql`select bool_and(termino = data_admissao + 44) and count(*) > 0 as certo from periodos_dos_talentos where empresa_id = ${app.empresas[0]}`,
    );
    expect(found?.certo).toBe(true);
    const lista = await admin(
      'GET',
      `/api/gestao-talentos/colaboradores-periodos-experienciais-avaliacoes/acompanhamento?page=0&colaboradorId=${talento}`,
    );
    expect(lista.body).toMatchObject({ content: [{ colaborador: { id: talento }, dias: 45, avaliacao: null }] });
  });

  it('is judged by the day of the user, also when UTC is a day ahead', async () => {
    const instants = ['2026-11-22T02:59:59Z', '2026-11-22T03:00:00Z', '2018-11-04T02:30:00Z', '2027-01-01T00:00:00Z'];
    for (const instant of instants)
      expect(await app.db.one(sql`select hoje(${instant}::timestamptz)::text as dia`)).toEqual({
        dia: today(undefined, new Date(instant)),
      });
    const views = await app.db.query(
      sql`select viewname from pg_views where schemaname = 'public' and definition ilike '%current_date%'`,
    );
    expect(views).toEqual([]);
  });

  it('CALL-309: saves a period at the bare address', async () => {
    const { id } = await post('avaliacao/periodos-experiencia', { nome: 'Segundo', dias: 90, ativo: true });
    const answer = await admin('PUT', '/api/avaliacao/periodos-experiencia', { id, nome: 'Segundo', dias: 89, ativo: true });
    expect(answer).toMatchObject({ status: 200, body: { id, dias: 89 } });
  });
});

describe('limite de colaboradores', () => {
  it('has one configuration an area, and one of the company', async () => {
    const cargo = await app.db.one<{ id: number }>(sql`select min(id) as id from cargos where empresa_id = ${app.empresas[0]}`);
    const url = '/api/utilitario/configuracoes-limite-colaborador';
    const existe = `${url}/empresa/${app.empresas[0]}/verificar-existencia`;
    expect((await admin('GET', existe)).body).toEqual({ existe: false });
    const corpo = { areaOrganizacional: null, quantidadesPorCargo: [{ cargo: cargo?.id, quantidade: 5 }] };
    expect(await post('utilitario/configuracoes-limite-colaborador', corpo)).toMatchObject({ descricao: 'Toda a empresa' });
    expect(faultsOf(await admin('POST', url, corpo))).toEqual([
      'areaOrganizacional: A empresa já tem uma configuração de limite.',
    ]);
    expect((await admin('GET', existe)).body).toEqual({ existe: true });
    expect((await other('GET', existe)).status).toBe(404);
  });
});
