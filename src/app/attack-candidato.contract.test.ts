import sql, { raw } from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { addDays, today } from '#kit/br/date.ts';
import type { Database, Tx } from '#kit/db/database.server.ts';
import type { Job } from '#kit/jobs/jobs.server.ts';
import { inputOf } from '#kit/registry/registry.ts';
import { isBinned } from '#kit/store/bin.server.ts';
import { candidatos as registro } from '#modules/captacao/candidatos/candidatos.registry.ts';
import { tarefasDeCandidatos } from '#modules/captacao/candidatos/tarefas.server.ts';
import { captacao } from '#modules/captacao/module.ts';
import { createAccessCache } from '#platform/authority/access.server.ts';
import { lixeiraJobs } from '#platform/lixeira/lixeira.server.ts';
import { DEFINICAO_VAZIA } from '#platform/questionario/definition.ts';
import { newQuestion, withQuestions } from '#platform/questionario/edits.ts';
import { systemActing } from '#platform/session/session.server.ts';
import { DEMO_CANDIDATE } from './demo-users.server.ts';
import { openTestRound } from './questionario-model.server.ts';
import { multipart } from './server-process.server.ts';
import { type Client, done, faultsOf, type Row, send, type TestApp } from './test-app.server.ts';
import { anotherCandidate, type TestCandidate } from './test-candidate.server.ts';
import { CANDIDATOS, candidatesOf, openRecruitment, type TestRecruitment } from './test-recruitment.server.ts';

// Attacks on the records of candidates, their accounts and their hire that a reviewer once succeeded with.

let app: TestApp;
let admin: Client;
let empresaId = 0;
let cargo = 0;
let inclui: TestRecruitment['inclui'];
let candidato: ReturnType<typeof candidatesOf>;
let forgets: TestRecruitment['forgets'];
let next = 60_000;

beforeAll(async () => {
  ({ app, admin, empresaId, cargo, inclui, forgets } = await openRecruitment());
  candidato = candidatesOf(cargo);
});
afterAll(() => app.close());
beforeEach(() => forgets());

const bloqueia = (id: number, mais: object = {}) =>
  done(admin, 'POST', `${CANDIDATOS}/${id}/bloquear`, { motivo: 'Documento falso', ...mais });

/** Somebody at the portal with a record of their own, whose id is `candidato`. */
async function cadastrado(nome: string): Promise<TestCandidate & { candidato: number }> {
  return cadastradoDe(await anotherCandidate(app, ++next), nome);
}
async function cadastradoDe(quem: TestCandidate, nome: string): Promise<TestCandidate & { candidato: number }> {
  await done(quem.client, 'PUT', `/api/externo/candidatos/${quem.id}/completo`, {
    nome,
    sexo: 'I',
    cargos: [{ id: cargo }],
    primeiroEmprego: true,
  });
  const { candidato } = await app.db.only<{ candidato: number }>(
    sql`select candidato_id as candidato from candidatos_contas where conta_id = ${quem.id}`,
  );
  return { ...quem, candidato };
}
/** Others typed the CPF of one, whose record alone has it. */
async function comOCpfDe({ cpf }: TestCandidate, ...outras: (TestCandidate & { candidato: number })[]) {
  for (const outra of outras) {
    await app.db.query(sql`update candidatos set cpf = null where id = ${outra.candidato}`);
    await app.db.query(sql`update contas_externas set cpf = ${cpf} where id = ${outra.id}`);
  }
}
/** The same person twice: HR sees one CPF, and merges the second record into the first. */
async function unidos(nome: string) {
  const [uma, outra] = [await cadastrado(`Primeira ${nome}`), await cadastrado(`Segunda ${nome}`)];
  await comOCpfDe(uma, outra);
  const { id } = await done(admin, 'POST', `${CANDIDATOS}/${uma.candidato}/unificar`, { outro: outra.candidato, confirma: true });
  return { uma, outra, desfaz: () => admin('POST', `${CANDIDATOS}/unificacoes/${id}/desfazer`) };
}
const apagaSe = async ({ client, id }: TestCandidate) => {
  await done(client, 'POST', `/api/externo/candidatos/${id}/apagar-meus-dados`, { confirmo: true });
  await app.work();
};
async function exclui(id: number) {
  const { versao } = await done(admin, 'GET', `${CANDIDATOS}/${id}`);
  await done(admin, 'DELETE', `${CANDIDATOS}/${id}?versao=${String(versao)}`);
}
/** Another record has the CPF, so that this one can be restored beside a new one. */
const semCpf = ({ candidato }: { candidato: number }) =>
  app.db.query(sql`update candidatos set cpf = null where id = ${candidato}`);
/** Once somebody waits for this connection. */
const blocked = (pid: number) =>
  vi.waitFor(
    async () =>
      expect(
        await app.db.one(sql`select 1 from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid)) limit 1`),
      ).toBeDefined(),
    { timeout: 20_000 },
  );
const completo = ({ client, id }: TestCandidate) => done<Row>(client, 'GET', `/api/externo/candidatos/${id}/completo`);

/** The tables that hold a word in any column. */
async function onde(palavra: string): Promise<string[]> {
  const tabelas = await app.db.owner.query<{ nome: string }>(
    sql`select relname as nome from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  const achadas: string[] = [];
  for (const { nome } of tabelas)
    if (await app.db.owner.one(sql`select 1 from ${raw(`"${nome}"`)} t where to_jsonb(t)::text ilike ${`%${palavra}%`} limit 1`))
      achadas.push(nome);
  return achadas;
}

const vaga = async (descricao: string, lugar: { area?: number; faixa?: number } = {}) =>
  (
    await app.db.only<{ id: number }>(sql`
      insert into solicitacoes_pessoal (empresa_id, descricao, data, quantidade, horario_comercial, vinculo, sexo, situacao, status, qtd_vagas_preenchidas, area_organizacional_id, faixa_salarial_id)
      values (${empresaId}, ${descricao}, '2026-01-05', 2, 'Das 8h às 17h', 'E', 'I', 'A', 'A', 0, ${lugar.area ?? null}, ${lugar.faixa ?? null}) returning id`)
  ).id;
const lugar = async () => ({
  area: (await app.ids('areas_organizacionais'))[0] as number,
  faixa: (await app.ids('faixas_salariais'))[0] as number,
});
/** What a talent needs of a candidate, and the contract. */
const COMPLETO = { sexo: 'F', dataNascimento: '1990-05-20' };
async function admissao(dataAdmissao: string) {
  const { area, faixa } = await lugar();
  const daqui = await app.db.only<object>(sql`select c.uf_id as uf, c.id as cidade from cidades c order by c.id limit 1`);
  return {
    dataAdmissao,
    vinculo: 'E',
    areaOrganizacional: area,
    faixaSalarial: faixa,
    logradouro: 'Rua A',
    numero: '10',
    bairro: 'Centro',
    cep: '60000000',
    ...daqui,
    confirma: true,
  };
}
async function candidata(candidato: number, solicitacao: number): Promise<number> {
  await done(admin, 'POST', `/api/captacao/solicitacoes-pessoal/candidato/${solicitacao}`, {
    candidatosIds: [candidato],
    confirma: true,
  });
  const { id } = await app.db.only<{ id: number }>(
    sql`select id from candidaturas where candidato_id = ${candidato} and solicitacao_id = ${solicitacao}`,
  );
  return id;
}

describe('what a candidate has erased', () => {
  it('goes with the record that HR had removed before, from the bin and from the trail', async () => {
    const naLixeira = await cadastrado('Umbelina Quixote');
    await exclui(naLixeira.candidato);
    const fora = await cadastrado('Umbelina Quixote');
    await exclui(fora.candidato);
    const [entrada] = await app.db.query<Row>(sql`select id from lixeira where registro_id = ${fora.candidato}`);
    expect(await done(admin, 'POST', '/api/utilitario/lixeira/apagar', { ids: [entrada?.id] })).toMatchObject({ removidos: 1 });
    const esvaziada = await cadastrado('Umbelina Quixote');
    await exclui(esvaziada.candidato);
    await app.db.query(
      sql`update lixeira set removido_em = now() - interval '31 days' where registro_id = ${esvaziada.candidato}`,
    );
    await lixeiraJobs(app.db)['lixeira.esvaziar']({ signal: new AbortController().signal } as Job);
    expect(await onde('Umbelina')).toEqual(expect.arrayContaining(['auditoria', 'lixeira']));
    await apagaSe(naLixeira);
    await apagaSe(fora);
    await apagaSe(esvaziada);
    expect(await onde('Umbelina')).toEqual([]);
  });

  /** HR writes all that there is to write of an application and its candidate, takes it all away one by one, then the application. */
  async function tiradoUmPorUm(quem: { candidato: number }, marca: string): Promise<void> {
    const deles = `${CANDIDATOS}/${quem.candidato}`;
    const candidatura = await candidata(quem.candidato, await vaga('De quem se tira tudo'));
    const anexo = multipart(`${marca}.txt`, Buffer.from(marca));
    const arquivo = (await admin('POST', '/api/arquivos', anexo.body, anexo.headers)).body as Row;
    const novo = async (cadastro: string, mais: object) =>
      (await done(admin, 'POST', `/api/captacao/${cadastro}`, { candidatura, confirma: true, ...mais })).id;
    const tira = (endereco: string) => done(admin, 'DELETE', endereco);
    const palavras = `${marca} disse`;
    const criterios = [{ nome: palavras, peso: 1, nota: 3 }];
    const anotacao = await novo('anotacoes', { texto: palavras });
    const parecer = await novo('pareceres', { recomendacao: 'S', comentario: palavras, criterios });
    const entrevista = await novo('entrevistas', {
      data: addDays(today(), 9),
      hora: '10:00',
      duracao: 30,
      situacao: 'M',
      local: palavras,
      avisarCandidato: false,
    });
    // Of the step that the program wrote by itself no line of the trail says whose it is, but what HR writes into it.
    const [passo] = await app.db.query<{ id: number }>(
      sql`select id from candidatos_historicos where candidatura_id = ${candidatura}`,
    );
    const escrito = await novo('historico', { data: today(), apto: 'S', observacao: palavras });
    for (const id of [passo?.id, escrito])
      await done(admin, 'PUT', `/api/captacao/historico/${id}`, {
        candidatura,
        data: today(),
        apto: 'S',
        observacao: `${palavras} de novo`,
      });
    await done(admin, 'PATCH', `${deles}/exames-palografico`, { examePalografico: palavras });
    const exame = await app.db.only<{ id: number }>(
      sql`select id from exames_palografico where candidato_id = ${quem.candidato}`,
    );
    const documento = await done(admin, 'POST', `${deles}/documentos-anexos`, { descricao: palavras, anexo: arquivo.id });
    for (const [cadastro, id] of Object.entries({
      anotacoes: anotacao,
      pareceres: parecer,
      entrevistas: entrevista,
      'exames-palografico': exame.id,
    }))
      await tira(`/api/captacao/${cadastro}/${id}`);
    await tira(`${deles}/documentos-anexos/${documento.id}?versao=${String(documento.versao)}`);
    await tira(`/api/captacao/candidaturas/${candidatura}`);
    // A registry that comes later, and hangs from a candidate, is written of above, too.
    const pendem = await app.db.query<{ tabela: string }>(sql`
      select distinct c.conrelid::regclass::text as tabela from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid in ('candidatos'::regclass, 'candidaturas'::regclass) and c.confdeltype <> 'n'`);
    const guardados = captacao.registries.flatMap((registry) =>
      isBinned(registry) && pendem.some(({ tabela }) => tabela === registry.table) ? [registry.table] : [],
    );
    const levados = await app.db.query<{ tabela: string }>(
      sql`select distinct jsonb_path_query(retrato, '$[*] ? (@.linhas.size() > 0).tabela') #>> '{}' as tabela from lixeira where retrato::text like ${`%${marca}%`}`,
    );
    expect(levados.map(({ tabela }) => tabela)).toEqual(expect.arrayContaining(guardados));
    expect(guardados.length).toBeGreaterThan(5);
  }

  it.each([
    { bin: 'keeps', record: 'stands', por: 'P' },
    { bin: 'keeps', record: 'is removed', por: 'P' },
    { bin: 'keeps', record: 'stands', por: 'R' },
    { bin: 'has lost', record: 'stands', por: 'P' },
    { bin: 'has lost', record: 'is removed', por: 'P' },
  ])('goes with all that was taken away one by one before, which the bin $bin, where the record $record ($por)', async (um) => {
    const marca = `Wzk${++next}`;
    const nome = `Perpétua ${marca}`;
    const quem = await cadastrado(nome);
    await tiradoUmPorUm(quem, marca);
    if (um.record === 'is removed') await exclui(quem.candidato);
    if (um.bin === 'has lost') {
      await app.db.query(sql`update lixeira set removido_em = now() - interval '31 days'`);
      await lixeiraJobs(app.db)['lixeira.esvaziar']({ signal: new AbortController().signal } as Job);
      expect(await onde(marca)).not.toContain('lixeira');
    } else expect(await onde(marca)).toContain('lixeira');
    expect(await onde(marca)).toEqual(expect.arrayContaining(['arquivos', 'auditoria', 'contas_externas']));
    if (um.por === 'P') await apagaSe(quem);
    else await done(admin, 'POST', `${CANDIDATOS}/${quem.candidato}/apagar`, { nome });
    await app.work();
    expect(await onde(marca)).toEqual([]);
  });

  it('is nothing of an application of somebody else that was removed the same way', async () => {
    const [uma, outra] = [`Wzk${++next}`, `Wzk${++next}`];
    const [quem, alheia] = [await cadastrado(`Perpétua ${uma}`), await cadastrado(`Perpétua ${outra}`)];
    await tiradoUmPorUm(quem, uma);
    await tiradoUmPorUm(alheia, outra);
    const restos = () =>
      app.db.owner.query(sql`
        select tabela, registro_id as id from lixeira where retrato::text like ${`%${outra}%`}
        union all select tabela, id from auditoria where mudancas::text like ${`%${outra}%`} order by 1, 2`);
    const antes = await restos();
    await apagaSe(quem);
    expect(await onde(uma)).toEqual([]);
    expect(await restos()).toEqual(antes);
  });

  it('goes with the record that HR had merged into another of the same person, and with both accounts', async () => {
    for (const quem of ['uma', 'outra'] as const) {
      const dois = await unidos('Gumercinda');
      expect(await onde('Gumercinda')).toEqual(
        expect.arrayContaining(['candidatos', 'contas_externas', 'candidatos_unificacoes']),
      );
      await apagaSe(dois[quem]);
      expect(await onde('Gumercinda'), quem).toEqual([]);
      expect(await app.db.query(sql`select 1 from contas_externas where id in (${dois.uma.id}, ${dois.outra.id})`)).toEqual([]);
    }
  });

  it('goes with both accounts’ records when HR had removed what it had merged before', async () => {
    for (const quem of ['uma', 'outra'] as const) {
      const dois = await unidos('Hermengarda');
      await exclui(dois.uma.candidato);
      await apagaSe(dois[quem]);
      await apagaSe(dois[quem === 'uma' ? 'outra' : 'uma']);
      expect(await onde('Hermengarda'), quem).toEqual([]);
    }
  });

  describe('goes with the first record of its own that stands beside a second one', () => {
    const GUARDA = expect.stringContaining('guarda outro cadastro seu, que não se lê por esta conta');
    const existe = (id: number) => app.db.one(sql`select 1 from candidatos where id = ${id}`);

    it('and came back from a merge', async () => {
      const { uma, outra, desfaz } = await unidos('Leocádia');
      const nova = await cadastradoDe(outra, 'Segunda Leocádia');
      expect((await desfaz()).status).toBe(204);
      expect(await completo(outra)).toMatchObject({ candidato: { versao: 1 }, uniao: GUARDA });
      expect(await completo(uma)).toMatchObject({ uniao: null });
      await apagaSe(outra);
      expect([await existe(outra.candidato), await existe(nova.candidato), await onde('Segunda Leocádia')]).toEqual([
        undefined,
        undefined,
        [],
      ]);
      expect(await completo(uma)).toMatchObject({ candidato: { nome: 'Primeira Leocádia' } });
    });

    it('and came back from the bin, or became part of another one since', async () => {
      for (const depois of [
        (_id: number) => undefined,
        async (id: number) => {
          const { id: fica } = await inclui();
          await done(admin, 'POST', `${CANDIDATOS}/${fica}/unificar`, { outro: id, confirma: true });
        },
        // Of no account any more, until it asks.
        (_id: number, nova: number) => exclui(nova),
      ]) {
        const quem = await cadastrado('Primitiva Quaresma');
        await semCpf(quem);
        await exclui(quem.candidato);
        const nova = await cadastradoDe(quem, 'Primitiva Quaresma');
        expect(await restaura('candidatos', quem.candidato)).toEqual([1, '']);
        await depois(quem.candidato, nova.candidato);
        expect(await completo(quem)).toMatchObject({ uniao: GUARDA });
        await apagaSe(quem);
        expect([await onde('Primitiva'), await app.db.one(sql`select 1 from contas_externas where id = ${quem.id}`)]).toEqual([
          [],
          undefined,
        ]);
      }
    });

    it('or what it became part of was in the bin', async () => {
      const { uma, outra } = await unidos('Clodomira');
      await cadastradoDe(outra, 'Segunda Clodomira');
      await exclui(uma.candidato);
      expect(await restaura('candidatos', uma.candidato)).toEqual([1, '']);
      await apagaSe(outra);
      expect(await onde('Clodomira')).toEqual([]);
    });
  });

  it('goes with what was answered before a merge or a removal', async () => {
    const pergunta = async ({ candidato }: { candidato: number }) => {
      const id = await openTestRound(app, {
        modo: 'I',
        participantes: sql`select ${`candidatos:${candidato}`} as pessoa, null::text as sobre, null::text as papel, array[1] as atributos`,
      });
      await app.db.query(sql`update rodadas set dono = 'captacao/avaliacoes' where id = ${id}`);
      return id;
    };
    const dois = await unidos('Leocádia');
    const fora = await cadastrado('Leocádia Fora');
    const rodadas = [await pergunta(dois.outra), await pergunta(fora)];
    await exclui(fora.candidato);
    await apagaSe(dois.uma);
    await apagaSe(fora);
    expect(await app.db.query(sql`select id from rodadas where id = any(${rodadas}::bigint[])`)).toEqual([]);
  });

  it('goes with the rows of sheets of every list, with what stood before them, and with edits of several', async () => {
    const { id, nome } = await inclui({ nome: 'Xilene Roncador', nomeSocial: 'Xilene', email: 'xilene@exemplo.com.br' });
    await done(admin, 'PATCH', `${CANDIDATOS}/${id}/exames-palografico`, { examePalografico: 'Folha' });
    const exame = await app.db.only<{ id: number }>(sql`select id from exames_palografico where candidato_id = ${id}`);
    const { body, headers } = multipart('planilha.csv', Buffer.from('a'));
    const planilha = (await admin('POST', '/api/arquivos', body, headers)).body as Row;
    for (const [cadastro, registro] of [
      ['captacao/candidatos', id],
      ['captacao/exames-palografico', exame.id],
    ] as const)
      await app.db.query(sql`
        with i as (insert into importacoes (empresa_id, usuario_id, cadastro, arquivo_id, nome, estado, inicio)
          select ${empresaId}, min(id), ${cadastro}, ${planilha.id}, 'planilha.csv', 'aplicada', '[{"row": 1, "cells": ["Nome"]}, {"row": 2, "cells": ["Xilene"]}]'
          from usuarios returning id)
        insert into importacao_linhas (importacao_id, linha, celulas, registro_id, antes, chaves, novos, avisos)
          select id, 2, '["Xilene"]', ${registro}, '{"nome": "Xilene"}', '{Xilene}', '{"cargos": "Xilene"}', '{Xilene}' from i`);
    // One that was undone whole has made a record that is gone; another row of it says whose namesake somebody is.
    await app.db.query(sql`
      with i as (insert into importacoes (empresa_id, usuario_id, cadastro, arquivo_id, nome, estado)
          select ${empresaId}, min(id), 'captacao/candidatos', ${planilha.id}, 'outra.csv', 'desfeita' from usuarios returning id)
      insert into importacao_linhas (importacao_id, linha, celulas, registro_id, avisos)
        select id, 2, '["Xilene", "xilene@exemplo.com.br"]'::jsonb, 99999999, null::text[] from i
        union all select id, 3, '["Outra"]', null, '{Já existe um candidato com este nome: Xilene Roncador.}' from i`);
    // One that was undone but for their row, and begun anew, still knows which row it was; the others are others' own.
    await app.db.query(sql`
      with i as (insert into importacoes (empresa_id, usuario_id, cadastro, arquivo_id, nome, estado)
          select ${empresaId}, min(id), 'captacao/candidatos', ${planilha.id}, 'desfeita.csv', 'analisada' from usuarios returning id)
      insert into importacao_linhas (importacao_id, linha, celulas, registro_antes_id)
        select id, 2, '["Xilene"]'::jsonb, ${id}::bigint from i union all select id, 3, '["Nhambu Alheio"]', null from i`);
    const { versao } = await done<Row & { versao: number }>(admin, 'GET', `${CANDIDATOS}/${id}`);
    const edicao = { registros: [{ id, versao }], campos: { nomeSocial: 'Outra' } };
    const { id: lote } = await done<Row>(admin, 'POST', `${CANDIDATOS}/editar-varios`, edicao);
    // The trail finds together what was edited together.
    expect(
      await app.db.query(sql`select tabela, registro_id as id from auditoria where requisicao = ${`edicao:${lote}`}`),
    ).toEqual([{ tabela: 'candidatos', id }]);
    expect(await onde('Xilene')).toContain('edicoes_em_lote');
    await done(admin, 'POST', `${CANDIDATOS}/${id}/apagar`, { nome });
    await app.work();
    expect(await onde('Xilene')).toEqual([]);
    expect(await onde('Nhambu Alheio')).toEqual(['importacao_linhas']);
    // The sheet is not read in again.
    expect(await app.db.query(sql`select id from arquivos where id = ${planilha.id}`)).toEqual([]);
    expect(await app.db.query(sql`select distinct inicio from importacoes where nome = 'Planilha' and inicio <> '[]'`)).toEqual([
      {
        inicio: [
          { row: 1, cells: ['Nome'] },
          { row: 2, cells: [] },
        ],
      },
    ]);
  });
});

