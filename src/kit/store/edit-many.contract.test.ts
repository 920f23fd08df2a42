import { afterAll, beforeAll, expect, test } from 'vitest';
import { trying } from '#kit/acting/acting.server.ts';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { LONG_RECORD, tallied } from '#kit/db/whole-reads.server.ts';
import { askedBy } from '#kit/lanes/lanes.server.ts';
import { openStand, type Stand } from '#kit/testing/stand.server.ts';
import { afterLong } from './after-long.server.ts';
import { editMany } from './edit-many.server.ts';
import { previewRemoval } from './removal.server.ts';

let stand: Stand;
let ids: number[] = [];

beforeAll(async () => {
  stand = await openStand();
  const { areas, pessoas } = stand.stores;
  ids = await stand.db.tx(async (tx) => {
    const { id: area } = await areas.create(tx, stand.acting(), { nome: 'Administração', ativo: true });
    const made: number[] = [];
    for (const n of [1, 2, 3])
      made.push(
        (await pessoas.create(tx, stand.acting(), { nome: `Pessoa ${n}`, cpf: CPF.sample(n), vinculo: 'C', area, salario: n }))
          .id,
      );
    return made;
  });
});
afterAll(() => stand.close());

/** As somebody whose client leaves once the first record was worked on. */
const leaving = <T>(work: () => Promise<T>) => {
  let looks = 0;
  return askedBy(1, work, { isGone: () => (looks += 1) > 1 });
};

test('a preview ends when nobody waits for it any more, an edit does not', async () => {
  const targets = ids.map((id) => ({ id }));
  const edit = (acting = stand.acting()) =>
    stand.db.tx((tx) => editMany(tx, acting, stand.stores.pessoas, targets, { vinculo: 'E' }));
  const left = { code: 'ERR_STREAM_PREMATURE_CLOSE' };
  await expect(leaving(() => edit(trying(stand.acting())))).rejects.toMatchObject(left);
  await expect(
    leaving(() => stand.db.tx((tx) => previewRemoval(tx, stand.acting(), stand.stores.pessoas, ids))),
  ).rejects.toMatchObject(left);
  const { alterados } = await leaving(() => edit());
  expect(alterados.map(({ nome, antes, depois }) => [nome, antes, depois])).toEqual(
    [1, 2, 3].map((n) => [`Pessoa ${n}`, { vinculo: 'C' }, { vinculo: 'E' }]),
  );
});

test('after a long record a busy loop is left to others, after a short one it is not', async () => {
  const tally = { bytes: 0 };
  await tallied(tally, async () => {
    const rest = afterLong();
    const rested = async (bytes: number) => {
      tally.bytes += bytes;
      const until = performance.now() + 60;
      while (performance.now() < until);
      const since = performance.now();
      await rest();
      return performance.now() - since > 50;
    };
    expect([await rested(LONG_RECORD - 1), await rested(LONG_RECORD), await rested(0)]).toEqual([false, true, false]);
  });
});
