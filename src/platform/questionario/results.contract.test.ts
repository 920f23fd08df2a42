import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Acting } from '#kit/acting/acting.server.ts';
import { createDatabase } from '#kit/db/database.server.ts';
import { migrate } from '#kit/db/migrate.server.ts';
import { optional } from '#kit/fields/field.ts';
import { ref } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { keepKeysIn } from '#kit/files/secrets.server.ts';
import { askedBy } from '#kit/lanes/lanes.server.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { type TestDatabase, testDatabase } from '#kit/testing/testdb.server.ts';
import { type Dada, type RodadaDeProva, SAMPLE, writeRound } from './asked.sample.server.ts';
import { roundById, roundOf } from './asked-round.server.ts';
import { comments, respondents } from './comments.server.ts';
import { countAnswers, together } from './counts.server.ts';
import { questionOf } from './definition.ts';
import { releaseRound } from './ledger.server.ts';
import type { Fonte } from './reader.server.ts';
import { comparison, evolution, gathered, results, resultsOnScreen } from './results.server.ts';
import { type Filtros, type Grupo, type Resultados, type ResumoDoGrupo, TEXTOS_A_MAIS, textosMostrados } from './results.ts';

const areas = defineRegistry({
  id: 'areas-de-prova',
  title: 'Áreas',
  singular: 'Área',
  authority: 'ROLE_CAD_AREA',
  scope: 'empresa',
  fields: { nome: text('Nome', 60), areaMae: optional(ref('Área mãe', 'prova/areas-de-prova')) },
  columns: ['nome'],
  tree: 'areaMae',
});
const lookup = () => areas as never;
const dimensoes = [
  { campo: 'area', rotulo: 'Área', registro: 'prova/areas-de-prova' },
  { campo: 'vinculo', rotulo: 'Vínculo', opcoes: { 1: 'Celetista', 2: 'Estagiário' } },
];

let db: TestDatabase;
let fonte: Fonte;
let empresaId: number;
let other: number;
let next = 1;
const acting = () => ({ empresaId, usuarioId: 1, can: () => true }) as unknown as Acting;

/** Diretoria (1) is above Vendas (2) and Oficina (3); Portaria (4) stands alone. */
const [VENDAS, OFICINA, PORTARIA] = [2, 3, 4] as const;
const people = (howMany: number, area: number, more: Partial<Dada> = {}): Dada[] =>
  Array.from({ length: howMany }, () => ({ atributos: [area, 1], ...more }));

async function closed(
  round: Omit<RodadaDeProva, 'empresaId' | 'donoId' | 'dimensoes'>,
): Promise<{ donoId: number; id: number; versaoId: number }> {
  const donoId = next++;
  const made = await writeRound(db, { empresaId, donoId, dimensoes, ...round });
  await db.tx((tx) => releaseRound(tx, lookup, made.id));
  return { donoId, ...made };
}
const ask = async (donoId: number, por: string | null = null, filtros: Filtros = {}, from: Fonte = fonte) => {
  const found = await results(from, acting(), { id: donoId, por, filtros });
  return { ...found, grupos: await Array.fromAsync(found.grupos) };
};
const shown = ({ grupos }: Resultados) =>
  Object.fromEntries(grupos.map(({ nome, resultado }) => [nome, resultado?.pessoas ?? null]));
const of = (...ids: number[]) => ({ area: { ids, so: false } });

/** A database with the companies and the areas. */
async function opened(): Promise<TestDatabase> {
  const db = await testDatabase(async (fresh, role) => {
    await migrate(fresh, 'migrations', { rights: { role } });
    await fresh.query({
      text: `create table areas_de_prova (id bigint primary key, empresa_id bigint, nome text, area_mae_id bigint)`,
    });
    await fresh.query({ text: 'grant all on areas_de_prova to public' });
  }, 'resultados');
  const rows = await db.owner.query<{ id: number }>(
    sql`insert into empresas (nome, ativo, max_candidata_cargo, tempo_exclusao_candidato) values ('Prova', true, 0, 0), ('Outra', true, 0, 0) returning id`,
  );
  [empresaId, other] = rows.map(({ id }) => id) as [number, number];
  await db.query(sql`insert into areas_de_prova values (1, ${empresaId}, 'Diretoria', null), (2, ${empresaId}, 'Vendas', 1),
    (3, ${empresaId}, 'Oficina', 1), (4, ${empresaId}, 'Portaria', null)`);
  return db;
}

const keys = mkdtempSync(path.join(tmpdir(), 'vinculo-chaves-'));
beforeAll(async () => {
  keepKeysIn(keys);
  db = await opened();
  fonte = { db, lookup, dono: 'prova/rodadas' };
});
afterAll(async () => {
  await db.drop();
  rmSync(keys, { recursive: true, force: true });
});