it('an import does not learn the names of people', async () => {
  const { nome } = await inclui({ nome: 'Wendrixa Calambur' });
  const { body, headers } = multipart('planilha.csv', Buffer.from('Candidato;Situação\r\nWendrixa C. Calambur;\r\n'));
  const url = '/api/captacao/candidaturas/importar';
  const { importacaoId } = (await admin('POST', `${url}/analisar`, body, headers)).body as { importacaoId: number };
  await done(admin, 'POST', `${url}/${importacaoId}/corrigir`, {
    iguais: [{ campo: 'candidato', de: 'Wendrixa C. Calambur', para: nome }],
  });
  expect(await onde('Wendrixa')).not.toContain('importacao_memorias');
});

describe('what nobody would come to erase', () => {
  const tarefa = async (tipo: string) => {
    await app.services.jobs.enqueue(tipo, {}, { usuarioId: null, empresaId: null });
    await app.work();
  };

  const envelheceConta = async (id: number) => {
    await app.db.owner.query(sql`
      alter table auditoria disable trigger user;
      update auditoria set instante = instante - interval '3 years' where tabela = 'contas_externas' and registro_id = ${raw(String(id))};
      alter table auditoria enable trigger user`);
    await app.db.query(sql`update contas_externas set criada_em = criada_em - interval '3 years' where id = ${id}`);
    await app.db.query(sql`update sessoes_externas set vista_em = vista_em - interval '3 years' where conta_id = ${id}`);
  };

  it('is what a record was merged into, once that was removed and came back: the erasure of the one reaches both', async () => {
    const dela = (mais: object = {}) => inclui({ nome: 'Petronila de Assis', confirma: true, ...mais });
    const [fica, vai, separada, antes] = [
      await dela(),
      await dela({ email: 'petronila@exemplo.com.br' }),
      await dela(),
      await dela(),
    ];
    const une = (um: Row, outro: Row) =>
      done(admin, 'POST', `${CANDIDATOS}/${um.id}/unificar`, { outro: outro.id, confirma: true });
    await une(vai, antes);
    await une(fica, vai);
    const { id } = await une(fica, separada);
    await done(admin, 'POST', `${CANDIDATOS}/unificacoes/${id}/desfazer`);
    await exclui(Number(fica.id));
    expect(await restaura('candidatos', Number(fica.id))).toEqual([1, '']);
    await done(admin, 'POST', `${CANDIDATOS}/${fica.id}/apagar`, { nome: 'Petronila de Assis' });
    const deQuem = await app.db.owner.query<{ id: number }>(sql`
      select distinct a.registro_id as id from auditoria a left join auditoria_guardados g on g.auditoria_id = a.id
      where jsonb_build_array(a.mudancas, g.valores)::text ilike '%petronila%'`);
    // Who was taken apart again is a record of its own.
    expect(deQuem).toEqual([{ id: separada.id }]);
    await done(admin, 'POST', `${CANDIDATOS}/${separada.id}/apagar`, { nome: 'Petronila de Assis' });
    expect(await onde('Petronila')).toEqual([]);
  });

  it('is the second of two exams, which a merge puts aside and gives back', async () => {
    const dois = [
      await inclui({ nome: 'Rosaura Pinto', confirma: true }),
      await inclui({ nome: 'Rosaura Pinto', confirma: true }),
    ];
    const url = (id: unknown) => `${CANDIDATOS}/${String(id)}/exames-palografico`;
    for (const { id } of dois) await done(admin, 'PATCH', url(id), { ocrTexto: `Exame de Rosaura, ${String(id)}` });
    const une = () => done(admin, 'POST', `${CANDIDATOS}/${dois[0]?.id}/unificar`, { outro: dois[1]?.id, confirma: true });
    const { id } = await une();
    await done(admin, 'POST', `${CANDIDATOS}/unificacoes/${id}/desfazer`);
    for (const { id } of dois)
      expect(JSON.stringify(await done(admin, 'GET', url(id)))).toContain(`Exame de Rosaura, ${String(id)}`);
    await une();
    await done(admin, 'POST', `${CANDIDATOS}/${dois[0]?.id}/apagar`, { nome: 'Rosaura Pinto' });
    expect(await onde('Rosaura')).toEqual([]);
  });

  describe('with the months of the company', () => {
    const meses = (n: number) => app.db.query(sql`update empresas set tempo_exclusao_candidato = ${n} where id = ${empresaId}`);
    const envelhece = (...ids: number[]) =>
      app.db.query(sql`update candidatos set atualizado_em = hoje() - interval '13 months' where id = any(${ids}::bigint[])`);
    const existem = async (ids: number[]) =>
      (await app.db.query<{ id: number }>(sql`select id from candidatos where id = any(${ids}::bigint[]) order by id`)).map(
        ({ id }) => id,
      );
    beforeEach(() => meses(12));
    afterEach(() => meses(0));

    it('is nobody to whom something was done today', async () => {
      const [documento, consente, bloqueia_, sem] = [
        await inclui(),
        await cadastrado('Consente Hoje'),
        await inclui(),
        await inclui(),
      ];
      const { uma, outra, desfaz } = await unidos('Separada Hoje');
      const juntas = await unidos('Unida Hoje');
      const vem = await inclui();
      await envelhece(documento.id, consente.candidato, bloqueia_.id, sem.id, uma.candidato, juntas.uma.candidato, vem.id);
      await app.db.query(sql`
        update candidatos_unificacoes set retrato = jsonb_set(retrato, '{linhas,0,linhas,0,atualizado_em}', '"2020-01-01"')
        where candidato_id = ${uma.candidato}`);
      const { body, headers } = multipart('diploma.txt', Buffer.from('Diploma'));
      const { id: anexo } = (await admin('POST', '/api/arquivos', body, headers)).body as Row;
      await done(admin, 'POST', `${CANDIDATOS}/${documento.id}/documentos-anexos`, { descricao: 'Diploma', anexo });
      await done(consente.client, 'PUT', `/api/externo/candidatos/${consente.id}/consentimentos`, { banco: true });
      await bloqueia(bloqueia_.id);
      await done(admin, 'POST', `${CANDIDATOS}/${bloqueia_.id}/desbloquear`, {});
      expect((await desfaz()).status).toBe(204);
      const nova = await inclui();
      await done(admin, 'POST', `${CANDIDATOS}/${juntas.uma.candidato}/unificar`, { outro: nova.id, confirma: true });
      const ficam = [documento.id, consente.candidato, bloqueia_.id, uma.candidato, outra.candidato, juntas.uma.candidato];
      await tarefa('candidatos.retencao');
      expect(await existem([...ficam, sem.id, vem.id])).toEqual(ficam.sort((a, b) => a - b));
    });

    it('is not who applies, or registers anew, in that moment', async () => {
      const quem = await cadastrado('Candidata-se De Noite');
      const solicitacao = await vaga('Aberta de noite');
      await envelhece(quem.candidato);
      let feita: Promise<void> | undefined;
      await app.db.tx(async (tx) => {
        const { pid } = await tx.only<{ pid: number }>(
          sql`select pg_backend_pid() as pid from candidatos where id = ${quem.candidato} for update`,
        );
        feita = tarefa('candidatos.retencao');
        await blocked(pid);
        await tx.query(sql`
          insert into candidaturas (empresa_id, solicitacao_id, candidato_id, resumo, origem, situacao, inscrita_em, etapa_desde)
          values (${empresaId}, ${solicitacao}, ${quem.candidato}, 'De noite', 'P', 'A', now(), now())`);
      });
      await feita;
      expect(await existem([quem.candidato])).toEqual([quem.candidato]);
    });
  });

  it('is not a record from the bin by the account of another one that was merged into it, which goes with that record', async () => {
    const { uma, outra } = await unidos('Anunciata');
    await exclui(uma.candidato);
    expect(await restaura('candidatos', uma.candidato)).toEqual([1, '']);
    const ainda = async () => [
      (await app.db.query(sql`select 1 from contas_externas where id in (${uma.id}, ${outra.id})`)).length,
      (await app.db.query(sql`select 1 from candidatos where id = ${uma.candidato}`)).length,
    ];
    await envelheceConta(outra.id);
    const meses = (n: number) => app.db.query(sql`update empresas set tempo_exclusao_candidato = ${n} where id = ${empresaId}`);
    await meses(24);
    await tarefa('candidatos.retencao');
    expect(await ainda()).toEqual([2, 1]);
    await app.db.query(sql`update candidatos set atualizado_em = hoje() - interval '3 years' where id = ${uma.candidato}`);
    await tarefa('candidatos.retencao');
    await meses(0);
    expect(await ainda()).toEqual([0, 0]);
  });

  it('goes with the account of a record that was removed, after the months for which the company keeps candidates, or a year', async () => {
    const quem = await cadastrado('Ifigênia Antiga');
    await exclui(quem.candidato);
    const ainda = async () => (await app.db.query(sql`select id from contas_externas where id = ${quem.id}`)).length;
    // Nobody has come for three years, and the bin has lost the record.
    const envelhece = () => envelheceConta(quem.id);
    const meses = (n: number) => app.db.query(sql`update empresas set tempo_exclusao_candidato = ${n} where id = ${empresaId}`);
    await meses(24);
    await tarefa('candidatos.retencao');
    expect(await ainda()).toBe(1);
    await envelhece();
    await tarefa('candidatos.retencao');
    expect(await ainda()).toBe(1);
    await app.db.query(sql`delete from lixeira where registro_id = ${quem.candidato} and tabela = 'candidatos'`);
    await meses(48);
    await tarefa('candidatos.retencao');
    expect(await ainda()).toBe(1);
    // A company that keeps candidates without end keeps no account of nobody.
    await meses(0);
    await tarefa('candidatos.retencao');
    expect([await ainda(), await onde('Ifigênia')]).toEqual([0, []]);
  });

  describe('is a candidate whom HR removed and no account reaches', () => {
    const meses = (n: number) => app.db.query(sql`update empresas set tempo_exclusao_candidato = ${n} where id = ${empresaId}`);
    afterEach(() => meses(0));
    const anotado = async (nome: string) => {
      const cpf = CPF.sample(++next);
      const { id } = await inclui({ nome, cpf, email: `prova.${next}@exemplo.com.br`, observacaoRH: `Nota sobre ${nome}` });
      await app.db.query(sql`
        insert into emails (para, assunto, texto, empresa_id, tipo, estado, sobre)
        values ('alguem@exemplo.com.br', 'Convite', ${`Olá, ${nome}`}, ${empresaId}, 'captacao/entrevista-marcada', 'ENVIADO', ${[`candidatos:${id}`]}::text[])`);
      await app.db.query(sql`
        insert into mensagens (empresa_id, tipo, remetente, assunto, texto, sobre)
        values (${empresaId}, 'captacao/citado-na-anotacao', 'Alguém', 'Citado', ${nome}, ${[`candidatos:${id}`]}::text[])`);
      return { id, cpf };
    };
    const esvazia = async (...ids: number[]) => {
      await app.db.query(
        sql`update lixeira set removido_em = now() - interval '31 days' where tabela = 'candidatos' and registro_id = any(${ids}::bigint[])`,
      );
      await lixeiraJobs(app.db)['lixeira.esvaziar']({ signal: new AbortController().signal } as Job);
    };
    /** The trail is thirteen months old. */
    const envelhece = (...ids: number[]) =>
      app.db.owner.query(sql`
        alter table auditoria disable trigger user;
        update auditoria set instante = instante - interval '13 months' where tabela = 'candidatos' and registro_id in (${raw(ids.join(', '))});
        alter table auditoria enable trigger user`);
    /** As the undo of an import removes them: without the bin. */
    const desfeito = async (nome: string) => {
      const feito = await anotado(nome);
      const acting = { ...systemActing(await createAccessCache(app.db)(0, empresaId, 0), 'teste'), can: () => true };
      await app.db.tx((tx) =>
        app.services.store('captacao/candidatos').remove(tx, acting, feito.id, undefined, { takesBack: true }),
      );
      return feito;
    };
    const diz = async (id: number) =>
      (await app.db.query(sql`select 1 from auditoria where tabela = 'candidatos' and registro_id = ${id} and mudancas <> '{}'`))
        .length > 0;
    const recibos = async () => (await app.db.only<{ n: number }>(sql`select count(*)::int as n from pedidos_titulares`)).n;

    it('once the bin has lost them and the months are over', async () => {
      const vencida = await anotado('Radegunda Vencida');
      const desfeita = await desfeito('Radegunda Importada');
      const naLixeira = await anotado('Guardada Ainda');
      const recente = await anotado('Recente Removida');
      const fica = await anotado('Fica Inteira');
      const vai = await anotado('Vai Unida');
      const voltou = await anotado('Voltou Da Lixeira');
      const comConta = await cadastrado('Com Conta No Portal');
      for (const { id } of [vencida, naLixeira, recente, vai, voltou]) await exclui(id);
      await exclui(comConta.candidato);
      for (const { id } of [vai, voltou]) expect(await restaura('candidatos', id)).toEqual([1, '']);
      await app.db.query(sql`update candidatos set cpf = null where id = ${vai.id}`);
      await done(admin, 'POST', `${CANDIDATOS}/${fica.id}/unificar`, { outro: vai.id, confirma: true });
      await esvazia(vencida.id, recente.id, comConta.candidato);
      const outros = [naLixeira.id, recente.id, fica.id, vai.id, voltou.id, comConta.candidato];
      await envelhece(vencida.id, desfeita.id, naLixeira.id, fica.id, vai.id, voltou.id, comConta.candidato);
      await meses(14);
      await tarefa('candidatos.retencao');
      expect([await diz(vencida.id), await diz(desfeita.id)]).toEqual([true, true]);
      expect(await onde('Radegunda')).toEqual(expect.arrayContaining(['auditoria', 'emails', 'mensagens']));
      await meses(12);
      await tarefa('candidatos.retencao');
      expect([await onde('Radegunda'), await onde(vencida.cpf), await onde(desfeita.cpf)]).toEqual([[], [], []]);
      expect(await Promise.all(outros.map(diz))).toEqual(outros.map(() => true));
      // Another night finds nobody.
      const depois = await recibos();
      await tarefa('candidatos.retencao');
      expect(await recibos()).toBe(depois);
      // A company that keeps candidates without end keeps a year what only the trail knows.
      await meses(0);
      await envelhece(recente.id);
      await tarefa('candidatos.retencao');
      expect([await diz(recente.id), await onde(recente.cpf), await recibos()]).toEqual([false, [], depois + 1]);
    });

    it('in the night after somebody removed them from the bin by hand', async () => {
      await meses(24);
      const [deVez, naLixeira] = [await anotado('Cunegunda De Vez'), await anotado('Guardada De Novo')];
      for (const { id } of [deVez, naLixeira]) await exclui(id);
      const entrada = await app.db.only<{ id: number }>(
        sql`select id from lixeira where tabela = 'candidatos' and registro_id = ${deVez.id}`,
      );
      await done(admin, 'POST', '/api/utilitario/lixeira/apagar', { ids: [entrada.id] });
      expect(await onde('Cunegunda')).toEqual(expect.arrayContaining(['auditoria', 'emails', 'mensagens']));
      await tarefa('candidatos.retencao');
      expect([await onde('Cunegunda'), await onde(deVez.cpf), await diz(naLixeira.id)]).toEqual([[], [], true]);
    });
  });

  it('is a mail or message about a person that does not say about whom, as those of long ago', async () => {
    const escreve = (tipo: string, estado: string, sobre: string[] | null) =>
      app.db.query(sql`
        insert into emails (para, assunto, texto, empresa_id, tipo, estado, sobre) values
          ('alguem@exemplo.com.br', 'De outrora', 'Olá, Hermengarda', ${empresaId}, ${tipo}, ${estado}, ${sobre}::text[])`);
    await escreve('captacao/entrevista-marcada', 'ENVIADO', null);
    await escreve('captacao/entrevista-marcada', 'RETIDO', null);
    await escreve('captacao/entrevista-marcada', 'ENVIADO', ['candidatos:1']);
    await escreve('captacao/solicitacao-decidida', 'ENVIADO', null);
    await app.db.query(sql`
      insert into mensagens (empresa_id, tipo, remetente, assunto, texto) values (${empresaId}, 'captacao/citado-na-anotacao', 'Alguém', 'De outrora', 'Hermengarda')`);
    await tarefa('emails.esquecer');
    expect(await app.db.query(sql`select tipo, estado, sobre from emails where assunto = 'De outrora' order by id`)).toEqual([
      { tipo: 'captacao/entrevista-marcada', estado: 'RETIDO', sobre: null },
      { tipo: 'captacao/entrevista-marcada', estado: 'ENVIADO', sobre: ['candidatos:1'] },
      { tipo: 'captacao/solicitacao-decidida', estado: 'ENVIADO', sobre: null },
    ]);
    expect(await app.db.query(sql`select 1 from mensagens where assunto = 'De outrora'`)).toEqual([]);
  });

  it('the name of an erased candidate goes from saved views, and a problem report after 30 days', async () => {
    const { id, nome } = await inclui({ nome: 'Ubirajara Monjolo' });
    const comum = { cadastro: 'captacao/candidatos', query: 'disponivel=true', compartilhada: true };
    const { id: visao } = await done(admin, 'POST', '/api/visoes', { ...comum, nome: 'Ubirajara MONJOLO' });
    await done(admin, 'DELETE', `/api/visoes/${visao}`);
    await app.db.query(sql`
      insert into visoes (empresa_id, usuario_id, cadastro, nome, query)
        select ${empresaId}, min(id), 'captacao/candidatos', unnest(array['ubirajara MONJOLO', 'Seleção de Ubirajara Monjolo', 'Monjolo']), '' from usuarios`);
    // Whoever has called another view as this one would be called holds up nobody's erasure.
    await app.db.query(sql`
      insert into visoes (empresa_id, usuario_id, cadastro, nome, query)
        select empresa_id, usuario_id, cadastro, 'visão ' || id, '' from visoes where nome = 'ubirajara MONJOLO'`);
    await done(admin, 'POST', `${CANDIDATOS}/${id}/apagar`, { nome });
    const trilha = await app.db.query<{ nome: unknown }>(sql`
      select mudancas -> 'nome' as nome from auditoria where tabela = 'visoes' and registro_id = ${visao} order by id`);
    expect(trilha).toEqual([{ nome: [null, '•••'] }, { nome: ['•••', null] }]);
    const visoes = await app.db.query<{ nome: string }>(
      sql`delete from visoes where cadastro = 'captacao/candidatos' returning nome`,
    );
    expect(visoes.map((visao) => visao.nome).sort()).toEqual([
      'Monjolo',
      'Seleção de Ubirajara Monjolo',
      expect.stringMatching(/^Visão \d+ [\da-f]{8}$/),
      expect.stringMatching(/^visão \d+$/),
    ]);

    await app.db.query(sql`
      insert into relatorios_erro (criado_em, pagina, mensagem, pilha, ambiente)
        select now() - make_interval(days => d), '/', 'Erro de ' || d || ' dias', '', '' from unnest(array[29, 31]) d`);
    await tarefa('emails.esquecer');
    expect(await app.db.query(sql`select mensagem from relatorios_erro where mensagem like 'Erro de %'`)).toEqual([
      { mensagem: 'Erro de 29 dias' },
    ]);
  });
});

