import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_LOGINS } from '#app/demo-users.server.ts';
import { until } from '#app/server-process.server.ts';
import { type Client, done, failingOnce, openTestApp, type Row, type TestApp } from '#app/test-app.server.ts';
import { addDays, today } from '#kit/br/date.ts';
import type { Database } from '#kit/db/database.server.ts';
import type { Job, JobHandler, JobKind } from '#kit/jobs/jobs.server.ts';
import { createAccessCache } from '#platform/authority/access.server.ts';
import { DEFINICAO_VAZIA } from '#platform/questionario/definition.ts';
import { newQuestion, withQuestions } from '#platform/questionario/edits.ts';
import { systemActing } from '#platform/session/session.server.ts';
import { avaliacoesJobs } from '../avaliacoes/avaliacoes.server.ts';
import { pedeAsDaEtapa } from './avaliacoes-da-etapa.server.ts';
import { respostasJobs } from './respostas.server.ts';

const HOJE = today();

let app: TestApp;
let admin: Client;
let empresa: number;

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(5);
  admin = await app.login(0);
  empresa = app.empresas[0] as number;
});
afterAll(() => app.close());
beforeEach(() => app.db.query(sql`delete from emails`));
afterEach(async () => {
  const ditas = await app.db.query(sql`
    select tipo from emails where para like '%@exemplo.br' and concat(assunto, texto, html, convite) like '%sigilosa%'`);
  if (ditas.length > 0) throw new Error('a letter tells a candidate what the company calls the request');
});

const novo = (caminho: string, corpo: object) => done(admin, 'POST', `/api/captacao/${caminho}`, corpo);

/** An approved, open request with an ad, which alone tells candidates what the vacancy is called. */
async function vaga(anuncio: { resposta?: number; automatica?: 'S' | 'N' } = {}): Promise<number> {
  const { id } = await app.db.only<{ id: number }>(sql`
    insert into solicitacoes_pessoal (empresa_id, descricao, data, quantidade, horario_comercial, vinculo, sexo, situacao, status, qtd_vagas_preenchidas)
    values (${empresa}, 'Substituição sigilosa', ${HOJE}::date, 1, 'Comercial', 'E', 'I', 'A', 'A', 0) returning id`);
  await app.db.query(sql`
    insert into anuncios_vagas (empresa_id, titulo, solicitacao_id, descricao, exibir_modulo_externo, dias_resposta, resposta_automatica)
    values (${empresa}, 'Caixa', ${id}, 'Texto', true, ${anuncio.resposta ?? null}, ${anuncio.automatica ?? null})`);
  return id;
}

let n = 0;
/** Somebody with an address, in the selection of a request. */
async function inscrita(solicitacao: number, email: string | null = `c${++n}@exemplo.br`): Promise<number> {
  const { id } = await app.db.only<{ id: number }>(
    sql`insert into candidatos (empresa_id, nome, sexo, email) values (${empresa}, ${`Candidata ${++n}`}, 'I', ${email}) returning id`,
  );
  await done(admin, 'POST', `/api/captacao/solicitacoes-pessoal/candidato/${solicitacao}`, { candidatosIds: [id] });
  const { candidatura } = await app.db.only<{ candidatura: number }>(
    sql`select id as candidatura from candidaturas where candidato_id = ${id}`,
  );
  return candidatura;
}

const cartas = (tipo: string) =>
  app.db.query<{ para: string; texto: string; convite: string | null }>(
    sql`select para, texto, convite from emails where tipo = ${`captacao/${tipo}`} order by id`,
  );
const uma = (id: number) => done(admin, 'GET', `/api/captacao/candidaturas/${id}`);
const executa = async (tipo: string) => {
  await app.db.query(sql`insert into tarefas (tipo) values (${tipo})`);
  await app.work();
};