describe('results', () => {
  it('agree with a small company worked out on paper', async () => {
    // agreement: 4 × 'Concordo' (3 of 4 points), 4 × 'Discordo' (1 of 4), 2 × 'Concordo totalmente' (4 of 4)
    // notes: 3 × 10, 3 × 9, 2 × 8, 1 × 6, 1 × 0
    const acordos = [5, 5, 5, 5, 3, 3, 3, 3, 6, 6];
    const notas = [10, 10, 10, 9, 9, 9, 8, 8, 6, 0];
    const dadas = acordos.map((acordo, index) => ({
      atributos: [VENDAS, 1],
      acordo,
      nota: notas[index] ?? 0,
      usa: index < 4 ? [9, 10] : index < 7 ? [9] : [],
    }));
    const { donoId } = await closed({ modo: 'I', dadas });
    const { total } = await ask(donoId);
    const [acordo, nota, usa] = total?.perguntas ?? [];
    expect(acordo?.fatias.map(({ pessoas }) => pessoas)).toEqual([0, 4, 0, 4, 2]);
    expect(acordo?.fatias.map(({ parte }) => parte.valor)).toEqual([0, 40, 0, 40, 20]);
    // (4 × 75 + 4 × 25 + 2 × 100) ÷ 10
    expect(acordo?.resultado).toEqual({ valor: 60 });
    expect(acordo?.favoravel).toEqual({ valor: 60 });
    // (30 + 27 + 16 + 6 + 0) ÷ 10; six promoters less two detractors
    expect(nota?.media).toEqual({ valor: 7.9 });
    expect(nota?.resultado).toEqual({ valor: 79 });
    expect(nota?.nps).toEqual({ valor: 40 });
    expect(nota?.favoravel).toEqual({ valor: 80 });
    expect(usa?.fatias.map(({ pessoas }) => pessoas)).toEqual([7, 4]);
    // weights 1 and 3: (60 + 3 × 79) ÷ 4 and (60 + 3 × 80) ÷ 4
    expect(total?.geral).toEqual({ resultado: 74, favoravel: 75 });
    expect(total?.aspectos).toEqual([
      { id: 12, resultado: 60, favoravel: 60 },
      { id: 13, resultado: 79, favoravel: 80 },
    ]);
  });

  it('of more options than one statement counts are the same as counted by hand', async () => {
    const perguntas = [1, 101, 201].map((id) =>
      questionOf({
        id,
        texto: `${id}`,
        tipo: '5',
        respostas: Array.from({ length: 50 }, (_, k) => ({ id: id + 1 + k, texto: `${k}`, peso: null })),
      }),
    );
    const { id: rodadaId } = await closed({ modo: 'I', dadas: [] });
    const chosen = (answer: number, option: number) => (answer * option) % 3 === 0;
    const notas = Array.from({ length: 6 }, (_, answer) =>
      Array.from({ length: 300 }, (_slot, at) => (answer === 5 && at > 99 ? null : chosen(answer, at + 1) ? 1 : 0)),
    );
    for (const [n, each] of notas.entries())
      await db.query(sql`insert into respostas_dadas (id, rodada_id, participacao_id, atributos, notas)
        values (id_aleatorio(), ${rodadaId}, null, ${[1 + (n % 2), 1]}::int[], ${each}::smallint[])`);
    const definicao = { ...SAMPLE, perguntas: perguntas.toReversed() };
    const counted = await countAnswers(db, { rodadaId, definicao, por: 0, where: sql`true` });
    for (const group of counted) {
      const { valor } = group;
      const { perguntas: told } = await together(definicao, [group]);
      for (const { id, respostas } of perguntas)
        for (const option of respostas) {
          const here = notas.filter((each, n) => 1 + (n % 2) === valor && each[option.id - 1] === 1).length;
          expect(told.get(id)?.por.get(option.id), `${valor} ${option.id}`).toBe(here);
        }
    }
  });

  it('of groups are told one after the other, as long as somebody waits for them', async () => {
    const { donoId } = await closed({ modo: 'I', dadas: [...people(3, VENDAS), ...people(2, PORTARIA)] });
    let isGone = false;
    const asked = { id: donoId, por: 'area', filtros: {} };
    await askedBy(
      1,
      async () => {
        const groups = (await results(fonte, acting(), asked)).grupos as AsyncGenerator<Grupo>;
        expect((await groups.next()).value).toMatchObject({ nome: 'Diretoria', resultado: { pessoas: 3 } });
        isGone = true;
        await expect(groups.next()).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
        await expect(results(fonte, acting(), asked)).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
        await expect(resultsOnScreen(fonte, acting(), asked)).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
      },
      { isGone: () => isGone },
    );
  });

  it('of more groups and answers than the memory holds are refused before they are counted', async () => {
    const respostas = (id: number) => Array.from({ length: 50 }, (_, k) => ({ id: id + 1 + k, texto: `${k}`, peso: null }));
    const perguntas = Array.from({ length: 200 }, (_, n) =>
      questionOf({ id: 1 + n * 51, texto: `${n}`, tipo: '5', respostas: respostas(1 + n * 51) }),
    );
    const { id: rodadaId } = await closed({ modo: 'I', dadas: [] });
    await db.query(sql`insert into respostas_dadas (id, rodada_id, participacao_id, atributos, notas)
      select id_aleatorio(), ${rodadaId}, null, array[n % 251, 1]::int[], '{}'::smallint[] from generate_series(1, 502) n`);
    const definicao = { ...SAMPLE, perguntas };
    const tooMany = { code: 'GRUPOS_DEMAIS', status: 422 };
    await expect(countAnswers(db, { rodadaId, definicao, por: 0, where: sql`true` })).rejects.toMatchObject(tooMany);
    function* endless() {
      for (let id = 1; ; id++) yield { id };
    }
    await expect(gathered(endless(), 199)).rejects.toMatchObject(tooMany);
  });

  it('leave answers that are absent out of every mean', async () => {
    const dadas = [...people(3, VENDAS, { nota: 10 }), ...people(5, VENDAS, { nota: null })];
    const { total } = await ask((await closed({ modo: 'I', dadas })).donoId);
    expect(total?.perguntas.find(({ id }) => id === 7)).toMatchObject({ pessoas: 3, media: { valor: 10 } });
  });

  it('are nothing of an open round that is not identified, and of one that was not released', async () => {
    const donoId = next++;
    const round = { empresaId, donoId, dimensoes, modo: 'A' as const, dadas: people(20, VENDAS) };
    await writeRound(db, { ...round, estado: 'A' });
    expect(await ask(donoId)).toMatchObject({ pronto: false, total: null, grupos: [], dimensoes: [] });
    await db.query(sql`update rodadas set estado = 'D' where dono_id = ${donoId}`);
    expect(await ask(donoId)).toMatchObject({ pronto: false, total: null });
  });

  it('are withheld where everybody together are too few, and where nobody answered', async () => {
    expect((await ask((await closed({ modo: 'A', dadas: people(4, VENDAS) })).donoId)).total).toBeNull();
    expect((await ask((await closed({ modo: 'A', dadas: [] })).donoId)).total).toBeNull();
    expect((await ask((await closed({ modo: 'A', dadas: people(5, VENDAS) })).donoId)).total?.pessoas).toBe(5);
  });

  it('are read with a definition that is parsed once for all, and for a screen without the questions of groups', async () => {
    const { id, donoId } = await closed({ modo: 'I', dadas: people(5, VENDAS) });
    const { definicao } = await roundById(db, id);
    expect((await roundOf(db, { empresaId, dono: fonte.dono, donoId }))?.definicao).toBe(definicao);
    const { grupos } = await resultsOnScreen(fonte, acting(), { id: donoId, por: 'area', filtros: {} });
    expect(Object.keys(grupos.find(({ nome }) => nome === 'Vendas')?.resultado ?? {})).toEqual(['pessoas', 'geral', 'aspectos']);
  });

  it('are no other company’s', async () => {
    const { donoId } = await closed({ modo: 'A', dadas: people(20, VENDAS) });
    const stranger = { ...acting(), empresaId: other } as Acting;
    await expect(results(fonte, stranger, { id: donoId, por: null, filtros: {} })).rejects.toThrow('não foi encontrado');
  });
});