describe('a record that comes back', () => {
  it('from the bin is its account’s again', async () => {
    const quem = await cadastrado('Vivaldina Prado');
    await exclui(quem.candidato);
    expect(await completo(quem)).toMatchObject({ candidato: null });
    expect(await restaura('candidatos', quem.candidato)).toEqual([1, '']);
    expect(await completo(quem)).toMatchObject({ candidato: { nome: 'Vivaldina Prado' } });
  });

  it.each([
    ['', false],
    [', also where the trail does not say yet whose it was', true],
  ])('from the bin is no other account’s, whose record was merged into it%s', async (_onde, antes) => {
    const { uma, outra } = await unidos('Doroteia');
    await semCpf(uma);
    await exclui(uma.candidato);
    if (antes)
      await app.db.owner.query(sql`
        alter table auditoria disable trigger user;
        update auditoria set mudancas = mudancas - 'unificado' where tabela = 'contas_externas';
        alter table auditoria enable trigger user`);
    await cadastradoDe(uma, 'Doroteia Nova');
    expect(await restaura('candidatos', uma.candidato)).toEqual([1, '']);
    expect(await app.db.query(sql`select conta_id from candidatos_contas where candidato_id = ${uma.candidato}`)).toEqual([]);
    expect(await completo(outra)).toMatchObject({ candidato: null });
    await apagaSe(uma);
    expect(await app.db.query(sql`select 1 from contas_externas where id in (${uma.id}, ${outra.id})`)).toEqual([]);
    expect(await onde('Doroteia')).toEqual([]);
  });

  it('while its account registers anew leaves that its new record', async () => {
    const quem = await cadastrado('Filomena Apressada');
    await exclui(quem.candidato);
    let volta: ReturnType<typeof restaura> | undefined;
    const nova = await inclui();
    await app.db.tx(async (tx) => {
      const { pid } = await tx.only<{ pid: number }>(
        sql`select pg_backend_pid() as pid from contas_externas where id = ${quem.id} for update`,
      );
      volta = restaura('candidatos', quem.candidato);
      await blocked(pid);
      await tx.query(sql`insert into candidatos_contas (candidato_id, conta_id) values (${nova.id}, ${quem.id})`);
    });
    expect(await volta).toEqual([1, '']);
    expect(
      await app.db.query(
        sql`select candidato_id as id from candidatos_contas where candidato_id in (${quem.candidato}, ${nova.id})`,
      ),
    ).toEqual([{ id: nova.id }]);
  });

  it.each(['an application', 'a document'])('takes %s of its account in that moment for nobody else’s record', async (oQue) => {
    const quem = await cadastrado('Genoveva Apressada');
    const aberta = await vaga(`Aberta ${++next}`);
    await app.db.query(sql`
      insert into anuncios_vagas (empresa_id, solicitacao_id, titulo, descricao, exibir_modulo_externo) values (${empresaId}, ${aberta}, 'Costura', 'x', true)`);
    const base = `/api/externo/candidatos/${quem.id}/documentos-anexos`;
    const { body, headers } = multipart('diploma.pdf', Buffer.from('%PDF-1.4 diploma'));
    const { id: anexo } = (await quem.client('POST', `${base}/arquivos`, body, headers)).body as Row;
    const age = () =>
      oQue === 'a document'
        ? quem.client('POST', base, { descricao: 'Diploma', anexo: { id: anexo } })
        : quem.client('POST', `/api/externo/candidato-solicitacoes?solicitacaoId=${aberta}`);
    const nova = await inclui();
    let feito: ReturnType<typeof age> | undefined;
    await app.db.tx(async (tx) => {
      const { pid } = await tx.only<{ pid: number }>(
        sql`select pg_backend_pid() as pid from candidatos where id = ${quem.candidato} for update`,
      );
      feito = age();
      await blocked(pid);
      await tx.query(sql`update candidatos_contas set candidato_id = ${nova.id} where conta_id = ${quem.id}`);
    });
    expect(await feito).toMatchObject({ status: 409, body: { code: 'CADASTRO_MUDOU' } });
    expect((await age()).status).toBeLessThan(300);
  });

  it('finds its account, however long nobody came to it', async () => {
    const quem = await cadastrado('Quitéria Longe');
    await exclui(quem.candidato);
    const dois = await unidos('Rosalba');
    const contas = [quem.id, dois.outra.id];
    await app.db.query(
      sql`update contas_externas set criada_em = criada_em - interval '20 days' where id = any(${contas}::bigint[])`,
    );
    await app.db.query(
      sql`update sessoes_externas set vista_em = vista_em - interval '20 days' where conta_id = any(${contas}::bigint[])`,
    );
    await app.services.jobs.enqueue('captacao.limpar-portal', {}, { usuarioId: null, empresaId: null });
    await app.work();
    expect(await app.db.query(sql`select id from contas_externas where id = any(${contas}::bigint[])`)).toHaveLength(2);
  });

  it('while it was asked for to be erased leaves the erasure to what it became part of', async () => {
    const [quem, fica] = [await cadastrado('Zilda Fundida'), await inclui({ nome: 'Zilda Que Fica' })];
    const { apagada } = await app.db.tx(async (tx) => {
      await tx.query(sql`select 1 from candidatos where id = ${quem.candidato} for update`);
      const apagada = quem.client('POST', `/api/externo/candidatos/${quem.id}/apagar-meus-dados`, { confirmo: true });
      await vi.waitFor(
        async () =>
          expect(
            await app.db.query(
              sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            ),
          ).not.toEqual([]),
        { timeout: 20_000, interval: 20 },
      );
      await tx.query(sql`update candidatos_contas set candidato_id = ${fica.id} where candidato_id = ${quem.candidato}`);
      await tx.query(sql`delete from candidatos where id = ${quem.candidato}`);
      return { apagada };
    });
    expect((await apagada).status).toBe(200);
    expect((await admin('GET', `${CANDIDATOS}/${fica.id}`)).status).toBe(404);
  });

  it('from a merge finds its account gone, or with another record', async () => {
    const umas = await unidos('Teodolina');
    await app.db.query(sql`delete from contas_externas where id = ${umas.outra.id}`);
    expect((await umas.desfaz()).status).toBe(204);
    const outras = await unidos('Zoraide');
    await done(outras.outra.client, 'PUT', `/api/externo/candidatos/${outras.outra.id}/completo`, {
      nome: 'Zoraide Nova',
      sexo: 'I',
      cargos: [{ id: cargo }],
      primeiroEmprego: true,
    });
    expect((await outras.desfaz()).status).toBe(204);
    expect((await outras.outra.client('GET', `/api/externo/candidatos/${outras.outra.id}/completo`)).body).toMatchObject({
      candidato: { nome: 'Zoraide Nova' },
    });
  });

  it('from a merge has its photo, however long ago it was', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const envia = async () => {
      const { body, headers } = multipart('foto.png', png);
      return (await admin('POST', '/api/arquivos', body, headers)).body as Row;
    };
    const [fica, vai] = [await inclui({ foto: (await envia()).id }), await inclui({ foto: (await envia()).id })];
    const { id } = await done(admin, 'POST', `${CANDIDATOS}/${fica.id}/unificar`, { outro: vai.id });
    await app.db.query(sql`update arquivos set criado_em = now() - interval '3 days'`);
    await app.services.jobs.enqueue('arquivos.limpar', {}, { usuarioId: null, empresaId: null });
    await app.work();
    await done(admin, 'POST', `${CANDIDATOS}/unificacoes/${id}/desfazer`);
    expect(await done(admin, 'GET', `${CANDIDATOS}/${vai.id}`)).toMatchObject({ foto: vai.foto });
  });

  it.each(['from a merge', 'from the bin'])(
    '%s has the address that its account has now, not one that it has left',
    async (de) => {
      const { uma, outra, desfaz } = await unidos('Que Volta');
      if (de === 'from the bin') {
        expect((await desfaz()).status).toBe(204);
        await exclui(outra.candidato);
      }
      const { senha } = DEMO_CANDIDATE;
      const email = `nova${++next}@exemplo.com.br`;
      const carta = await app.db.only<{ id: number }>(sql`
        insert into emails (para, assunto, texto, sobre) select email, 'Recado', 'Só seu', array[${`candidatos:${outra.candidato}`}] from contas_externas where id = ${outra.id} returning id`);
      const { versao } = await app.db.only<{ versao: number }>(sql`select versao from contas_externas where id = ${outra.id}`);
      await done(outra.client, 'PUT', `/api/externo/candidatos/${outra.id}`, { nome: 'Quem volta', email, senha, versao });
      if (de === 'from the bin') await restaura('candidatos', outra.candidato);
      else expect((await desfaz()).status).toBe(204);
      expect(await done(admin, 'GET', `${CANDIDATOS}/${outra.candidato}`)).toMatchObject({ email });
      expect((await done(admin, 'GET', `${CANDIDATOS}/${uma.candidato}`)).email).not.toBe(email);
      expect(await app.db.only(sql`select para from emails where id = ${carta.id}`)).toEqual({ para: email });
    },
  );

  it('from a merge takes back what it brought, the last merge first', async () => {
    const [a, b, c] = [
      await inclui({ email: 'a@exemplo.com.br' }),
      await inclui({ dddCelular: '85', foneCelular: '988887777' }),
      await inclui({ email: 'c@exemplo.com.br' }),
    ];
    const une = async (fica: Row, vai: Row) =>
      (await done(admin, 'POST', `${CANDIDATOS}/${fica.id}/unificar`, { outro: vai.id })).id;
    const desfaz = (id: number) => admin('POST', `${CANDIDATOS}/unificacoes/${id}/desfazer`);
    const primeira = await une(b, c);
    const segunda = await une(a, b);
    expect(await desfaz(primeira)).toMatchObject({ status: 409, body: { code: 'UNIFICADO_DEPOIS' } });
    expect(await done(admin, 'GET', `${CANDIDATOS}/${a.id}`)).toMatchObject({
      email: 'a@exemplo.com.br',
      foneCelular: '988887777',
    });
    expect((await desfaz(segunda)).status).toBe(204);
    expect(await done(admin, 'GET', `${CANDIDATOS}/${a.id}`)).toMatchObject({ foneCelular: null, dddCelular: null });
    expect((await desfaz(primeira)).status).toBe(204);
    expect(await done(admin, 'GET', `${CANDIDATOS}/${b.id}`)).toMatchObject({ email: null });
  });
});