describe('whoever waits for an answer', () => {
  it('is told once that the promised day has passed, where the company or the ad says so', async () => {
    const [calada, falante] = [await vaga({ resposta: 5 }), await vaga({ resposta: 5, automatica: 'S' })];
    const [a, b, semEndereco] = [await inscrita(calada), await inscrita(falante), await inscrita(falante, null)];
    const relogio = (dias: number) => app.db.query(sql`update candidaturas set resposta_ate = ${addDays(HOJE, dias)}`);
    await relogio(0);
    await executa('captacao.responde-prazos');
    expect(await cartas('selecao-demorou')).toEqual([]);
    await relogio(-1);
    await executa('captacao.responde-prazos');
    const [carta, ...outras] = await cartas('selecao-demorou');
    expect(outras).toEqual([]);
    expect(carta?.texto).toContain('ainda não terminou');
    await executa('captacao.responde-prazos');
    expect(await cartas('selecao-demorou')).toHaveLength(1);
    expect(await done<Row[]>(admin, 'GET', `/api/captacao/candidaturas/${b}/emails`)).toMatchObject([
      { assunto: 'Sobre a sua candidatura: Caixa', quem: null },
    ]);
    for (const id of [a, b, semEndereco]) expect(await uma(id)).toMatchObject({ situacao: 'A' });

    await app.db.query(sql`update empresas set responder_candidatos = true where id = ${empresa}`);
    await relogio(-60);
    await executa('captacao.responde-prazos');
    expect(await cartas('selecao-demorou')).toHaveLength(1);
    await relogio(-2);
    await executa('captacao.responde-prazos');
    expect(await cartas('selecao-demorou')).toHaveLength(2);
    await app.db.query(sql`update empresas set responder_candidatos = false where id = ${empresa}`);
  });

  it('is told on the next morning that the vacancy ended, once, and the application ends', async () => {
    const [falante, calada] = [await vaga({ automatica: 'S' }), await vaga({ automatica: 'N' })];
    const [espera, recusada, semEndereco, calado] = [
      await inscrita(falante),
      await inscrita(falante),
      await inscrita(falante, null),
      await inscrita(calada),
    ];
    await done(admin, 'POST', `/api/captacao/candidaturas/${recusada}/recusar`, { motivo: 'x', avisar: true });
    const SOLICITACOES = '/api/captacao/solicitacoes-pessoal';
    for (const id of [falante, calada])
      await done(admin, 'POST', `${SOLICITACOES}/${id}/cancelar`, { obsCancelamento: 'Sem verba' });
    // Not before the morning, and nothing for the vacancy whose ad says no.
    expect(
      await app.db.query(sql`
        select 1 from tarefas where tipo = 'captacao.responde-termino' and executar_em = (${addDays(HOJE, 1)}::date + time '09:00') at time zone 'America/Sao_Paulo'`),
    ).toHaveLength(1);
    const amanhece = () =>
      app.db.query(sql`update tarefas set executar_em = now(), estado = 'fila' where tipo = 'captacao.responde-termino'`);
    await amanhece();
    await app.work();
    expect(await cartas('selecao-terminou')).toHaveLength(1);
    expect(await cartas('candidato-nao-selecionado')).toHaveLength(1);
    expect(await uma(espera)).toMatchObject({ situacao: 'N', motivo: 'A vaga foi cancelada.' });
    expect(await uma(semEndereco)).toMatchObject({ situacao: 'N' });
    expect(await uma(calado)).toMatchObject({ situacao: 'A' });
    await app.db.query(sql`update candidaturas set situacao = 'A' where id = ${espera}`);
    await amanhece();
    await app.work();
    expect(await cartas('selecao-terminou')).toHaveLength(1);
  });

  it('is told although the one before them cannot be written to', async () => {
    const solicitacao = await vaga({ resposta: 5, automatica: 'S' });
    const duas = [await inscrita(solicitacao), await inscrita(solicitacao)];
    await app.db.query(sql`update candidaturas set resposta_ate = ${addDays(HOJE, -1)} where id = any(${duas}::bigint[])`);
    const responde = (tipo: string, dados: Job['dados'] = {}) => {
      const work = respostasJobs({ db: failingOnce(app.db) } as never)[tipo] as JobHandler | JobKind;
      return (typeof work === 'function' ? work : work.run)({ dados, signal: new AbortController().signal } as Job);
    };
    await expect(responde('captacao.responde-prazos')).rejects.toThrow('only once');
    expect(await cartas('selecao-demorou')).toHaveLength(1);
    await app.db.query(sql`update solicitacoes_pessoal set situacao = 'E' where id = ${solicitacao}`);
    await expect(responde('captacao.responde-termino', { solicitacaoId: solicitacao })).rejects.toThrow('only once');
    expect(await cartas('selecao-terminou')).toHaveLength(1);
  });

  it('is told although those of another company cannot be found', async () => {
    const [primeira, outra] = app.empresas as [number, number];
    const procuradas: number[] = [];
    const semLista: Database = {
      ...app.db,
      query: (q) => {
        const de = /resposta_ate/.test(q.text) ? [primeira, outra].find((id) => q.values?.includes(id)) : undefined;
        if (de !== undefined) procuradas.push(de);
        return de === primeira ? Promise.reject(new Error('no list')) : app.db.query(q);
      },
    };
    const responde = respostasJobs({ db: semLista } as never)['captacao.responde-prazos'] as JobHandler;
    await expect(responde({ dados: {}, signal: new AbortController().signal } as Job)).rejects.toThrow('no list');
    expect(procuradas).toEqual([primeira, outra]);
  });

  it('is told although somebody else is refused by hand at the same moment', async () => {
    const solicitacao = await vaga({ automatica: 'S' });
    const [recusada, depois] = [await inscrita(solicitacao), await inscrita(solicitacao)];
    await done(admin, 'POST', `/api/captacao/solicitacoes-pessoal/${solicitacao}/encerrar`, { dataEncerramento: HOJE });
    await app.db.query(sql`update tarefas set executar_em = now() where tipo = 'captacao.responde-termino' and estado = 'fila'`);
    const { trabalho } = await app.db.tx(async (tx) => {
      await tx.query(sql`select id from candidaturas where id = ${recusada} for update`);
      const working = app.work();
      await until(() =>
        app.db.owner.one(sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
      );
      await tx.query(sql`update candidaturas set situacao = 'N', encerrada_em = now() where id = ${recusada}`);
      return { trabalho: working };
    });
    await trabalho;
    expect(await uma(depois)).toMatchObject({ situacao: 'N', motivo: 'A vaga foi encerrada.' });
    expect(await cartas('selecao-terminou')).toHaveLength(1);
  });

  it('is told by one task, however often the vacancy ends and is opened again on a day', async () => {
    const solicitacao = await vaga({ automatica: 'S' });
    await inscrita(solicitacao);
    for (let vez = 0; vez < 3; vez++) {
      await done(admin, 'POST', `/api/captacao/solicitacoes-pessoal/${solicitacao}/encerrar`, { dataEncerramento: HOJE });
      await app.db.query(sql`update solicitacoes_pessoal set situacao = 'A' where id = ${solicitacao}`);
    }
    const tarefas = await app.db.query(
      sql`select grupo from tarefas where tipo = 'captacao.responde-termino' and estado = 'fila'`,
    );
    expect(tarefas).toEqual([{ grupo: String(empresa) }]);
    await app.db.query(sql`delete from tarefas where tipo = 'captacao.responde-termino' and estado = 'fila'`);
  });

  it('is not told of a vacancy that was opened again before the morning', async () => {
    const solicitacao = await vaga({ automatica: 'S' });
    const candidatura = await inscrita(solicitacao);
    await done(admin, 'POST', `/api/captacao/solicitacoes-pessoal/${solicitacao}/encerrar`, { dataEncerramento: HOJE });
    await app.db.query(sql`update solicitacoes_pessoal set situacao = 'A' where id = ${solicitacao}`);
    await app.db.query(sql`update tarefas set executar_em = now() where tipo = 'captacao.responde-termino'`);
    await app.work();
    expect(await cartas('selecao-terminou')).toEqual([]);
    expect(await uma(candidatura)).toMatchObject({ situacao: 'A' });
  });
});

const definicao = withQuestions([{ ...newQuestion(0, '3'), texto: 'Por quê?' }])(DEFINICAO_VAZIA);

async function modelo(titulo: string): Promise<number> {
  const { id } = await novo('modelos-avaliacao-candidato', { titulo, ativo: true });
  await app.db.query(sql`
    insert into questionario_versoes (empresa_id, dono, dono_id, numero, definicao)
    values (${empresa}, 'captacao/modelos-avaliacao-candidato', ${id}, 1, ${JSON.stringify(definicao)}::jsonb)`);
  return id;
}

describe('the evaluations of an ad', () => {
  it('are asked by themselves when somebody applies, and when they come to the stage, each once', async () => {
    const [ao, na, aqui] = [await modelo('Ao entrar'), await modelo('Na etapa'), await modelo('Na empresa')];
    const { id: etapa } = await novo('etapas-seletivas', { ordem: 901, nome: 'Provas' });
    const solicitacao = await vaga();
    const { id: anuncio } = await app.db.only<{ id: number }>(
      sql`select id from anuncios_vagas where solicitacao_id = ${solicitacao}`,
    );
    const corpo = {
      titulo: 'Caixa',
      descricao: '<p>Texto</p>',
      solicitacao,
      exibirModuloExterno: true,
      versao: 1,
      utilizarAvaliacoesEtapaSeletiva: false,
    };
    const linhas = [
      { avaliacao: ao, responderModuloExterno: true },
      { avaliacao: na, etapaSeletiva: etapa, responderModuloExterno: true },
      { avaliacao: aqui, etapaSeletiva: etapa, responderModuloExterno: false },
    ];
    expect((await admin('PUT', `/api/captacao/anuncios/${anuncio}`, { ...corpo, solicitacaoAvaliacoes: linhas })).status).toBe(
      400,
    );
    await done(admin, 'PUT', `/api/captacao/anuncios/${anuncio}`, {
      ...corpo,
      solicitacaoAvaliacoes: linhas,
      utilizarAvaliacoesEtapaSeletiva: true,
    });
    const candidatura = await inscrita(solicitacao);
    const pedidas = async () => {
      await app.work();
      return (
        await app.db.query<{ titulo: string }>(sql`
          select m.titulo from avaliacoes_candidatos a join modelos_avaliacao_candidato m on m.id = a.modelo_id where a.candidatura_id = ${candidatura} order by a.id`)
      ).map(({ titulo }) => titulo);
    };
    expect(await pedidas()).toEqual(['Ao entrar']);
    const move = (etapaId: number | null) =>
      done(admin, 'POST', `/api/captacao/selecao/${solicitacao}/mover`, { ids: [candidatura], etapaId });
    await move(etapa);
    expect(await pedidas()).toEqual(['Ao entrar', 'Na etapa', 'Na empresa']);
    expect(await cartas('avaliacao-pedida')).toHaveLength(2);
    await move(null);
    await move(etapa);
    expect(await pedidas()).toHaveLength(3);
    expect(await cartas('avaliacao-pedida')).toHaveLength(2);
    expect(
      await done(admin, 'POST', `/api/captacao/candidaturas/${candidatura}/avaliacoes`, { modelo: aqui, mandar: false }),
    ).toMatchObject({ avisado: false, link: expect.stringContaining('/publico/responder') });
  });
});

describe('who is to be asked', () => {
  const PEDE = 'captacao.pede-avaliacoes';
  const tarefas = async () => (await app.db.query(sql`select 1 from tarefas where tipo = ${PEDE} and estado = 'fila'`)).length;
  const pedidas = (quais: readonly number[]) =>
    app.db.query<Row>(sql`select id from avaliacoes_candidatos where candidatura_id = any(${quais}::bigint[])`);
  const pedeNa = async (solicitacao: number, etapa: number, modelos: readonly number[]) => {
    const { id } = await app.db.only<Row>(sql`
      update anuncios_vagas set utilizar_avaliacoes_etapa_seletiva = true where solicitacao_id = ${solicitacao} returning id`);
    await app.db.query(sql`
      insert into anuncios_vagas_solicitacao_avaliacoes (registro_id, ordem, avaliacao_id, etapa_seletiva_id, responder_modulo_externo)
      select ${id}, n, m, ${etapa}, true from unnest(${[...modelos]}::bigint[]) with ordinality x(m, n)`);
  };
  const etapa = async (nome: string) => (await novo('etapas-seletivas', { ordem: 902, nome })).id;
  const move = (solicitacao: number, ids: readonly number[], etapaId: number | null) =>
    done(admin, 'POST', `/api/captacao/selecao/${solicitacao}/mover`, { ids, etapaId });

  it('waits in one task of the company, however often they are moved, and in none once they were asked', async () => {
    const [solicitacao, provas] = [await vaga(), await etapa('De uma vez')];
    const quais = [await inscrita(solicitacao), await inscrita(solicitacao)];
    await app.work();
    await pedeNa(solicitacao, provas, [await modelo('Uma vez')]);
    for (let vez = 0; vez < 3; vez++) {
      await move(solicitacao, quais, provas);
      await move(solicitacao, quais, null);
    }
    expect(await tarefas()).toBe(1);
    expect(await app.db.query(sql`select chave, grupo from tarefas where tipo = ${PEDE} and estado = 'fila'`)).toEqual([
      { chave: `${PEDE}:${empresa}`, grupo: String(empresa) },
    ]);
    await app.work();
    expect(await pedidas(quais)).toHaveLength(2);
    expect(await app.db.query(sql`select 1 from avaliacoes_a_pedir`)).toEqual([]);
    await move(solicitacao, quais, provas);
    expect(await tarefas()).toBe(0);
  });

  it('is nobody of a sheet: it tells of what was', async () => {
    const [solicitacao, provas] = [await vaga(), await etapa('Da planilha')];
    const candidatura = await inscrita(solicitacao);
    await app.work();
    await pedeNa(solicitacao, provas, [await modelo('De outrora')]);
    const acting = systemActing(await createAccessCache(app.db)(0, empresa, 0), 'importacao:1');
    await app.db.tx((tx) => pedeAsDaEtapa(tx, acting, [candidatura], provas));
    expect(await tarefas()).toBe(0);
    await app.db.tx((tx) => pedeAsDaEtapa(tx, { ...acting, requestId: 'outro' }, [candidatura], provas));
    expect(await tarefas()).toBe(1);
    await app.work();
  });

  it('is asked although somebody before them cannot be, and more than a turn takes in several', async () => {
    const [solicitacao, provas] = [await vaga(), await etapa('Muitos')];
    const quais = [];
    for (let i = 0; i < 3; i++) quais.push(await inscrita(solicitacao, null));
    await app.work();
    await pedeNa(solicitacao, provas, [await modelo('Muitas')]);
    await move(solicitacao, quais, provas);
    const { id } = await app.db.only<Row>(sql`delete from tarefas where tipo = ${PEDE} and estado = 'fila' returning id`);
    const run = async (db: Database) => {
      const kind = avaliacoesJobs({ db, address: (path: string) => path } as never)[PEDE] as JobKind;
      const conclude = async () => {};
      return kind.run({ id, dados: { empresaId: empresa }, signal: new AbortController().signal, conclude } as never);
    };
    await expect(run(failingOnce(app.db))).rejects.toThrow('only once');
    expect(await pedidas(quais)).toHaveLength(2);
    // Whoever could not be asked waits; more than the turn takes are left to a next one.
    await app.db.query(sql`
      with novos as (insert into candidatos (empresa_id, nome, sexo) select ${empresa}, 'De muitos ' || n, 'I' from generate_series(1, 100) n returning id, nome)
      insert into candidaturas (empresa_id, solicitacao_id, candidato_id, resumo, origem, situacao, inscrita_em, etapa_desde, etapa_seletiva_id)
      select ${empresa}, ${solicitacao}, id, nome, 'R', 'A', now(), now(), ${provas}::bigint from novos`);
    const muitas = (await app.db.query<Row>(sql`select id from candidaturas where solicitacao_id = ${solicitacao}`)).map(
      (c) => c.id,
    );
    const acting = systemActing(await createAccessCache(app.db)(0, empresa, 0), 'x');
    await app.db.tx((tx) => pedeAsDaEtapa(tx, acting, muitas, provas));
    await app.work();
    expect(await pedidas(muitas)).toHaveLength(103);
    expect(await app.db.query(sql`select 1 from avaliacoes_a_pedir`)).toEqual([]);
    expect(await app.db.query(sql`select 1 from tarefas where tipo = ${PEDE} and estado <> 'concluida'`)).toEqual([]);
  });

  it('is written to as often as whoever moved them may write, and asked all the same', async () => {
    const [solicitacao, provas] = [await vaga(), await etapa('Contada')];
    const quais = [];
    for (let i = 0; i < 6; i++) quais.push(await inscrita(solicitacao));
    const semEndereco = await inscrita(solicitacao, null);
    await app.work();
    await pedeNa(solicitacao, provas, [await modelo('Contada')]);
    const conta = async (quem: number | string, falhas: number) => {
      await app.db.query(sql`delete from tentativas where chave like 'avaliacoesDaEtapa:%'`);
      await app.db.query(sql`
        insert into tentativas (chave, janela, falhas) values (${`avaliacoesDaEtapa:${quem}`}, date_trunc('minute', now()), ${falhas})`);
    };
    const { id: quem } = await app.db.only<Row>(
      sql`select id from usuarios where cpf = ${DEMO_LOGINS[0]?.cpf.replace(/\D/g, '')}`,
    );
    await conta(quem, 4_999);
    await move(solicitacao, [semEndereco, ...quais.slice(0, 3)], provas);
    expect(await app.db.query(sql`select distinct usuario_id from avaliacoes_a_pedir`)).toEqual([{ usuario_id: quem }]);
    await app.work();
    expect(await pedidas([semEndereco, ...quais])).toHaveLength(4);
    expect(await cartas('avaliacao-pedida')).toHaveLength(1);
    // Of a user who is gone they count as the company's.
    await conta(`empresa/${empresa}`, 4_998);
    await move(solicitacao, quais.slice(3), provas);
    await app.db.query(sql`update avaliacoes_a_pedir set usuario_id = null`);
    await app.work();
    expect(await pedidas(quais)).toHaveLength(6);
    expect(await cartas('avaliacao-pedida')).toHaveLength(3);
    await app.db.query(sql`delete from tentativas where chave like 'avaliacoesDaEtapa:%'`);
  });

  it('takes turns by whoever moved them, and one turn asks for few evaluations', async () => {
    const [cheia, vazia, alheia, provas] = [await vaga(), await vaga(), await vaga(), await etapa('Das vezes')];
    const [um, outro] = await app.db.query<Row>(sql`select id from usuarios order by id limit 2`);
    const modelos = await app.db.query<Row>(sql`
      with m as (
        insert into modelos_avaliacao_candidato (empresa_id, titulo, ativo) select ${empresa}, 'Das vezes ' || n, true from generate_series(1, 50) n returning id),
        v as (
        insert into questionario_versoes (empresa_id, dono, dono_id, numero, definicao)
        select ${empresa}, 'captacao/modelos-avaliacao-candidato', id, 1, ${JSON.stringify(definicao)}::jsonb from m)
      select id from m`);
    const todos = modelos.map(({ id }) => id);
    await pedeNa(cheia, provas, todos);
    await pedeNa(alheia, provas, todos.slice(0, 1));
    const esperam = async (solicitacao: number, quantas: number, usuario?: Row) =>
      (
        await app.db.query<Row>(sql`
          with p as (insert into candidatos (empresa_id, nome, sexo) select ${empresa}, 'Da vez ' || n, 'I' from generate_series(1, ${quantas}::int) n returning id, nome),
            c as (
            insert into candidaturas (empresa_id, solicitacao_id, candidato_id, resumo, origem, situacao, inscrita_em, etapa_desde, etapa_seletiva_id)
            select ${empresa}, ${solicitacao}, id, nome, 'R', 'A', now(), now(), ${provas}::bigint from p returning id)
          insert into avaliacoes_a_pedir (empresa_id, candidatura_id, etapa_seletiva_id, usuario_id)
          select ${empresa}, id, ${provas}, ${usuario?.id ?? null}::bigint from c order by id returning candidatura_id as id`)
      ).map(({ id }) => id);
    const deUm = [...(await esperam(cheia, 11, um)), ...(await esperam(vazia, 100, um))];
    const [deOutro, dePortal] = [await esperam(alheia, 1, outro), await esperam(alheia, 1)];
    const kind = avaliacoesJobs({ db: app.db, address: (path: string) => path } as never)[PEDE] as JobKind;
    const conclude = async () => {};
    await kind.run({ id: 0, dados: { empresaId: empresa }, signal: new AbortController().signal, conclude } as never);
    expect([(await pedidas(deOutro)).length, (await pedidas(dePortal)).length]).toEqual([1, 1]);
    expect(await pedidas(deUm)).toHaveLength(500);
    expect(await tarefas()).toBe(1);
    await app.work();
    expect(await pedidas(deUm)).toHaveLength(550);
    expect(await app.db.query(sql`select 1 from avaliacoes_a_pedir`)).toEqual([]);
  });

  it('has fifty evaluations of one request at most, whichever ads ask for them', async () => {
    const solicitacao = await vaga();
    const { id: outro } = await app.db.only<Row>(sql`select id from anuncios_vagas where solicitacao_id = ${solicitacao}`);
    const modelos = await app.db.query<Row>(sql`
      insert into modelos_avaliacao_candidato (empresa_id, titulo, ativo) select ${empresa}, 'De muitas ' || n, true from generate_series(1, 51) n returning id`);
    const linhas = (de: number, ate: number) =>
      modelos.slice(de, ate).map(({ id }) => ({ avaliacao: id, responderModuloExterno: true }));
    const anuncio = (quais: object) => ({
      titulo: 'Caixa',
      descricao: '<p>Texto</p>',
      solicitacao,
      exibirModuloExterno: false,
      solicitacaoAvaliacoes: quais,
    });
    await done(admin, 'PUT', `/api/captacao/anuncios/${outro}`, { ...anuncio(linhas(0, 30)), versao: 1 });
    expect(await admin('POST', '/api/captacao/anuncios', anuncio(linhas(30, 51)))).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'solicitacaoAvaliacoes', message: expect.stringContaining('50') }] },
    });
    // The same ones again are none more.
    await done(admin, 'POST', '/api/captacao/anuncios', anuncio(linhas(1, 50)));
  });
});