describe('people who were asked', () => {
  it('are counted within a filter where answers carry a name, and else only all together', async () => {
    const dadas = [...people(10, VENDAS), ...people(10, PORTARIA), ...people(2, OFICINA)];
    const faltam = [
      [VENDAS, 1],
      [VENDAS, 1],
      [PORTARIA, 1],
    ];
    const named = await closed({ modo: 'I', dadas, faltam });
    expect((await ask(named.donoId)).convidados).toBe(25);
    expect((await ask(named.donoId, null, of(PORTARIA))).convidados).toBe(11);
    // Whoever is missing in Portaria would be known, and in two filters that differ by one person, too.
    const { donoId } = await closed({ modo: 'C', dadas, faltam });
    expect((await ask(donoId)).convidados).toBe(25);
    expect((await ask(donoId, null, of(PORTARIA))).convidados).toBeNull();
  });
});

describe('groups', () => {
  it('of a tree are branches, and one that would tell its small neighbour is withheld', async () => {
    const dadas = [...people(10, VENDAS), ...people(2, OFICINA), ...people(8, PORTARIA)];
    const { donoId } = await closed({ modo: 'A', dadas });
    expect(shown(await ask(donoId, 'area'))).toEqual({ Diretoria: 12, Oficina: null, Vendas: null, Portaria: 8 });
  });

  it('look the same empty, too small, or withheld', async () => {
    const dadas = [...people(10, VENDAS), ...people(2, OFICINA)];
    const { donoId } = await closed({ modo: 'C', dadas, faltam: [[PORTARIA, 1]] });
    const { grupos } = await ask(donoId, 'area');
    // Beside the whole, the Diretoria would tell that the one of the Portaria did not answer.
    expect(grupos.filter(({ resultado }) => resultado === null).map(({ nome }) => nome)).toEqual([
      'Diretoria',
      'Oficina',
      'Vendas',
      'Portaria',
    ]);
  });

  it('are told exactly to readers of an identified round', async () => {
    const { donoId } = await closed({ modo: 'I', dadas: [...people(10, VENDAS), ...people(1, OFICINA)] });
    expect(shown(await ask(donoId, 'area'))).toEqual({ Diretoria: 11, Oficina: 1, Vendas: 10 });
  });
});