describe('a merge that is taken apart', () => {
  const documento = async (quem: TestCandidate, descricao: string) => {
    const base = `/api/externo/candidatos/${quem.id}/documentos-anexos`;
    const { body, headers } = multipart(`${descricao}.pdf`, Buffer.from(`%PDF-1.4 ${descricao}`));
    const { id } = (await quem.client('POST', `${base}/arquivos`, body, headers)).body as Row;
    return (await done(quem.client, 'POST', base, { descricao, anexo: { id } })).id;
  };
  const escreve = async (quem: TestCandidate, muda: object) => {
    const { candidato: antes } = (await completo(quem)) as unknown as { candidato: Row };
    await done(quem.client, 'PUT', `/api/externo/candidatos/${quem.id}/completo`, { ...antes, ...muda });
  };
  /** A record of HR, one of the portal, both with all that hangs from one, and their merge. */
  async function dois() {
    const { area, faixa } = await lugar();
    const proprio = { empresa: 'Ateliê da Rosa', checkNomeCargo: true, nomeMercado: 'Costureira', dataAdmissao: '2020-01-01' };
    const rosa = await inclui({
      ...COMPLETO,
      email: `rosa${++next}@exemplo.com.br`,
      primeiroEmprego: false,
      experiencias: [proprio],
    });
    const outra = await cadastrado('Quitéria Zwinger');
    await escreve(outra, { observacao: 'Dito por ela', primeiroEmprego: false, experiencias: [{ ...proprio, empresa: 'Dela' }] });
    await documento(outra, 'Diploma');
    const candidaturas: number[] = [];
    for (const quem of [rosa.id, outra.candidato]) {
      const id = await candidata(quem, await vaga(`Vaga ${++next}`, { area, faixa }));
      await done(admin, 'POST', '/api/captacao/anotacoes', { candidatura: id, texto: 'Ligou' });
      candidaturas.push(id);
    }
    const antes = await tudo();
    const { id } = await done(admin, 'POST', `${CANDIDATOS}/${rosa.id}/unificar`, { outro: outra.candidato, confirma: true });
    return { rosa, outra, candidaturas, antes, desfaz: () => admin('POST', `${CANDIDATOS}/unificacoes/${id}/desfazer`) };
  }
  /** All that hangs from candidates and their accounts, but for what merges themselves count. */
  async function tudo(): Promise<string[]> {
    const tabelas = await app.db.owner.query<{ nome: string }>(sql`select t as nome from tabelas_do_candidato() t order by 1`);
    const linhas: string[] = [];
    for (const { nome } of tabelas)
      for (const { linha } of await app.db.owner.query<{ linha: string }>(
        sql`select (to_jsonb(x) - ${['versao', 'atualizado_em', 'vista_em', 'expira_em']}::text[])::text as linha from ${raw(`"${nome}"`)} x order by 1`,
      ))
        linhas.push(`${nome} ${linha}`);
    return linhas;
  }

  it('leaves each as it was, with all that hangs from it, however long ago the sweep was', async () => {
    const { rosa, antes, desfaz } = await dois();
    expect(await tudo()).not.toEqual(antes);
    await app.db.query(sql`update arquivos set criado_em = now() - interval '3 days'`);
    await app.services.jobs.enqueue('arquivos.limpar', {}, { usuarioId: null, empresaId: null });
    await app.work();
    // To read is not to write, and a column that the program gets meanwhile says nothing.
    for (const leitura of ['', '/historico', '/documentos-anexos'])
      await done(admin, 'GET', `${CANDIDATOS}/${rosa.id}${leitura}`);
    await app.db.owner.query(sql`alter table candidatos add column nova_coluna integer default 1`);
    expect((await desfaz()).status).toBe(204);
    await app.db.owner.query(sql`alter table candidatos drop column nova_coluna`);
    expect(await tudo()).toEqual(antes);
  });

  type Dois = Awaited<ReturnType<typeof dois>>;
  const rh = async ({ rosa }: Dois, muda: object) => {
    const agora = await done(admin, 'GET', `${CANDIDATOS}/${rosa.id}`);
    const { versao } = agora;
    await done(admin, 'PUT', `${CANDIDATOS}/${rosa.id}`, { ...inputOf(registro, agora), ...muda, versao, confirma: true });
  };
  it.each<[string, (eles: Dois) => Promise<unknown>]>([
    ['the account wrote', ({ outra }) => escreve(outra, { observacao: 'Outra' })],
    ['the account sent a document', ({ outra }) => documento(outra, 'Certificado')],
    [
      'the account sent a document, and took it back',
      async ({ outra }) => {
        const id = await documento(outra, 'Certificado');
        await done(outra.client, 'DELETE', `/api/externo/candidatos/${outra.id}/documentos-anexos/${id}`);
      },
    ],
    [
      'something was noted about an application, and removed',
      async ({ candidaturas }) => {
        const { id } = await done(admin, 'POST', '/api/captacao/anotacoes', { candidatura: candidaturas[1], texto: 'Engano' });
        await done(admin, 'DELETE', `/api/captacao/anotacoes/${id}`);
      },
    ],
    [
      'the account applied',
      async ({ outra }) => {
        const aberta = await vaga(`Aberta ${++next}`);
        await app.db.query(sql`
          insert into anuncios_vagas (empresa_id, solicitacao_id, titulo, descricao, exibir_modulo_externo) values (${empresaId}, ${aberta}, 'Costura', 'x', true)`);
        await done(outra.client, 'POST', `/api/externo/candidato-solicitacoes?solicitacaoId=${aberta}`);
      },
    ],
    ['HR wrote', (eles) => rh(eles, { observacao: 'Do RH' })],
    [
      'HR wrote and took it back',
      async (eles) => {
        await rh(eles, { naturalidade: 'Fortaleza' });
        await rh(eles, { naturalidade: null });
      },
    ],
    [
      'somebody was on the blocklist for a while',
      async ({ rosa }) => {
        await bloqueia(rosa.id);
        await done(admin, 'POST', `${CANDIDATOS}/${rosa.id}/desbloquear`, {});
      },
    ],
    [
      'something of it was removed',
      async ({ outra }) => {
        const { id } = await app.db.only<{ id: number }>(
          sql`select id from documentos_candidatos where candidato_id <> ${outra.candidato} order by id desc limit 1`,
        );
        await app.db.query(sql`delete from documentos_candidatos where id = ${id}`);
      },
    ],
    [
      'something was noted about an application',
      ({ candidaturas }) =>
        done(admin, 'POST', '/api/captacao/anotacoes', { candidatura: candidaturas[0], texto: 'Ligou de novo' }),
    ],
    [
      'a letter told of them',
      ({ rosa }) =>
        app.db.query(sql`
          insert into emails (para, assunto, texto, empresa_id, sobre) values ('a@exemplo.com.br', 'Um passo', 'x', ${empresaId}, array[${`candidatos:${rosa.id}`}])`),
    ],
    [
      'they were hired, and the hire was taken back',
      async ({ candidaturas }) => {
        const { talento } = await done<{ talento: Row }>(
          admin,
          'POST',
          `/api/captacao/candidaturas/${candidaturas[0]}/admitir`,
          await admissao(addDays(today(), 20)),
        );
        await done(admin, 'DELETE', `/api/gestao-talentos/talentos/${talento.id}`);
      },
    ],
  ])('is one no more once %s: what was written would be neither’s for certain', async (_, age) => {
    const eles = await dois();
    await age(eles);
    const antes = await tudo();
    expect(await eles.desfaz()).toMatchObject({ status: 409, body: { code: 'MUDOU_DEPOIS' } });
    expect(await tudo()).toEqual(antes);
  });

  const duasPessoas = (id: number, quem = admin) => quem('POST', `${CANDIDATOS}/unificacoes/${id}/duas-pessoas`);
  const unidasA = (candidato: number) => done<Row[]>(admin, 'GET', `${CANDIDATOS}/${candidato}/unificacoes`);
  const une = async (fica: number, outro: number) =>
    (await done(admin, 'POST', `${CANDIDATOS}/${fica}/unificar`, { outro, confirma: true })).id;

  it('that comes apart no more is of two people when HR says so, and its account reads and erases its own alone', async () => {
    const { rosa, outra, desfaz } = await dois();
    await rh({ rosa } as Dois, { naturalidade: 'Fortaleza' });
    expect((await desfaz()).status).toBe(409);
    const [{ id }] = (await unidasA(rosa.id)) as [Row];
    expect(await unidasA(rosa.id)).toMatchObject([{ conta: true, desfaz: true }]);
    await app.db.query(sql`update candidatos_unificacoes set unificado_em = now() - interval '1 year' where id = ${id}`);
    expect(await unidasA(rosa.id)).toMatchObject([{ conta: true, desfaz: false }]);
    const semDireito = await app.loginWithout(1, (direito) => direito === 'ROLE_CAD_CANDIDATO_EXCLUIR');
    expect((await duasPessoas(id, semDireito)).status).toBe(403);
    expect((await duasPessoas(id)).status).toBe(204);
    expect((await duasPessoas(id)).status).toBe(404);
    expect(await completo(outra)).toMatchObject({ candidato: null, uniao: null });
    await apagaSe(outra);
    expect(await done(admin, 'GET', `${CANDIDATOS}/${rosa.id}`)).toMatchObject({ naturalidade: 'Fortaleza', contaNoPortal: 'I' });
    // What the trail told of the record that went is gone with the account.
    expect(
      await app.db.query(
        sql`select 1 from auditoria where tabela = 'candidatos' and registro_id = ${outra.candidato} and mudancas <> '{}'`,
      ),
    ).toEqual([]);
    await done(admin, 'POST', `${CANDIDATOS}/${rosa.id}/apagar`, { nome: rosa.nome });
  });

  it.each([false, true])(
    'of two people who are one after all is within the account’s erasure again, also from the bin (and back: %s)',
    async (volta) => {
      const conta = await cadastrado('Zulmirena Uma');
      const outra = await inclui({ nome: 'Zulmirena Outra' });
      expect((await duasPessoas(await une(outra.id, conta.candidato))).status).toBe(204);
      const denovo = await cadastradoDe(conta, 'Zulmirena Uma');
      await une(outra.id, denovo.candidato);
      await exclui(outra.id);
      const naLixeira = () =>
        app.db.query<{ id: number }>(sql`select id from lixeira where tabela = 'candidatos' and registro_id = ${outra.id}`);
      if (volta) await done(admin, 'POST', '/api/utilitario/lixeira/restaurar', { ids: (await naLixeira()).map(({ id }) => id) });
      await apagaSe(conta);
      expect(await onde('Zulmirena')).toEqual([]);
    },
  );

  it('of two people shows the account nothing more of what the other record said', async () => {
    const uma = await cadastrado('Noemi Um');
    const outra = await inclui({ nome: 'Noemi Outra', naturalidade: 'Recife' });
    const id = await une(uma.candidato, outra.id);
    const meusDados = async () => JSON.stringify(await done(uma.client, 'GET', `/api/externo/candidatos/${uma.id}/meus-dados`));
    expect(await meusDados()).toContain('Noemi Outra');
    expect((await duasPessoas(id)).status).toBe(204);
    expect(await meusDados()).not.toContain('Noemi Outra');
    expect(await completo(uma)).toMatchObject({ candidato: expect.anything() });
    // Nor does the erasure of one reach what the trail tells of the other.
    await apagaSe(uma);
    const daOutra = await app.db.query(
      sql`select 1 from auditoria where tabela = 'candidatos' and registro_id = ${outra.id} and acao = 'I' and mudancas <> '{}'`,
    );
    expect(daOutra).toHaveLength(1);
  });

  it('of two people leaves nothing of one who erases their data, once HR took out what came with them', async () => {
    const { rosa, outra, candidaturas } = await dois();
    await rh({ rosa } as Dois, { naturalidade: 'Natal' });
    const [{ id }] = (await unidasA(rosa.id)) as [Row];
    expect((await duasPessoas(id)).status).toBe(204);
    const dela = await app.db.only<{ id: number; anexo: number }>(
      sql`select id, anexo_id as anexo from documentos_candidatos where candidato_id = ${rosa.id} and descricao = 'Diploma'`,
    );
    const nota = await app.db.only<{ id: number }>(
      sql`select id from candidaturas_anotacoes where candidatura_id = ${candidaturas[1]}`,
    );
    await done(admin, 'DELETE', `/api/captacao/documentos-candidatos/${dela.id}`);
    await done(admin, 'DELETE', `/api/captacao/anotacoes/${nota.id}`);
    await done(admin, 'DELETE', `/api/captacao/candidaturas/${candidaturas[1]}`);
    await apagaSe(outra);
    expect(await app.db.query(sql`select 1 from arquivos where id = ${dela.anexo}`)).toEqual([]);
    expect(await app.db.query(sql`select 1 from lixeira where retrato::text like '%Diploma%'`)).toEqual([]);
    expect(
      await app.db.query(sql`
        select 1 from auditoria where mudancas <> '{}' and (tabela, registro_id) in (('documentos_candidatos', ${dela.id}), ('candidaturas_anotacoes', ${nota.id}))`),
    ).toEqual([]);
    // What hangs from the other person's own application stays.
    expect(await app.db.query(sql`select 1 from candidaturas where id = ${candidaturas[0]}`)).toHaveLength(1);
  });

  it('of two people ends the links that were sent for what came with the other, and leaves it whole until HR takes it out', async () => {
    const dela = await cadastrado('Nara Dois');
    const candidatura = await candidata(dela.candidato, await vaga(`Com prova ${++next}`));
    const modelo = await modeloDeAvaliacao();
    const pede = () => done(admin, 'POST', `/api/captacao/candidaturas/${candidatura}/avaliacoes`, { modelo });
    const { id: avaliacao } = await pede();
    const fica = await inclui({ nome: 'Nara Um', email: `nara${++next}@exemplo.com.br` });
    const id = await une(fica.id, dela.candidato);
    const links = () =>
      app.db.query(sql`
        select 1 from participacoes p join rodadas r on r.id = p.rodada_id where r.dono = 'captacao/avaliacoes' and r.dono_id = ${avaliacao} and p.bilhete is not null`);
    await pede();
    expect(await links()).toHaveLength(1);
    expect((await duasPessoas(id)).status).toBe(204);
    expect(await links()).toEqual([]);
    // Later ones, too, end with the address to which they went.
    await pede();
    await rh({ rosa: fica } as unknown as Dois, { email: `nara${++next}@exemplo.com.br` });
    expect(await links()).toEqual([]);
    await apagaSe(dela);
    await pede();
    expect(await links()).toHaveLength(1);
  });

  it('of two people ends what else the same account brought, and its erasure takes what came with that', async () => {
    const [fica, outra] = [await cadastrado('Dora Que Fica'), await cadastrado('Ines Um')];
    await comOCpfDe(fica, outra);
    const primeira = await une(fica.candidato, outra.candidato);
    const dois = await cadastradoDe(outra, 'Ines Dois');
    const doRh = await inclui({ nome: `Ines Zurmelinda do RH` });
    await une(dois.candidato, doRh.id);
    const { id: documento } = await app.db.only<Row>(sql`
      insert into documentos_candidatos (empresa_id, candidato_id, descricao, data, url) values (${empresaId}, ${dois.candidato}, 'Carta Zurmelinda', '2026-01-05', 'https://exemplo.com.br/x') returning id`);
    await une(fica.candidato, dois.candidato);
    expect((await duasPessoas(primeira)).status).toBe(204);
    expect(await unidasA(fica.candidato)).toEqual([]);
    expect(JSON.stringify(await done(fica.client, 'GET', `/api/externo/candidatos/${fica.id}/meus-dados`))).not.toContain(
      `Zurmelinda do RH`,
    );
    await done(admin, 'DELETE', `/api/captacao/documentos-candidatos/${documento}`);
    await apagaSe(outra);
    expect(await onde('Zurmelinda')).toEqual([]);
    expect(await completo(fica)).toMatchObject({ candidato: expect.anything() });
  });

  it('of two people leaves what else brought a third account, and HR says of that what it is', async () => {
    const [fica, deA, deZ] = [await cadastrado('Elza Que Fica'), await cadastrado('Elza A'), await cadastrado('Elza Z')];
    await comOCpfDe(fica, deA, deZ);
    const primeira = await une(fica.candidato, deA.candidato);
    const denovo = await cadastradoDe(deA, 'Elza A de novo');
    await app.db.query(sql`update candidatos set cpf = null where id = ${denovo.candidato}`);
    const comZ = await une(denovo.candidato, deZ.candidato);
    await une(fica.candidato, denovo.candidato);
    expect((await duasPessoas(primeira)).status).toBe(204);
    expect(await unidasA(fica.candidato)).toMatchObject([{ id: comZ }]);
    expect((await duasPessoas(comZ)).status).toBe(204);
    await apagaSe(deA);
    await apagaSe(deZ);
    expect((await admin('GET', `${CANDIDATOS}/${fica.candidato}`)).status).toBe(200);
  });

  it('of two accounts that is of two people leaves each its own erasure', async () => {
    const { uma, outra } = await unidos('De Duas Contas');
    const [{ id }] = (await unidasA(uma.candidato)) as [Row];
    expect((await duasPessoas(id)).status).toBe(204);
    await apagaSe(outra);
    expect((await admin('GET', `${CANDIDATOS}/${uma.candidato}`)).status).toBe(200);
    expect(await completo(uma)).toMatchObject({ candidato: expect.anything() });
  });

  it('in a chain leads away the account that it brought, never the one that the record had, nor what was hers', async () => {
    const dona = await cadastrado('Helena Dona');
    const intrusa = await cadastrado('Helena Intrusa');
    await comOCpfDe(dona, intrusa);
    const meio = await inclui({ nome: 'Helena do RH' });
    const trilhaDoMeio = () =>
      app.db.query(sql`select 1 from auditoria where tabela = 'candidatos' and registro_id = ${meio.id} and mudancas <> '{}'`);
    const linhas = (await trilhaDoMeio()).length;
    const id = await une(meio.id, intrusa.candidato);
    await une(dona.candidato, meio.id);
    expect((await duasPessoas(id)).status).toBe(204);
    expect(await unidasA(dona.candidato)).toEqual([]);
    expect(await completo(dona)).toMatchObject({ candidato: expect.anything() });
    await apagaSe(intrusa);
    expect((await trilhaDoMeio()).length).toBeGreaterThanOrEqual(linhas);
    expect((await admin('GET', `${CANDIDATOS}/${dona.candidato}`)).status).toBe(200);
    await apagaSe(dona);
    expect((await admin('GET', `${CANDIDATOS}/${dona.candidato}`)).status).toBe(404);
  });

  it('leads one of two accounts away, and the other goes on reaching the record', async () => {
    const [uma, outra] = [await cadastrado('Ida Um'), await cadastrado('Ida Dois')];
    const [meio, fica] = [await inclui({ nome: 'Ida do RH' }), await cadastrado('Ida Que Fica')];
    await comOCpfDe(fica, uma, outra);
    const id = await une(meio.id, uma.candidato);
    await une(meio.id, outra.candidato);
    await une(fica.candidato, meio.id);
    expect((await duasPessoas(id)).status).toBe(204);
    await apagaSe(uma);
    expect((await admin('GET', `${CANDIDATOS}/${fica.candidato}`)).status).toBe(200);
    await apagaSe(outra);
    expect((await admin('GET', `${CANDIDATOS}/${fica.candidato}`)).status).toBe(404);
  });

  it('leads away whoever a merge of two people brought, one who had a newer record as well', async () => {
    const [dela, deOutra] = [await cadastrado('Rute Antiga'), await cadastrado('Rute Outra')];
    await comOCpfDe(dela, deOutra);
    await exclui(dela.candidato);
    const nova = await cadastradoDe(dela, `Rute Nova ${++next}`);
    await app.db.query(sql`update candidatos set cpf = null where id = ${nova.candidato}`);
    expect(await restaura('candidatos', dela.candidato)).toEqual([1, '']);
    await une(deOutra.candidato, dela.candidato);
    const fica = await inclui({ nome: `Rute Que Fica ${++next}` });
    const id = await une(fica.id, deOutra.candidato);
    expect((await duasPessoas(id)).status).toBe(204);
    await apagaSe(dela);
    await apagaSe(deOutra);
    expect((await admin('GET', `${CANDIDATOS}/${fica.id}`)).status).toBe(200);
  });

  it.each(['merged', 'alone'])('leads an account away for good, though what it had was in the bin once, %s', async (como) => {
    const dela = await cadastrado('Paula Dois');
    await done(admin, 'DELETE', `${CANDIDATOS}/${dela.candidato}`);
    expect(await restaura('candidatos', dela.candidato)).toEqual([1, '']);
    const [daMesma, deOutra] = [await inclui({ nome: 'Paula do RH' }), await inclui({ nome: `Outra Pessoa ${++next}` })];
    if (como === 'merged') await une(daMesma.id, dela.candidato);
    const id = await une(deOutra.id, como === 'merged' ? daMesma.id : dela.candidato);
    expect((await duasPessoas(id)).status).toBe(204);
    expect(await completo(dela)).toMatchObject({ candidato: null, uniao: null });
    // Nor does it reach what became of that record since.
    const fim = await inclui({ nome: `Outra Pessoa ${++next}` });
    await une(fim.id, deOutra.id);
    await done(admin, 'DELETE', `${CANDIDATOS}/${fim.id}`);
    expect(await restaura('candidatos', Number(fim.id))).toEqual([1, '']);
    await apagaSe(dela);
    expect((await admin('GET', `${CANDIDATOS}/${fim.id}`)).status).toBe(200);
  });

  it('keeps no file once the record that stayed was removed, and the merge with it', async () => {
    const png = multipart(
      'foto.png',
      Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
    );
    const { id: foto } = (await admin('POST', '/api/arquivos', png.body, png.headers)).body as Row;
    const [fica, vai] = [await inclui(), await inclui({ foto })];
    const { id } = await done(admin, 'POST', `${CANDIDATOS}/${fica.id}/unificar`, { outro: vai.id, confirma: true });
    expect(
      await app.db.query(
        sql`select arquivo_id as id from arquivo_usos where tabela = 'candidatos_unificacoes' and registro_id = ${id}`,
      ),
    ).toEqual([{ id: foto }]);
    await exclui(fica.id);
    expect(
      await app.db.query(sql`select 1 from arquivo_usos where tabela = 'candidatos_unificacoes' and registro_id = ${id}`),
    ).toEqual([]);
  });

  it('comes apart in a chain, the last merge first, as long as nobody wrote between', async () => {
    const [longe, perto] = [
      await inclui({ email: 'longe@exemplo.com.br' }),
      await inclui({ email: 'perto@exemplo.com.br', rg: '22' }),
    ];
    const outra = await cadastrado('Xenobia Yvert');
    const antes = await tudo();
    const une = async (fica: number, vai: number) =>
      (await done(admin, 'POST', `${CANDIDATOS}/${fica}/unificar`, { outro: vai, confirma: true })).id;
    const uma = await une(perto.id, outra.candidato);
    const duas = await une(longe.id, perto.id);
    for (const id of [duas, uma]) expect((await admin('POST', `${CANDIDATOS}/unificacoes/${id}/desfazer`)).status).toBe(204);
    expect(await tudo()).toEqual(antes);
    const [primeira, segunda] = [await une(longe.id, perto.id), await une(longe.id, outra.candidato)];
    expect(await admin('POST', `${CANDIDATOS}/unificacoes/${primeira}/desfazer`)).toMatchObject({
      body: { code: 'UNIFICADO_DEPOIS' },
    });
    for (const id of [segunda, primeira])
      expect((await admin('POST', `${CANDIDATOS}/unificacoes/${id}/desfazer`)).status).toBe(204);
    expect(await tudo()).toEqual(antes);
  });
});