/** The lines of an invitation, unfolded. */
const linhasDe = (convite: string | null | undefined) => (convite ?? '').replaceAll('\r\n ', '').split('\r\n');

describe('an interview', () => {
  it('invites the candidate and those who hold it, moves the invitation and takes it back (RFC 5545)', async () => {
    const candidatura = await inscrita(await vaga(), 'ana@exemplo.br');
    const [gestora, outra] = await app.db.query<{ id: number; email: string }>(
      sql`select id, email from usuarios where email is not null and ativo and id <> 1 order by id limit 2`,
    );
    const dados = {
      candidatura,
      data: addDays(HOJE, 3),
      hora: '14:00',
      duracao: 30,
      local: 'Sala 1',
      avisarCandidato: true,
      entrevistadores: [gestora?.id],
      situacao: 'M',
    };
    const marcada = await novo('entrevistas', dados);
    const [aoCandidato] = await cartas('entrevista-marcada');
    const linhas = linhasDe(aoCandidato?.convite);
    expect(linhas).toEqual(
      expect.arrayContaining([
        'METHOD:REQUEST',
        `UID:entrevista-${marcada.id}@vinculo`,
        'SEQUENCE:0',
        expect.stringMatching(/^ORGANIZER;.*mailto:/),
        expect.stringMatching(/^ATTENDEE;.*mailto:ana@exemplo\.br$/i),
      ]),
    );
    expect(aoCandidato?.convite).not.toContain(gestora?.email);
    const [aQuemEntrevista] = await cartas('entrevista-para-quem-entrevista');
    expect(aQuemEntrevista?.convite).toContain(`UID:entrevista-${marcada.id}@vinculo`);

    const atual = () => done(admin, 'GET', `/api/captacao/entrevistas/${marcada.id}`);
    await done(admin, 'PUT', `/api/captacao/entrevistas/${marcada.id}`, {
      ...dados,
      versao: (await atual()).versao,
      hora: '16:00',
      entrevistadores: [outra?.id],
    });
    expect(linhasDe((await cartas('entrevista-marcada'))[1]?.convite)).toEqual(
      expect.arrayContaining(['METHOD:REQUEST', 'SEQUENCE:1', `UID:entrevista-${marcada.id}@vinculo`]),
    );
    expect(await cartas('entrevista-desmarcada-para-quem-entrevista')).toMatchObject([
      { para: gestora?.email, convite: expect.stringContaining('METHOD:CANCEL') },
    ]);
    // What does not move the meeting does not bother anybody.
    await done(admin, 'PUT', `/api/captacao/entrevistas/${marcada.id}`, {
      ...dados,
      versao: (await atual()).versao,
      hora: '16:00',
      entrevistadores: [outra?.id],
      observacao: 'Trazer o teste',
    });
    expect(await cartas('entrevista-marcada')).toHaveLength(2);

    const { versao } = await atual();
    await done(admin, 'DELETE', `/api/captacao/entrevistas/${marcada.id}?versao=${String(versao)}`);
    const [desmarcada] = await cartas('entrevista-desmarcada');
    expect(linhasDe(desmarcada?.convite)).toEqual(
      expect.arrayContaining(['METHOD:CANCEL', 'SEQUENCE:2', 'STATUS:CANCELLED', `UID:entrevista-${marcada.id}@vinculo`]),
    );
    expect((await cartas('entrevista-desmarcada-para-quem-entrevista')).at(-1)?.para).toBe(outra?.email);
  });
});