describe('ADR 67: of a confidential round', () => {
  const estagiario = { vinculo: { ids: [2], so: false } };
  const celetistas = { vinculo: { ids: [1], so: false } };
  const dadas = [...people(10, VENDAS), ...people(8, OFICINA)];

  it('everybody but one is told as little when that one did not answer as when they did', async () => {
    const respondeu = await closed({ modo: 'C', dadas: [...dadas, { atributos: [VENDAS, 2] }], faltam: [] });
    const faltou = await closed({ modo: 'C', dadas: [...dadas, { atributos: [VENDAS, 1] }], faltam: [[VENDAS, 2]] });
    for (const { donoId } of [respondeu, faltou]) {
      expect((await ask(donoId)).total?.pessoas).toBe(19);
      for (const filtro of [celetistas, estagiario, { ...celetistas, ...of(VENDAS) }])
        expect((await ask(donoId, null, filtro)).total).toBeNull();
      expect(shown(await ask(donoId, 'area'))).toEqual({ Diretoria: 19, Vendas: 11, Oficina: 8 });
    }
  });

  it('a group is told as little when none of it answered as when a few did, and is not told by the others', async () => {
    const poucos = await closed({ modo: 'C', dadas: [...dadas, ...people(2, PORTARIA)], faltam: Array(6).fill([PORTARIA, 1]) });
    const nenhum = await closed({ modo: 'C', dadas, faltam: Array(8).fill([PORTARIA, 1]) });
    for (const { donoId } of [poucos, nenhum]) {
      expect((await ask(donoId)).total?.pessoas).toBeGreaterThan(17);
      expect((await ask(donoId, null, of(VENDAS, OFICINA))).total).toBeNull();
      expect((await ask(donoId, null, of(PORTARIA))).total).toBeNull();
      const { Portaria, ...others } = shown(await ask(donoId, 'area'));
      expect([Portaria, Object.values(others).filter((one) => one === null).length > 0]).toEqual([null, true]);
    }
    const muitos = await closed({ modo: 'C', dadas: [...dadas, ...people(5, PORTARIA)], faltam: Array(3).fill([PORTARIA, 1]) });
    expect(shown(await ask(muitos.donoId, 'area'))).toEqual({ Diretoria: 18, Vendas: 10, Oficina: 8, Portaria: 5 });
  });

  it('what was told is told again by another process, and the people who were asked stay those of the last day', async () => {
    const { donoId, id } = await closed({ modo: 'C', dadas, faltam: [...Array(6).fill([PORTARIA, 1]), [VENDAS, 2]] });
    const before = [await ask(donoId, null, of(VENDAS)), await ask(donoId, null, { ...celetistas, ...of(VENDAS) })];
    await db.query(sql`delete from participacoes where rodada_id = ${id} and atributos[2] = 2`);
    const elsewhere = { ...fonte, db: createDatabase(db.connection) };
    const after = [
      await ask(donoId, null, of(VENDAS), elsewhere),
      await ask(donoId, null, { ...celetistas, ...of(VENDAS) }, elsewhere),
    ];
    expect(after.map(({ total }) => total)).toEqual(before.map(({ total }) => total));
    await elsewhere.db.close();
  });
});