describe('whoever is on the blocklist', () => {
  it('stays on it when their record is merged into another, and the other leaves it with them', async () => {
    const [fica, vai] = [await inclui(), await inclui()];
    await bloqueia(fica.id, { ate: '2099-01-31' });
    await bloqueia(vai.id);
    const { id } = await done(admin, 'POST', `${CANDIDATOS}/${fica.id}/unificar`, { outro: vai.id });
    expect(await done(admin, 'GET', `${CANDIDATOS}/${fica.id}`)).toMatchObject({ bloqueado: true, bloqueadoAte: null });
    await done(admin, 'POST', `${CANDIDATOS}/unificacoes/${id}/desfazer`);
    expect(await done(admin, 'GET', `${CANDIDATOS}/${fica.id}`)).toMatchObject({ bloqueado: true, bloqueadoAte: '2099-01-31' });
    const livre = await inclui();
    await done(admin, 'POST', `${CANDIDATOS}/${livre.id}/unificar`, { outro: vai.id });
    expect(await done(admin, 'GET', `${CANDIDATOS}/${livre.id}`)).toMatchObject({
      bloqueado: true,
      motivoBloqueio: 'Documento falso',
    });
  });

  it('neither comes back into a selection nor is hired', async () => {
    const { area, faixa } = await lugar();
    const { id } = await inclui({ cpf: CPF.sample(++next), ...COMPLETO });
    const url = `/api/captacao/candidaturas/${await candidata(id, await vaga('De quem se bloqueia', { area, faixa }))}`;
    const versao = async () => (await done(admin, 'GET', url)).versao;
    await bloqueia(id);
    expect(await admin('POST', `${url}/admitir`, await admissao(today()))).toMatchObject({
      status: 409,
      body: { code: 'CANDIDATO_BLOQUEADO' },
    });
    await done(admin, 'POST', `${url}/recusar`, { versao: await versao(), motivo: 'Bloqueio', avisar: false });
    const volta = await admin('POST', `${url}/retomar`, { versao: await versao() });
    expect([volta.status, JSON.stringify(volta.body)]).toEqual([400, expect.stringContaining('está na lista de bloqueio')]);
    await done(admin, 'POST', `${CANDIDATOS}/${id}/desbloquear`);
    expect((await admin('POST', `${url}/retomar`, { versao: await versao() })).status).toBe(200);
  });
});

/** Removes an application and answers what its restoration says. */
async function volta(candidatura: number): Promise<[number, string]> {
  const { versao } = await done(admin, 'GET', `/api/captacao/candidaturas/${candidatura}`);
  await done(admin, 'DELETE', `/api/captacao/candidaturas/${candidatura}?versao=${String(versao)}`);
  return restaura('candidaturas', candidatura);
}
async function restaura(tabela: string, registro: number): Promise<[number, string]> {
  const { id } = await app.db.only<{ id: number }>(
    sql`select id from lixeira where tabela = ${tabela} and registro_id = ${registro}`,
  );
  const { body } = await admin('POST', '/api/utilitario/lixeira/restaurar', { ids: [id] });
  const { restaurados, falhas } = body as { restaurados: number; falhas: { message: string }[] };
  return [restaurados, falhas.map(({ message }) => message).join()];
}
const situacaoDaVaga = (id: number, situacao: string) =>
  app.db.query(sql`update solicitacoes_pessoal set situacao = ${situacao} where id = ${id}`);

describe('a selection that is not open', () => {
  it('takes nobody back from the bin, nor anybody who is on the blocklist; what had ended comes back as it was', async () => {
    const quem = await inclui();
    const suspensa = await vaga('De quem volta');
    const candidatura = await candidata(quem.id, suspensa);
    await situacaoDaVaga(suspensa, 'S');
    expect(await volta(candidatura)).toEqual([0, 'A vaga não está aberta: ninguém volta à seleção.']);
    await situacaoDaVaga(suspensa, 'A');
    await bloqueia(quem.id);
    expect(await restaura('candidaturas', candidatura)).toEqual([0, expect.stringContaining('está na lista de bloqueio')]);
    await done(admin, 'POST', `${CANDIDATOS}/${quem.id}/desbloquear`);
    expect(await restaura('candidaturas', candidatura)).toEqual([1, '']);
    await app.db.query(sql`update candidaturas set situacao = 'N', encerrada_em = now() where id = ${candidatura}`);
    await situacaoDaVaga(suspensa, 'S');
    expect(await volta(candidatura)).toEqual([1, '']);
  });

  it('invites nobody to an interview of an application that is over, neither by a change nor from the bin', async () => {
    const ENTREVISTAS = '/api/captacao/entrevistas';
    const candidatura = await candidata((await inclui({ email: 'convite@exemplo.com.br' })).id, await vaga('De quem se convida'));
    const dados = { candidatura, data: '2099-03-10', hora: '14:00', duracao: 60, local: 'Sala 1', avisarCandidato: true };
    const marcada = await done(admin, 'POST', ENTREVISTAS, { ...dados, situacao: 'M' });
    const removida = await done(admin, 'POST', ENTREVISTAS, { ...dados, data: '2099-03-11', situacao: 'M' });
    await done(admin, 'DELETE', `${ENTREVISTAS}/${removida.id}?versao=${String(removida.versao)}`);
    await app.db.query(sql`update candidaturas set situacao = 'N', encerrada_em = now() where id = ${candidatura}`);
    const cartas = async () =>
      (
        await app.db.query(
          sql`select 1 from emails where para = 'convite@exemplo.com.br' and tipo = 'captacao/entrevista-marcada'`,
        )
      ).length;
    const antes = await cartas();
    expect(await restaura('candidaturas_entrevistas', removida.id)).toEqual([
      0,
      expect.stringContaining('A candidatura já terminou'),
    ]);
    const muda = (mais: object) =>
      admin('PUT', `${ENTREVISTAS}/${marcada.id}`, { ...dados, situacao: 'M', versao: marcada.versao, ...mais });
    expect(await muda({ data: '2099-03-12' })).toMatchObject({ status: 409, body: { code: 'CANDIDATURA_TERMINADA' } });
    expect((await muda({ situacao: 'C' })).status).toBe(200);
    expect(await cartas()).toBe(antes);
  });

  it('moves nobody by a step that somebody writes, nor does a step that comes back move anybody', async () => {
    const quem = await inclui();
    const solicitacao = await vaga('De quem anda');
    const candidatura = await candidata(quem.id, solicitacao);
    const etapa = (ordem: number) =>
      done(admin, 'POST', '/api/captacao/etapas-seletivas', { ordem, nome: `Passo ${ordem}`, analiseComportamental: false });
    const [uma, outra] = [await etapa(801), await etapa(802)];
    const HISTORICO = '/api/captacao/historico';
    const escreve = (etapaSeletiva: number) => admin('POST', HISTORICO, { candidatura, etapaSeletiva, data: today(), apto: 'I' });
    const onde = async () =>
      (await app.db.only<{ etapa: number }>(sql`select etapa_seletiva_id as etapa from candidaturas where id = ${candidatura}`))
        .etapa;
    const passo = (await escreve(uma.id)).body as Row;
    await done(admin, 'DELETE', `${HISTORICO}/${passo.id}?versao=${String(passo.versao)}`);
    expect((await escreve(outra.id)).status).toBe(201);
    expect([await restaura('candidatos_historicos', passo.id), await onde()]).toEqual([[1, ''], outra.id]);
    await situacaoDaVaga(solicitacao, 'S');
    expect(await escreve(uma.id)).toMatchObject({ status: 409, body: { code: 'VAGA_FECHADA' } });
    expect(await onde()).toBe(outra.id);
  });
});

describe('whoever hires', () => {
  it('without seeing documents is not told which of them a candidate has', async () => {
    const recrutador = await app.loginWithout(1, (held) => held === 'ROLE_VER_DOCUMENTOS');
    const solicitacao = await vaga('De quem contrata');
    const lembretes = async (mais: object) => {
      const url = `/api/captacao/candidaturas/${await candidata((await inclui(mais)).id, solicitacao)}/admissao`;
      return (await done<{ lembretes: string[] }>(recrutador, 'GET', url)).lembretes;
    };
    expect(await lembretes({ rg: '1234567' })).toEqual(await lembretes({}));
  });

  it('without seeing an area is not told that somebody worked there, nor until when', async () => {
    const recrutador = await app.loginWithout(
      1,
      (held) => held === 'ROLE_VER_TODAS_AREAS' || held.startsWith('ROLE_CAD_TALENTO'),
    );
    const { area, faixa } = await lugar();
    const antigo = await app.db.only<{ cpf: string }>(sql`
      update talentos set data_desligamento = ${addDays(today(), -10)}, situacao = 'D'
      where id = (select min(id) from talentos where empresa_id = ${empresaId}) returning cpf`);
    const { id } = await inclui({ cpf: antigo.cpf, ...COMPLETO });
    const url = `/api/captacao/candidaturas/${await candidata(id, await vaga('De quem volta', { area, faixa }))}`;
    const answer = await recrutador('POST', `${url}/admitir`, await admissao(addDays(today(), -20)));
    expect([answer.status, faultsOf(answer)]).toEqual([
      400,
      ['cpf: A admissão deste CPF não pode ter esta data. Quem vê todas as áreas pode verificar o motivo.'],
    ]);
  });
});

describe('a hire into a position with a limit', () => {
  it('tells nobody who does not see the area when people leave it, but of whom the vacancy replaces', async () => {
    const recrutador = await app.loginWithout(
      1,
      (held) => held === 'ROLE_VER_TODAS_AREAS' || held.startsWith('ROLE_CAD_TALENTO'),
    );
    const { area, faixa } = await lugar();
    const TALENTOS = '/api/gestao-talentos/talentos';
    const sai = await done(admin, 'POST', TALENTOS, {
      nome: 'Bruno Que Sai',
      cpf: CPF.sample(++next),
      sexo: 'M',
      vinculo: 'E',
      dataAdmissao: '2026-01-05',
      historicos: [{ data: '2026-01-05', motivo: 'C', areaOrganizacional: area, faixaSalarial: faixa, tipoSalario: '1' }],
      confirma: true,
    });
    const { id: motivo } = await done(admin, 'POST', '/api/gestao-talentos/motivo-desligamento', {
      motivo: `Saída ${++next}`,
      turnover: true,
      ativo: true,
    });
    const ultimo = addDays(today(), 30);
    await done(admin, 'POST', `${TALENTOS}/${sai.id}/desligar`, {
      data: ultimo,
      motivo,
      tipo: 'PEDIDO',
      avisoPrevio: 'DISPENSADO',
    });
    const { cargo: posicao, quantidade } = await app.db.only<{ cargo: number; quantidade: number }>(sql`
      select f.cargo_id as cargo, (select count(*)::int from talentos t where t.cargo_atual_id = f.cargo_id and t.area_atual_id = ${area}
        and t.situacao in ('A', 'G', 'U')) as quantidade from faixas_salariais f where f.id = ${faixa}`);
    await done(admin, 'POST', '/api/utilitario/configuracoes-limite-colaborador', {
      areaOrganizacional: area,
      quantidadesPorCargo: [{ cargo: posicao, quantidade }],
    });
    const solicitacao = await vaga('De quem entra no lugar', { area, faixa });
    const { id } = await inclui({ cpf: CPF.sample(++next), ...COMPLETO });
    const url = `/api/captacao/candidaturas/${await candidata(id, solicitacao)}/admitir`;
    const contrata = async (dia: string) => recrutador('POST', url, await admissao(dia));
    for (const dia of [ultimo, addDays(ultimo, 1)])
      expect(await contrata(dia)).toMatchObject({
        status: 400,
        body: { code: 'LIMITE_COLABORADORES', message: expect.stringMatching(/ não deixa este lugar\.$/) },
      });
    await app.db.query(sql`
      insert into solicitacoes_pessoal_colaboradores_substituidos (registro_id, alvo_id, ordem) values (${solicitacao}, ${sai.id}, 0)`);
    expect(await contrata(ultimo)).toMatchObject({ status: 400, body: { code: 'LIMITE_COLABORADORES' } });
    expect(await contrata(addDays(ultimo, 1))).toMatchObject({ status: 200 });
    await app.db.query(sql`delete from configuracoes_limite_colaborador`);
  });
});

