import { choice } from '#kit/fields/choice.ts';
import { having, optional, readOnly } from '#kit/fields/field.ts';
import { telefone } from '#kit/fields/identity.ts';
import { email, longText, text } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { ideiaRecusada } from './ideias.messages.ts';

export const situacoes = { N: 'Nova', A: 'Aceita', R: 'Recusada' } as const;

/** The fields that somebody with an idea fills in. */
export const daIdeia = {
  titulo: text('Título', 100),
  descricao: longText('Descrição', 2_000),
  autor: text('Nome', 100),
  email: email('E-mail'),
  telefone: optional(telefone('Telefone')),
};

/** Suggestions, until they are accepted or declined. */
export const ideias = defineRegistry({
  id: 'ideias',
  title: 'Ideias',
  singular: 'Ideia',
  authority: 'ROLE_CAD_IDEIA',
  scope: 'empresa',
  fields: {
    ...daIdeia,
    situacao: having(readOnly(choice('Situação', situacoes)), { tones: { N: 'waiting', A: 'good', R: 'quiet' } }),
    motivo: optional(readOnly(longText('Motivo da recusa', 500))),
  },
  columns: ['titulo', 'autor', 'telefone', 'situacao'],
  lifecycle: {
    field: 'situacao',
    initial: 'N',
    states: { N: {}, A: {}, R: { edit: 'Uma ideia recusada não muda mais.' } },
    transitions: {
      aceitar: {
        label: 'Aceitar',
        done: 'Ideia aceita.',
        from: ['N'],
        to: 'A',
        authority: 'ROLE_CAD_IDEIA_EDITAR',
        why: 'Só uma ideia nova pode ser aceita.',
      },
      recusar: {
        label: 'Recusar',
        done: 'Ideia recusada.',
        from: ['N'],
        to: 'R',
        authority: 'ROLE_CAD_IDEIA_EDITAR',
        why: 'Só uma ideia nova pode ser recusada.',
        form: defineForm({ fields: { motivo: longText('Motivo', 500) } }),
        messages: [{ type: ideiaRecusada, to: ['email'] }],
      },
    },
  },
});
