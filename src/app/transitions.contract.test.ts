import { randomUUID } from 'node:crypto';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { columnIn } from '#kit/registry/names.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { registriesWith } from './declared.server.ts';
import { createSamples, type Samples } from './samples.server.ts';
import { type Client, openTestApp, type Row, type TestApp } from './test-app.server.ts';

const living = registriesWith(({ lifecycle }) => lifecycle);

let app: TestApp;
let admin: Client;
let other: Client;
let samples: Samples;

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(40);
  admin = await app.login(0);
  samples = createSamples(admin);
  other = await app.login(0, app.empresas[1]);
});
afterAll(() => app.close());

const stateSql = (registry: AnyRegistry) => raw(columnIn(registry, registry.lifecycle?.field ?? ''));

/** A record of the registry, put into a state without the deed that leads there. */
async function recordIn(path: string, registry: AnyRegistry, state: string): Promise<Row & { versao: number }> {
  if ((await app.ids(registry.table)).length === 0) await samples.existing(path);
  const row = await app.db.one<Row & { versao: number }>(sql`
    update ${raw(registry.table)} set ${stateSql(registry)} = ${state}
    where id = (select min(id) from ${raw(registry.table)} where empresa_id = ${app.empresas[0]}) returning id, versao`);
  return row as Row & { versao: number };
}

describe.each(living)('%s', (path, registry) => {
  const { transitions = {}, states = {}, field = '' } = registry.lifecycle ?? {};
  const pairs = Object.keys(states).flatMap((state) =>
    Object.entries(transitions).map(([name, one]) => [state, name, one] as const),
  );

  it.each(pairs)(
    '%s × %s: is refused with its sentence, or offered, as declared',
    async (state, name, { from, why, refuses, to }) => {
      const { id } = await recordIn(path, registry, state);
      const record = (await admin('GET', `/api/${path}/${id}`)).body as Row & { acoes: string[] };
      const refusal = from.includes(state) ? refuses?.(record) : why;
      expect(record.acoes.includes(name)).toBe(refusal === undefined);
      const answer = await admin('POST', `/api/${path}/${id}/${name}`, {});
      const code = (answer.body as { code?: string }).code;
      if (refusal) expect(answer).toMatchObject({ status: 400, body: { code: 'TRANSICAO_IMPEDIDA', message: refusal } });
      else if (answer.status === 200) expect(answer.body).toMatchObject({ id, [field]: to });
      // Its guards or its form may refuse the record that the seed made, with sentences.
      else
        expect([answer.status, ['TRANSICAO_IMPEDIDA', 'FIELD_VALIDATION_VIOLATION'].includes(code ?? '')]).toEqual([400, true]);
    },
  );

  it.each(Object.entries(transitions))(
    '%s: neither another company nor an old version moves the record',
    async (name, { from }) => {
      const { id, versao } = await recordIn(path, registry, from[0] ?? '');
      expect((await other('POST', `/api/${path}/${id}/${name}`, {})).status).toBe(404);
      const { acoes } = (await admin('GET', `/api/${path}/${id}`)).body as { acoes: string[] };
      expect(await admin('POST', `/api/${path}/${id}/${name}`, { versao: versao - 1 })).toMatchObject(
        acoes.includes(name)
          ? // As its reader sees it, not as it is stored.
            { status: 409, body: { code: 'REGISTRO_ALTERADO', registro: { acoes: expect.any(Array) } } }
          : { status: 400, body: { code: 'TRANSICAO_IMPEDIDA' } },
      );
      expect((await admin('POST', `/api/${path}/999999999/${name}`, {})).status).toBe(404);
    },
  );

  it('a save does not move the record', async () => {
    for (const state of Object.keys(states)) {
      const { id } = await recordIn(path, registry, state);
      const { body: before } = await admin('GET', `/api/${path}/${id}`);
      const others = Object.keys(states).filter((code) => code !== state);
      await admin('PUT', `/api/${path}/${id}`, { ...(before as Row), id: undefined, [field]: others[0] });
      expect((await admin('GET', `/api/${path}/${id}`)).body).toMatchObject({ [field]: state });
    }
  });

  it('the deed is done once for its key, and stands in the history by its name', async () => {
    for (const [name, { from, label }] of Object.entries(transitions)) {
      const { id } = await recordIn(path, registry, from[0] ?? '');
      const headers = { 'idempotency-key': randomUUID() };
      const first = await admin('POST', `/api/${path}/${id}/${name}`, {}, headers);
      if (first.status !== 200) continue;
      expect(await admin('POST', `/api/${path}/${id}/${name}`, {}, headers)).toMatchObject({ status: 200, body: { id } });
      const trail = (await admin('GET', `/api/${path}/${id}/historico`)).body as { transicao: string | null }[];
      expect(trail[0], label).toMatchObject({ transicao: name });
    }
  });

  it('two at once: one moves the record', async () => {
    for (const [name, { from, to }] of Object.entries(transitions)) {
      if (from.includes(to)) continue;
      const { id } = await recordIn(path, registry, from[0] ?? '');
      const answers = await Promise.all([1, 2, 3].map(() => admin('POST', `/api/${path}/${id}/${name}`, {})));
      expect(answers.filter(({ status }) => status === 200).length, name).toBeLessThanOrEqual(1);
    }
  });

  it('nobody moves a record without the authority, from whatever state', async () => {
    for (const right of new Set(Object.values(transitions).map(({ authority }) => authority))) {
      const without = await app.loginWithout(1, (held) => held === right);
      const theirs = Object.keys(transitions).filter((name) => transitions[name]?.authority === right);
      for (const state of Object.keys(states)) {
        const { id } = await recordIn(path, registry, state);
        const { acoes } = (await without('GET', `/api/${path}/${id}`)).body as { acoes: string[] };
        expect(acoes.filter((name) => theirs.includes(name))).toEqual([]);
        for (const name of theirs) expect((await without('POST', `/api/${path}/${id}/${name}`, {})).status, name).toBe(403);
        expect((await admin('GET', `/api/${path}/${id}`)).body).toMatchObject({ [field]: state });
      }
    }
    // Records of other registries may need one that has not ended.
    await recordIn(path, registry, registry.lifecycle?.initial ?? '');
  });

  it('nobody moves a record that they may not open, nor asks what prevents it', async () => {
    const blind = await app.loginWithout(1, (held) => held === registry.authority);
    const { id } = await recordIn(path, registry, registry.lifecycle?.initial ?? '');
    for (const [name, transition] of Object.entries(transitions)) {
      // The personnel system opens nothing here.
      const shut = transition.blind !== true;
      expect([name, (await blind('GET', `/api/${path}/${id}/${name}/previa`)).status === 403]).toEqual([name, shut]);
      if (shut) expect((await blind('POST', `/api/${path}/${id}/${name}`, {})).status, name).toBe(403);
    }
  });
});