describe('filters', () => {
  it('tell nothing that what was told before would complete, whoever asked for it', async () => {
    const dadas = [...people(9, VENDAS), ...people(9, OFICINA), ...people(6, PORTARIA)].map((dada, index) =>
      index % 9 === 0 ? { ...dada, atributos: [dada.atributos[0] as number, 2] } : dada,
    );
    const { donoId } = await closed({ modo: 'A', dadas });
    expect((await ask(donoId)).total?.pessoas).toBe(24);
    expect((await ask(donoId, null, of(VENDAS))).total?.pessoas).toBe(9);
    // one trainee in each area
    expect((await ask(donoId, null, { ...of(VENDAS), vinculo: { ids: [1], so: false } })).total).toBeNull();
    expect((await ask(donoId, null, { vinculo: { ids: [2], so: false } })).total).toBeNull();
    expect((await ask(donoId, null, { vinculo: { ids: [1], so: false } })).total).toBeNull();
  });

  it('judge two readers who ask at once by one ledger, and say the same again', async () => {
    const dadas = [6, 6, 6]
      .flatMap((howMany, at) => people(howMany, [VENDAS, OFICINA, PORTARIA][at] as number))
      .map((dada, index) => ({
        ...dada,
        atributos: [dada.atributos[0] as number, 1 + (index % 2)],
      }));
    const { donoId, id } = await closed({ modo: 'A', dadas });
    const asked = [VENDAS, OFICINA, PORTARIA].flatMap((area) =>
      [1, 2].map((vinculo) => ({ ...of(area), vinculo: { ids: [vinculo], so: false } })),
    );
    const both = await Promise.all([...asked, ...asked.toReversed(), ...asked].map((filtros) => ask(donoId, null, filtros)));
    const again = await Promise.all(asked.map((filtros) => ask(donoId, null, filtros)));
    expect(again.map(({ total }) => total?.pessoas ?? null)).toEqual(both.slice(0, 6).map(({ total }) => total?.pessoas ?? null));
    const { most, kept } = await db.only<{ most: number; kept: number }>(
      sql`select max(ordem) as most, count(*)::int as kept from resultados_contados where rodada_id = ${id}`,
    );
    expect(most).toBe(kept);
  });

  it('are of their own database, though another one that was read before has a round of the same number', async () => {
    const [here, there] = [db, await opened()];
    try {
      const first = await closed({ modo: 'A', dadas: people(12, VENDAS) });
      expect((await ask(first.donoId)).total?.pessoas).toBe(12);
      await there.owner.query(sql`select setval(pg_get_serial_sequence('rodadas', 'id'), ${first.id}, false)`);
      db = there;
      const second = await closed({ modo: 'A', dadas: people(3, PORTARIA) });
      expect(second.id).toBe(first.id);
      expect((await ask(second.donoId, null, {}, { ...fonte, db })).total).toBeNull();
    } finally {
      db = here;
      await there.drop();
    }
  });

  it('count exactly the people whom they were judged by, also those whose place is no longer told', async () => {
    const hidden = people(4, VENDAS).map((dada) => ({ ...dada, atributos: [null, 1], convite: [VENDAS, 1] }));
    const { donoId } = await closed({ modo: 'A', dadas: [...people(3, VENDAS), ...hidden, ...people(9, PORTARIA)] });
    expect((await ask(donoId, null, of(VENDAS, 0))).total?.pessoas).toBe(7);
    expect((await ask(donoId, null, of(VENDAS))).total).toBeNull();
  });

  it('of a field that is no dimension, or of none at all, are refused', async () => {
    const { donoId } = await closed({ modo: 'A', dadas: people(20, VENDAS) });
    await expect(ask(donoId, 'cargo')).rejects.toMatchObject({ status: 400 });
    await expect(ask(donoId, null, { cargo: { ids: [1], so: false } })).rejects.toMatchObject({ status: 400 });
  });
});

describe('a group that agrees', () => {
  const fatias = async (notas: number[]) => {
    const { donoId } = await closed({ modo: 'A', dadas: notas.map((nota) => ({ atributos: [VENDAS, 1], nota })) });
    const found = (await ask(donoId)).total?.perguntas.find(({ id }) => id === 7);
    return { ...found, id: 0 };
  };

  it('is told as one in which somebody might have answered otherwise', async () => {
    expect(await fatias([5, 5, 5, 5, 5])).toEqual(await fatias([5, 5, 5, 5, 0]));
    const { nps, media } = await fatias([10, 10, 10, 10, 10]);
    expect(nps).toEqual({ valor: 60, limite: 'min' });
    expect(media).toEqual({ valor: 10 });
  });

  it('never has people counted by answer', async () => {
    expect(JSON.stringify(await fatias([5, 5, 6, 6, 7, 7])).match(/"pessoas"/g)).toHaveLength(1);
  });
});

describe('a question that few answered', () => {
  it('is withheld, and the group is told without it', async () => {
    const dadas = [...people(8, VENDAS, { nota: null }), ...people(3, VENDAS, { nota: 9 }), ...people(9, PORTARIA, { nota: 9 })];
    const { donoId } = await closed({ modo: 'A', dadas });
    const { grupos, total } = await ask(donoId, 'area');
    expect(total?.perguntas.map(({ id }) => id)).toEqual([1, 7, 8]);
    expect(grupos.find(({ nome }) => nome === 'Vendas')?.resultado?.perguntas.map(({ id }) => id)).toEqual([1, 8]);
    // the others' notes and the total's would tell those of the three
    expect(grupos.find(({ nome }) => nome === 'Portaria')?.resultado?.perguntas.map(({ id }) => id)).toEqual([1, 8]);
  });
});

