import { optional } from '#kit/fields/field.ts';
import { ref } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

export const cidades = defineRegistry({
  id: 'cidades',
  title: 'Cidades',
  singular: 'Cidade',
  authority: 'ROLE_CAD_CIDADE',
  scope: 'global',
  most: 30_000,
  fields: {
    nome: text('Nome', 100),
    uf: ref('Estado', 'geral/estados'),
    codigoIbge: optional(text('Código IBGE', 7)),
  },
  sample: (_, n) => ({ codigoIbge: String(9_000_000 + n) }),
  columns: ['nome', 'uf', 'codigoIbge'],
  unique: [['nome', 'uf'], ['codigoIbge']],
  *rules({ codigoIbge }) {
    // Nine official codes fail the check digit, so only the shape is judged.
    if (codigoIbge !== null && !/^\d{7}$/.test(codigoIbge)) yield { field: 'codigoIbge', message: 'Código IBGE inválido' };
  },
});
