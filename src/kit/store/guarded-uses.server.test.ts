import { expect, it } from 'vitest';
import type { Acting } from '#kit/acting/acting.server.ts';
import { type Field, having, optional } from '#kit/fields/field.ts';
import { ref, rows } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { withGuardedUses } from './guarded-uses.server.ts';

const holding = (...rights: string[]) => ({ can: (right: string) => rights.includes(right) }) as Acting;
const registry = (fields: Record<string, Field>) => ({ fields }) as unknown as AnyRegistry;
const refusesRemoval = (registries: AnyRegistry[], acting: Acting) =>
  withGuardedUses('m/motivos', registries, {}).refuses?.({}, acting, 'remove')?.code;

it('what a guarded field names, also in rows, is removed by who sees the field', () => {
  const guarded = registry({
    entradas: rows('Entradas', { motivo: having(optional(ref('Motivo', 'm/motivos')), { sensitive: 'ROLE_VER_SAUDE' }) }),
  });
  expect(refusesRemoval([guarded], holding())).toBe('NAO_AUTORIZADO');
  expect(refusesRemoval([guarded], holding('ROLE_VER_SAUDE'))).toBeUndefined();
  expect(withGuardedUses('m/motivos', [guarded], {}).refuses?.({}, holding(), 'edit')).toBeUndefined();
});

it('a field that tells of people to who sees all areas keeps nobody from removing them', () => {
  const audience = registry({ quem: having(optional(ref('Quem', 'm/motivos')), { sensitive: 'ROLE_VER_TODAS_AREAS' }) });
  const open = registry({ nome: text('Nome', 60), motivo: optional(ref('Motivo', 'm/motivos')) });
  expect(refusesRemoval([audience, open], holding())).toBeUndefined();
});