describe('a hire whose employment never began', () => {
  const TALENTOS = '/api/gestao-talentos/talentos';
  const dia = addDays(today(), 20);

  /** An application with a CV, and its hire. */
  async function contratavel(mais: object = {}, nome = `Admitida ${++next}`) {
    const { area, faixa } = await lugar();
    const { body, headers } = multipart('cv.txt', Buffer.from(`Curriculo de ${nome}`));
    const cv = (await admin('POST', '/api/arquivos', body, headers)).body as Row;
    const { id } = await inclui({
      nome,
      cpf: CPF.sample(++next),
      ...COMPLETO,
      candidatoCurriculos: [{ curriculo: cv.id, descricao: 'Currículo' }],
      ...mais,
    });
    const solicitacao = await vaga(`Vaga de ${nome}`, { area, faixa });
    const candidatura = await candidata(id, solicitacao);
    return { id, nome, solicitacao, candidatura, contrata: contratada(candidatura) };
  }
  const contratada =
    (candidatura: number) =>
    async (quando = dia) => {
      const { talento } = await done<{ talento: Row }>(
        admin,
        'POST',
        `/api/captacao/candidaturas/${candidatura}/admitir`,
        await admissao(quando),
      );
      return talento.id;
    };
  const desfaz = async (talento: number) =>
    expect(await admin('DELETE', `${TALENTOS}/${talento}`)).toMatchObject({ status: 204 });
  const estado = (candidato: number, solicitacao: number) =>
    app.db.only<Row>(sql`
      select t.contratado, t.disponivel, t.talento_id as talento, k.situacao, k.encerrada_em is not null as encerrada, k.talento_id as "daCandidatura",
        s.qtd_vagas_preenchidas as preenchidas
      from candidatos t join candidaturas k on k.candidato_id = t.id join solicitacoes_pessoal s on s.id = k.solicitacao_id
      where t.id = ${candidato} and s.id = ${solicitacao}`);
  const livre = { contratado: false, disponivel: true, talento: null, daCandidatura: null, preenchidas: 0 };

  it('is taken back with its talent: the candidate is in the selection again, the place is free, and the trail says it', async () => {
    const { id, nome, solicitacao, candidatura, contrata } = await contratavel();
    const etapa = await done(admin, 'POST', '/api/captacao/etapas-seletivas', {
      ordem: 1,
      nome: `Proposta ${++next}`,
      analiseComportamental: false,
    });
    await app.db.query(sql`update candidaturas set etapa_seletiva_id = ${etapa.id} where id = ${candidatura}`);
    const talento = await contrata();
    expect(await estado(id, solicitacao)).toMatchObject({ contratado: true, talento, daCandidatura: talento, preenchidas: 1 });
    // Whoever removes talents need not see the selection, and is told what else happens.
    const doPessoal = await app.loginWithout(
      1,
      (held) => held.startsWith('ROLE_CAD_CANDIDAT') || held === 'ROLE_CONTRATAR_CANDIDATO',
    );
    expect(await done(doPessoal, 'GET', `${TALENTOS}/${talento}/excluir/previa`)).toMatchObject({
      total: 1,
      falhas: [],
      tambem: [expect.stringContaining('a contratação é desfeita')],
    });
    expect(await estado(id, solicitacao)).toMatchObject({ contratado: true, preenchidas: 1 });
    expect(await doPessoal('DELETE', `${TALENTOS}/${talento}`)).toMatchObject({ status: 204 });
    expect(await estado(id, solicitacao)).toEqual({ ...livre, situacao: 'A', encerrada: false });
    expect(await done(admin, 'GET', `/api/captacao/candidaturas/${candidatura}`)).toMatchObject({
      situacao: 'A',
      etapaSeletiva: { id: etapa.id },
      acoes: expect.arrayContaining(['admitir', 'mover']),
    });
    const ultima = async (tabela: string, registro: number) =>
      (
        await app.db.only<{ mudancas: unknown }>(
          sql`select mudancas from auditoria where tabela = ${tabela} and registro_id = ${registro} order by id desc limit 1`,
        )
      ).mudancas;
    expect(await ultima('candidatos', id)).toMatchObject({ contratado: [true, false], talento: [{ id: talento, nome }, null] });
    expect(await ultima('candidaturas', candidatura)).toMatchObject({
      situacao: ['C', 'A'],
      talento: [{ id: talento, nome }, null],
    });
    expect(await ultima('solicitacoes_pessoal', solicitacao)).toMatchObject({ qtdVagasPreenchidas: [1, 0] });
    expect(
      await app.db.only(
        sql`select observacao from candidatos_historicos where candidatura_id = ${candidatura} order by id desc limit 1`,
      ),
    ).toMatchObject({ observacao: 'Contratação desfeita: a admissão foi excluída.' });
    // Hired again, and kept from the day on which they begin.
    const denovo = await contrata(today());
    expect(await estado(id, solicitacao)).toMatchObject({ contratado: true, talento: denovo, situacao: 'C', preenchidas: 1 });
    expect(await admin('DELETE', `${TALENTOS}/${denovo}`)).toMatchObject({ status: 409 });
  });

  it('of a vacancy that ended meanwhile, or of somebody on the blocklist, ends the application', async () => {
    const [daEncerrada, daBloqueada] = [await contratavel(), await contratavel()];
    for (const { id, solicitacao, contrata } of [daEncerrada, daBloqueada]) {
      const talento = await contrata();
      if (solicitacao === daEncerrada.solicitacao)
        await app.db.query(sql`update solicitacoes_pessoal set situacao = 'E' where id = ${solicitacao}`);
      else await bloqueia(id);
      await desfaz(talento);
      expect(await estado(id, solicitacao)).toEqual({ ...livre, situacao: 'N', encerrada: true });
    }
  });

  it('leaves a candidate who is removed, kept and erased like anybody, also from the bin and the trail of the talent', async () => {
    const quem = await cadastrado('Zenóbia Quartzolina');
    await app.db.query(sql`update candidatos set sexo = 'F', data_nascimento = '1990-05-20' where id = ${quem.candidato}`);
    const { area, faixa } = await lugar();
    const candidatura = await candidata(quem.candidato, await vaga('De quem não veio', { area, faixa }));
    const talento = await contratada(candidatura)();
    const { body, headers } = multipart('rg.txt', Buffer.from('RG'));
    const { id: anexo } = (await admin('POST', '/api/arquivos', body, headers)).body as Row;
    const documento = await done(admin, 'POST', `${TALENTOS}/${talento}/documentos-anexos`, {
      descricao: 'RG de Quartzolina',
      anexo,
    });
    // What people have added holds the talent, as any.
    expect(await admin('DELETE', `${TALENTOS}/${talento}`)).toMatchObject({ status: 400, body: { code: 'EM_USO' } });
    await done(admin, 'DELETE', `${TALENTOS}/${talento}/documentos-anexos/${documento.id}`);
    expect((await quem.client('POST', `/api/externo/candidatos/${quem.id}/apagar-meus-dados`, { confirmo: true })).status).toBe(
      409,
    );
    await desfaz(talento);
    await apagaSe(quem);
    expect(await onde('Quartzolina')).toEqual([]);
    expect(await app.db.one(sql`select 1 from arquivos where id = ${anexo}`)).toBeUndefined();

    const outra = await contratavel();
    await desfaz(await outra.contrata());
    await done(admin, 'DELETE', `/api/captacao/candidaturas/${outra.candidatura}`);
    await exclui(outra.id);
    expect(await app.db.one(sql`select 1 from candidatos where id = ${outra.id}`)).toBeUndefined();
  });

  /** Somebody of the portal whom HR has put into a selection, and what a hire of theirs needs. */
  async function doPortal(nome: string) {
    const quem = await cadastrado(nome);
    await app.db.query(sql`update candidatos set sexo = 'F', data_nascimento = '1990-05-20' where id = ${quem.candidato}`);
    const { area, faixa } = await lugar();
    return { ...quem, candidatura: await candidata(quem.candidato, await vaga(`Do portal ${++next}`, { area, faixa })) };
  }
  const naLixeira = (tabela: string, registro: number) =>
    app.db.one<{ retrato: { linhas: Row[] }[] }>(
      sql`select retrato from lixeira where tabela = ${tabela} and registro_id = ${registro} order by id desc limit 1`,
    );

  it('leaves the bin when it was made on a record of two people, and one before they were merged stays there', async () => {
    const fica = await contratavel();
    const antes = await fica.contrata();
    await desfaz(antes);
    const quem = await doPortal('Levada Malaquita');
    await app.db.query(sql`update candidatos set cpf = null where id = ${quem.candidato}`);
    await app.db.query(
      sql`update contas_externas set cpf = (select cpf from candidatos where id = ${fica.id}) where id = ${quem.id}`,
    );
    const { id: uniao } = await done(admin, 'POST', `${CANDIDATOS}/${fica.id}/unificar`, {
      outro: quem.candidato,
      confirma: true,
    });
    const { body, headers } = multipart('rg.txt', Buffer.from('RG da Malaquita'));
    const { id: anexo } = (await admin('POST', '/api/arquivos', body, headers)).body as Row;
    const talento = await contratada(quem.candidatura)();
    const documento = await done(admin, 'POST', `${TALENTOS}/${talento}/documentos-anexos`, { descricao: 'RG', anexo });
    await done(admin, 'DELETE', `${TALENTOS}/${talento}/documentos-anexos/${documento.id}`);
    await desfaz(talento);
    expect(await naLixeira('talentos', talento)).toBeDefined();
    expect((await admin('POST', `${CANDIDATOS}/unificacoes/${uniao}/duas-pessoas`)).status).toBe(204);
    expect(await naLixeira('talentos', talento)).toBeUndefined();
    expect(
      await app.db.one(sql`select 1 from lixeira where retrato::text like ${`%"colaborador_id": ${talento},%`}`),
    ).toBeUndefined();
    expect(await app.db.one(sql`select 1 from arquivos where id = ${anexo}`)).toBeUndefined();
    expect(await naLixeira('talentos', antes)).toBeDefined();
  });

  it('leaves a realignment in the bin that others are in, too, without the line of whoever is erased', async () => {
    const REAJUSTES = '/api/cargo-salario/tabelas-reajustes-colaboradores';
    const quem = await doPortal('Realinhada Quartzolina');
    const talento = await contratada(quem.candidatura)();
    const { area, faixa } = await lugar();
    const plano = await done(admin, 'POST', REAJUSTES, { nome: 'Promoções', data: addDays(today(), 22), tipoReajuste: 'P' });
    const outros = (
      await app.db.query<{ id: number }>(sql`
        select id from talentos where empresa_id = ${empresaId} and situacao = 'A' and data_desligamento is null and id <> ${talento} order by id limit 2`)
    ).map(({ id }) => id);
    for (const colaborador of [...outros, talento])
      await done(admin, 'POST', '/api/cargo-salario/reajustes-colaboradores', {
        tabelaReajuste: plano.id,
        colaborador,
        areaOrganizacionalProposta: area,
        faixaSalarialProposta: faixa,
        tipoSalarioProposto: '1',
        confirma: true,
      });
    await done(admin, 'DELETE', `${REAJUSTES}/${plano.id}`);
    await desfaz(talento);
    await apagaSe(quem);
    expect(await onde('Quartzolina')).toEqual([]);
    const guardado = await naLixeira('tabelas_reajustes_colaboradores', plano.id);
    expect(JSON.stringify(guardado)).not.toContain(`"colaborador_id":${talento},`);
    expect(await admin('POST', `${REAJUSTES}/${plano.id}/restaurar`)).toMatchObject({ status: 204 });
    const linhas = await done<Row[]>(admin, 'GET', `${REAJUSTES}/${plano.id}/colaboradores`);
    expect(linhas).toHaveLength(outros.length);
    expect(
      await app.db.query(
        sql`select colaborador_id as id from reajustes_colaboradores where tabela_reajuste_id = ${plano.id} order by 1`,
      ),
    ).toEqual(outros.map((id) => ({ id })));
  });

  it('leaves nobody’s name in the trail of a record that named the talent, and there all that is not of them', async () => {
    const AREAS = '/api/cargo-salario/areas-organizacionais';
    const quem = await doPortal('Responsável Zirconita');
    const talento = await contratada(quem.candidatura)();
    const outro = await app.db.only<{ id: number; nome: string }>(
      sql`select id, nome from talentos where empresa_id = ${empresaId} and situacao = 'A' and id <> ${talento} order by id limit 1`,
    );
    const responde = (...quais: number[]) => ({
      empresaEResponsaveis: quais.map((colaboradorDTO) => ({ empresa: empresaId, colaboradorDTO })),
    });
    const area = await done(admin, 'POST', AREAS, { nome: 'Quem responde', ativo: true, ...responde(outro.id) });
    const escreve = async (nome: string, ...quais: number[]) => {
      const { versao } = await done(admin, 'GET', `${AREAS}/${area.id}`);
      await done(admin, 'PUT', `${AREAS}/${area.id}`, { nome, ativo: true, versao, ...responde(...quais) });
    };
    await escreve('Quem responderá', outro.id, talento);
    await escreve('Quem respondeu', outro.id);
    const trilha = async () =>
      (
        await app.db.query<{ mudancas: Row }>(
          sql`select mudancas from auditoria where tabela = 'areas_organizacionais' and registro_id = ${area.id} order by id`,
        )
      ).map(({ mudancas }) => mudancas);
    const antes = await trilha();
    expect(JSON.stringify(antes.slice(1)).split('Zirconita')).toHaveLength(3);
    await app.db.query(sql`
      insert into pendencias_ac (empresa_id, tipo, descricao, autoridade, origem)
      values (${empresaId}, 'Admissão', 'Admissão de Responsável Zirconita', 'ROLE_CAD_TALENTO', ${`gestao-talentos/talentos/${talento}`})`);
    await desfaz(talento);
    await apagaSe(quem);
    expect(await onde('Zirconita')).toEqual([]);
    expect(await trilha()).toEqual([antes[0], ...antes.slice(1).map(({ empresaEResponsaveis: _, ...mudancas }) => mudancas)]);
    expect(JSON.stringify(await trilha())).toContain(outro.nome);
    expect(antes[1]).toMatchObject({ nome: ['Quem responde', 'Quem responderá'] });
  });

  it('takes nothing from a line that names another kind of record with the same number and name', async () => {
    const nome = 'Suspensão por Desvio';
    const quem = await doPortal(nome);
    const talento = await contratada(quem.candidatura)();
    const lida = { id: talento, nome };
    const linha = async (tabela: string, mudancas: Record<string, unknown>) =>
      app.db.only<{ id: number }>(sql`
        insert into auditoria (empresa_id, tabela, registro_id, acao, mudancas)
        values (${empresaId}, ${tabela}, 1, 'A', ${JSON.stringify(mudancas)}::jsonb) returning id`);
    const historicos = [[{ id: 1, funcao: lida }], []];
    const linhas = [
      await linha('colaboradores_ocorrencias', { ocorrencia: [lida, null], colaborador: [lida, null] }),
      await linha('talentos', { historicos, areaAtual: [lida, null], nomeSocial: ['a', 'b'] }),
      await linha('areas_organizacionais', { empresaEResponsaveis: [[{ colaboradorDTO: lida }], []], areaMae: [lida, null] }),
      await linha('qualquer "coisa"', { pessoa: [lida, null], outra: [1, 2] }),
    ];
    await desfaz(talento);
    await apagaSe(quem);
    const depois = await app.db.query<{ campos: string[] }>(sql`
      select array(select jsonb_object_keys(mudancas) order by 1) as campos from auditoria where id = any(${linhas.map((um) => um.id)}) order by id`);
    expect(depois.map(({ campos }) => campos)).toEqual([
      ['ocorrencia'],
      ['areaAtual', 'historicos', 'nomeSocial'],
      ['areaMae'],
      ['outra'],
    ]);
  });

  it('comes back from the bin without the candidate, who stays in the selection', async () => {
    const { id, solicitacao, candidatura, contrata } = await contratavel();
    const talento = await contrata();
    await desfaz(talento);
    expect(await admin('POST', `${TALENTOS}/${talento}/restaurar`)).toMatchObject({ status: 204 });
    expect(await estado(id, solicitacao)).toEqual({ ...livre, situacao: 'A', encerrada: false });
    const url = `/api/captacao/candidaturas/${candidatura}/admitir`;
    expect(await admin('POST', url, await admissao(dia))).toMatchObject({ status: 400 });
    // It is a talent like one that was written by hand: its removal undoes no hire.
    expect(await done(admin, 'GET', `${TALENTOS}/${talento}/excluir/previa`)).toMatchObject({ total: 1, tambem: [] });
    await desfaz(talento);
    const denovo = await contrata();
    expect(await admin('POST', `${TALENTOS}/${talento}/restaurar`)).toMatchObject({ status: 409 });
    expect(await estado(id, solicitacao)).toMatchObject({ contratado: true, talento: denovo, preenchidas: 1 });
  });

  it('that the personnel system cancelled is taken back too, also when the candidate was hired elsewhere since', async () => {
    const { id, solicitacao, contrata } = await contratavel();
    const { area, faixa } = await lugar();
    const cancela = async (talento: number) => {
      await app.db.query(sql`update talentos set status_ac = 'G', situacao = 'G' where id = ${talento}`);
      await done(admin, 'POST', `${TALENTOS}/${talento}/integracao-ac`, { acao: 'CANCELAR' });
    };
    const cancelado = await contrata(today());
    await cancela(cancelado);
    const outra = await vaga('De quem se contrata de novo', { area, faixa });
    const segundo = await contratada(await candidata(id, outra))(today());
    await desfaz(cancelado);
    expect(await estado(id, solicitacao)).toMatchObject({ situacao: 'A', daCandidatura: null, preenchidas: 0, talento: segundo });
    expect(await estado(id, outra)).toMatchObject({ contratado: true, talento: segundo, situacao: 'C', preenchidas: 1 });
    await cancela(segundo);
    await desfaz(segundo);
    expect(await estado(id, outra)).toEqual({ ...livre, situacao: 'A', encerrada: false });
  });

  it('after an employment that did begin leaves the candidate hired by that', async () => {
    const { id, solicitacao, contrata } = await contratavel();
    const { area, faixa } = await lugar();
    const primeiro = await contrata(addDays(today(), -30));
    await app.db.query(
      sql`update talentos set data_desligamento = ${addDays(today(), -5)}, situacao = 'D' where id = ${primeiro}`,
    );
    const outra = await vaga('De quem volta', { area, faixa });
    const segundo = await contratada(await candidata(id, outra))();
    await desfaz(segundo);
    expect(await estado(id, outra)).toMatchObject({ contratado: true, talento: primeiro, situacao: 'A', preenchidas: 0 });
    expect(await estado(id, solicitacao)).toMatchObject({ situacao: 'C', daCandidatura: primeiro, preenchidas: 1 });
  });
});