describe('a letter of HR’s own', () => {
  const emails = (vagaId: number) => `/api/captacao/selecao/${vagaId}/emails`;

  it('names each candidate, is previewed, goes once a day, and stays in the history of the application', async () => {
    const solicitacao = await vaga();
    const [a, b, semEndereco] = [await inscrita(solicitacao), await inscrita(solicitacao), await inscrita(solicitacao, null)];
    const carta = {
      assunto: 'Próximos passos: {{vaga}}',
      texto: 'Oi, {{candidato}}.\n\nVocê está em {{etapa}}. <b>{{empresa}}</b>',
    };
    const ids = [a, b, semEndereco];
    const { nome } = await app.db.only<{ nome: string }>(sql`select resumo as nome from candidaturas where id = ${a}`);
    expect(await done(admin, 'POST', `${emails(solicitacao)}/previa`, { ids, ...carta })).toMatchObject({
      recebem: 2,
      semEmail: 1,
      para: nome,
      assunto: 'Próximos passos: Caixa',
      texto: expect.stringContaining(`Oi, ${nome}.`),
    });
    expect(await cartas('carta-ao-candidato')).toEqual([]);
    expect(await done(admin, 'POST', emails(solicitacao), { ids, ...carta })).toMatchObject({
      feitos: 2,
      falhas: [{ id: semEndereco, message: expect.stringContaining('não tem e-mail') }],
    });
    const [primeira] = await app.db.query<{ html: string; texto: string }>(
      sql`select html, texto from emails where tipo = 'captacao/carta-ao-candidato' order by id`,
    );
    expect(primeira?.html).toContain('&lt;b&gt;');
    expect(primeira?.texto).toContain('Inscritos');
    expect(await done(admin, 'POST', emails(solicitacao), { ids: [a], ...carta })).toMatchObject({ feitos: 0 });
    expect(await cartas('carta-ao-candidato')).toHaveLength(2);
    expect(await done<Row[]>(admin, 'GET', `/api/captacao/candidaturas/${a}/emails`)).toMatchObject([
      {
        assunto: 'Próximos passos: Caixa',
        texto: expect.stringMatching(`^Oi, ${nome}\\.\n\nVocê está em Inscritos\\. <b>`),
        quem: expect.stringMatching(/./),
      },
    ]);
  });

  it('is refused with an unknown variable, to a selection of others, and when too many were sent', async () => {
    const solicitacao = await vaga();
    const id = await inscrita(solicitacao);
    const carta = { ids: [id], assunto: 'x', texto: 'Oi' };
    expect((await admin('POST', emails(solicitacao), { ...carta, texto: '{{salario}}' })).body).toMatchObject({
      errors: [{ field: 'texto', message: expect.stringContaining('{{salario}}') }],
    });
    expect((await admin('POST', emails(solicitacao), { ...carta, texto: '{{vaga}}'.repeat(61) })).body).toMatchObject({
      errors: [{ field: 'texto', message: 'Use variáveis até 60 vezes em cada texto' }],
    });
    expect((await admin('POST', emails(solicitacao), { ...carta, ids: [] })).status).toBe(400);
    expect((await admin('POST', emails(await vaga()), carta)).status).toBe(404);
    const fora = await app.login(0, app.empresas[1]);
    expect((await fora('POST', emails(solicitacao), carta)).status).toBe(404);
    expect((await fora('POST', `${emails(solicitacao)}/previa`, carta)).status).toBe(404);
    let ultima = 200;
    for (let vez = 0; vez < 25 && ultima === 200; vez++)
      ultima = (await admin('POST', emails(solicitacao), { ...carta, assunto: `Assunto ${vez}` })).status;
    expect(ultima).toBe(429);
  });
});