// Other addresses of transitions, and deeds beside them: their reasons tell who is evaluated, moved, dismissed or approves.
describe('deeds by a right of their own', () => {
  const opening = [
    'ROLE_CAD_NINEBOX',
    'ROLE_CAD_AVALIACAO_DESEMPENHO',
    'ROLE_CAD_DESLIGAMENTO',
    'ROLE_CAD_TABELA_REAJUSTE',
    'ROLE_CAD_QUESTIONARIO',
    'ROLE_CAD_SOLICITACAO_PESSOAL',
    'ROLE_CAD_CANDIDATURA',
  ];
  it('are not for whoever may not open what they tell of', async () => {
    const blind = await app.loginWithout(1, (held) => opening.includes(held));
    for (const [method, url] of [
      ['POST', '/api/avaliacao/ninebox/1/movimentos'],
      ['PUT', '/api/avaliacao/avaliacoes-desempenho/1/liberada/true'],
      ['PUT', '/api/avaliacao/avaliacoes-desempenho/liberacao'],
      ['POST', '/api/avaliacao/avaliacoes-desempenho/1/envia-email'],
      ['POST', '/api/gestao-talentos/talentos/1/desligar'],
      ['POST', '/api/gestao-talentos/talentos/1/cancelar-desligamento'],
      ['POST', '/api/cargo-salario/tabelas-reajustes-colaboradores/1/aplicar-colaboradores'],
      ['POST', '/api/cargo-salario/tabelas-reajustes-colaboradores/1/cancelar-reajuste'],
      ['POST', '/api/pesquisa/questionarios/1/lembrar'],
      ['POST', '/api/pesquisa/pesquisas/1/questionarios/1/enviar-lembrete'],
      ['PUT', '/api/pesquisa/pesquisas/1/questionarios/1/liberar'],
      ['PUT', '/api/pesquisa/questionarios/1/enviar-colabore'],
      ['POST', '/api/pesquisa/questionarios/1/sincronizacao-colabore'],
      ['PUT', '/api/captacao/solicitacoes-pessoal/1/status'],
      ['GET', '/api/captacao/candidaturas/1/admissao'],
      ['POST', '/api/captacao/candidaturas/1/admitir'],
      ['POST', '/api/cargo-salario/reajustes-colaboradores/1/anular'],
      ['DELETE', '/api/pesquisa/colaborador-questionario/1/respostas'],
    ] as const)
      expect([url, (await blind(method, url, {})).status]).toEqual([url, 403]);
  });
});