describe('a choice that has answers without a weight', () => {
  it('has no mean of few, nor one from which that of few follows', async () => {
    const [first, ...rest] = SAMPLE.perguntas;
    const respostas = first?.respostas.map((opcao) => (opcao.id === 2 ? { ...opcao, peso: null } : opcao));
    const { id: versaoId } = await db.only<{ id: number }>(sql`
      insert into questionario_versoes (empresa_id, dono, dono_id, numero, definicao, congelada)
      values (${empresaId}, 'prova/pesquisas', 9001, 1, ${JSON.stringify({ ...SAMPLE, perguntas: [{ ...first, respostas }, ...rest] })}::jsonb, true) returning id`);
    const told = async (modo: 'A' | 'I', semPeso: number) => {
      const comPeso = people(11 - semPeso, VENDAS, { acordo: 5 });
      const dadas = [...people(semPeso, VENDAS, { acordo: 2 }), ...comPeso, ...people(9, PORTARIA, { acordo: 5 })];
      const { donoId } = await closed({ modo, versaoId, dadas });
      const { grupos, total } = await ask(donoId, 'area');
      const deles = grupos.map(({ nome, resultado }) => [nome, resultado?.perguntas[0]?.resultado ?? null]);
      return { total: total?.perguntas[0]?.resultado ?? null, ...Object.fromEntries(deles) };
    };
    const seventyFive = { valor: 75 };
    expect(await told('A', 8)).toMatchObject({ total: seventyFive, Vendas: null, Portaria: null });
    expect(await told('A', 10)).toMatchObject({ total: seventyFive, Vendas: null, Portaria: null });
    expect(await told('A', 0)).toMatchObject({ total: seventyFive, Vendas: seventyFive, Portaria: seventyFive });
    expect(await told('I', 8)).toMatchObject({ total: seventyFive, Vendas: seventyFive, Portaria: seventyFive });
  });
});

describe('a question that is shown to some only', () => {
  const round = (naoMostrada: number, mostrada: number) =>
    closed({
      modo: 'C',
      versaoId: conditional,
      dadas: [...people(naoMostrada, VENDAS, { acordo: 2, nota: null }), ...people(mostrada, VENDAS, { acordo: 3 })],
    });
  const asked = async (naoMostrada: number, mostrada: number) =>
    (await ask((await round(naoMostrada, mostrada)).donoId)).total?.perguntas.map(({ id, pessoas }) => [id, pessoas]);
  let conditional: number;
  beforeAll(async () => {
    const [first, note, ...rest] = SAMPLE.perguntas;
    const se = { juntas: 'todas', testes: [{ perguntaId: 1, eh: 'nao-tem', valor: 2 }] };
    const perguntas = [first, { ...note, se }, ...rest];
    ({ id: conditional } = await db.only<{ id: number }>(sql`
      insert into questionario_versoes (empresa_id, dono, dono_id, numero, definicao, congelada)
      values (${empresaId}, 'prova/pesquisas', 9000, 1, ${JSON.stringify({ ...SAMPLE, perguntas })}::jsonb, true) returning id`));
  });

  it('says alike whether nobody, one, or a few were not asked, because that is their answer to the question before', async () => {
    const none = [
      [1, 10],
      [8, 10],
    ];
    expect([await asked(0, 10), await asked(1, 9), await asked(4, 6)]).toEqual([none, none, none]);
    expect(await asked(5, 5)).toEqual([
      [1, 10],
      [7, null],
      [8, 10],
    ]);
  });

  it('ADR 58: has its numbers in steps, and says so of groups as of the whole', async () => {
    const { total, grupos } = await ask((await round(6, 6)).donoId, 'area');
    const inSteps = (one: ResumoDoGrupo | null | undefined) =>
      one?.perguntas.map(({ id, deCincoEmCinco }) => [id, deCincoEmCinco]);
    const said = [
      [1, undefined],
      [7, true],
      [8, undefined],
    ];
    expect([inSteps(total), inSteps(grupos.find(({ nome }) => nome === 'Vendas')?.resultado)]).toEqual([said, said]);
  });

  it('tells how many answered one that may be left out only if those who did not are none, or enough', async () => {
    const { donoId } = await closed({ modo: 'C', dadas: [...people(1, VENDAS, { nota: null }), ...people(9, VENDAS)] });
    expect((await ask(donoId)).total?.perguntas.map(({ id, pessoas }) => [id, pessoas])).toEqual([
      [1, 10],
      [7, null],
      [8, 10],
    ]);
  });
});

describe('answers that changed after the round was closed', () => {
  it('are not told any more', async () => {
    const { donoId, id } = await closed({ modo: 'C', dadas: people(20, VENDAS) });
    expect((await ask(donoId)).total?.pessoas).toBe(20);
    await db.query(sql`delete from participacoes where id = (select min(id) from participacoes where rodada_id = ${id})`);
    await expect(ask(donoId)).rejects.toMatchObject({ status: 409 });
  });
});