async function modeloDeAvaliacao(): Promise<number> {
  const { id } = await done(admin, 'POST', '/api/captacao/modelos-avaliacao-candidato', {
    titulo: `Lógica ${++next}`,
    percentualMinimoAprovacao: 60,
    ativo: true,
  });
  const definicao = withQuestions([{ ...newQuestion(0, '3'), texto: 'O que mais?', obrigatoria: false }])(DEFINICAO_VAZIA);
  await app.db.query(sql`
    insert into questionario_versoes (empresa_id, dono, dono_id, numero, definicao)
    values (${empresaId}, 'captacao/modelos-avaliacao-candidato', ${id}, 1, ${JSON.stringify(definicao)}::jsonb)`);
  return id;
}

it('a candidate is written to ninety times a day at most, and asked for one evaluation five times in fifteen minutes', async () => {
  const solicitacao = await vaga('De quem se escreve');
  const { id } = await inclui({ email: 'quem.muito.recebe@exemplo.com.br' });
  const candidatura = await candidata(id, solicitacao);
  const modelo = await modeloDeAvaliacao();
  const pede = async () => (await admin('POST', `/api/captacao/candidaturas/${candidatura}/avaliacoes`, { modelo })).status;
  const pedidas: number[] = [];
  for (let n = 0; n < 6; n++) pedidas.push(await pede());
  expect(pedidas).toEqual([201, 201, 201, 201, 201, 429]);
  await app.db.query(sql`
    insert into candidaturas_emails (empresa_id, candidatura_id, tipo) select ${empresaId}, ${candidatura}, 'x' from generate_series(6, 90)`);
  const carta = { ids: [candidatura], assunto: 'Mais uma', texto: 'Olá' };
  expect(await done(admin, 'POST', `/api/captacao/selecao/${solicitacao}/emails`, carta)).toMatchObject({
    feitos: 0,
    falhas: [{ id: candidatura, message: expect.stringContaining('já recebeu hoje muitos e-mails') }],
  });
});

it('a registration at the portal has a hundred rows in a list, and 128 KiB in all; a draft keeps every sign that people type', async () => {
  const quem = await cadastrado('Candidata Prolixa');
  const experiencia = { empresa: 'Cais', checkNomeCargo: true, nomeMercado: 'Conferente', dataAdmissao: '2024-01-02' };
  const salva = (experiencias: object[]) =>
    quem.client('PUT', `/api/externo/candidatos/${quem.id}/completo`, {
      nome: 'Candidata Prolixa',
      sexo: 'I',
      cargos: [{ id: cargo }],
      primeiroEmprego: false,
      experiencias,
    });
  expect(faultsOf(await salva(Array.from({ length: 101 }, () => experiencia)))).toEqual([
    'experiencias: São permitidos no máximo 100 itens',
  ]);
  expect((await salva([{ ...experiencia, atividades: 'x'.repeat(128 * 1024) }])).status).toBe(413);
  const guarda = (nome: string) => quem.client('PUT', `/api/externo/candidatos/${quem.id}/rascunho`, { nome });
  expect((await guarda('C:\\u0000 e \\ud800')).status).toBe(204);
  for (const nome of ['a\0', '\\\0', '\ud800']) expect((await guarda(nome)).status).toBe(400);
});

it('an evaluation that is asked of an application while it goes is answered as one of none', async () => {
  const solicitacao = await vaga('De quem sai');
  const candidatura = await candidata((await inclui()).id, solicitacao);
  const modelo = await modeloDeAvaliacao();
  const [pedida] = await app.db.owner.tx(async (tx) => {
    await tx.query(sql`delete from candidatos_historicos where candidatura_id = ${candidatura}`);
    await tx.query(sql`delete from candidaturas where id = ${candidatura}`);
    const pedindo = admin('POST', `/api/captacao/candidaturas/${candidatura}/avaliacoes`, { modelo });
    await vi.waitFor(
      async () =>
        expect(
          await app.db.query(sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
        ).not.toEqual([]),
      { timeout: 20_000 },
    );
    return [pedindo];
  });
  expect(await pedida).toMatchObject({ status: 404 });
});

describe('an evaluation that a candidate has begun', () => {
  it.each([
    [
      'writes another address',
      (id: number, dados: object, email: string) => done(admin, 'PUT', `${CANDIDATOS}/${id}`, { ...dados, email }),
    ],
    [
      'makes it one record with another',
      async (id: number, _dados: object, email: string) => {
        const outro = await inclui({ email, confirma: true });
        await done(admin, 'POST', `${CANDIDATOS}/${outro.id}/unificar`, { outro: id });
      },
    ],
    [
      'writes another address into the record that it was merged into',
      async (id: number, dados: object, email: string) => {
        const outro = await inclui({ email: (await done(admin, 'GET', `${CANDIDATOS}/${id}`)).email, confirma: true });
        await done(admin, 'POST', `${CANDIDATOS}/${outro.id}/unificar`, { outro: id });
        await done(admin, 'PUT', `${CANDIDATOS}/${outro.id}`, { ...dados, email });
      },
    ],
  ])('is lost, and its link ends, when HR %s', async (_qual, muda) => {
    const dados = { ...candidato(), cpf: CPF.sample(++next), email: `quem.comecou.${next}@exemplo.com.br` };
    const { id } = await done(admin, 'POST', CANDIDATOS, { ...dados, confirma: true });
    const candidatura = await candidata(id, await vaga(`Quem começou ${next}`));
    const [modelo, email] = [await modeloDeAvaliacao(), `outra.pessoa.${next}@exemplo.com.br`];
    const { id: avaliacao, link } = await done<{ id: number; link: string }>(
      admin,
      'POST',
      `/api/captacao/candidaturas/${candidatura}/avaliacoes`,
      { modelo, mandar: false },
    );
    const publico = (qual: string, method: 'POST' | 'PUT', mais: object = {}) =>
      send(app.app, { method, url: `/api/publico/responder/${qual}`, payload: { bilhete: link.split('#')[1], ...mais } });
    const respostas = [{ perguntaId: 1, comentario: 'Só eu sei disto.' }];
    expect((await publico('rascunho', 'PUT', { revisao: 0, respostas })).status).toBe(200);
    const onde = sql`from participacoes p join rodadas r on r.id = p.rodada_id left join rascunhos_de_respostas d on d.participacao_id = p.id
      where r.dono = 'captacao/avaliacoes' and r.dono_id = ${avaliacao}`;
    expect(await app.db.query(sql`select p.estado, d.revisao ${onde}`)).toEqual([{ estado: 'P', revisao: 1 }]);
    await muda(id, dados, email);
    expect(await app.db.query(sql`select p.estado, d.revisao ${onde}`)).toEqual([{ estado: 'N', revisao: null }]);
    expect((await publico('abrir', 'POST')).status).toBe(404);
  });
});

describe('a letter that waits', () => {
  const email = () => `cartas${++next}@exemplo.com.br`;
  const espera = (para: string, sobre: string, { estado = 'PENDENTE', usuario = null as number | null } = {}) =>
    app.db.query(sql`
      insert into emails (para, assunto, texto, estado, sobre, usuario_id)
      values (${para}, 'Recado pessoal', ${sobre}, ${estado}, array[${sobre}], ${usuario})`);
  const corrige = async (id: number, para: string | null) => {
    const antes = await done(admin, 'GET', `${CANDIDATOS}/${id}`);
    await done(admin, 'PUT', `${CANDIDATOS}/${id}`, {
      ...candidato(),
      cpf: antes.cpf,
      nome: antes.nome,
      email: para,
      confirma: true,
    });
  };
  const cartas = async () =>
    (
      await app.db.query<{ qual: string }>(
        sql`select concat_ws(' ', estado, para, usuario_id, case when vale_ate <= now() then 'acabou' end) as qual from emails where assunto = 'Recado pessoal' order by id`,
      )
    ).map(({ qual }) => qual);
  beforeEach(() => app.db.query(sql`delete from emails where assunto = 'Recado pessoal'`));

  it.each(['HR', 'the account'])(
    'for the address of a candidate goes to the one that %s has corrected; letters to others about them stay',
    async (quem) => {
      const { id, client, candidato: registro } = await cadastrado('Cartas Que Seguem');
      const de = (await done(admin, 'GET', `${CANDIDATOS}/${registro}`)).email as string;
      const para = email();
      const sobre = `candidatos:${registro}`;
      for (const estado of ['PENDENTE', 'RETIDO', 'FALHOU', 'ENVIANDO', 'ENVIADO']) await espera(de, sobre, { estado });
      await espera('recrutadora@exemplo.com.br', sobre);
      await espera(de, sobre, { usuario: 2 });
      await espera(de, 'candidatos:999999');
      if (quem === 'HR') await corrige(registro, para);
      else {
        const { versao } = await app.db.only<{ versao: number }>(sql`select versao from contas_externas where id = ${id}`);
        const { senha } = DEMO_CANDIDATE;
        await done(client, 'PUT', `/api/externo/candidatos/${id}`, { nome: 'Cartas Que Seguem', email: para, senha, versao });
      }
      expect(await cartas()).toEqual([
        `PENDENTE ${para}`,
        `RETIDO ${para}`,
        `FALHOU ${para}`,
        `ENVIANDO ${de}`,
        `ENVIADO ${de}`,
        'PENDENTE recrutadora@exemplo.com.br',
        `PENDENTE ${de} 2`,
        `PENDENTE ${de}`,
      ]);
    },
  );

  it('is for nobody once HR takes the address away', async () => {
    const de = email();
    const antes = await inclui({ email: de });
    await espera(de, `candidatos:${antes.id}`, { estado: 'RETIDO' });
    await corrige(antes.id, null);
    expect(await cartas()).toEqual([`FALHOU ${de} acabou`]);
  });
});

describe('whoever may change candidates and not open them', () => {
  it('is refused', async () => {
    const { id } = await inclui({ email: 'segredo.guardado@exemplo.com.br' });
    const so = await app.loginWithout(1, (name) => name === 'ROLE_CAD_CANDIDATO' || name === 'ROLE_CAD_EXAME_PALOGRAFICO');
    for (const [method, caminho, body] of [
      ['POST', 'bloquear', { motivo: 'Documento falso' }],
      ['POST', 'desbloquear', {}],
      ['PUT', 'ocr', { ocrTexto: 'Texto' }],
      ['PATCH', 'exames-palografico', { ocrTexto: 'Texto' }],
    ] as const)
      expect((await so(method, `${CANDIDATOS}/${id}/${caminho}`, body)).status, caminho).toBe(403);
  });

  it('and whoever opens the exam leaves a line of the CPF that it shows', async () => {
    const { id } = await inclui({ cpf: CPF.sample(++next) });
    const lidas = () =>
      app.db.query(sql`
        select 1 from auditoria where acao = 'L' and tabela = 'candidatos' and registro_id = ${id} and mudancas -> 'colunas' ->> 1 = 'CPF'`);
    expect(await lidas()).toHaveLength(0);
    await done(admin, 'GET', `${CANDIDATOS}/${id}/exames-palografico`);
    expect(await lidas()).toHaveLength(1);
  });
});

describe('two accounts', () => {
  it('of two CPFs are two people, whose records do not become one that either might erase', async () => {
    const [uma, outra] = [await cadastrado('Primeira Anunciada'), await cadastrado('Segunda Anunciada')];
    await app.db.query(sql`update candidatos set cpf = null where id = ${outra.candidato}`);
    expect(await admin('POST', `${CANDIDATOS}/${uma.candidato}/unificar`, { outro: outra.candidato })).toMatchObject({
      status: 409,
      body: { code: 'CPFS_DIFERENTES' },
    });
  });
});

describe('an account and a record of HR', () => {
  it('of two CPFs are two people, also where the record of the account has none', async () => {
    const deles = { status: 409, body: { code: 'CPFS_DIFERENTES' } };
    const conta = await cadastrado('Helena Anunciada');
    await app.db.query(sql`update candidatos set cpf = null where id = ${conta.candidato}`);
    const dela = await inclui({ cpf: CPF.sample(++next) });
    expect(await admin('POST', `${CANDIDATOS}/${dela.id}/unificar`, { outro: conta.candidato })).toMatchObject(deles);
    expect(await admin('POST', `${CANDIDATOS}/${conta.candidato}/unificar`, { outro: dela.id })).toMatchObject(deles);
    // Of a record that was merged into one of HR, too, whose account has it still.
    const semCpf = await inclui();
    await done(admin, 'POST', `${CANDIDATOS}/${semCpf.id}/unificar`, { outro: conta.candidato, confirma: true });
    expect(await admin('POST', `${CANDIDATOS}/${dela.id}/unificar`, { outro: semCpf.id })).toMatchObject(deles);
    const { cpf } = await app.db.only<{ cpf: string }>(
      sql`select x.cpf from candidatos_contas l join contas_externas x on x.id = l.conta_id where l.candidato_id = ${semCpf.id}`,
    );
    await app.db.query(sql`update candidatos set cpf = ${cpf} where id = ${dela.id}`);
    expect((await admin('POST', `${CANDIDATOS}/${dela.id}/unificar`, { outro: semCpf.id, confirma: true })).status).toBe(200);
  });
});

describe('an application from the bin', () => {
  it.each([
    ['whose candidate is on the blocklist now', 'lista de bloqueio', async (candidato: number) => bloqueia(candidato)],
    [
      'whose vacancy is closed now',
      'A vaga não está aberta',
      async (_candidato: number, solicitacao: number) =>
        app.db.query(sql`update solicitacoes_pessoal set situacao = 'E' where id = ${solicitacao}`),
    ],
  ])('%s stays there', async (_qual, porque, muda) => {
    const { id: candidato } = await inclui();
    const solicitacao = await vaga(`Da lixeira ${++next}`);
    const qual = await candidata(candidato, solicitacao);
    await done(admin, 'DELETE', `/api/captacao/candidaturas/${qual}`);
    await muda(candidato, solicitacao);
    expect(await admin('POST', `/api/captacao/candidaturas/${qual}/restaurar`)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(porque) },
    });
  });
});

it('an interview from the bin invites nobody whose application is over', async () => {
  const { id: candidato } = await inclui();
  const qual = await candidata(candidato, await vaga(`Já terminou ${++next}`));
  const { id } = await done(admin, 'POST', '/api/captacao/entrevistas', {
    candidatura: qual,
    data: addDays(today(), 5),
    hora: '10:00',
    duracao: 60,
    local: 'Sala 1',
    avisarCandidato: true,
    situacao: 'M',
    entrevistadores: [],
  });
  await done(admin, 'DELETE', `/api/captacao/entrevistas/${id}`);
  await done(admin, 'POST', `/api/captacao/candidaturas/${qual}/desistir`, { motivo: 'Mudou de cidade' });
  expect(await admin('POST', `/api/captacao/entrevistas/${id}/restaurar`)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('já terminou') },
  });
});

describe('a registration with the CPF of another candidate', () => {
  const semDocumentos = () => app.loginWithout(1, (held) => held === 'ROLE_VER_DOCUMENTOS');

  it('tells HR whose it is, and nobody who may not see documents', async () => {
    const comOutro = await anotherCandidate(app, next + 1);
    const outro = await inclui({ cpf: comOutro.cpf });
    const mesma = await cadastradoDe(comOutro, 'Mesma Pessoa Talvez');
    next++;
    const so = await cadastrado('Mesma Pessoa Talvez');
    const ver = (client: Client, { candidato: id }: { candidato: number }) => done<Row>(client, 'GET', `${CANDIDATOS}/${id}`);
    expect(await ver(admin, mesma)).toMatchObject({ mesmoCpf: { id: outro.id }, observacaoRH: null });
    expect(await ver(admin, so)).toMatchObject({ mesmoCpf: null });
    const cego = await semDocumentos();
    // That a record has no CPF is told to everybody who reads it.
    const visto = async (quem: { candidato: number }) => {
      const { id: _, email: __, cpf: ___, ...resto } = await ver(cego, quem);
      return resto;
    };
    expect(await visto(mesma)).toEqual(await visto(so));
    expect((await mesma.client('GET', `/api/externo/candidatos/${mesma.id}/meus-dados`)).body).not.toHaveProperty(
      'cadastro.Outro cadastro com o CPF',
    );
    await done(admin, 'POST', `${CANDIDATOS}/${outro.id}/unificar`, { outro: mesma.candidato, confirma: true });
    expect(await ver(admin, { candidato: outro.id })).toMatchObject({ mesmoCpf: null, cpf: comOutro.cpf });
  });

  it('is compared with no record by whoever may not see documents: a merge would tell whether they guessed its CPF', async () => {
    const cego = await semDocumentos();
    const comOutro = await anotherCandidate(app, next + 1);
    const certo = await inclui({ cpf: comOutro.cpf });
    next++;
    const errado = await inclui({ cpf: CPF.sample(++next) });
    const palpite = await cadastradoDe(comOutro, 'Quem Adivinha Talvez');
    const recusas = await Promise.all(
      [certo, errado].flatMap(({ id }) => [
        cego('POST', `${CANDIDATOS}/${id}/unificar`, { outro: palpite.candidato, confirma: true }),
        cego('POST', `${CANDIDATOS}/${palpite.candidato}/unificar`, { outro: id, confirma: true }),
      ]),
    );
    const frase = 'Unificar compara os CPFs dos dois, do cadastro ou da conta no portal: peça a quem vê documentos.';
    for (const recusa of recusas)
      expect(recusa).toMatchObject({ status: 409, body: { code: 'CPFS_NAO_VISTOS', message: frase } });
    const [um, outro] = [await inclui(), await inclui({ cpf: CPF.sample(++next) })];
    expect((await cego('POST', `${CANDIDATOS}/${um.id}/unificar`, { outro: outro.id })).status).toBe(200);
  });
});

