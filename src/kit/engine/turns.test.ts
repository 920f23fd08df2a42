import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

const who = (name: string, kind = 'a') => ({ kind, start: () => {}, name });
const all = (turns: Turns<string>, hasRoom = (_kind: string) => true) => {
  const order: string[] = [];
  for (let next = turns.next(hasRoom); next; next = turns.next(hasRoom)) order.push((next as ReturnType<typeof who>).name);
  return order;
};

test('who wants one thing waits for one turn of who wants many', () => {
  const turns = new Turns<string>(10, 5);
  for (const name of ['ana 1', 'ana 2', 'ana 3']) turns.add('ana', who(name));
  turns.add('bia', who('bia 1'));
  turns.add('caio', who('caio 1'));
  expect(all(turns)).toEqual(['ana 1', 'bia 1', 'caio 1', 'ana 2', 'ana 3']);
});

test('one alone cannot fill the queue, and all together find its end', () => {
  const turns = new Turns<string>(4, 3);
  expect(['1', '2', '3', '4'].map((name) => turns.add('ana', who(name)))).toEqual([true, true, true, false]);
  expect(turns.add('bia', who('5'))).toBe(true);
  expect(turns.add('caio', who('6'))).toBe(false);
  turns.next(() => true);
  expect(turns.add('caio', who('7'))).toBe(true);
});

test('a kind without room is passed over, and who gave up is no longer there', () => {
  const turns = new Turns<string>(10, 5);
  const gone = who('ana foi', 'b');
  turns.add('ana', who('ana a', 'a'));
  turns.add('ana', gone);
  turns.add('ana', who('ana b', 'b'));
  turns.add('bia', who('bia a', 'a'));
  turns.remove('ana', gone);
  turns.remove('ana', gone);
  expect(all(turns, (kind) => kind === 'b')).toEqual(['ana b']);
  expect(all(turns)).toEqual(['bia a', 'ana a']);
});

test('who has had less time comes first, however long others wait, and what was had fades', () => {
  const turns = new Turns<string>(20, 5);
  for (const name of ['ana', 'bia', 'caio']) {
    turns.add(name, who(name));
    turns.spend(name, name === 'bia' ? 10_000 : 20_000);
  }
  turns.add('davi', who('davi'));
  expect(all(turns)).toEqual(['davi', 'bia', 'ana', 'caio']);
  for (let minutes = 0; minutes < 20; minutes++) turns.fade();
  for (const name of ['caio', 'bia', 'ana']) turns.add(name, who(name));
  expect(all(turns)).toEqual(['caio', 'bia', 'ana']);
});
