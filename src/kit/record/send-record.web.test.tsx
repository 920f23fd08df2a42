// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { sendRecord } from './send-record.web.ts';

const answering = (status: number, body: object) => {
  const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(async () => Response.json(body, { status }));
  vi.stubGlobal('fetch', fetch);
  return fetch;
};
const sending = (id?: number) => sendRecord('sst/vacinas', id, { nome: 'BCG' }, 'a-key');

test('a new record carries the key by which it is made once', async () => {
  const fetch = answering(201, { id: 7 });
  expect(await sending()).toEqual({ as: 'saved', id: 7 });
  expect(new Headers(fetch.mock.calls[0]?.[1].headers).get('Idempotency-Key')).toBe('a-key');
});

test('what somebody else saved meanwhile comes back with the record', async () => {
  answering(409, { code: 'REGISTRO_ALTERADO', message: 'Registro alterado', registro: { id: 7, nome: 'Hepatite' } });
  expect(await sending(7)).toEqual({ as: 'stale', present: { id: 7, nome: 'Hepatite' } });
});

test('faults stand by field, and a refusal without fields is a loose sentence', async () => {
  const errors = [{ field: 'nome', message: 'Nome já existe' }];
  answering(400, { code: 'FIELD_VALIDATION_VIOLATION', message: 'Inválido', errors });
  expect(await sending()).toEqual({ as: 'faulty', issues: errors });
  answering(400, { code: 'FIELD_VALIDATION_VIOLATION', message: 'Inválido' });
  expect(await sending()).toEqual({ as: 'faulty', issues: [{ field: '', message: 'Inválido' }] });
});

test('a server that fails, or does not answer, leaves a sentence on the screen', async () => {
  answering(500, { message: 'Erro inesperado.' });
  expect(await sending()).toMatchObject({ as: 'refused', message: expect.stringContaining('continua aqui') });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  expect(await sending()).toMatchObject({ as: 'refused', message: expect.stringContaining('salve de novo em instantes') });
});

test('a business no is told by the client alone', async () => {
  answering(400, { code: 'VACINA_EM_USO', message: 'A vacina está em uso.' });
  expect(await sending(7)).toEqual({ as: 'told' });
});