describe('a reader who sees a part of the company', () => {
  it('gets that part of a round that is not identified, as one more set of the ledger', async () => {
    const { donoId } = await closed({
      modo: 'A',
      dadas: [...people(10, VENDAS), ...people(10, OFICINA), ...people(10, PORTARIA)],
    });
    const part = { ...fonte, dentro: () => ({ campo: 'area', ids: sql`select 2::bigint as id` }) };
    const seen = await ask(donoId, 'area', {}, part);
    expect(seen.total?.pessoas).toBe(10);
    expect(shown(seen)).toEqual({ Vendas: 10 });
    expect((await comments(part, acting(), { id: donoId, perguntaId: 11, page: 0 })).textos).toBeNull();
  });

  it('gets the people they see of an identified round, and who answered what of those alone', async () => {
    const { donoId, id } = await closed({
      modo: 'I',
      dadas: [...people(3, VENDAS, { nota: 3, texto: 'sim' }), ...people(4, OFICINA, { nota: 3 })],
    });
    const pessoas = () =>
      sql`select pessoa as chave, 'Nome de ' || pessoa as nome from participacoes where rodada_id = ${id} and atributos[1] = ${VENDAS}`;
    const part = { ...fonte, pessoas };
    expect((await ask(donoId, null, {}, part)).total?.pessoas).toBe(3);
    expect(await respondents(part, acting(), { id: donoId, perguntaId: 7, valor: 3, page: 0 })).toMatchObject({ total: 3 });
    expect((await comments(part, acting(), { id: donoId, perguntaId: 11, page: 0 })).textos?.[0]).toMatchObject({ texto: 'sim' });
  });

  it('learns of nobody by name where answers are not identified', async () => {
    const { donoId, id } = await closed({ modo: 'C', dadas: people(10, VENDAS, { nota: 3 }) });
    const part = {
      ...fonte,
      pessoas: () => sql`select pessoa as chave, pessoa as nome from participacoes where rodada_id = ${id}`,
    };
    expect(await respondents(part, acting(), { id: donoId, perguntaId: 7, valor: 3, page: 0 })).toEqual({
      pessoas: [],
      total: 0,
    });
  });
});

describe('comments', () => {
  const with_ = (texts: number, all: number) =>
    Array.from(
      { length: all },
      (_, index): Dada => ({ atributos: [VENDAS, 1], ...(index < texts ? { texto: `Texto ${index}` } : {}) }),
    );

  it('are withheld until there are a few more than the minimum, one lone comment above all', async () => {
    const texts = async (howMany: number) => {
      const { donoId } = await closed({ modo: 'A', dadas: with_(howMany, 30) });
      return (await comments(fonte, acting(), { id: donoId, perguntaId: 11, page: 0 })).textos?.length ?? null;
    };
    expect([await texts(1), await texts(7), await texts(8)]).toEqual([null, null, 8]);
  });

  it('of a question that is shown to some only are withheld where too few did not write: they are those who answered the other way', async () => {
    const condicional = {
      ...SAMPLE,
      perguntas: SAMPLE.perguntas.map((one) =>
        one.id === 11
          ? { ...one, obrigatoria: true, se: { juntas: 'todas', testes: [{ perguntaId: 8, eh: 'tem', valor: 9 }] } }
          : one,
      ),
    };
    const { id: versaoId } = await db.only<{ id: number }>(sql`
      insert into questionario_versoes (empresa_id, dono, dono_id, numero, definicao, congelada)
      values (${empresaId}, 'prova/pesquisas', ${1_000_000 + next}, 1, ${JSON.stringify(condicional)}::jsonb, true) returning id`);
    const texts = async (howMany: number, more: { versaoId?: number } = {}) => {
      const { donoId } = await closed({ modo: 'A', dadas: with_(howMany, 30), ...more });
      const { textos, total } = await comments(fonte, acting(), { id: donoId, perguntaId: 11, page: 0 });
      return textos && total;
    };
    for (const howMany of [26, 29, 30]) expect(await texts(howMany, { versaoId })).toBe(null);
    expect(await texts(25, { versaoId })).toBeOneOf([18, 23]);
    expect(await texts(29)).toBe(29);
  });

  // ADR 58: beside the shares, or another condition, an exact number would count a single answer.
  it('under conditions are whole groups of the minimum, wherever these begin: nearly all of many, and as many whether or not one more met one', async () => {
    const se = (...valores: number[]) => ({
      juntas: 'alguma' as const,
      testes: valores.map((valor) => ({ perguntaId: 8, eh: 'tem' as const, valor })),
    });
    const [outra] = SAMPLE.perguntas.slice(-1);
    const condicional = {
      ...SAMPLE,
      perguntas: [
        ...SAMPLE.perguntas.map((one) => (one.id === 11 ? { ...one, se: se(9) } : one)),
        { ...outra, id: 15, texto: 'E o que mais?', se: se(9, 10) },
      ],
      proximoId: 16,
    };
    const { id: versaoId } = await db.only<{ id: number }>(sql`
      insert into questionario_versoes (empresa_id, dono, dono_id, numero, definicao, congelada)
      values (${empresaId}, 'prova/pesquisas', ${1_000_000 + next}, 1, ${JSON.stringify(condicional)}::jsonb, true) returning id`);
    const told = async (outros: number, texts = 10) => {
      const { donoId, id } = await closed({ modo: 'A', dadas: with_(texts, 30), versaoId });
      await db.query(sql`
        insert into respostas_escritas (id, rodada_id, pergunta_id, texto)
        select 9000000 + d.id, d.rodada_id, 15, 'Mais' from respostas_dadas d where d.rodada_id = ${id} order by d.id limit ${outros}`);
      return Promise.all(
        [11, 15].map(async (perguntaId) => {
          const { textos, total } = await comments(fonte, acting(), { id: donoId, perguntaId, page: 0 });
          return [total, textos?.length];
        }),
      );
    };
    for (const [outros, texts] of [
      [10, 10],
      [11, 10],
      [12, 9],
    ] as const)
      expect(await told(outros, texts)).toEqual([
        [8, 8],
        [8, 8],
      ]);
    for (const [todos, minimo] of [
      [200, 5],
      [60, 10],
    ] as const) {
      const porComeco = (quantos: number) =>
        Array.from({ length: minimo }, (_, comeco) => textosMostrados(quantos, minimo, comeco));
      for (const mostrados of porComeco(todos)) {
        expect((mostrados - minimo - TEXTOS_A_MAIS) % minimo).toBe(0);
        expect(mostrados).toBeLessThanOrEqual(todos);
        expect(mostrados).toBeGreaterThan(todos - 2 * minimo);
      }
      // One text more shows from one beginning of all, which nobody knows.
      const antes = porComeco(todos);
      expect(porComeco(todos + 1).filter((um, comeco) => um !== antes[comeco])).toHaveLength(1);
    }
  });

  it('are mixed, and say neither who wrote nor when', async () => {
    const { donoId } = await closed({ modo: 'C', dadas: with_(20, 30) });
    const { textos } = await comments(fonte, acting(), { id: donoId, perguntaId: 11, page: 0 });
    expect(textos?.map(({ texto }) => texto)).not.toEqual(Array.from({ length: 20 }, (_, index) => `Texto ${index}`));
    expect(new Set(textos?.flatMap((one) => Object.keys(one)))).toEqual(new Set(['texto']));
  });
});

