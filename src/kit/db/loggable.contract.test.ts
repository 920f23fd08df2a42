import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#kit/testing/testdb.server.ts';
import { loggable } from './loggable.server.ts';

const MARK = '52998224725';
let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase(
    (fresh) =>
      fresh.tx(async (tx) => {
        await tx.query({
          text: 'create table pessoas (cpf text unique, nome text not null, nascimento date, check (length(cpf) = 11))',
        });
        await tx.query({ text: 'insert into pessoas values ($1, $1)', values: [MARK] });
      }),
    'loggable',
  );
});
afterAll(() => db?.drop());

const faultOf = async (text: string): Promise<Error> => {
  const fault: unknown = await db.query({ text, values: text.includes('$1') ? [MARK] : [] }).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(Error);
  return fault as Error;
};

test.each([
  [
    'a unique violation',
    'insert into pessoas values ($1, $1)',
    'duplicate key value violates unique constraint "pessoas_cpf_key"',
  ],
  [
    'a not-null violation',
    'insert into pessoas (cpf) values ($1)',
    'null value in column "nome" of relation "pessoas" violates not-null constraint',
  ],
  [
    'a check',
    `insert into pessoas values ($1 || '0', $1)`,
    'new row for relation "pessoas" violates check constraint "pessoas_cpf_check"',
  ],
  ['a bad cast', `select ('x' || $1::text)::integer`, 'invalid input syntax for type integer: …'],
  ['a number too large', 'select $1::text::smallint', 'value …'],
  ['a bad date', 'select $1::text::date', /^(date\/time field value out of range|invalid input syntax for type date): …$/],
  ['a value with a quotation mark', `select ('"' || $1::text || '"')::integer`, 'invalid input syntax for type integer: …'],
  [
    'a sentence of a trigger',
    `do $$ begin raise 'Josefina ${MARK}' using errcode = '22023'; end $$`,
    'the database refused a value',
  ],
  ['a column that is not there', 'select wrong from pessoas where cpf = $1', 'column "wrong" does not exist'],
])('%s is told without the value', async (_, text, message) => {
  const error = await faultOf(text);
  const told = loggable(error);
  expect(told.message).toMatch(message);
  expect(inspect(told)).toContain(`code: '${(error as { code?: string }).code}'`);
  expect(inspect(told)).toContain('loggable.contract.test.ts');
  expect(inspect(told) + JSON.stringify(told)).not.toContain(MARK);
});

test('what else is thrown is told without what people wrote, and says where', () => {
  const reading = () => JSON.parse(`{"cpf": ${MARK}x}`) as unknown;
  const fault = (() => {
    try {
      return reading();
    } catch (error) {
      return new Error('the answer could not be read', { cause: error });
    }
  })();
  const told = inspect(loggable(fault));
  expect(told).toContain('the answer could not be read');
  expect(told).toMatch(/SyntaxError.*at reading/s);
  expect(told).not.toContain(MARK);
  expect(inspect(loggable({ cpf: MARK }))).not.toContain(MARK);
});