describe('an account at the portal', () => {
  const unifica = (client: Client, fica: number, outro: number) =>
    client('POST', `${CANDIDATOS}/${fica}/unificar`, { outro, confirma: true });

  it.each([
    'ROLE_VER_RACA',
    'ROLE_VER_DEFICIENCIA',
    'ROLE_VER_DOCUMENTOS',
    'ROLE_VER_SALARIO',
    'ROLE_CAD_CANDIDATURA',
    'ROLE_CAD_ENTREVISTA_CANDIDATO',
    'ROLE_CAD_AVALIACAO_CANDIDATO',
  ])(
    'is not made to read what another record says by a merge of whoever lacks %s, whether that says anything or not',
    async (guarda) => {
      const cego = await app.loginWithout(1, (held) => held === guarda);
      const dito = await inclui({ etniaRaca: '4', deficiencia: 'F', rg: '2001009988776' });
      const calado = await inclui();
      next++;
      const conta = await cadastrado('De Quem Unifica');
      for (const { id } of [dito, calado])
        for (const [fica, outro] of [
          [conta.candidato, id],
          [id, conta.candidato],
        ] as const)
          expect(await unifica(cego, fica, outro)).toMatchObject({ status: 409, body: { code: 'CONTA_LERIA' } });
      const { candidato } = await completo(conta);
      expect(candidato).toMatchObject({ etniaRaca: null, rg: null });
      expect(candidato).not.toMatchObject({ deficiencia: 'F' });
      expect((await unifica(cego, dito.id, calado.id)).status).toBe(200);
      expect((await unifica(admin, conta.candidato, dito.id)).status).toBe(200);
    },
  );
});

describe('a saved search that its owner may not ask', () => {
  it('is not saved, and holds up nobody else’s where the right was lost since', async () => {
    const ROOT = '/api/captacao/buscas-candidatos';
    const consulta = `cpf=${CPF.sample(1)}`;
    const tinha = await app.loginWithout(2, () => false);
    await done(tinha, 'POST', ROOT, { nome: 'Pelo CPF', consulta, avisar: true });
    await done(admin, 'POST', ROOT, { nome: 'Soldadores', consulta: 'texto=soldador', avisar: true });
    const perdeu = await app.loginWithout(2, (name) => name === 'ROLE_VER_DOCUMENTOS');
    expect((await perdeu('POST', ROOT, { nome: 'De novo', consulta, avisar: true })).status).toBe(400);
    const roda = async () => {
      const { id } = await app.db.only<{ id: number }>(sql`insert into tarefas (tipo) values ('candidatos.buscas') returning id`);
      await app.work();
      return app.db.only<{ estado: string }>(sql`select estado from tarefas where id = ${id}`);
    };
    await inclui({ ocrTexto: 'soldador de navios' });
    expect(await roda()).toEqual({ estado: 'concluida' });
    // It is not asked, so it begins anew once they may.
    expect(await app.db.only(sql`select procurada_em from buscas_candidatos where nome = 'Pelo CPF'`)).toEqual({
      procurada_em: null,
    });
    await inclui({ ocrTexto: 'soldador de pontes' });
    await roda();
    expect(
      await app.db.query(sql`select 1 from mensagens where tipo = 'captacao/candidatos-novos' and assunto like '%Soldadores%'`),
    ).toHaveLength(1);
  });
});

describe('saved searches in great numbers', () => {
  const ROOT = '/api/captacao/buscas-candidatos';
  const longa = { nome: 'Longa', consulta: 'texto=x' };
  const frase = 'Você já tem 50 buscas que avisam de novos candidatos. Tire antes o aviso de outra, ou salve esta sem aviso.';
  const usuarioDe = async (busca: number) =>
    (await app.db.only<{ id: number }>(sql`select usuario_id as id from buscas_candidatos where id = ${busca}`)).id;
  const enche = (usuario: number, quantas: number, empresa = empresaId) =>
    app.db.query(sql`
      insert into buscas_candidatos (empresa_id, usuario_id, nome, consulta, avisar)
      select ${empresa}, ${usuario}, 'Muitas ' || n, 'nome=ninguem-se-chama-assim', true from generate_series(1, ${quantas}::int) n`);
  const roda = async () => {
    const { id } = await app.db.only<{ id: number }>(sql`insert into tarefas (tipo) values ('candidatos.buscas') returning id`);
    await app.work();
    expect(await app.db.only(sql`select estado from tarefas where id = ${id}`)).toEqual({ estado: 'concluida' });
  };
  const vistosDe = async (busca: number) =>
    (await app.db.only<{ n: number }>(sql`select count(*)::int as n from buscas_candidatos_vistos where busca_id = ${busca}`)).n;
  beforeEach(() => app.db.query(sql`delete from buscas_candidatos`));

  it('keep nobody from being erased, and none that names the person is lost', async () => {
    const nome = 'Belmira Tresloucada';
    const { id } = await inclui({ nome });
    const salva = await done(admin, 'POST', ROOT, { ...longa, avisar: false });
    // One of them in the bin looks for her, too.
    const removida = await done(admin, 'POST', ROOT, { nome, consulta: 'busca=belmira+tresloucada', avisar: false });
    await done(admin, 'DELETE', `${ROOT}/${removida.id}?versao=${String(removida.versao)}`);
    const [quantas, muito] = [1_500, `texto=${'漢'.repeat(3_900)}`];
    await app.db.query(sql`
      insert into buscas_candidatos (empresa_id, usuario_id, nome, consulta, avisar)
      select b.empresa_id, b.usuario_id, 'Longa ' || n, ${muito}::text || case when n % 700 = 0 then '&nome=BELMIRA' || repeat('+', 900) || 'tresloucada' else '' end, false
      from buscas_candidatos b, generate_series(1, ${quantas}::int) n where b.id = ${salva.id}`);
    await done(admin, 'POST', `${CANDIDATOS}/${id}/apagar`, { nome });
    const dizem = sql`count(*) filter (where x.texto ilike '%tresloucada%')::int as dela, count(*)::int as todas`;
    expect(
      await app.db.only(
        sql`select ${dizem} from (select nome || consulta as texto from buscas_candidatos where nome like 'Longa %') x`,
      ),
    ).toEqual({ dela: 0, todas: quantas });
    expect(
      await app.db.only(
        sql`select ${dizem} from (select retrato::text || nome as texto from lixeira where tabela = 'buscas_candidatos') x`,
      ),
    ).toMatchObject({ dela: 0 });
  });

  it('are told by the trail without what they look for and are called, so that no erasure reads it', async () => {
    const { id } = await done(admin, 'POST', ROOT, { nome: 'Belmira', consulta: 'nome=Belmira', avisar: false });
    const { versao } = await done(admin, 'PUT', `${ROOT}/${id}`, { nome: 'Belmira', consulta: 'nome=Bel', avisar: false });
    await done(admin, 'DELETE', `${ROOT}/${id}?versao=${String(versao)}`);
    const { id: entrada } = await app.db.only<Row>(
      sql`select id from lixeira where tabela = 'buscas_candidatos' and registro_id = ${id}`,
    );
    await done(admin, 'POST', '/api/utilitario/lixeira/restaurar', { ids: [entrada] });
    const ditas = await app.db.query<{ acao: string; nome: unknown; consulta: unknown }>(sql`
      select acao, mudancas -> 'nome' as nome, mudancas -> 'consulta' as consulta from auditoria
      where tabela = 'buscas_candidatos' and registro_id = ${id} order by id`);
    const [nova, velha] = [
      [null, '•••'],
      ['•••', null],
    ];
    expect(ditas).toEqual([
      { acao: 'I', nome: nova, consulta: nova },
      { acao: 'A', nome: null, consulta: ['•••', '•••'] },
      { acao: 'E', nome: velha, consulta: velha },
      { acao: 'I', nome: nova, consulta: nova },
    ]);
    expect(await done(admin, 'GET', `${ROOT}/${id}`)).toMatchObject({ nome: 'Belmira', consulta: 'nome=Bel' });
  });

  it('are two hundred for a user in a company, and a thousand with those in the bin', async () => {
    const [uma, outra] = await Promise.all(
      [1, 2].map((n) => done(admin, 'POST', ROOT, { ...longa, nome: `${n}`, avisar: false })),
    );
    const usuario = await usuarioDe(outra?.id as number);
    await done(admin, 'DELETE', `${ROOT}/${String(uma?.id)}?versao=${String(uma?.versao)}`);
    await enche(usuario, 198);
    await enche(usuario, 60, app.empresas[1]);
    await done(admin, 'POST', ROOT, { ...longa, avisar: false });
    const recusa = { status: 409, body: { code: 'BUSCAS_DEMAIS', message: expect.stringContaining('200 buscas salvas') } };
    expect(await admin('POST', ROOT, { ...longa, avisar: false })).toMatchObject(recusa);
    const { body, headers } = multipart(
      'buscas.csv',
      Buffer.from('Nome;Filtros;Avisar de novos candidatos\nOutra;texto=x;Não\n'),
    );
    expect(JSON.stringify(await admin('POST', `${ROOT}/importar/analisar`, body, headers))).toContain('200 buscas salvas');
    // What is there may change.
    const mudada = { ...longa, nome: 'Mudada', avisar: false };
    expect(await admin('PUT', `${ROOT}/${String(outra?.id)}`, mudada)).toMatchObject({ status: 200 });
    const { id: entrada } = await app.db.only<Row>(
      sql`select id from lixeira where tabela = 'buscas_candidatos' and registro_id = ${uma?.id}`,
    );
    const restaura = () => admin('POST', '/api/utilitario/lixeira/restaurar', { ids: [entrada] });
    expect(JSON.stringify((await restaura()).body)).toContain('200 buscas salvas');
    await app.db.query(sql`
      insert into lixeira (empresa_id, tabela, cadastro, registro_id, nome, retrato, conta_id, usuario)
      select empresa_id, tabela, cadastro, 1000000 + n, nome, '[]', conta_id, usuario from lixeira, generate_series(1, 1000) n where id = ${entrada}`);
    await app.db.query(sql`delete from buscas_candidatos where usuario_id = ${usuario} and id <> ${outra?.id}`);
    expect(await admin('POST', ROOT, { ...longa, avisar: false })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('lixeira depois de 30 dias') },
    });
    await restaura();
    expect(await app.db.one(sql`select 1 from buscas_candidatos where id = ${uma?.id}`)).toBeDefined();
    await app.db.query(sql`delete from lixeira where registro_id > 1000000 and conta_id = ${usuario}`);
    await done(admin, 'POST', ROOT, { ...longa, avisar: false });
  });

  it('give notice up to fifty for a user in a company, whichever way one comes to', async () => {
    const [primeira, calada] = await Promise.all(
      [true, false].map((avisar) => done(admin, 'POST', ROOT, { ...longa, nome: `Avisa: ${String(avisar)}`, avisar })),
    );
    const usuario = await usuarioDe(primeira?.id as number);
    await done(admin, 'DELETE', `${ROOT}/${String(primeira?.id)}?versao=${String(primeira?.versao)}`);
    await enche(usuario, 49);
    await enche(usuario, 60, app.empresas[1]);
    const ultima = await done(admin, 'POST', ROOT, { ...longa, nome: 'A última', avisar: true });
    const recusa = { status: 409, body: { code: 'BUSCAS_DEMAIS', message: frase } };
    expect(await admin('POST', ROOT, { ...longa, avisar: true })).toMatchObject(recusa);
    await done(admin, 'POST', ROOT, { ...longa, avisar: false });
    const muda = (um: Row | undefined, mais: object) =>
      admin('PUT', `${ROOT}/${String(um?.id)}`, { nome: 'Outro nome', consulta: longa.consulta, ...mais });
    expect(await muda(calada, { avisar: true })).toMatchObject(recusa);
    // What gives notice already may be called otherwise.
    expect(await muda(ultima, { avisar: true })).toMatchObject({ status: 200 });
    const [entrada] = await app.db.query<Row>(
      sql`select id from lixeira where tabela = 'buscas_candidatos' and registro_id = ${primeira?.id}`,
    );
    const restaura = () => admin('POST', '/api/utilitario/lixeira/restaurar', { ids: [entrada?.id] });
    expect(JSON.stringify((await restaura()).body)).toContain(frase);
    const { body, headers } = multipart(
      'buscas.csv',
      Buffer.from('Nome;Filtros;Avisar de novos candidatos\nImportada;texto=x;Sim\n'),
    );
    expect(JSON.stringify(await admin('POST', `${ROOT}/importar/analisar`, body, headers))).toContain(frase);
    const ativas = () =>
      app.db.only(
        sql`select count(*)::int as n from buscas_candidatos where usuario_id = ${usuario} and empresa_id = ${empresaId} and avisar`,
      );
    expect(await ativas()).toEqual({ n: 50 });
    // Two at once are one after the other.
    expect(await muda(ultima, { avisar: false })).toMatchObject({ status: 200 });
    const juntas = await Promise.all([1, 2, 3].map(() => admin('POST', ROOT, { ...longa, avisar: true })));
    expect(juntas.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect(await ativas()).toEqual({ n: 50 });
  });

  it('are asked in turns between users, and forget whom they found once they give no notice', async () => {
    const outro = await app.loginWithout(1, () => false);
    const salva = (quem: Client, nome: string) => done(quem, 'POST', ROOT, { nome, consulta: 'nome=vezeira', avisar: true });
    const minhas = [await salva(admin, 'Minha 1'), await salva(admin, 'Minha 2'), await salva(admin, 'Minha 3')];
    await salva(outro, 'Do outro');
    await inclui({ nome: 'Antiga Vezeira' });
    await roda();
    await inclui({ nome: 'Nova Vezeira' });
    await roda();
    const avisos = await app.db.query<{ assunto: string }>(
      sql`select assunto from mensagens where tipo = 'captacao/candidatos-novos' and assunto ~ 'Minha|Do outro' order by id`,
    );
    expect(avisos).toHaveLength(4);
    expect(avisos.findIndex(({ assunto }) => assunto.includes('Do outro'))).toBeLessThan(2);
    const [calada] = minhas as [Row, Row, Row];
    const viu = await vistosDe(calada.id);
    expect(viu).toBeGreaterThan(1);
    await done(admin, 'PUT', `${ROOT}/${calada.id}`, { nome: 'Minha 1', consulta: 'nome=vezeira', avisar: false });
    // The notice of this morning still opens them.
    expect(await vistosDe(calada.id)).toBe(viu);
    await roda();
    expect(await vistosDe(calada.id)).toBe(0);
    // It begins anew, and tells nobody of those whom it finds first.
    await done(admin, 'PUT', `${ROOT}/${calada.id}`, { nome: 'Minha 1', consulta: 'nome=vezeira', avisar: true });
    await roda();
    expect(await vistosDe(calada.id)).toBe(viu);
    expect(
      await app.db.query(sql`select 1 from mensagens where tipo = 'captacao/candidatos-novos' and assunto like '%Minha 1%'`),
    ).toHaveLength(1);
  });

  it('hold nobody while they are looked through: who is erased meanwhile is not told of', async () => {
    const busca = await done(admin, 'POST', ROOT, { nome: 'Enquanto', consulta: 'nome=enquanto+isso', avisar: true });
    const achados = [await inclui({ nome: 'Enquanto Isso Uma' }), await inclui({ nome: 'Enquanto Isso Outra' })];
    const { id } = achados.find((um) => um.id !== busca.id) as Row;
    // As soon as they are found somebody removes one of them.
    const vendo = <Q extends Tx>(de: Q): Q => ({
      ...de,
      async query<R>(q: Parameters<Tx['query']>[0]) {
        const rows = await de.query<R>(q);
        if (rows.some((row) => (row as Row).id === id)) await app.db.query(sql`delete from candidatos where id = ${id}`);
        return rows;
      },
    });
    const db: Database = { ...vendo(app.db), tx: (work, opts) => app.db.tx((tx) => work(vendo(tx)), opts) };
    const tarefa = tarefasDeCandidatos({ ...app.services, db })['candidatos.buscas'];
    const sistema = { usuarioId: null, usuarioNome: 'Sistema', requestId: 'tarefa' };
    await (tarefa as unknown as (job: unknown) => Promise<unknown>)({ signal: new AbortController().signal, acting: sistema });
    expect(await vistosDe(busca.id)).toBe(1);
  });
});
