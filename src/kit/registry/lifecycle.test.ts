import { expect, it } from 'vitest';
import { choice } from '#kit/fields/choice.ts';
import { type Field, optional, readOnly } from '#kit/fields/field.ts';
import { ref } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';
import { defineRegistry } from './registry.ts';

const asking = (kept: Field, asked: Field) => () =>
  defineRegistry({
    id: 'ideias',
    title: 'Ideias',
    singular: 'Ideia',
    authority: 'ROLE_CAD_IDEIA',
    scope: 'empresa',
    fields: { titulo: text('Título', 100), situacao: readOnly(choice('Situação', { N: 'Nova', R: 'Recusada' })), motivo: kept },
    columns: ['titulo'],
    lifecycle: {
      field: 'situacao',
      initial: 'N',
      states: { N: {}, R: {} },
      transitions: {
        recusar: {
          label: 'Recusar',
          done: 'Recusada.',
          from: ['N'],
          to: 'R',
          authority: 'ROLE_CAD_IDEIA_EDITAR',
          why: 'Não.',
          form: defineForm({ fields: { motivo: asked } }),
        },
      },
    },
  });

it('what a transition asks for is kept in the field of its name, which is of its kind and holds a plain value', () => {
  const motivo = longText('Motivo', 500);
  expect(asking(optional(readOnly(motivo)), motivo)).not.toThrow();
  for (const [kept, asked] of [
    [optional(readOnly(text('Motivo', 500))), motivo],
    [optional(readOnly({ ...motivo, computed: true })), motivo],
    [optional(ref('Motivo', 'geral/estados')), ref('Motivo', 'geral/estados')],
  ] as const)
    expect(asking(kept, asked)).toThrow("motivo, which 'Recusar' asks for, cannot be kept");
});
