import { expect, it } from 'vitest';
import type { Acting } from '#kit/acting/acting.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import type { Hooks } from './hooks.server.ts';
import { withSharedRecords } from './shared-records.server.ts';

const here = (...rights: string[]) => ({ everywhere: (right: string) => rights.includes(right) }) as Acting;
const refusal = (scope: 'empresa' | 'global', hooks: Hooks, acting: Acting, deed: 'edit' | 'remove' | 'restore') =>
  withSharedRecords({ scope, authority: 'ROLE_CAD_X' }, hooks).refuses?.({}, acting, deed)?.code;

it('what all companies share is changed and removed by who may do that in all of them', () => {
  expect(refusal('global', {}, here(), 'edit')).toBe('NAO_AUTORIZADO');
  expect(refusal('global', {}, here('ROLE_CAD_X_EDITAR'), 'edit')).toBeUndefined();
  expect(refusal('global', {}, here('ROLE_CAD_X_EDITAR'), 'remove')).toBe('NAO_AUTORIZADO');
  expect(refusal('global', {}, here('ROLE_CAD_X_EXCLUIR'), 'remove')).toBeUndefined();
  // Anybody with the right adds one, and so puts it back.
  expect(refusal('global', {}, here(), 'restore')).toBeUndefined();
});

it('who imported records takes them back', () => {
  const { refuses } = withSharedRecords({ scope: 'global', authority: 'ROLE_CAD_X' }, {});
  expect([refuses?.({}, here(), 'remove', true), refuses?.({}, here(), 'remove')?.code]).toEqual([undefined, 'NAO_AUTORIZADO']);
});

it('records of a company, and registries with refusals of their own, keep their rule', () => {
  expect(refusal('empresa', {}, here(), 'edit')).toBeUndefined();
  expect(refusal('global', { refuses: () => new Refusal('OUTRA', 'Não.') }, here(), 'edit')).toBe('OUTRA');
});
