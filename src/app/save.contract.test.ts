import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Acting } from '#kit/acting/acting.server.ts';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { addDays, today } from '#kit/br/date.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { atualizaAtuais } from '#modules/gestao-talentos/public.server.ts';
import { createAccessCache } from '#platform/authority/access.server.ts';
import { actingOf } from '#platform/session/session.server.ts';
import { openTestApp, type TestApp } from './test-app.server.ts';

/** What a save writes, and in how many statements. */
let app: TestApp;
let acting: Acting;
let de: { area: number; faixa: number; indice: number; formacao: number };
let next = 0;

beforeAll(async () => {
  app = await openTestApp();
  const empresaId = app.empresas[0] as number;
  await app.seed(30);
  const user = await app.db.one<{ id: number }>(sql`select id from usuarios where nome = 'Mariana Borges'`);
  acting = actingOf({ id: user?.id ?? 0, nome: 'Prova' }, await createAccessCache(app.db)(user?.id ?? 0, empresaId, 0), 'prova');
  const found = await app.db.one<typeof de>(sql`
    select h.area_organizacional_id as area, h.faixa_salarial_id as faixa, (select id from indices where empresa_id = ${empresaId} limit 1) as indice,
      (select id from areas_formacao where empresa_id = ${empresaId} limit 1) as formacao
    from talentos_historicos h join talentos t on t.id = h.registro_id where t.empresa_id = ${empresaId} limit 1`);
  de = found as typeof de;
});
afterAll(() => app.close());

const talentos = () => app.services.store('gestao-talentos/talentos');
const entrada = (data: string, more: object = {}) => ({
  data,
  motivo: 'P',
  areaOrganizacional: de.area,
  faixaSalarial: de.faixa,
  tipoSalario: '1',
  ...more,
});
const formacao = (curso: string) => ({
  areaFormacao: de.formacao,
  curso,
  local: 'Instituto Federal',
  tipo: 'GRADUACAO',
  situacao: 'COMPLETO',
});
const pessoa = (more: object = {}) => ({
  nome: `Pessoa Salva ${++next}`,
  cpf: CPF.sample(7_000_000 + next),
  matricula: `S${next}`,
  sexo: 'F',
  vinculo: 'E',
  dataAdmissao: '2024-01-08',
  historicos: [entrada('2024-01-08')],
  ...more,
});

/** A transaction that tells what is asked in it. */
function heard(tx: Tx): { tx: Tx; texts: string[] } {
  const texts: string[] = [];
  const query: Tx['query'] = (q) => {
    texts.push(q.text);
    return tx.query(q);
  };
  return { texts, tx: { ...tx, query, one: async <R>(q: Parameters<Tx['one']>[0]) => (await query<R>(q))[0] } };
}

describe('a new record', () => {
  it('goes in with all its lists in one statement, and no row of it is written twice', async () => {
    const { saved, texts } = await app.db.tx(async (inner) => {
      const { tx, texts } = heard(inner);
      const input = pessoa({
        historicos: [entrada('2024-01-08'), entrada('2025-03-01', { motivo: 'P' })],
        formacoes: [formacao('Administração'), formacao('Direito')],
        certificados: [{ titulo: 'NR-10', organizacao: 'SENAI', tipo: 'Curso', dataInicio: '2025-02-01', dataFim: '2025-02-10' }],
      });
      return { saved: await talentos().create(tx, acting, input), texts };
    });
    // The record and the trail; and the person's turn, taken and given back.
    const written = texts.filter((text) => /\b(insert into|update|delete from)\b/.test(text));
    expect(written.filter((text) => !text.includes('cpfs_em_curso'))).toHaveLength(2);
    expect(written).toHaveLength(4);
    expect(texts.length).toBeLessThanOrEqual(11); // five to judge it, one to ask whether it is meant, one to hold the band that pays it
    expect((saved.formacoes as { curso: string }[]).map(({ curso }) => curso)).toEqual(['Administração', 'Direito']);
    const rows = await app.db.query(sql`
      select ordem, ate::text from talentos_historicos where registro_id = ${saved.id} order by ordem`);
    expect(rows).toEqual([
      { ordem: 1, ate: '2025-03-01' },
      { ordem: 2, ate: null },
    ]);
  });

  it('stands where its history puts it, as if that had been asked afterwards', async () => {
    const cases = [
      {},
      { dataAdmissao: addDays(today(), 30), historicos: [entrada(addDays(today(), 30))] },
      {
        dataDesligamento: '2024-06-30',
        historicos: [entrada('2024-01-08'), entrada('2024-05-01', { tipoSalario: '3', salario: 9_000 })],
      },
      { historicos: [entrada('2024-01-08'), entrada('2024-05-01', { tipoSalario: '3', salario: 4_321.09 })] },
      {
        historicos: [
          entrada('2025-01-01', { tipoSalario: '2', indice: de.indice, quantidadeIndice: 3.25 }),
          entrada('2024-01-08'),
        ],
      },
    ];
    for (const more of cases) {
      const { id } = await app.db.tx((tx) => talentos().create(tx, acting, { ...pessoa(more), confirma: true }));
      const atuais = () =>
        app.db.one(sql`
          select area_atual_id, cargo_atual_id, faixa_atual_id, estabelecimento_atual_id, salario_atual, situacao from talentos where id = ${id}`);
      const escrito = await atuais();
      expect(escrito).toMatchObject({ area_atual_id: de.area, faixa_atual_id: de.faixa });
      await app.db.query(sql`
        update talentos set area_atual_id = null, cargo_atual_id = null, faixa_atual_id = null, salario_atual = null, situacao = 'A' where id = ${id}`);
      await atualizaAtuais(app.db, today(), sql`x.id = ${id}`);
      expect(await atuais()).toEqual(escrito);
    }
  });
});

it('whoever waits for an answer gets one: no route of any module waits longer for a lock than five seconds', async () => {
  const limit = await app.services.db.tx((tx) => tx.one(sql`select current_setting('lock_timeout') as t`));
  expect(limit).toEqual({ t: '5s' });
});

describe('a record that is changed', () => {
  it('has those of its rows written that changed, and no others', async () => {
    const saved = await app.db.tx((tx) =>
      talentos().create(tx, acting, pessoa({ formacoes: ['Um', 'Dois', 'Três', 'Quatro'].map(formacao) })),
    );
    const rows = () =>
      app.db.query<{ id: number; curso: string; xmin: string }>(sql`
        select id, curso, xmin::text from talentos_formacoes where registro_id = ${saved.id} order by ordem, id`);
    const before = await rows();
    const [primeira, segunda, terceira] = saved.formacoes as { id: number; areaFormacao: { id: number } }[];
    const same = (row: object | undefined) => ({ ...row, areaFormacao: de.formacao });
    const { id: _id, versao: _versao, ...rest } = saved;
    await app.db.tx((tx) =>
      talentos().update(tx, acting, saved.id, {
        ...rest,
        historicos: [entrada('2024-01-08')],
        formacoes: [same(primeira), { ...same(segunda), curso: 'Outro' }, same(terceira), formacao('Cinco')],
      }),
    );
    const after = await rows();
    expect(after.map(({ curso }) => curso)).toEqual(['Um', 'Outro', 'Três', 'Cinco']);
    expect(after.slice(0, 3).map(({ id }) => id)).toEqual(before.slice(0, 3).map(({ id }) => id));
    expect(after.map(({ xmin }, n) => xmin === before[n]?.xmin)).toEqual([true, false, true, false]);
  });
});
