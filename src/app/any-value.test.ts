import { describe, expect, it } from 'vitest';
import { program } from '#kit/acting/world.ts';
import type { Field, Fields } from '#kit/fields/field.ts';
import { kinds } from '#kit/fields/kinds.ts';
import { check } from '#kit/form/check.ts';
import { type AnyForm, type Context, writable } from '#kit/form/form.ts';
import { fc } from '#kit/testing/fast-check.server.ts';
import { painelCargosSalarios } from '#modules/analytics/cargos-salarios/cargos-salarios.dashboard.ts';
import { painelTalento } from '#modules/analytics/talento/talento.dashboard.ts';
import { historicoDeColaborador } from '#modules/cargo-salario/colaboradores/colaboradores.registry.ts';
import { dissidioDeColaboradores, dissidioDeFaixas, dissidioDeIndices } from '#modules/cargo-salario/reajustes/dissidio.ts';
import { modules } from './modules.server.ts';

/** What only looks like something that it is not: `String()` of it throws, its `length` lies. */
const impostor = fc.constantFrom<unknown>(
  { toString: 1 },
  { toString: null, valueOf: null },
  { toJSON: 1, length: 3 },
  { id: { toString: 1 } },
  { id: { id: 1 } },
  { id: '1' },
  [[{ toString: 1 }]],
  'constructor',
  '__proto__',
  'toString',
  '1',
  '2',
  '3',
  1,
  true,
);
const anyValue = fc.oneof({ weight: 3, arbitrary: impostor }, { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 2 }) });

/** A value that the field takes, anything at all, or, of child rows, rows of such values. */
function valueFor(field: Field): fc.Arbitrary<unknown> {
  const sound = fc.nat(20).map((n) => sampleOf(field, n));
  if (!field.fields) return fc.oneof(sound, anyValue);
  const row = fc.oneof({ weight: 4, arbitrary: recordOf(field.fields) }, { weight: 1, arbitrary: anyValue });
  return fc.oneof({ weight: 3, arbitrary: fc.array(row, { maxLength: 3 }) }, { weight: 1, arbitrary: anyValue });
}

const sampleOf = (field: Field, n: number): unknown =>
  field.kind === 'ref' ? 1 : field.kind === 'refs' ? [1] : (kinds[field.kind].sample(field, n) ?? null);

const recordOf = (fields: Fields): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(
    {
      id: fc.oneof(fc.constant(1), anyValue),
      ...Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, valueFor(one)])),
    },
    { requiredKeys: [] },
  );

const settings = { acIntegra: true, obrigarAmbienteFuncao: true, exibirSalario: true };
const contexts: Context[] = [
  { today: '2026-11-20', settings: {}, can: program },
  { today: '2026-11-20', settings, can: program },
  { today: '2026-11-20', settings, can: () => false },
];

const forms: (readonly [string, AnyForm])[] = [
  ...modules.flatMap(({ id, registries }) => registries.map((registry) => [`${id}/${registry.id}`, registry] as const)),
  ['an entry of a history', historicoDeColaborador] as const,
  ['a collective adjustment of people', dissidioDeColaboradores] as const,
  ['a collective adjustment of bands', dissidioDeFaixas] as const,
  ['a collective adjustment of indices', dissidioDeIndices] as const,
  ...[...modules.flatMap(({ reports }) => reports), painelTalento, painelCargosSalarios].map(
    ({ id, filterForm }) => [`filter of ${id}`, filterForm] as const,
  ),
].filter(([, registry]) => writable(registry).length > 0);

describe('whatever JSON is sent', () => {
  it('is judged by many declarations', () => expect(forms.length).toBeGreaterThan(70));

  it.each(forms)('%s answers with faults, and never throws', (_id, registry) => {
    // The seed makes a failure come back.
    fc.assert(
      fc.property(recordOf(registry.fields), fc.constantFrom(...contexts), (record, context) => {
        const judged = check(registry, record, context);
        expect(judged.ok || judged.issues.length > 0).toBe(true);
      }),
      { numRuns: 120, seed: 20_261_122 },
    );
  });
});
