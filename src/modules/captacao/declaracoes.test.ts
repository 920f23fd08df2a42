import { expect, it } from 'vitest';
import { program } from '#kit/acting/world.ts';
import { check } from '#kit/form/check.ts';
import type { MessageType } from '#kit/message/message.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { areasFormacao } from './areas-formacao.registry.ts';
import { etapasSeletivas } from './etapas-seletivas.registry.ts';
import { captacao } from './module.ts';

const etapa = { nome: 'Entrevista', ordem: 1 };

it.each<[rule: string, registry: AnyRegistry, input: object, fields: string[]]>([
  ['RUL-087', areasFormacao, { nome: '   ' }, ['nome']],
  ['RUL-087', areasFormacao, { nome: ' Direito ' }, []],
  ['RUL-091', etapasSeletivas, { nome: 'Entrevista' }, ['ordem']],
  ['RUL-091', etapasSeletivas, { ...etapa, ordem: 1_000 }, ['ordem']],
  ['RUL-091', etapasSeletivas, { ...etapa, ordem: 999 }, []],
  ['RUL-092', etapasSeletivas, { ...etapa, nome: '' }, ['nome']],
  ['RUL-092', etapasSeletivas, { ...etapa, nome: 'x'.repeat(101) }, ['nome']],
])('%s judges %o', (_rule, registry, input, fields) => {
  const checked = check(registry, input, { today: '2026-11-20', settings: {}, can: program });
  expect(checked.ok ? [] : checked.issues.map(({ field }) => field)).toEqual(fields);
});

const mensagens: readonly MessageType[] = captacao.messages;

it('messages that name a candidate say so, and go when the candidate is erased', () =>
  expect(mensagens.filter(({ variables, personal }) => 'candidato' in variables && !personal).map(({ id }) => id)).toEqual([]));