describe('comparison', () => {
  it('puts the same groups of two rounds of the same questions side by side, each judged by itself, and says which version was asked', async () => {
    const before = await closed({ modo: 'A', dadas: [...people(10, VENDAS, { nota: 5 }), ...people(8, PORTARIA)] });
    const { id: versaoId } = await db.only<{ id: number }>(sql`
      insert into questionario_versoes (empresa_id, dono, dono_id, numero, definicao, congelada)
      select empresa_id, dono, dono_id, 2, definicao, true from questionario_versoes where id = ${before.versaoId} returning id`);
    const after = await closed({ modo: 'A', dadas: [...people(12, VENDAS, { nota: 9 }), ...people(2, PORTARIA)], versaoId });
    const { rodada, outras } = await ask(after.donoId);
    expect(rodada.versao).toBe(2);
    expect(outras).toMatchObject([{ donoId: before.donoId, versao: 1 }]);
    const compared = await comparison(fonte, acting(), { id: after.donoId, com: before.donoId, por: 'area', filtros: {} });
    expect(compared.total?.pessoas).toBe(18);
    expect(Object.fromEntries(compared.grupos.map(({ nome, resultado }) => [nome, resultado?.pessoas]))).toMatchObject({
      Vendas: 10,
      Portaria: 8,
    });
  });

  it('tells what was told of everybody each time, and nothing of a time that was withheld', async () => {
    const first = await closed({ modo: 'A', dadas: people(10, VENDAS, { nota: 5 }) });
    const few = await closed({ modo: 'A', dadas: people(2, VENDAS, { nota: 9 }), versaoId: first.versaoId });
    const last = await closed({ modo: 'A', dadas: people(12, VENDAS, { nota: 9 }), versaoId: first.versaoId });
    await closed({ modo: 'A', dadas: people(12, VENDAS) });
    const vezes = await evolution(fonte, acting(), last.donoId);
    expect(vezes.map(({ rodada, pessoas }) => [rodada.donoId, pessoas])).toEqual([
      [first.donoId, 10],
      [few.donoId, null],
      [last.donoId, 12],
    ]);
    const { total } = await ask(last.donoId);
    expect(vezes.at(-1)).toMatchObject({ geral: total?.geral, nps: total?.perguntas.find(({ nps }) => nps)?.nps ?? null });
    expect(vezes[1]).toMatchObject({ geral: { favoravel: null, resultado: null }, nps: null });
    expect((await evolution(fonte, acting(), first.donoId)).length).toBe(1);
  });

  it('judges nothing of the whole anew, which was judged when the round closed', async () => {
    const dadas = [...people(10, VENDAS, { texto: 'Bom' }), ...people(3, PORTARIA)];
    const { donoId, id } = await closed({ modo: 'C', dadas });
    await db.tx(async (tx) => {
      await tx.query(sql`select from resultados where rodada_id = ${id} for update`);
      expect(await evolution(fonte, acting(), donoId)).toMatchObject([{ pessoas: 13 }]);
      expect((await ask(donoId)).total?.pessoas).toBe(13);
    });
    // The same as among its groups, which are judged.
    const { total } = await ask(donoId, 'area');
    expect((await ask(donoId)).total).toEqual(total);
  });

  it('refuses a round of other questions', async () => {
    const one = await closed({ modo: 'A', dadas: people(10, VENDAS) });
    const two = await closed({ modo: 'A', dadas: people(10, VENDAS) });
    await expect(comparison(fonte, acting(), { id: one.donoId, com: two.donoId, por: null, filtros: {} })).rejects.toMatchObject({
      status: 400,
    });
  });
});