it('letters and steps that are too long for one answer begin only, the older ones', async () => {
  const candidatura = await inscrita(await vaga());
  await app.db.query(sql`
    insert into candidaturas_emails (empresa_id, candidatura_id, tipo, assunto, texto)
    select ${empresa}, ${candidatura}, 'x', n::text, repeat('é', 10000) from generate_series(1, 510) n`);
  await app.db.query(sql`
    insert into candidatos_historicos (empresa_id, candidatura_id, candidato_id, solicitacao_id, data, apto, observacao)
    select empresa_id, id, candidato_id, solicitacao_id, hoje(), 'I', repeat('é', 4000) from candidaturas, generate_series(1, 600) where id = ${candidatura}`);
  const { candidato } = await app.db.only<{ candidato: number }>(
    sql`select candidato_id as candidato from candidaturas where id = ${candidatura}`,
  );
  for (const [url, campo, maior] of [
    [`/api/captacao/candidaturas/${candidatura}/emails`, 'texto', 10_000],
    [`/api/captacao/historico/candidato/${candidato}`, 'observacao', 4_000],
  ] as const) {
    const linhas = await done<Row[]>(admin, 'GET', url);
    const tamanhos = linhas.map((linha) => String(linha[campo]).length);
    expect([linhas.length, tamanhos[0], tamanhos.at(-1)]).toEqual([500, maior, 304]);
    expect(Buffer.byteLength(JSON.stringify(linhas))).toBeLessThan(4 * 1024 * 1024);
  }
});

it('each way of having heard of a vacancy tells its part of the candidates of the company', async () => {
  const fonte = async (nome: string, quantos: number) => {
    const { id } = await novo('como-ficou-sabendo-vaga', { nome });
    await app.db.query(sql`
      insert into candidatos (empresa_id, nome, sexo, como_ficou_sabendo_vaga_id) select ${empresa}, 'Ouviu', 'I', ${id}::bigint from generate_series(1, ${quantos}::int)`);
    return id;
  };
  await app.db.query(sql`update candidatos set como_ficou_sabendo_vaga_id = null`);
  const quais = [await fonte('Rádio de prova', 1), await fonte('Jornal de prova', 3), await fonte('Ninguém de prova', 0)];
  const partes = [];
  for (const id of quais) partes.push(await done(admin, 'GET', `/api/captacao/como-ficou-sabendo-vaga/${id}`));
  expect(partes.map(({ qtd, percentual }) => [qtd, percentual])).toEqual([
    [1, 25],
    [3, 75],
    [0, 0],
  ]);
});
