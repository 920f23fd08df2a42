import { expect, it } from 'vitest';
import { choice } from '#kit/fields/choice.ts';
import { type Field, optional, readOnly } from '#kit/fields/field.ts';
import { ref } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';
import { deedsOf, type Locks, whyLocked, whyWholeLocked } from './lifecycle.ts';
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

it('a deed is offered to those who have all its authorities, on records that allow it', () => {
  const registry = defineRegistry({
    id: 'pessoas',
    title: 'Pessoas',
    singular: 'Pessoa',
    authority: 'ROLE_CAD_PESSOA',
    scope: 'empresa',
    fields: { nome: text('Nome', 60), situacao: choice('Situação', { A: 'Ativa', D: 'Desligada' }) },
    columns: ['nome'],
    deeds: {
      promover: {
        label: 'Promover',
        authority: ['ROLE_CAD_PESSOA_EDITAR', 'ROLE_VER_SALARIO'],
        when: ({ situacao }) => situacao === 'A',
      },
    },
  });
  const offered = (situacao: string, ...rights: string[]) =>
    deedsOf(registry, { situacao }, { today: '2026-11-23', settings: {}, can: (right) => rights.includes(right) });
  expect(offered('A', 'ROLE_CAD_PESSOA_EDITAR', 'ROLE_VER_SALARIO')).toContain('promover');
  expect(offered('D', 'ROLE_CAD_PESSOA_EDITAR', 'ROLE_VER_SALARIO')).not.toContain('promover');
  expect(offered('A', 'ROLE_CAD_PESSOA_EDITAR')).not.toContain('promover');
});

it('a deed has a name of its own', () => {
  const named = (name: string) => () =>
    defineRegistry({
      id: 'pessoas',
      title: 'Pessoas',
      singular: 'Pessoa',
      authority: 'ROLE_CAD_PESSOA',
      scope: 'empresa',
      fields: { nome: text('Nome', 60) },
      columns: ['nome'],
      deeds: { [name]: { label: 'Mudar', authority: 'ROLE_CAD_PESSOA' } },
    });
  expect(named('mudar')).not.toThrow();
  expect(named('editar')).toThrow('editar is the name of another action');
});

it('a page tells of a lock on the whole record, a form also of one on some fields', () => {
  const world = { today: '2026-01-01', settings: {}, can: () => true };
  const said = (lockedWhen: Locks) => {
    const registry = { authority: 'ROLE_CAD_PESSOA', lockedWhen } as const;
    return [whyWholeLocked(registry, {}, world), whyLocked(registry, {}, world)];
  };
  expect(said({ edit: () => 'Já terminou' })).toEqual(['Já terminou', 'Já terminou']);
  expect(said({ edit: () => ({ fields: ['vaga'], why: 'É sempre da mesma vaga' }) })).toEqual([
    undefined,
    'É sempre da mesma vaga',
  ]);
});
